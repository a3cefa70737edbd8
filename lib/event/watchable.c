// SPDX-License-Identifier: GPL-2.0-only
/*
 * watchable.c - what the CPU's debug registers can watch
 */
#include <linux/hw_breakpoint.h>

#include <perfmux/event.h>

#include "event/watchable.h"

#if defined(__x86_64__) || defined(__i386__)
#define X86
#endif

static const unsigned legal[] = { 1, 2, 4, 8 };

enum { LEGAL = sizeof(legal) / sizeof(legal[0]) };

bool pmx_watchable_is_length(uint64_t length, unsigned *nearest)
{
	unsigned ignored;

	if (!nearest)
		nearest = &ignored;
	*nearest = legal[0];
	for (size_t i = 0; i < LEGAL; i++) {
		if (length == legal[i]) {
			*nearest = legal[i];
			return true;
		}
		if (length > *nearest) /* the next one up: it covers what was asked for */
			*nearest = legal[i];
	}
	return false;
}

bool pmx_watchable_fits(uint64_t address, uint64_t length)
{
#ifdef X86
	/* The debug registers compare address and length together. */
	return address % length == 0;
#else
	/* A mask of the bytes of one doubleword; what lies beyond it the kernel drops silently. */
	return address % 8 + length <= 8;
#endif
}

unsigned pmx_watchable_longest(uint64_t address, uint64_t size)
{
	size_t i = LEGAL - 1;

	while (i > 0 && (legal[i] > size || !pmx_watchable_fits(address, legal[i])))
		i--;
	return legal[i];
}

const char *pmx_watchable_why_not(uint32_t access, uint64_t length)
{
	if (access & HW_BREAKPOINT_X && access != HW_BREAKPOINT_X)
		return "execution and access to data are watched by two events, x and rw";
#ifdef X86
	if (access == HW_BREAKPOINT_R)
		return "x86 cannot watch reads alone: write rw";
	if (access == HW_BREAKPOINT_X && length != sizeof(long))
		return "x86 watches an instruction with the length of a long: leave it out";
#else
	(void)length;
#endif
	return NULL;
}

unsigned pmx_breakpoint_slots(void)
{
#ifdef X86
	return 4;
#else
	return 0;
#endif
}
