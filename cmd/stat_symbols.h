/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_symbols.h - breakpoints by symbol: looked up before the command runs, opened when it has begun
 */
#ifndef PMX_CMD_STAT_SYMBOLS_H
#define PMX_CMD_STAT_SYMBOLS_H

#include <perfmux/launch.h>
#include <perfmux/plan.h>
#include <perfmux/session.h>
#include <perfmux/symbol.h>

#include "stat.h"

/*
 * Looks up the symbols of @events, if there are any: *out stays NULL else. Says on standard error
 * which breakpoints see only a part of what they name.
 */
int stat_symbols_make(struct pmx_symbols **out, const struct pmx_events *events,
		      const struct pmx_target *target, const struct stat_options *options,
		      struct pmx_error *err);

/*
 * Finds the addresses in a command that has just been executed, and opens the counters that waited
 * for them. The command stays stopped.
 */
int stat_symbols_open(struct pmx_symbols *symbols, struct pmx_launch *launch,
		      struct pmx_session *session, struct pmx_error *err);

/* For --dry-run: what of an event its line does not say yet. */
void stat_symbols_print(const struct pmx_plan *plan, const struct pmx_symbols *symbols,
			size_t event);

#endif
