/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watchable.h - what the CPU's debug registers can watch: lengths, alignments, and how many at once
 *
 * Sources: arch/x86/kernel/hw_breakpoint.c and arch/arm64/kernel/hw_breakpoint.c of Linux.
 */
#ifndef PERFMUX_EVENT_WATCHABLE_H
#define PERFMUX_EVENT_WATCHABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True for 1, 2, 4 and 8; *nearest (which may be NULL) is the length itself or the next one up. */
bool pmx_watchable_is_length(uint64_t length, unsigned *nearest);

/* Can @length bytes, a legal length, be watched at @address? */
bool pmx_watchable_fits(uint64_t address, uint64_t length);

/* The longest of the legal lengths that fits at @address and into @size bytes; at least 1. */
unsigned pmx_watchable_longest(uint64_t address, uint64_t size);

/*
 * Why the CPU cannot watch this, as bp_type and bp_len have it, and what it can; NULL when it can.
 */
const char *pmx_watchable_why_not(uint32_t access, uint64_t length);

#endif
