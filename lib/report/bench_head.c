// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_head.c - the verdict in a line, and who is who
 */
#include <inttypes.h>

#include "report/bench_label.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum {
	SUBJECT = 40,	     /* columns of a name in a sentence */
	LEGEND = 2 * 80 - 8, /* and of one in the legend: two lines */
};

/* Verdicts on the main metric. */
struct tally {
	size_t compared, number[PMX_CHANGE_NOISY + 1];
	size_t told; /* the command that the first sentence is about */
};

/* How far apart: by ratio where there is one. */
static bool is_further(const struct pmx_comparison *it, const struct pmx_comparison *than,
		       bool is_more)
{
	bool by_ratio = it->has_ratio && than->has_ratio;
	double a = by_ratio ? it->ratio : it->difference;
	double b = by_ratio ? than->ratio : than->difference;

	return is_more ? a > b : a < b;
}

/* The command with the largest change of this kind; the number of commands when there is none. */
static size_t largest(const struct pmx_bench_view *view, enum pmx_change change)
{
	size_t count = view->bench->command_count, found = count;

	for (size_t c = 0; c < count; c++) {
		const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, c, 0);

		if (!cell->compared || cell->change != change)
			continue;
		if (found == count ||
		    is_further(&cell->comparison,
			       &pmx_bench_cell(view->result, found, 0)->comparison,
			       change == PMX_CHANGE_MORE))
			found = c;
	}
	return found;
}

/* Among alternatives the best counts; against what was before, the worst. */
static struct tally count(const struct pmx_bench_view *view)
{
	size_t count = view->bench->command_count;
	struct tally tally = { .told = count };

	for (size_t c = 0; c < count; c++) {
		const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, c, 0);

		if (!cell->compared)
			continue;
		if (tally.told == count)
			tally.told = c;
		tally.compared++;
		tally.number[cell->change]++;
	}
	if (view->result->baseline && tally.number[PMX_CHANGE_MORE])
		tally.told = largest(view, PMX_CHANGE_MORE);
	else if (tally.number[PMX_CHANGE_LESS])
		tally.told = largest(view, PMX_CHANGE_LESS);
	return tally;
}

/* --- sentences ------------------------------------------------------------------------------ */

/* What a sentence calls a command. */
static void set_subject(const struct pmx_bench_view *view, size_t c, struct pmx_cell *cell)
{
	if (view->bench->command_count > 1)
		pmx_bench_label(view, c, cell);
	else
		pmx_bench_cut(cell, view->bench->commands[c].name, SUBJECT, view->report->utf8);
}

/* "B is 2.3 % slower than A, ± 0.4 %" */
static void say_difference(struct pmx_words *words, const struct pmx_bench_view *view, size_t c,
			   const char *reference)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, c, 0);
	const struct pmx_bench_metric *metric = &view->bench->metrics[0];
	char change[PMX_BENCH_WORD], sure[PMX_BENCH_WORD];
	bool utf8 = view->report->utf8, is_times;
	struct pmx_cell subject, name;
	enum pmx_bench_form form = pmx_bench_form(&cell->comparison, metric->is_time);

	is_times = form == PMX_BENCH_TIMES || form == PMX_BENCH_TIMES_FAST;
	set_subject(view, c, &subject);
	pmx_bench_metric_cell(view, 0, SUBJECT, &name);
	pmx_bench_change(cell, metric, utf8, change);
	pmx_bench_certainty(cell, metric, utf8, sure);
	if (metric->is_time)
		pmx_say(words, "%s is %s %s %s", subject.text, change, is_times ? "as" : "than",
			reference);
	else
		pmx_say(words, "%s: %s %s %s %s", name.text, subject.text, change,
			is_times ? "as" : "than", reference);
	pmx_say(words, "%s%s", *sure ? ", " : "", sure);
}

/* "No difference shown between B and A: -0.3 to +0.5 %" */
static void say_none(struct pmx_words *words, const struct pmx_bench_view *view, size_t c,
		     const char *reference)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, c, 0);
	char sure[PMX_BENCH_WORD];
	struct pmx_cell subject;

	set_subject(view, c, &subject);
	pmx_bench_certainty(cell, &view->bench->metrics[0], view->report->utf8, sure);
	if (cell->change == PMX_CHANGE_NONE)
		pmx_say(words, "No difference shown between %s and %s", subject.text, reference);
	else
		pmx_say(words, "Too %s to tell %s from %s",
			cell->change == PMX_CHANGE_NOISY ? "noisy" : "few runs", subject.text,
			reference);
	if (cell->change == PMX_CHANGE_TOO_FEW)
		pmx_say(words, ": each needs %zu at least", pmx_least_runs(view->result->tests));
	else
		pmx_say(words, "%s%s", *sure ? ": " : "", sure);
}

/* "Of 4 compared with A: 2 faster, 1 slower, 1 no difference shown" */
static void say_tally(struct pmx_words *words, const struct pmx_bench_view *view,
		      const struct tally *tally, const char *reference)
{
	const struct pmx_bench_metric *metric = &view->bench->metrics[0];
	const struct {
		enum pmx_change change;
		const char *text;
	} parts[] = {
		{ PMX_CHANGE_LESS, pmx_bench_direction(metric, false) },
		{ PMX_CHANGE_MORE, pmx_bench_direction(metric, true) },
		{ PMX_CHANGE_NONE, "no difference shown" },
		{ PMX_CHANGE_NOISY, "too noisy to tell" },
		{ PMX_CHANGE_TOO_FEW, "too few runs to tell" },
	};
	const char *before = ":";

	pmx_say(words, "Of %zu compared with %s", tally->compared, reference);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (!tally->number[parts[i].change])
			continue;
		pmx_say(words, "%s %zu %s", before, tally->number[parts[i].change], parts[i].text);
		before = ",";
	}
}

static void put_sentence(struct pmx_out *out, const struct pmx_bench_view *view, const char *mark,
			 const struct pmx_words *words)
{
	pmx_out_spaces(out, PMX_BENCH_MARGIN);
	pmx_bench_mark(out, view, mark);
	pmx_wrap(out, words->text, PMX_BENCH_MARGIN, PMX_BENCH_MARGIN);
	pmx_bench_mark(out, view, mark ? PMX_MARK_OFF : NULL);
	pmx_out_newline(out);
}

static void put_verdict(struct pmx_out *out, const struct pmx_bench_view *view,
			const struct tally *tally)
{
	const struct pmx_bench_metric *metric = &view->bench->metrics[0];
	const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, tally->told, 0);
	const char *mark = pmx_bench_color(cell);
	struct pmx_words words = { 0 };
	struct pmx_cell reference;

	pmx_bench_label_reference(view, &reference);
	if (tally->compared > 1 && !view->result->baseline && !tally->number[PMX_CHANGE_LESS]) {
		pmx_say(&words, "None is shown to be %s than %s",
			pmx_bench_direction(metric, false), reference.text);
		mark = NULL;
	} else if (pmx_bench_differs(cell)) {
		say_difference(&words, view, tally->told, reference.text);
	} else if (tally->compared > 1) {
		pmx_say(&words, "None is shown to be %s or %s than %s",
			pmx_bench_direction(metric, false), pmx_bench_direction(metric, true),
			reference.text);
	} else {
		say_none(&words, view, tally->told, reference.text);
	}
	put_sentence(out, view, mark ? mark : PMX_MARK_BOLD, &words);
	if (tally->compared < 2)
		return;
	words = (struct pmx_words){ 0 };
	say_tally(&words, view, tally, reference.text);
	put_sentence(out, view, NULL, &words);
}

/* --- what the numbers are ------------------------------------------------------------------- */

/* False when there are none. */
static bool say_runs(struct pmx_words *words, const struct pmx_bench *bench)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t c = 0; c < bench->command_count; c++) {
		least = bench->commands[c].runs < least ? bench->commands[c].runs : least;
		most = bench->commands[c].runs > most ? bench->commands[c].runs : most;
	}
	if (!most) {
		pmx_say(words, "No run succeeded.");
		return false;
	}
	if (least < most) {
		pmx_bench_say_count(words, least);
		pmx_say(words, " to ");
	}
	pmx_bench_say_count(words, most);
	pmx_say(words, " run%s%s.", most == 1 ? "" : "s", bench->command_count > 1 ? " each" : "");
	return true;
}

static void put_basis(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct pmx_words words = { 0 };

	if (!view->bench->command_count)
		return;
	if (say_runs(&words, view->bench))
		pmx_say(&words, " %s is half the 95 %% interval.",
			pmx_bench_plus_minus(view->report->utf8));
	if (view->report->verbose)
		pmx_say(&words, " %" PRIu64 " rounds, seed 0x%" PRIx64 ".", view->bench->rounds,
			view->bench->seed);
	put_sentence(out, view, PMX_MARK_DIM, &words);
}

/* --- who is who ------------------------------------------------------------------------------- */

static void put_name(struct pmx_out *out, const struct pmx_bench_view *view, const char *text,
		     size_t indent)
{
	struct pmx_cell cell;

	pmx_bench_cut(&cell, text, LEGEND, view->report->utf8);
	pmx_wrap(out, cell.text, indent, indent);
	pmx_out_newline(out);
}

static void put_legend(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct pmx_cell last;
	size_t indent;

	pmx_bench_label(view, view->bench->command_count - 1, &last);
	indent = PMX_BENCH_MARGIN + last.shown + 2;
	pmx_out_newline(out);
	for (size_t c = 0; c < view->bench->command_count; c++) {
		const struct pmx_bench_command *command = &view->bench->commands[c];
		struct pmx_cell label;

		pmx_bench_label(view, c, &label);
		pmx_out_spaces(out, PMX_BENCH_MARGIN);
		pmx_bench_put_marked(out, view, PMX_MARK_BOLD, label.text);
		pmx_out_spaces(out, indent - PMX_BENCH_MARGIN - label.shown);
		put_name(out, view, command->name, indent);
	}
}

void pmx_bench_put_head(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct tally tally = { .compared = 0 };
	struct pmx_words words = { 0 };
	struct pmx_cell cell;

	pmx_out_newline(out);
	if (view->bench->metric_count)
		tally = count(view);
	if (tally.compared) {
		put_verdict(out, view, &tally);
	} else if (view->bench->command_count == 1) {
		pmx_bench_cut(&cell, view->bench->commands[0].name, LEGEND, view->report->utf8);
		pmx_say(&words, "%s", cell.text);
		put_sentence(out, view, PMX_MARK_BOLD, &words);
	}
	put_basis(out, view);
	if (view->bench->command_count > 1 && !view->has_names)
		put_legend(out, view);
}
