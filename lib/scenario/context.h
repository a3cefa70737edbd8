/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * context.h - scenarios about what a task's context of events does at switches, forks and moves between CPUs
 */
#ifndef PERFMUX_SCENARIO_CONTEXT_H
#define PERFMUX_SCENARIO_CONTEXT_H

#define CONTEXT_SCENARIOS(X)

#endif
