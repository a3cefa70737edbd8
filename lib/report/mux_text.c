// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_text.c - the multiplexing report for people: title, the parts of mux_text.h, advice
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/text.h>

#include "report/duration.h"
#include "report/mux_text.h"
#include "report/mux_words.h"
#include "report/row.h"
#include "report/text_layout.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1, ADVICE = 4, COMMAND = 6, COUNT = 18 };

size_t pmx_mux_width(const struct pmx_mux_view *view)
{
	return pmx_screen_width(view->width);
}

void pmx_mux_mark(struct pmx_out *out, const struct pmx_mux_view *view, const char *mark)
{
	if (view->color && mark)
		pmx_out_text(out, mark);
}

void pmx_mux_put_place(struct pmx_out *out, const struct pmx_mux_row *above,
		       const struct pmx_mux_row *row)
{
	char place[PMX_MUX_WORD];

	if (!pmx_mux_place(row, place) || (above && pmx_mux_is_same_place(above, row)))
		return;
	pmx_out_spaces(out, MARGIN);
	pmx_out_text(out, place);
	pmx_out_text(out, ":");
	pmx_out_newline(out);
}

static void put_title(struct pmx_out *out, const struct pmx_mux_view *view,
		      const struct pmx_mux_report *report)
{
	char wall[PMX_DURATION_SIZE], cpu[PMX_DURATION_SIZE];

	pmx_out_text(out, "\n Multiplexing report for ");
	pmx_out_flush(out);
	pmx_print_safe(view->out, view->title ? view->title : "nothing");
	if (report->end > report->start) {
		pmx_duration(wall, report->end - report->start, view->utf8);
		pmx_out_text(out, ", ");
		pmx_out_text(out, wall);
	}
	if (report->target_ns) {
		pmx_duration(cpu, report->target_ns, view->utf8);
		pmx_out_text(out, " (");
		pmx_out_text(out, cpu);
		pmx_out_text(out, " of CPU time)");
	}
	pmx_out_text(out, ":");
	pmx_out_newline(out);
}

/* How many had to share, and what it would take that none has to. */
static void put_summary(struct pmx_out *out, const struct pmx_mux_report *report)
{
	struct pmx_words words = { 0 };
	size_t counted, shared = pmx_mux_took_turns(report, &counted);

	if (!counted)
		return;
	if (shared)
		pmx_say(&words, "%zu of %zu event%s took turns.", shared, counted,
			counted == 1 ? "" : "s");
	else
		pmx_say(&words, "No event had to share its counter with another.");
	if (shared && report->passes > 1)
		pmx_say(&words, " In %u passes each would be on all the time.", report->passes);
	pmx_out_newline(out);
	pmx_out_spaces(out, MARGIN);
	pmx_wrap(out, words.text, MARGIN, MARGIN);
	pmx_out_newline(out);
}

/* In one piece, to be copied. */
static void put_command(struct pmx_out *out, const struct pmx_mux_view *view, const char *command)
{
	char safe[4 * sizeof(((struct pmx_mux_advice *)NULL)->command)];

	if (!command[0])
		return;
	pmx_text_safe(safe, sizeof(safe), command);
	pmx_out_spaces(out, COMMAND);
	pmx_mux_mark(out, view, PMX_MARK_BOLD);
	pmx_out_text(out, safe);
	pmx_mux_mark(out, view, PMX_MARK_OFF);
	pmx_out_newline(out);
}

static void put_advice(struct pmx_out *out, const struct pmx_mux_view *view,
		       const struct pmx_mux_report *report)
{
	size_t count = report->advice_count < PMX_MUX_ADVICE ? report->advice_count :
							       PMX_MUX_ADVICE;

	if (!count)
		return;
	pmx_out_newline(out);
	pmx_out_spaces(out, MARGIN);
	pmx_mux_mark(out, view, PMX_MARK_BOLD);
	pmx_out_text(out, "What would help");
	pmx_mux_mark(out, view, PMX_MARK_OFF);
	pmx_out_newline(out);
	for (size_t i = 0; i < count; i++) {
		pmx_out_spaces(out, MARGIN);
		pmx_out_u64(out, i + 1);
		pmx_out_text(out, ".");
		pmx_out_spaces(out, 1);
		pmx_wrap(out, report->advice[i].text, ADVICE, ADVICE);
		pmx_out_newline(out);
		put_command(out, view, report->advice[i].command);
	}
}

/* "     3,001,220,112 cycles (+0.24%)" */
static void put_one_interpolated(struct pmx_out *out, const struct pmx_mux_view *view,
				 const struct pmx_mux_row *row)
{
	double value = row->interpolated;
	double percent = 100 * (value - row->count.value) / row->count.value;
	struct pmx_mux_row shown = *row;
	char number[PMX_NUMBER_SIZE];
	struct pmx_cell name;
	size_t length;

	shown.count.value = value;
	shown.count.raw = 0; /* which is shown in place of a value that equals it */
	length = pmx_mux_value(&shown, !view->no_big_num, number);
	pmx_cell_set(&name, row->name);
	pmx_out_right(out, number, length, COUNT);
	pmx_out_spaces(out, 1);
	pmx_out_text(out, name.text);
	if (isfinite(percent)) {
		pmx_out_text(out, percent < 0 ? " (" : " (+");
		pmx_out_fixed(out, percent, 2);
		pmx_out_text(out, "%)");
	}
	pmx_out_newline(out);
}

void pmx_mux_put_interpolated(struct pmx_out *out, const struct pmx_mux_view *view,
			      const struct pmx_mux_report *report)
{
	const struct pmx_mux_row *above = NULL;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (!pmx_mux_has_value(row) || !isfinite(row->interpolated) || !(row->factor > 1))
			continue;
		if (!above)
			pmx_out_text(out, "\n If rates change evenly from slice to slice:\n");
		pmx_mux_put_place(out, above, row);
		put_one_interpolated(out, view, row);
		above = row;
	}
}

void pmx_mux_text(const struct pmx_mux_view *view, const struct pmx_mux_report *report)
{
	PMX_OUT(out, view->out);

	put_title(&out, view, report);
	pmx_mux_put_table(&out, view, report);
	put_summary(&out, report);
	pmx_mux_put_reasons(&out, view, report);
	if (view->verbose)
		pmx_mux_put_interpolated(&out, view, report);
	pmx_mux_put_timeline(&out, view, report);
	pmx_mux_put_pmus(&out, view, report);
	put_advice(&out, view, report);
	pmx_mux_put_method(&out, view, report);
	pmx_out_newline(&out);
}
