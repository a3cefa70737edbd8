/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text_layout.h - how wide the columns of the text report are
 */
#ifndef PERFMUX_REPORT_TEXT_LAYOUT_H
#define PERFMUX_REPORT_TEXT_LAYOUT_H

#include <stdbool.h>

#include <perfmux/report.h>

#include "report/number.h"

enum { PMX_TEXT_WIDTH = 80, PMX_TEXT_NAME = 256 };

/* Marks a ratio of counts that were not on their PMU at the same time. */
#define PMX_TEXT_APART '~'

/* What a row shows, as text that is safe on a terminal, with the width that it takes there. */
struct pmx_cell {
	char text[PMX_TEXT_NAME];
	size_t shown;
};

/* Widths of columns; 0 for one that is not there. */
struct pmx_layout {
	size_t screen;
	size_t time, label, cpus, value, unit, name, cgroup, metric, spread, share;
	size_t padding;		   /* before the metric's number, that is left out */
	size_t at_metric, at_tail; /* where the metric begins, and spread and share behind it */
	size_t at_metric_below;	   /* in a line of its own */
};

void pmx_cell_set(struct pmx_cell *cell, const char *text);

/*
 * "   0.406 CPUs utilized", "   ~0.95  insn per cycle" with the mark; empty where there is none.
 */
void pmx_cell_metric(struct pmx_cell *cell, const struct pmx_metric *metric);

/* The share of its time that a multiplexed row ran, "(33.40%)"; empty when it ran always. */
void pmx_cell_share(struct pmx_cell *cell, const struct pmx_row *row);

/* What is the place called, above its column? */
const char *pmx_aggr_title(enum pmx_aggr aggr);

/* For the next result of @report, which remembers what its intervals needed. */
void pmx_layout_make(struct pmx_layout *layout, struct pmx_report *report,
		     const struct pmx_result *result);

/* Where this metric begins: in the next line, when that is left of the cursor. */
size_t pmx_layout_metric(const struct pmx_layout *layout, const struct pmx_cell *metric);

#endif
