// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_layout.c - how wide the columns of the text report are
 *
 * As perf stat lays them out, as long as that fits the screen. Where it does not, columns become no
 * wider than their content; and where that is too wide, too, rows go on in a line below.
 */
#include <string.h>

#include "report/row.h"
#include "report/text_layout.h"
#include "report/wrap.h"

enum {
	VALUE = 18,	   /* perf stat's width of a count */
	STEADY_VALUE = 14, /* of an interval's, which is to stay where it is */
	UNIT = 4,	   /* "msec" */
	MIN_NAME = 16,	   /* "context-switches" */
	MAX_NAME = 40,	   /* longer ones stand out of their column */
	MAX_LABEL = 32,
	MARK = 2,	   /* "# " */
	METRIC = 22,	   /* "   0.406 CPUs utilized" */
	SHORT_METRIC = 14, /* " 600.002 M/sec" */
	SPREAD = 15,	   /* "  ( +-  1.23% )" */
	TIME = 16,	   /* perf stat's width of an interval's time */
	STEADY_TIME = 12,  /* up to 99 seconds */
};

const char *pmx_aggr_title(enum pmx_aggr aggr)
{
	if (aggr == PMX_AGGR_CPU)
		return "CPU";
	return aggr == PMX_AGGR_THREAD ? "comm-pid" : pmx_aggr_name(aggr);
}

static void widen(size_t *width, size_t shown, size_t limit)
{
	if (shown > limit)
		shown = limit;
	if (shown > *width)
		*width = shown;
}

static size_t widen_for_text(size_t *width, const char *text, size_t limit)
{
	struct pmx_cell cell;

	if (!text)
		return 0;
	pmx_cell_set(&cell, text);
	widen(width, cell.shown, limit);
	return cell.shown;
}

/* The spaces before the number, of which rows can do without as many as all have. */
static void note_padding(struct pmx_layout *l, const struct pmx_cell *cell)
{
	size_t padding = strspn(cell->text, " ");

	if (cell->shown && padding < l->padding)
		l->padding = padding;
}

/* Widens the columns of places and names, and finds out what the others need. */
static void measure_row(struct pmx_layout *l, struct pmx_text_widths *needed,
			const struct pmx_report *report, const struct pmx_row *row)
{
	char number[PMX_NUMBER_SIZE];
	struct pmx_cell metric, second, share;
	size_t name;

	widen_for_text(&l->label, row->label, MAX_LABEL);
	widen_for_text(&l->unit, pmx_row_unit(row), MAX_LABEL);
	widen_for_text(&l->cgroup, row->cgroup, MAX_NAME);
	name = widen_for_text(&l->name, row->name, MAX_NAME);
	widen(&needed->value, pmx_row_value(row, !report->no_big_num, number), PMX_TEXT_NAME);
	pmx_cell_metric(&metric, &row->metric);
	pmx_cell_metric(&second, &row->second);
	widen(&needed->metric, metric.shown, PMX_TEXT_NAME);
	widen(&needed->metric, second.shown, PMX_TEXT_NAME);
	pmx_cell_share(&share, row);
	widen(&needed->share, share.shown, PMX_TEXT_NAME);
	note_padding(l, &metric);
	note_padding(l, &second);
	if (metric.shown || share.shown || row->cgroup || (l->spread && pmx_row_has_value(row)))
		widen(&needed->name, name, MAX_NAME);
}

static size_t place_width(const struct pmx_layout *l)
{
	return l->time + !!l->time + l->label + !!l->label + l->cpus + !!l->cpus;
}

static size_t width_before_metric(const struct pmx_layout *l)
{
	return place_width(l) + l->value + 1 + l->unit + 1 + l->name + 1 + l->cgroup + !!l->cgroup;
}

/* Makes a column narrower, as far as there is an excess. */
static void save(size_t *excess, size_t *width, size_t least)
{
	size_t most = *width > least ? *width - least : 0;
	size_t some = most < *excess ? most : *excess;

	*width -= some;
	*excess -= some;
}

static void make_narrower(struct pmx_layout *l, const struct pmx_text_widths *needed)
{
	size_t total = width_before_metric(l) + MARK + l->metric + l->spread + l->share;
	size_t excess = total > l->screen ? total - l->screen : 0;
	size_t padding = l->padding;

	save(&excess, &l->metric, needed->metric);
	save(&excess, &l->value, needed->value);
	save(&excess, &l->time, needed->time);
	save(&excess, &l->name, needed->name);
	save(&excess, &padding, 0);
	l->padding -= padding;
	l->metric -= l->padding < l->metric ? l->padding : l->metric;
}

static size_t column_from_right(const struct pmx_layout *l, size_t width)
{
	return width < l->screen ? l->screen - width : 0;
}

/* Columns that are too wide for a line begin further left, and so in the next line. */
static void find_columns(struct pmx_layout *l)
{
	size_t tail = l->spread + l->share, metric = MARK + l->metric;

	l->at_metric = width_before_metric(l);
	l->at_metric_below =
		column_from_right(l, metric + tail < l->screen ? metric + tail : metric);
	if (l->at_metric + MARK + SHORT_METRIC > l->screen)
		l->at_metric = l->at_metric_below;
	l->at_tail = l->at_metric + metric;
	if (l->at_tail + tail > l->screen)
		l->at_tail = column_from_right(l, tail);
}

size_t pmx_layout_metric(const struct pmx_layout *layout, const struct pmx_cell *metric)
{
	bool fits = layout->at_metric + MARK + metric->shown <= layout->screen;

	return fits ? layout->at_metric : layout->at_metric_below;
}

/* Intervals keep their columns, whatever they counted. */
static void keep_steady(struct pmx_layout *l, struct pmx_text_widths *needed,
			struct pmx_text_widths *widest)
{
	widen(&widest->label, l->label, PMX_TEXT_NAME);
	l->label = widest->label;
	widen(&widest->value, needed->value, PMX_TEXT_NAME);
	widen(&widest->name, needed->name, PMX_TEXT_NAME);
	widen(&widest->metric, needed->metric, PMX_TEXT_NAME);
	widen(&widest->share, needed->share, PMX_TEXT_NAME);
	widen(&widest->time, needed->time, PMX_TEXT_NAME);
	*needed = *widest;
}

static void measure(struct pmx_layout *l, struct pmx_text_widths *needed, struct pmx_report *report,
		    const struct pmx_result *result)
{
	char number[PMX_NUMBER_SIZE];

	for (size_t i = 0; i < result->count; i++)
		measure_row(l, needed, report, &result->rows[i]);
	if (!result->stamp_ns || result->is_summary) {
		needed->value += l->label ? 1 : 2;
		return;
	}
	l->time = TIME;
	l->padding = 0;
	widen(&needed->value, STEADY_VALUE, PMX_TEXT_NAME);
	widen(&needed->time, STEADY_TIME, PMX_TEXT_NAME);
	widen(&needed->time, pmx_number_seconds(number, result->stamp_ns), PMX_TEXT_NAME);
	keep_steady(l, needed, &report->widest);
}

void pmx_layout_make(struct pmx_layout *layout, struct pmx_report *report,
		     const struct pmx_result *result)
{
	struct pmx_text_widths needed = { 0 };

	*layout = (struct pmx_layout){
		.screen = pmx_screen_width(report->width),
		.value = VALUE,
		.unit = UNIT,
		.name = MIN_NAME,
		.padding = METRIC,
	};
	if (report->runs > 1)
		layout->spread = SPREAD;
	if (result->aggr != PMX_AGGR_GLOBAL)
		layout->label = strlen(pmx_aggr_title(result->aggr));
	if (pmx_aggr_has_cpus(result->aggr))
		layout->cpus = 4;
	measure(layout, &needed, report, result);
	layout->share = needed.share;
	layout->metric = needed.metric > METRIC ? needed.metric : METRIC;
	make_narrower(layout, &needed);
	find_columns(layout);
}
