/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_remarks.h - what stands below the table of repeated runs: a word that says its kind, and a
 * sentence
 */
#ifndef PERFMUX_REPORT_BENCH_REMARKS_H
#define PERFMUX_REPORT_BENCH_REMARKS_H

#include "report/bench_text.h"
#include "report/words.h"

enum {
	PMX_BENCH_REMARK_NAME = 40, /* columns of a name */
	PMX_BENCH_REMARK_FEW = 8,   /* names in a sentence */
};

struct pmx_bench_remarks {
	struct pmx_out *out;
	const struct pmx_bench_view *view;
	bool is_begun;
};

void pmx_bench_remark(struct pmx_bench_remarks *r, const char *kind, const char *mark,
		      const char *sentence);

/* What a sentence calls a command; the text of @cell. */
const char *pmx_bench_remark_name(const struct pmx_bench_view *view, size_t c,
				  struct pmx_cell *cell);

/* Metrics that were not measured, or not all the time. */
void pmx_bench_remark_metrics(struct pmx_bench_remarks *r);

/* "measured 2026-01-31 12:00 UTC on host", as far as it is known. */
void pmx_bench_say_scene(struct pmx_words *words, const struct pmx_bench_scene *scene);

/* Where and when the baseline was measured, what is not the same, and what is not in it. */
void pmx_bench_remark_baseline(struct pmx_bench_remarks *r);

#endif
