// SPDX-License-Identifier: GPL-2.0-only
/*
 * gauge.c - a value over time, as updates come in
 */
#include "gpu/gauge.h"

static void widen(struct pmx_gpu_gauge *seen, uint64_t time, uint64_t value)
{
	if (value > seen->peak) {
		seen->peak = value;
		seen->peak_at = time;
	}
	if (value < seen->minimum)
		seen->minimum = value;
	if (value > seen->interval.peak)
		seen->interval.peak = value;
	if (value < seen->interval.minimum)
		seen->interval.minimum = value;
}

static void begin(struct gauge *gauge, uint64_t time, uint64_t value)
{
	gauge->seen = (struct pmx_gpu_gauge){
		.source = gauge->seen.source,
		.updates = 1,
		.first = value,
		.last = value,
		.peak = value,
		.minimum = value,
		.first_at = time,
		.last_at = time,
		.peak_at = time,
		.interval = { .updates = 1, .first = value, .peak = value, .minimum = value },
	};
}

void gpu_gauge_add(struct gauge *gauge, uint64_t time, uint64_t value)
{
	struct pmx_gpu_gauge *seen = &gauge->seen;

	if (!seen->updates) {
		begin(gauge, time, value);
		return;
	}
	seen->updates++;
	seen->interval.updates++;
	widen(seen, time, value);
	if (time >= seen->last_at) {
		gauge->area += (unsigned __int128)seen->last * (time - seen->last_at);
		seen->last = value;
		seen->last_at = time;
	} else if (time < seen->first_at) {
		gauge->area += (unsigned __int128)value * (seen->first_at - time);
		seen->first = value;
		seen->first_at = time;
	}
}

void gpu_gauge_next_interval(struct gauge *gauge)
{
	gauge->seen.interval.updates = 0;
	gauge->seen.interval.first = gauge->seen.last;
	gauge->seen.interval.peak = gauge->seen.interval.minimum = gauge->seen.last;
}

static int64_t difference(uint64_t a, uint64_t b)
{
	uint64_t size = a > b ? a - b : b - a;
	int64_t clipped = size > INT64_MAX ? INT64_MAX : (int64_t)size;

	return a >= b ? clipped : -clipped;
}

struct pmx_gpu_gauge gpu_gauge_read(const struct gauge *gauge, uint64_t until)
{
	struct pmx_gpu_gauge out = gauge->seen;
	unsigned __int128 area = gauge->area;

	if (!out.updates)
		return out;
	if (until > out.last_at)
		area += (unsigned __int128)out.last * (until - out.last_at);
	else
		until = out.last_at;
	out.mean = until > out.first_at ? (double)area / (double)(until - out.first_at) :
					  (double)out.last;
	out.change = difference(out.last, out.first);
	return out;
}
