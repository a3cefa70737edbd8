/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timer_function.h - filters for the tracepoint of timers that expire: those of one function alone
 */
#ifndef PMX_MUX_TIMER_FUNCTION_H
#define PMX_MUX_TIMER_FUNCTION_H

#include <stddef.h>

#include <perfmux/error.h>
#include <perfmux/machine.h>

/* Room for any filter made here. */
#define PMX_TIMER_FILTER 256

/* By its name, which the kernel looks up (Linux 6.4). -EINVAL for what is no name of a function. */
int pmx_timer_filter_by_name(const char *function, char *filter, size_t size,
			     struct pmx_error *err);

/*
 * By its address in /proc/kallsyms, or its addresses, up to four. -ENOENT: no such function;
 * -EACCES: addresses are hidden from us.
 */
int pmx_timer_filter_by_address(struct pmx_machine *machine, const char *function, char *filter,
				size_t size, struct pmx_error *err);

#endif
