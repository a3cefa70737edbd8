/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * metrics.h - which counts make which number: the tables behind pmx_derive_metrics()
 */
#ifndef PERFMUX_STATS_METRICS_H
#define PERFMUX_STATS_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include <perfmux/event.h>

/* Counts that others are divided by. */
enum pmx_base {
	PMX_BASE_CLOCK, /* task-clock or cpu-clock */
	PMX_BASE_CYCLES,
	PMX_BASE_BRANCHES,
	PMX_BASE_CACHE_REFS,
	PMX_BASE_L1D,
	PMX_BASE_L1I,
	PMX_BASE_LL,
	PMX_BASE_DTLB,
	PMX_BASE_ITLB,
	PMX_BASE_STALLED_FRONTEND,
	PMX_BASE_STALLED_BACKEND,
	PMX_BASE_NONE,
};

/* count x factor / base, as perf stat 6.1 shows it. */
struct pmx_ratio {
	uint32_t type; /* of the event in generic words, as its config */
	uint64_t config;
	enum pmx_base base;
	double factor;
	double bad; /* worth a colour above this; 0 for never */
	const char *unit, *format;
};

/* What @event serves as, or PMX_BASE_NONE. */
enum pmx_base pmx_base_of(const struct pmx_event *event);

/* The ratio that @event is the count of, or NULL. */
const struct pmx_ratio *pmx_ratio_of(const struct pmx_event *event);

#endif
