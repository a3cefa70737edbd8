/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * generic.h - the events whose names and numbers the kernel's ABI fixes: hardware and software
 * events, the hardware caches, and raw codes
 */
#ifndef PERFMUX_EVENT_GENERIC_H
#define PERFMUX_EVENT_GENERIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/span.h"

struct pmx_generic {
	const char *name;
	uint32_t type; /* PERF_TYPE_HARDWARE or PERF_TYPE_SOFTWARE */
	uint64_t config;
};

/* The event of that name, aliases included, or NULL. */
const struct pmx_generic *pmx_generic_find(struct pmx_span name);

/* All names, sorted; *count is their number. */
const struct pmx_generic *pmx_generic_all(size_t *count);

/* True for a software event that counts nanoseconds. */
bool pmx_generic_is_clock(uint32_t type, uint64_t config);

/*
 * "L1-dcache-load-misses" and its like: a cache, then an operation, a result, both in either
 * order, or neither. The operation is load and the result access where they are not said. False
 * when it is no such name, or an operation that the cache does not have; *config is the
 * kernel's code.
 */
bool pmx_cache_find(struct pmx_span name, uint64_t *config);

/* The @index-th usual name, "L1-dcache-loads" and so on, into @buf; false after the last. */
bool pmx_cache_name(size_t index, char *buf, size_t size);

/* "r1a8": a PMU's own code in hexadecimal, at most 16 digits. */
bool pmx_raw_find(struct pmx_span name, uint64_t *config);

#endif
