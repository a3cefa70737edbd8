// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_cells.c - a timeline in as many pieces as a picture has room for
 */
#include "report/mux_cells.h"

/* Bins are the analysis's, but a count beyond their room must not become a read beyond it. */
static size_t bins_used(const struct pmx_bins *bins)
{
	return bins->count < PMX_BINS ? bins->count : PMX_BINS;
}

/* One bin, @begin to @end in units of a cell. */
static void add(struct pmx_cell_time *cells, size_t count, double begin, double end, double on,
		double due)
{
	double length = end - begin, last = (double)count;

	if (!(length > 0) || end <= 0 || begin >= last)
		return;
	if (begin < 0)
		begin = 0;
	if (end > last)
		end = last;
	for (size_t i = (size_t)begin; i < count && (double)i < end; i++) {
		double a = begin > (double)i ? begin : (double)i;
		double b = end < (double)i + 1 ? end : (double)i + 1;

		cells[i].on += on * (b - a) / length;
		cells[i].due += due * (b - a) / length;
	}
}

void pmx_cells_add(struct pmx_cell_time *cells, size_t count, uint64_t from, uint64_t to,
		   const struct pmx_bins *bins)
{
	double cell, first;

	if (!bins || to <= from || !count)
		return;
	cell = (double)(to - from) / (double)count;
	first = bins->start >= from ? (double)(bins->start - from) : -(double)(from - bins->start);
	for (size_t i = 0; i < bins_used(bins); i++) {
		double begin = first + (double)i * (double)bins->width;

		if (bins->due[i] > 0)
			add(cells, count, begin / cell, (begin + (double)bins->width) / cell,
			    (double)bins->on[i], (double)bins->due[i]);
	}
}

double pmx_cell_on(const struct pmx_cell_time *cell)
{
	if (!(cell->due > 0))
		return -1;
	if (!(cell->on > 0))
		return 0;
	return cell->on < cell->due ? cell->on / cell->due : 1;
}

bool pmx_bins_any(const struct pmx_bins *bins)
{
	for (size_t i = 0; bins && i < bins_used(bins); i++)
		if (bins->due[i] > 0)
			return true;
	return false;
}
