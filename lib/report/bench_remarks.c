// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_remarks.c - what went wrong in repeated runs, and what one should know of how they were
 * measured: each kind once
 */
#include <string.h>

#include "report/bench_label.h"
#include "report/bench_remarks.h"
#include "report/bench_words.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

void pmx_bench_remark(struct pmx_bench_remarks *r, const char *kind, const char *mark,
		      const char *sentence)
{
	if (!r->is_begun)
		pmx_out_newline(r->out);
	r->is_begun = true;
	pmx_out_spaces(r->out, PMX_BENCH_MARGIN);
	pmx_bench_put_marked(r->out, r->view, mark, kind);
	pmx_out_text(r->out, ":");
	pmx_out_spaces(r->out, 1);
	pmx_wrap(r->out, sentence, PMX_BENCH_MARGIN + strlen(kind) + 2, PMX_BENCH_INDENT);
	pmx_out_newline(r->out);
}

const char *pmx_bench_remark_name(const struct pmx_bench_view *view, size_t c,
				  struct pmx_cell *cell)
{
	if (view->bench->command_count > 1)
		pmx_bench_label(view, c, cell);
	else
		pmx_bench_cut(cell, view->bench->commands[c].name, PMX_BENCH_REMARK_NAME,
			      view->report->utf8);
	return cell->text;
}

/* --- runs --------------------------------------------------------------------------------- */

static void put_interrupted(struct pmx_bench_remarks *r)
{
	struct pmx_words words = { 0 };

	if (!r->view->report->interrupted)
		return;
	if (r->view->bench->rounds) {
		pmx_say(&words, "in round ");
		pmx_bench_say_count(&words, r->view->bench->rounds);
		pmx_say(&words, "; all of this is from the runs until then.");
	} else {
		pmx_say(&words, "before the first run had ended.");
	}
	pmx_bench_remark(r, "interrupted", PMX_MARK_WARN, words.text);
}

static void put_failed(struct pmx_bench_remarks *r)
{
	for (size_t c = 0; c < r->view->bench->command_count; c++) {
		const struct pmx_bench_command *it = &r->view->bench->commands[c];
		struct pmx_words words = { 0 };
		struct pmx_cell name;

		if (!it->failed)
			continue;
		pmx_bench_say_count(&words, it->failed);
		pmx_say(&words, " of ");
		pmx_bench_say_count(&words, it->failed + it->runs);
		pmx_say(&words, " runs of %s, left out of all numbers",
			pmx_bench_remark_name(r->view, c, &name));
		if (it->why_failed)
			pmx_say(&words, "%s: %.600s", it->failed > 1 ? "; the first" : "",
				it->why_failed);
		pmx_bench_remark(r, "failed", PMX_MARK_BAD, words.text);
	}
}

/* --- values ------------------------------------------------------------------------------- */

static size_t outliers_of(const struct pmx_bench_view *view, size_t c, size_t metric)
{
	const struct pmx_summary *it = &pmx_bench_cell(view->result, c, metric)->summary;

	return it->outliers_low + it->outliers_high;
}

/* "wall: 3 of A, 1 of B": the main metric, whose outliers tell most of the machine. */
static bool say_main_outliers(struct pmx_words *words, const struct pmx_bench_view *view)
{
	struct pmx_cell name;
	size_t told = 0, more = 0;

	for (size_t c = 0; c < view->bench->command_count; c++) {
		size_t outliers = outliers_of(view, c, 0);

		if (!outliers)
			continue;
		if (told++ >= PMX_BENCH_REMARK_FEW) {
			more++;
			continue;
		}
		if (told == 1) {
			pmx_bench_metric_cell(view, 0, PMX_BENCH_REMARK_NAME, &name);
			pmx_say(words, "%s: ", name.text);
		}
		pmx_say(words, "%s%zu", told > 1 ? ", " : "", outliers);
		if (view->bench->command_count > 1)
			pmx_say(words, " of %s", pmx_bench_remark_name(view, c, &name));
	}
	if (more)
		pmx_say(words, " and some of %zu more", more);
	return told > 0;
}

static void put_outliers(struct pmx_bench_remarks *r)
{
	const struct pmx_bench_view *view = r->view;
	struct pmx_words words = { 0 };
	size_t others = 0;
	bool has_main = view->bench->metric_count && say_main_outliers(&words, view);

	for (size_t m = 1; m < view->bench->metric_count; m++)
		for (size_t c = 0; c < view->bench->command_count; c++)
			others += outliers_of(view, c, m);
	if (others)
		pmx_say(&words, "%s%zu in other metrics", has_main ? "; " : "", others);
	if (!has_main && !others)
		return;
	pmx_say(&words, ". They lie outside of Tukey's fences, 1.5 times the distance of the "
			"quartiles beyond either of them; none was dropped.");
	pmx_bench_remark(r, "outliers", NULL, words.text);
}

static void put_sampled(struct pmx_bench_remarks *r)
{
	const struct pmx_bench_values *most = NULL;
	struct pmx_words words = { 0 };

	for (size_t c = 0; c < r->view->bench->command_count; c++)
		for (size_t m = 0; m < r->view->bench->metric_count; m++) {
			const struct pmx_bench_values *it = &r->view->bench->commands[c].metric[m];

			if (it->seen > it->count && (!most || it->seen > most->seen))
				most = it;
		}
	if (!most)
		return;
	pmx_say(&words, "of ");
	pmx_bench_say_count(&words, most->seen);
	pmx_say(&words, " values a random one of ");
	pmx_bench_say_count(&words, most->count);
	pmx_say(&words, " was kept, from the same rounds for all.");
	pmx_bench_remark(r, "sample", NULL, words.text);
}

/*
 * With few values there is no interval of 95 %; nor is there with more of them that are like the
 * one before.
 */
static void put_level(struct pmx_bench_remarks *r)
{
	bool depend = false;
	double least = 0.95;
	struct pmx_words words = { 0 };

	for (size_t c = 0; c < r->view->bench->command_count; c++)
		for (size_t m = 0; m < r->view->bench->metric_count; m++) {
			const struct pmx_summary *it =
				&pmx_bench_cell(r->view->result, c, m)->summary;

			if (it->count <= 1 || !(it->median_interval.level < least))
				continue;
			least = it->median_interval.level;
			depend = it->autocorrelation > 0;
		}
	if (!(least < 0.9499))
		return;
	pmx_say(&words, depend ? "runs are like the one before them, and of so few an" :
				 "of so few runs an");
	pmx_say(&words, " interval holds the median with ");
	pmx_say_fixed(&words, 100 * least, 0);
	pmx_say(&words, " %% only, not with 95 %%.");
	pmx_bench_remark(r, "intervals", PMX_MARK_WARN, words.text);
}

void pmx_bench_put_remarks(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct pmx_bench_remarks r = { .out = out, .view = view };

	put_interrupted(&r);
	put_failed(&r);
	pmx_bench_remark_metrics(&r);
	put_outliers(&r);
	put_sampled(&r);
	put_level(&r);
	pmx_bench_remark_baseline(&r);
	for (size_t i = 0; i < view->report->note_count; i++)
		pmx_bench_remark(&r, "note", PMX_MARK_WARN, view->report->notes[i]);
}
