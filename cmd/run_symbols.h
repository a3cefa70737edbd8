/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_symbols.h - breakpoints by symbol: looked up before the command runs, opened when it has
 * begun
 */
#ifndef PMX_CMD_RUN_SYMBOLS_H
#define PMX_CMD_RUN_SYMBOLS_H

#include <perfmux/launch.h>
#include <perfmux/plan.h>
#include <perfmux/session.h>
#include <perfmux/symbol.h>

/*
 * Looks up the symbols of @events in @target, or in the @command that it will be. *out stays NULL
 * when no event has one; else it is freed with pmx_symbols_free().
 */
int run_symbols_make(struct pmx_symbols **out, const struct pmx_events *events,
		     const struct pmx_target *target, char *const *command, struct pmx_error *err);

/*
 * Says on standard error which breakpoints see only a part of what they name: whoever names an
 * array should know that most of it is not watched. @symbols may be NULL.
 */
void run_symbols_tell_parts(const char *program, const struct pmx_symbols *symbols,
			    const struct pmx_events *events);

/*
 * Finds the addresses in a command that has just been executed, and opens the counters that waited
 * for them. The command stays stopped.
 */
int run_symbols_open(struct pmx_symbols *symbols, struct pmx_launch *launch,
		     struct pmx_session *session, struct pmx_error *err);

#endif
