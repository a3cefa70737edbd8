/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * duration.h - times for people, "4.0 ms", and the ticks of an axis of time
 */
#ifndef PERFMUX_REPORT_DURATION_H
#define PERFMUX_REPORT_DURATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PMX_DURATION_SIZE = 32 };

/*
 * Two or three digits that count, in the unit that suits them: "850 ns", "4.0 ms", "123 ms",
 * "12.3 s", "0 s". @utf8: microseconds are "µs", else "us". Returns the length in bytes.
 */
size_t pmx_duration(char buf[PMX_DURATION_SIZE], uint64_t ns, bool utf8);

/* The smallest 1, 2 or 5 times a power of ten that divides @span into at most @most parts. */
uint64_t pmx_ticks_step(uint64_t span, unsigned most);

/*
 * The label of a tick: all labels of an axis are in one unit, which follows from its @span, with
 * as many digits behind the point as its @step needs; "0" has none. Returns the length.
 */
size_t pmx_ticks_label(char buf[PMX_DURATION_SIZE], uint64_t at, uint64_t span, uint64_t step,
		       bool utf8);

#endif
