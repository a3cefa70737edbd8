// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_words.c - what the text and the picture say of an event in the same words
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/mux_cells.h"
#include "report/mux_words.h"
#include "report/row.h"

static bool has_status(const struct pmx_mux_row *row)
{
	return row->count.status == PMX_COUNTED && isfinite(row->count.value);
}

bool pmx_mux_has_value(const struct pmx_mux_row *row)
{
	return has_status(row) && row->verdict != PMX_MUX_ERROR &&
	       row->verdict != PMX_MUX_UNSUPPORTED;
}

size_t pmx_mux_value(const struct pmx_mux_row *row, bool grouped, char buf[PMX_NUMBER_SIZE])
{
	static const char *const words[] = {
		[PMX_MUX_ALWAYS] = "<not counted>",	   [PMX_MUX_SHARED] = "<not counted>",
		[PMX_MUX_STARVED] = "<starved>",	   [PMX_MUX_ELSEWHERE] = "<elsewhere>",
		[PMX_MUX_SOFTWARE] = "<not counted>",	   [PMX_MUX_ERROR] = "<in error>",
		[PMX_MUX_UNSUPPORTED] = "<not supported>",
	};
	struct pmx_row shown = { .event = row->event, .count = row->count };

	if (pmx_mux_has_value(row))
		return pmx_row_value(&shown, grouped, buf);
	return (size_t)snprintf(buf, PMX_NUMBER_SIZE, "%s", words[row->verdict]);
}

double pmx_mux_percent(const struct pmx_mux_row *row)
{
	double value = fabs(row->count.value), half = fabs(row->half);

	if (!pmx_mux_has_value(row) || !isfinite(half) || !(value > 0))
		return NAN;
	return 100 * half / value;
}

/* Two digits are enough for an error. */
static unsigned digits_for(double percent)
{
	if (percent < 0.095)
		return 2;
	return percent < 9.95 ? 1 : 0;
}

size_t pmx_mux_bound(const struct pmx_mux_row *row, bool utf8, char buf[PMX_MUX_WORD])
{
	const char *sign = utf8 ? "\xc2\xb1" : "+-";
	double percent = pmx_mux_percent(row);
	char number[PMX_NUMBER_SIZE];

	buf[0] = '\0';
	if (!pmx_mux_has_value(row))
		return 0;
	if (!isfinite(row->half))
		return (size_t)snprintf(buf, PMX_MUX_WORD, "too few");
	if (row->half == 0)
		return (size_t)snprintf(buf, PMX_MUX_WORD, "exact");
	if (percent > 999)
		return (size_t)snprintf(buf, PMX_MUX_WORD, "%s >999%%", sign);
	if (isfinite(percent) && percent < 0.005)
		return (size_t)snprintf(buf, PMX_MUX_WORD, "%s <0.01%%", sign);
	if (isfinite(percent)) {
		pmx_number_fixed(number, percent, digits_for(percent), false);
		return (size_t)snprintf(buf, PMX_MUX_WORD, "%s %.12s%%", sign, number);
	}
	pmx_number_fixed(number, row->half, 0, false); /* around 0 */
	return (size_t)snprintf(buf, PMX_MUX_WORD, "%s %.20s", sign, number);
}

size_t pmx_mux_share(double part, double whole, char buf[PMX_MUX_WORD])
{
	double percent = 100 * part / whole;
	char number[PMX_NUMBER_SIZE];

	buf[0] = '\0';
	if (!(whole > 0) || !isfinite(percent))
		return 0;
	if (percent >= 100)
		return (size_t)snprintf(buf, PMX_MUX_WORD, "100%%");
	if (percent > 99.9) /* not quite */
		percent = 99.9;
	if (percent > 0 && percent < 0.05)
		return (size_t)snprintf(buf, PMX_MUX_WORD, "<0.1%%");
	pmx_number_fixed(number, percent > 0 ? percent : 0, percent > 0 ? 1 : 0, false);
	return (size_t)snprintf(buf, PMX_MUX_WORD, "%.12s%%", number);
}

size_t pmx_mux_row_share(const struct pmx_mux_row *row, char buf[PMX_MUX_WORD])
{
	bool was_due = row->verdict != PMX_MUX_UNSUPPORTED && row->verdict != PMX_MUX_ELSEWHERE &&
		       row->verdict != PMX_MUX_ERROR && pmx_count_due(&row->count) > 0;

	return pmx_mux_share(row->share, was_due, buf);
}

const char *pmx_mux_remark(const struct pmx_mux_row *row)
{
	if (!pmx_mux_has_value(row))
		return "";
	if (row->verdict == PMX_MUX_SOFTWARE)
		return "software, never multiplexed";
	if (row->verdict == PMX_MUX_ALWAYS)
		return row->pinned ? "pinned, always on" : "always on";
	return "";
}

const char *pmx_mux_reason(const struct pmx_mux_row *row)
{
	static const char *const reasons[] = {
		[PMX_MUX_ALWAYS] = NULL,
		[PMX_MUX_SHARED] = NULL,
		[PMX_MUX_STARVED] =
			"due, but never on its PMU, or hardly ever: others were served first",
		[PMX_MUX_ELSEWHERE] = "the target was never on the CPUs of its PMU",
		[PMX_MUX_SOFTWARE] = NULL,
		[PMX_MUX_ERROR] =
			"pinned, and found no counter when its turn came: it is out for good",
		[PMX_MUX_UNSUPPORTED] = "it could not be opened",
	};

	return row->count.reason ? row->count.reason : reasons[row->verdict];
}

size_t pmx_mux_place(const struct pmx_mux_row *row, char buf[PMX_MUX_WORD])
{
	size_t length = 0;

	buf[0] = '\0';
	if (row->cpu >= 0)
		length = (size_t)snprintf(buf, PMX_MUX_WORD, "CPU %d", row->cpu);
	if (row->tid > 0)
		length += (size_t)snprintf(buf + length, PMX_MUX_WORD - length, "%sthread %ld",
					   length ? ", " : "", (long)row->tid);
	return length;
}

bool pmx_mux_is_same_place(const struct pmx_mux_row *a, const struct pmx_mux_row *b)
{
	return a->cpu == b->cpu && a->tid == b->tid;
}

size_t pmx_mux_took_turns(const struct pmx_mux_report *report, size_t *of)
{
	size_t shared = 0;

	*of = 0;
	for (size_t i = 0; i < report->row_count; i++) {
		enum pmx_mux_verdict verdict = report->rows[i].verdict;

		shared += verdict == PMX_MUX_SHARED || verdict == PMX_MUX_STARVED;
		*of += verdict != PMX_MUX_UNSUPPORTED && verdict != PMX_MUX_ELSEWHERE;
	}
	return shared;
}

size_t pmx_mux_find_pmu(const struct pmx_pmu *const *list, size_t count, const struct pmx_pmu *pmu)
{
	size_t i = 0;

	while (i < count && list[i] != pmu)
		i++;
	return i;
}

size_t pmx_mux_list_pmus(const struct pmx_mux_report *report, const struct pmx_pmu **list)
{
	size_t count = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (pmx_bins_any(row->bins) &&
		    pmx_mux_find_pmu(list, count, row->event->pmu) == count)
			list[count++] = row->event->pmu;
	}
	return count;
}

static bool is_together(const struct pmx_mux_row *a, const struct pmx_mux_row *b)
{
	return a->group >= 0 && a->group == b->group && pmx_mux_is_same_place(a, b);
}

enum pmx_mux_brace pmx_mux_brace(const struct pmx_mux_report *report, size_t row)
{
	const struct pmx_mux_row *rows = report->rows;
	bool above = row > 0 && is_together(&rows[row - 1], &rows[row]);
	bool below = row + 1 < report->row_count && is_together(&rows[row], &rows[row + 1]);

	if (rows[row].group < 0)
		return PMX_BRACE_NONE;
	if (above)
		return below ? PMX_BRACE_MIDDLE : PMX_BRACE_LAST;
	return below ? PMX_BRACE_FIRST : PMX_BRACE_ONE;
}

const char *pmx_mux_brace_text(enum pmx_mux_brace brace, bool utf8)
{
	static const char *const marks[][2] = {
		[PMX_BRACE_NONE] = { " ", " " },
		[PMX_BRACE_ONE] = { "[", "[" },
		[PMX_BRACE_FIRST] = { "/", "\xe2\x94\x8c" },
		[PMX_BRACE_MIDDLE] = { "|", "\xe2\x94\x82" },
		[PMX_BRACE_LAST] = { "\\", "\xe2\x94\x94" },
	};

	return marks[brace][utf8];
}
