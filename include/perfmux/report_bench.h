/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_bench.h - writing what repeated runs say (bench.h): a table for people, CSV, Markdown,
 * JSON as hyperfine has it, a baseline for later, pictures
 *
 * As with report.h, a writer prints to a FILE of the caller's, whose errors are the caller's to ask
 * for, and never looks at the locale.
 */
#ifndef PERFMUX_REPORT_BENCH_H
#define PERFMUX_REPORT_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/bench.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_bench_report {
	FILE *out;
	bool color;
	bool utf8;		  /* text: bars of block characters; else of '#' */
	int verbose;		  /* text: 1 also MAD, mean and p-values of each */
	const char *version;	  /* of perfmux */
	const char *const *notes; /* lines of noise and other warnings, for people */
	size_t note_count;
	bool interrupted; /* runs are missing */
};

/*
 * At most 80 columns: for each metric the commands with median, half width of its interval, range
 * and, relative to the reference, a bar, the ratio with its interval and the verdict in words
 * ("1.8 % slower", "no difference shown", "too noisy to tell"). Failed runs, outliers and metrics
 * that were not measured are named below, each kind once.
 */
void pmx_bench_text(const struct pmx_bench_report *report, const struct pmx_bench_result *result);

/* RFC 4180 with a header: a row for each command and metric. */
void pmx_bench_csv(const struct pmx_bench_report *report, const struct pmx_bench_result *result);

/* A table in Markdown, of the main metric as hyperfine's, and one of the others. */
void pmx_bench_markdown(const struct pmx_bench_report *report,
			const struct pmx_bench_result *result);

/*
 * What hyperfine's --export-json has, in its names and units, so that its scripts run; beside that,
 * under "perfmux", all of the rest. See perfmux-json(5).
 */
void pmx_bench_json(const struct pmx_bench_report *report, const struct pmx_bench_result *result);

/* The document of schema "perfmux-bench/1", with every value kept: what pmx_bench_load() reads. */
void pmx_bench_save(const struct pmx_bench_report *report, const struct pmx_bench *bench);

/*
 * A panel for each metric: each command's values as points and their distribution, median,
 * interval.
 */
void pmx_bench_svg(const struct pmx_bench_report *report, const struct pmx_bench_result *result);

/* "1.8 % slower", "0.3 % more", "no difference shown", ... for one cell. Returns @buf. */
const char *pmx_bench_verdict(const struct pmx_bench_cell *cell,
			      const struct pmx_bench_metric *metric, char *buf, size_t size);

#ifdef __cplusplus
}
#endif
#endif
