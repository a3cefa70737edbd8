/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_output.h - where the results of a bench go: the table and the files
 */
#ifndef PMX_CMD_BENCH_OUTPUT_H
#define PMX_CMD_BENCH_OUTPUT_H

#include <stdio.h>

#include <perfmux/report_bench.h>

#include "bench.h"

/* Results, and a file for what commands say. */
enum {
	BENCH_JSON,
	BENCH_CSV,
	BENCH_MARKDOWN,
	BENCH_SVG,
	BENCH_SAVE,
	BENCH_RESULTS,
	BENCH_SAID = BENCH_RESULTS,
	BENCH_FILES
};

struct bench_output {
	const struct bench_options *options;
	FILE *file[BENCH_FILES]; /* NULL: not asked for */
};

/* Opens all files, before anything runs. 0 or -errno, with nothing left open. */
int bench_output_open(struct bench_output *output, const struct bench_options *options,
		      struct pmx_error *err);

/*
 * Writes all of it; @notes: lines for people. Where no run succeeded there is no baseline, and of a
 * bench that was stopped before any did no table; other files say what failed.
 */
void bench_output_write(struct bench_output *output, const struct pmx_bench_result *result,
			const char *const *notes, size_t note_count, bool interrupted);

bool bench_output_has_runs(const struct pmx_bench *bench);

/* Closes; a write that failed is -errno. */
int bench_output_close(struct bench_output *output, struct pmx_error *err);

#endif
