/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_fields.h - the numbers that there are of a metric of a command: columns of CSV and
 * members of JSON have the same names
 */
#ifndef PERFMUX_REPORT_BENCH_FIELDS_H
#define PERFMUX_REPORT_BENCH_FIELDS_H

#include <perfmux/report_bench.h>

struct pmx_bench_field {
	const char *name;
	size_t offset;	    /* of the double in a cell */
	bool of_comparison; /* else of one command alone */
};

/* All of them, in the order in which they are written. */
const struct pmx_bench_field *pmx_bench_fields(size_t *count);

/* NAN where it is not known. */
double pmx_bench_field_value(const struct pmx_bench_field *field,
			     const struct pmx_bench_cell *cell);

/* "less", "none", ...; NULL where it was not compared. */
const char *pmx_bench_change_word(const struct pmx_bench_cell *cell);
/* How the p-value came about, "exact"; NULL where there is none. */
const char *pmx_bench_method_word(const struct pmx_bench_cell *cell);

#endif
