// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_remarks.c - what went wrong in repeated runs, and what one should know of how they were
 * measured: each kind once
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "report/bench_label.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "report/text_marks.h"
#include "report/words.h"

enum { NAME = 40, FEW = 8 };

/* A remark is a word that says its kind, and a sentence. */
struct remarks {
	struct pmx_out *out;
	const struct pmx_bench_view *view;
	bool is_begun;
};

static void put(struct remarks *r, const char *kind, const char *mark, const char *sentence)
{
	if (!r->is_begun)
		pmx_out_newline(r->out);
	r->is_begun = true;
	pmx_out_spaces(r->out, PMX_BENCH_MARGIN);
	pmx_bench_put_marked(r->out, r->view, mark, kind);
	pmx_out_text(r->out, ":");
	pmx_out_spaces(r->out, 1);
	pmx_bench_wrap(r->out, sentence, PMX_BENCH_MARGIN + strlen(kind) + 2, PMX_BENCH_INDENT);
	pmx_out_newline(r->out);
}

/* --- runs --------------------------------------------------------------------------------------- */

static void put_interrupted(struct remarks *r)
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
	put(r, "interrupted", PMX_MARK_WARN, words.text);
}

/* What a sentence calls a command. */
static const char *name_of(const struct pmx_bench_view *view, size_t c, struct pmx_cell *cell)
{
	if (view->bench->command_count > 1)
		pmx_bench_label(view, c, cell);
	else
		pmx_bench_cut(cell, view->bench->commands[c].name, NAME, view->report->utf8);
	return cell->text;
}

static void put_failed(struct remarks *r)
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
		pmx_say(&words, " runs of %s, left out of all numbers", name_of(r->view, c, &name));
		if (it->why_failed)
			pmx_say(&words, "%s: %.600s", it->failed > 1 ? "; the first" : "",
				it->why_failed);
		put(r, "failed", PMX_MARK_BAD, words.text);
	}
}

/* --- values ------------------------------------------------------------------------------------- */

static bool has_cell(const struct pmx_bench_view *view, size_t metric)
{
	return pmx_bench_part_of(view, metric) != PMX_BENCH_ABSENT;
}

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
		if (told++ >= FEW) {
			more++;
			continue;
		}
		if (told == 1) {
			pmx_bench_metric_cell(view, 0, NAME, &name);
			pmx_say(words, "%s: ", name.text);
		}
		pmx_say(words, "%s%zu", told > 1 ? ", " : "", outliers);
		if (view->bench->command_count > 1)
			pmx_say(words, " of %s", name_of(view, c, &name));
	}
	if (more)
		pmx_say(words, " and some of %zu more", more);
	return told > 0;
}

static void put_outliers(struct remarks *r)
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
	put(r, "outliers", NULL, words.text);
}

static void put_sampled(struct remarks *r)
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
	put(r, "sample", NULL, words.text);
}

/* With few values there is no interval of 95 %. */
static void put_level(struct remarks *r)
{
	double least = 0.95;
	struct pmx_words words = { 0 };

	for (size_t c = 0; c < r->view->bench->command_count; c++)
		for (size_t m = 0; m < r->view->bench->metric_count; m++) {
			const struct pmx_summary *it =
				&pmx_bench_cell(r->view->result, c, m)->summary;

			if (it->count > 1 && it->median_interval.level < least)
				least = it->median_interval.level;
		}
	if (!(least < 0.9499))
		return;
	pmx_say(&words, "of so few runs an interval holds the median with ");
	pmx_say_fixed(&words, 100 * least, 0);
	pmx_say(&words, " %% only, not with 95 %%.");
	put(r, "intervals", PMX_MARK_WARN, words.text);
}

/* --- metrics -------------------------------------------------------------------------------------- */

/* Names of the metrics that @is_one says yes to: the first few of them. Returns their number. */
static size_t say_metrics(struct pmx_words *words, const struct pmx_bench_view *view,
			  bool (*is_one)(const struct pmx_bench_view *view, size_t m, size_t like),
			  size_t like)
{
	size_t count = 0;

	for (size_t m = 0; m < view->bench->metric_count; m++) {
		struct pmx_cell name;

		if (!is_one(view, m, like) || count++ >= FEW)
			continue;
		pmx_bench_cut(&name, view->bench->metrics[m].name, NAME, view->report->utf8);
		pmx_say(words, "%s%s", count > 1 ? ", " : "", name.text);
	}
	if (count > FEW)
		pmx_say(words, " and %zu more", count - FEW);
	return count;
}

static const char *why_of(const struct pmx_bench_view *view, size_t m)
{
	const char *why = view->bench->metrics[m].why;

	return why ? why : "no run gave a value";
}

static bool is_missing_alike(const struct pmx_bench_view *view, size_t m, size_t like)
{
	return !has_cell(view, m) && !strcmp(why_of(view, m), why_of(view, like));
}

/* Was its reason told with an earlier metric? */
static bool was_told(const struct pmx_bench_view *view, size_t metric)
{
	for (size_t m = 0; m < metric; m++)
		if (is_missing_alike(view, m, metric))
			return true;
	return false;
}

static void put_missing(struct remarks *r)
{
	for (size_t m = 0; m < r->view->bench->metric_count; m++) {
		struct pmx_words words = { 0 };

		if (has_cell(r->view, m) || was_told(r->view, m))
			continue;
		say_metrics(&words, r->view, is_missing_alike, m);
		pmx_say(&words, ": %.500s", why_of(r->view, m));
		put(r, "not measured", PMX_MARK_WARN, words.text);
	}
}

static bool is_scaled(const struct pmx_bench_view *view, size_t m, size_t like)
{
	(void)like;
	return has_cell(view, m) && view->bench->metrics[m].scaled;
}

static void put_scaled(struct remarks *r)
{
	struct pmx_words words = { 0 };

	if (!say_metrics(&words, r->view, is_scaled, 0))
		return;
	pmx_say(&words, "; took turns on the counters, and what was not counted is estimated.");
	put(r, "scaled (~)", PMX_MARK_WARN, words.text);
}

/* --- the baseline ----------------------------------------------------------------------------------- */

static void say_when(struct pmx_words *words, time_t when)
{
	char text[64];
	struct tm tm;

	if (when <= 0 || !gmtime_r(&when, &tm) || !strftime(text, sizeof(text), "%F %H:%M", &tm))
		return;
	pmx_say(words, "measured %s UTC", text);
}

static void put_unmatched(struct remarks *r)
{
	struct pmx_words words = { 0 };
	size_t count = 0;

	for (size_t c = 0; c < r->view->bench->command_count; c++) {
		struct pmx_cell name;

		if (pmx_bench_reference(r->view->result, c) || count++ >= FEW)
			continue;
		pmx_say(&words, "%s%s", count > 1 ? ", " : "", name_of(r->view, c, &name));
	}
	if (count > FEW)
		pmx_say(&words, " and %zu more", count - FEW);
	if (count)
		put(r, "not in the baseline", PMX_MARK_WARN, words.text);
}

static void put_baseline(struct remarks *r)
{
	const struct pmx_bench *then = r->view->result->baseline;
	struct pmx_words words = { 0 };
	char line[512];
	unsigned at = 0;

	if (!then)
		return;
	say_when(&words, then->scene.when);
	if (then->scene.host[0])
		pmx_say(&words, "%son %s", words.used ? " " : "", then->scene.host);
	put(r, "baseline", NULL, words.used ? words.text : "not known when");
	while (pmx_bench_scene_differs(&then->scene, &r->view->bench->scene, &at, line,
				       sizeof(line)) > 0)
		put(r, "not the same", PMX_MARK_WARN, line);
	put_unmatched(r);
}

void pmx_bench_put_remarks(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct remarks r = { .out = out, .view = view };

	put_interrupted(&r);
	put_failed(&r);
	put_missing(&r);
	put_scaled(&r);
	put_outliers(&r);
	put_sampled(&r);
	put_level(&r);
	put_baseline(&r);
	for (size_t i = 0; i < view->report->note_count; i++)
		put(&r, "note", PMX_MARK_WARN, view->report->notes[i]);
}
