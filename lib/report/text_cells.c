// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_cells.c - what a row of the text report has in its columns
 */
#include <math.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/utf8.h"
#include "report/row.h"
#include "report/text_layout.h"
#include "stats/strings.h"

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
