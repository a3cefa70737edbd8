// SPDX-License-Identifier: GPL-2.0-only
/*
 * bins.c - a timeline of bounded size: when the bins are used up, each takes in its neighbour
 */
#include "mux/bins.h"

#include <stdlib.h>
#include <string.h>

struct pmx_bins *pmx_bins_new(uint64_t start, uint64_t width)
{
	struct pmx_bins *bins = calloc(1, sizeof(*bins));

	if (bins) {
		bins->start = start;
		bins->width = width ? width : 1;
	}
	return bins;
}

static void fold(struct pmx_bins *bins)
{
	for (size_t i = 0; i < PMX_BINS / 2; i++) {
		bins->on[i] = bins->on[2 * i] + bins->on[2 * i + 1];
		bins->due[i] = bins->due[2 * i] + bins->due[2 * i + 1];
	}
	memset(bins->on + PMX_BINS / 2, 0, sizeof(bins->on) / 2);
	memset(bins->due + PMX_BINS / 2, 0, sizeof(bins->due) / 2);
	bins->width *= 2;
	bins->count = (bins->count + 1) / 2;
}

/* The bin of a time, for which there is room. */
static size_t find(struct pmx_bins *bins, uint64_t time)
{
	uint64_t since = time > bins->start ? time - bins->start : 0;

	while (since / bins->width >= PMX_BINS)
		fold(bins);
	return (size_t)(since / bins->width);
}

static void put(struct pmx_bins *bins, size_t i, double on, double due)
{
	bins->on[i] += (float)on;
	bins->due[i] += (float)due;
	if (i >= bins->count)
		bins->count = i + 1;
}

void pmx_bins_add(struct pmx_bins *bins, uint64_t from, uint64_t to, double on, double due)
{
	size_t last = find(bins, to > from ? to - 1 : from), i = find(bins, from);
	double length = (double)(to - from);

	if (to <= from || i == last) {
		put(bins, i, on, due);
		return;
	}
	for (; i <= last; i++) {
		uint64_t begin = bins->start + i * bins->width, end = begin + bins->width;
		uint64_t a = from > begin || i == 0 ? from : begin, b = to < end ? to : end;
		double part = (double)(b - a) / length;

		put(bins, i, on * part, due * part);
	}
}

void pmx_bins_merge(struct pmx_bins *into, const struct pmx_bins *from)
{
	for (size_t i = 0; i < from->count; i++) {
		uint64_t at = from->start + i * from->width;

		pmx_bins_add(into, at, at + from->width, (double)from->on[i], (double)from->due[i]);
	}
}
