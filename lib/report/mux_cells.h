/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_cells.h - a timeline in as many pieces as a picture has room for
 */
#ifndef PERFMUX_REPORT_MUX_CELLS_H
#define PERFMUX_REPORT_MUX_CELLS_H

#include <stdbool.h>

#include <perfmux/mux.h>

/* A piece of the time: ns on the PMU, of the ns in which the event was due. */
struct pmx_cell_time {
	double on, due;
};

/*
 * Adds the bins to @count cells that lie evenly between @from and @to (CLOCK_MONOTONIC, ns). A bin
 * that lies in several cells is divided among them; what lies outside is left out.
 */
void pmx_cells_add(struct pmx_cell_time *cells, size_t count, uint64_t from, uint64_t to,
		   const struct pmx_bins *bins);

/* on / due, 0 to 1; negative where the event was not due. */
double pmx_cell_on(const struct pmx_cell_time *cell);

/* Was the event due at any time that the report covers? */
bool pmx_bins_any(const struct pmx_bins *bins);

#endif
