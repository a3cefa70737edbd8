// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_layout.c - how wide the columns of the text report are
 *
 * As perf stat lays them out, but no wider than their content: what fits into 80 columns stays
 * within them. Rows of an interval keep their widths, whatever the interval counted.
 */
#include <math.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/utf8.h"
#include "report/row.h"
#include "report/text_layout.h"
#include "stats/strings.h"

enum {
	VALUE = 18,    /* perf stat's width of a count */
	UNIT = 4,      /* "msec" */
	MIN_NAME = 16, /* "context-switches" */
	MAX_NAME = 40, /* longer ones stand out of their column */
	MAX_LABEL = 32,
	METRIC = 22, /* "   0.406 CPUs utilized" */
	SPREAD = 15, /* "  ( +-  1.23% )" */
};

/* Most names need no care: the length of what is plain ASCII. */
static size_t plain_length(const char *text)
{
	size_t length = 0;

	while (text[length] >= ' ' && text[length] <= '~')
		length++;
	return length;
}

void pmx_cell_set(struct pmx_cell *cell, const char *text)
{
	size_t length = plain_length(text);

	if (!text[length] && length < sizeof(cell->text)) {
		memcpy(cell->text, text, length + 1);
		cell->shown = length;
		return;
	}
	pmx_text_safe(cell->text, sizeof(cell->text), text);
	cell->shown = pmx_utf8_columns(cell->text, strlen(cell->text));
}

/* A mark before the digits: in the padding, where there is some. */
static void mark(char *number, size_t size)
{
	size_t padding = strspn(number, " "), length = strlen(number);

	if (!padding && length + 1 < size) {
		memmove(number + 1, number, length + 1);
		padding = 1;
	}
	if (padding)
		number[padding - 1] = PMX_TEXT_APART;
}

void pmx_cell_metric(struct pmx_cell *cell, const struct pmx_metric *metric)
{
	char number[PMX_NUMBER_SIZE];
	size_t length;

	pmx_cell_set(cell, "");
	if (!metric->present)
		return;
	pmx_metric_value(metric, number);
	if (metric->apart)
		mark(number, sizeof(number));
	pmx_cell_set(cell, number);
	length = strlen(metric->unit);
	if (cell->shown + length + 2 > sizeof(cell->text))
		return;
	cell->text[cell->shown] = ' ';
	memcpy(cell->text + cell->shown + 1, metric->unit, length + 1);
	cell->shown += length + 1;
}

/*
 * How far the scaled count may be off, in per cent of it: "  +-1.25%"; nothing where it is not
 * known.
 */
static void write_bound(const struct pmx_row *row, char *buf, size_t size)
{
	char number[PMX_NUMBER_SIZE];
	double percent = 100 * row->count.half / fabs(row->count.value);

	if (row->count.status != PMX_COUNTED || !isfinite(percent) || row->count.half <= 0)
		return;
	pmx_number_fixed(number, percent, percent < 10 ? 2 : percent < 100 ? 1 : 0, false);
	snprintf(buf, size, "  +-%s%%", number);
}

/* "  (33.40%)" of the time it was due, and "  [50.12% resident]" of the time of its tasks. */
void pmx_cell_share(struct pmx_cell *cell, const struct pmx_row *row)
{
	const struct pmx_count *count = &row->count;
	char text[3 * PMX_NUMBER_SIZE + 48] = "", number[PMX_NUMBER_SIZE];
	char bound[PMX_NUMBER_SIZE + 16] = "";

	write_bound(row, bound, sizeof(bound));
	if (count->running < pmx_count_due(count)) {
		pmx_number_fixed(number, pmx_row_percent(row), 2, false);
		if (strcmp(number, "100.00") != 0)
			snprintf(text, sizeof(text), "%s  (%s%%)", bound, number);
	}
	if (count->anywhere && !row->is_sum && !pmx_is_same_text(row->name, row->event->merged)) {
		size_t length = strlen(text);

		pmx_number_fixed(number, 100 * (double)count->resident / (double)count->anywhere, 2,
				 false);
		snprintf(text + length, sizeof(text) - length, "  [%s%% resident]", number);
	}
	pmx_cell_set(cell, text);
}

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

static void widen_for_text(size_t *width, const char *text, size_t limit)
{
	struct pmx_cell cell;

	if (!text)
		return;
	pmx_cell_set(&cell, text);
	widen(width, cell.shown, limit);
}

/* Also finds the longest value and share, which decide how much may be saved. */
static void measure(struct pmx_layout *l, const struct pmx_report *report,
		    const struct pmx_result *result, size_t *value, size_t *share)
{
	char number[PMX_NUMBER_SIZE];
	struct pmx_cell cell;

	for (size_t i = 0; i < result->count; i++) {
		const struct pmx_row *row = &result->rows[i];

		widen_for_text(&l->label, row->label, MAX_LABEL);
		widen_for_text(&l->unit, pmx_row_unit(row), MAX_LABEL);
		widen_for_text(&l->name, row->name, MAX_NAME);
		widen_for_text(&l->cgroup, row->cgroup, MAX_NAME);
		widen(value, pmx_row_value(row, !report->no_big_num, number), PMX_TEXT_NAME);
		pmx_cell_metric(&cell, &row->metric);
		widen(&l->metric, cell.shown, PMX_TEXT_NAME);
		pmx_cell_share(&cell, row);
		widen(share, cell.shown, PMX_TEXT_NAME);
	}
}

static size_t total(const struct pmx_layout *l)
{
	size_t columns = l->label + !!l->label + l->cpus + !!l->cpus + l->cgroup + !!l->cgroup;

	return columns + l->value + 1 + l->unit + 1 + l->name + 3 + l->metric + l->spread;
}

void pmx_layout_make(struct pmx_layout *layout, const struct pmx_report *report,
		     const struct pmx_result *result)
{
	size_t needed = 0, share = 0, excess;

	*layout = (struct pmx_layout){ .value = VALUE, .unit = UNIT, .name = MIN_NAME };
	layout->metric = METRIC;
	if (report->runs > 1)
		layout->spread = SPREAD;
	if (result->aggr != PMX_AGGR_GLOBAL)
		layout->label = strlen(pmx_aggr_title(result->aggr));
	if (pmx_aggr_has_cpus(result->aggr))
		layout->cpus = 4;
	measure(layout, report, result, &needed, &share);
	if (result->stamp_ns && !result->is_summary) {
		layout->time = 16;
		return;
	}
	needed += layout->label ? 1 : 2;
	excess = total(layout) + share;
	excess = excess > PMX_TEXT_WIDTH ? excess - PMX_TEXT_WIDTH : 0;
	if (needed < layout->value)
		layout->value -= excess < layout->value - needed ? excess : layout->value - needed;
}
