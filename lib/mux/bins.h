/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bins.h - a timeline of bounded size
 */
#ifndef PMX_MUX_BINS_H
#define PMX_MUX_BINS_H

#include <perfmux/mux.h>

/* NULL when there is no memory. Freed with free(). */
struct pmx_bins *pmx_bins_new(uint64_t start, uint64_t width);

/*
 * Spreads @on of @due ns evenly over @from to @to (CLOCK_MONOTONIC). What lies before the first
 * bin is put into it.
 */
void pmx_bins_add(struct pmx_bins *bins, uint64_t from, uint64_t to, double on, double due);

/* Adds what another timeline of the same start holds. */
void pmx_bins_merge(struct pmx_bins *into, const struct pmx_bins *from);

#endif
