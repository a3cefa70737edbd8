/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gauge.h - a value over time, as updates come in
 */
#ifndef PERFMUX_GPU_GAUGE_H
#define PERFMUX_GPU_GAUGE_H

#include <perfmux/gpu.h>

struct gauge {
	struct pmx_gpu_gauge seen; /* but for mean and change */
	unsigned __int128 area;	   /* bytes x ns from first_at to last_at: exact */
};

/*
 * The value was @value at @time. One that is older than the last that came says something of the
 * past only: it may be the peak, but not the last.
 */
void gpu_gauge_add(struct gauge *gauge, uint64_t time, uint64_t value);

/* An interval begins, with the last value. */
void gpu_gauge_next_interval(struct gauge *gauge);

/* The gauge as reports have it, with its mean until @until. */
struct pmx_gpu_gauge gpu_gauge_read(const struct gauge *gauge, uint64_t until);

#endif
