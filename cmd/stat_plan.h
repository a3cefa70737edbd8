/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_plan.h - --dry-run: what a measurement would do, without doing it
 */
#ifndef PMX_CMD_STAT_PLAN_H
#define PMX_CMD_STAT_PLAN_H

#include <perfmux/plan.h>
#include <perfmux/session.h>
#include <perfmux/symbol.h>

#include "stat_passes.h"

/* Prints the plan to standard output. */
void stat_plan_print(const struct pmx_plan *plan, const struct pmx_symbols *symbols);

/* -v: which events are counted in which run, a line for each, on standard error. */
void stat_plan_print_passes(const struct stat_passes *passes);

/* Of event @event what its line does not say yet: its place, and that it is one too many. */
void stat_symbols_print(const struct pmx_plan *plan, const struct pmx_symbols *symbols,
			size_t event);

/* -v: what became of it, a line for each event, on standard error. */
void stat_plan_print_opened(const struct pmx_plan *plan, const struct pmx_session *session);

#endif
