/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - scenarios about events of cgroups
 */
#ifndef PERFMUX_SCENARIO_CGROUP_H
#define PERFMUX_SCENARIO_CGROUP_H

#define CGROUP_SCENARIOS(X)

#endif
