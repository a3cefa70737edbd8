// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_symbols.c - breakpoints by symbol, from a command that is found to one that is stopped
 */
#include "run_symbols.h"

#include <inttypes.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>

#include <perfmux/text.h>

int run_symbols_make(struct pmx_symbols **out, const struct pmx_events *events,
		     const struct pmx_target *target, char *const *command, struct pmx_error *err)
{
	char path[PATH_MAX];
	bool has_path;

	if (!pmx_symbols_are_in(events))
		return 0;
	/* a command that cannot be found is said where it is launched, with a status of its own */
	has_path = target->kind == PMX_TARGET_COMMAND && command &&
		   !pmx_launch_find(command[0], path, sizeof(path), NULL);
	return pmx_symbols_new(out, events, target, has_path ? path : NULL, err);
}

void run_symbols_tell_parts(const char *program, const struct pmx_symbols *symbols,
			    const struct pmx_events *events)
{
	for (size_t e = 0; symbols && e < events->count; e++) {
		const struct pmx_location *where = pmx_symbols_find(symbols, e, 0);

		if (!where || !where->path || where->access == HW_BREAKPOINT_X ||
		    where->length >= where->size || events->list[e].symbol->has_length)
			continue;
		fprintf(stderr, "%s: ", program);
		pmx_print_safe(stderr, events->list[e].name);
		fprintf(stderr,
			" watches %u of %" PRIu64 " bytes, as many as a breakpoint can there; "
			"others with +OFFSET or /LENGTH\n",
			where->length, where->size);
	}
}

int run_symbols_open(struct pmx_symbols *symbols, struct pmx_launch *launch,
		     struct pmx_session *session, struct pmx_error *err)
{
	uint64_t entry = 0;
	int ret;

	if (!pmx_launch_is_stopped(launch))
		return 0;
	ret = pmx_symbols_locate(symbols, pmx_launch_pid(launch), false, &entry, err);
	if (ret == 1) {
		ret = pmx_launch_run_to(launch, entry, err);
		if (!ret && pmx_launch_is_stopped(launch))
			ret = pmx_symbols_locate(symbols, pmx_launch_pid(launch), true, &entry,
						 err);
	}
	if (ret)
		return ret;
	pmx_session_open_located(session);
	return pmx_session_filter(session, err);
}
