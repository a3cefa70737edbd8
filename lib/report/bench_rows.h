/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_rows.h - what is in the rows of the table of repeated runs
 */
#ifndef PERFMUX_REPORT_BENCH_ROWS_H
#define PERFMUX_REPORT_BENCH_ROWS_H

#include "report/bench_text.h"

enum pmx_bench_column {
	PMX_BENCH_LABEL,
	PMX_BENCH_VALUE,
	PMX_BENCH_BOUND,
	PMX_BENCH_RANGE,
	PMX_BENCH_BAR,
	PMX_BENCH_RATIO,
	PMX_BENCH_CHANGE,
	PMX_BENCH_COLUMNS,
};

/* A metric, and what its commands are shown in. */
struct pmx_bench_block {
	size_t metric;
	struct pmx_bench_scale scale, range; /* of medians; of the smallest and the largest */
	double most;			     /* the longest bar */
};

struct pmx_bench_row {
	struct pmx_cell cells[PMX_BENCH_COLUMNS];
	double part;	  /* of the longest bar */
	const char *mark; /* of the verdict; or NULL */
};

void pmx_bench_block_set(struct pmx_bench_block *block, const struct pmx_bench_view *view,
			 size_t metric);

/* The row of a command. */
void pmx_bench_row_fill(struct pmx_bench_row *row, const struct pmx_bench_view *view,
			const struct pmx_bench_block *block, size_t command);

/* The row above it, of what it is compared with in the baseline; false when there is none. */
bool pmx_bench_row_then(struct pmx_bench_row *row, const struct pmx_bench_view *view,
			const struct pmx_bench_block *block, size_t command);

#endif
