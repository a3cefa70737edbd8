/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inherit.h - scenarios about events that children have from their parents
 */
#ifndef PERFMUX_SCENARIO_INHERIT_H
#define PERFMUX_SCENARIO_INHERIT_H

#define INHERIT_SCENARIOS(X) X(inherit_children)

#endif
