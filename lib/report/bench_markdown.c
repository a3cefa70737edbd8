// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_markdown.c - repeated runs as tables for a web page: the main metric with hyperfine's
 * columns, the others, and what must be known of them
 *
 * Tables and code spans are those of GitHub Flavored Markdown.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/cleanup.h"
#include "report/bench_amount.h"
#include "report/bench_remarks.h"
#include "report/bench_words.h"
#include "report/out.h"
#include "report/words.h"

/* --- any text ------------------------------------------------------------------------------- */

/* The longest run of backticks: a code span is between longer ones. */
static size_t longest_ticks(const char *text)
{
	size_t longest = 0;

	while (*text) {
		size_t run = strspn(text, "`");

		longest = run > longest ? run : longest;
		text += run + (run == 0);
	}
	return longest;
}

static void put_ticks(struct pmx_out *out, size_t count)
{
	while (count--)
		pmx_out_text(out, "`");
}

/*
 * A bar would end the cell even in code, where a backslash in front of it is none of the text: and
 * so there is no way to write one behind a backslash of the text.
 */
static void put_barred(struct pmx_out *out, const char *text)
{
	for (const char *at = text; *at;) {
		size_t plain = strcspn(at, "|");

		pmx_out_mem(out, at, plain);
		at += plain;
		if (*at) {
			bool behind = at > text && at[-1] == '\\';

			pmx_out_text(out, behind ? "\\x7c" : "\\|");
			at++;
		}
	}
}

/* Nothing in it is markup. @put: its text, when it is safe */
static void put_span(struct pmx_out *out, const char *text,
		     void (*put)(struct pmx_out *, const char *))
{
	size_t size = 4 * strlen(text) + 1, ticks = longest_ticks(text);
	pmx_autofree char *safe = malloc(size);
	/* a blank at either end is not shown, but keeps ticks of the text from those of the span */
	const char *edge = text[0] == '`' || (*text && text[strlen(text) - 1] == '`') ? " " : "";

	if (!safe)
		return; /* it is empty then */
	pmx_text_safe(safe, size, text);
	put_ticks(out, ticks + 1);
	pmx_out_text(out, edge);
	put(out, safe);
	pmx_out_text(out, edge);
	put_ticks(out, ticks + 1);
}

/* In a cell of a table. */
static void put_code(struct pmx_out *out, const char *text)
{
	put_span(out, text, put_barred);
}

static void put_cell(struct pmx_out *out, const char *text)
{
	pmx_out_text(out, " | ");
	pmx_out_text(out, text);
}

/* --- the main metric ------------------------------------------------------------------------- */

/* The unit follows from the first command that has a value, as with hyperfine. */
static void set_scale(const struct pmx_bench_result *result, size_t m,
		      struct pmx_bench_scale *scale)
{
	enum pmx_bench_unit unit = result->bench->metrics[m].unit;
	double size = 0;

	for (size_t c = 0; c < result->bench->command_count && !(size > 0); c++) {
		const struct pmx_summary *it = &pmx_bench_cell(result, c, m)->summary;

		if (pmx_bench_has_value(it))
			size = fabs(it->median);
	}
	pmx_bench_scale_of(scale, unit, size, size, true);
}

static bool is_compared(const struct pmx_bench_result *result)
{
	for (size_t i = 0; i < result->bench->command_count * result->bench->metric_count; i++)
		if (result->cells[i].compared)
			return true;
	return false;
}

static void put_titles(struct pmx_out *out, const char *unit, bool has_difference)
{
	static const char *const titles[] = { "Median", "Min", "Max" };

	pmx_out_text(out, "| Command");
	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
		put_cell(out, titles[i]);
		if (!*unit)
			continue;
		pmx_out_text(out, " [");
		pmx_out_text(out, unit);
		pmx_out_text(out, "]");
	}
	pmx_out_text(out, has_difference ? " | Relative | Difference |" : " | Relative |");
	pmx_out_text(out, "\n|:---|---:|---:|---:|---:|");
	pmx_out_text(out, has_difference ? ":---|\n" : "\n");
}

static void put_relative(struct pmx_out *out, const struct pmx_bench_result *result, size_t c,
			 size_t m)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(result, c, m);
	enum pmx_bench_unit unit = result->bench->metrics[m].unit;
	bool is_reference = !c && !result->baseline && cell->summary.median > 0;
	char word[PMX_BENCH_WORD];

	put_cell(out, is_reference ? "1.00" : pmx_bench_ratio(cell, unit, true, word));
}

static void put_difference(struct pmx_out *out, const struct pmx_bench_result *result, size_t c,
			   size_t m)
{
	char word[PMX_BENCH_WORD];

	put_cell(out, pmx_bench_change(pmx_bench_cell(result, c, m), &result->bench->metrics[m],
				       true, word));
}

static void put_main_row(struct pmx_out *out, const struct pmx_bench_result *result, size_t c,
			 const struct pmx_bench_scale *scale, bool has_difference)
{
	const struct pmx_summary *it = &pmx_bench_cell(result, c, 0)->summary;
	char number[PMX_AMOUNT_SIZE];

	pmx_out_text(out, "| ");
	put_code(out, result->bench->commands[c].name);
	pmx_bench_number(number, scale, it->count ? it->median : NAN);
	put_cell(out, number);
	if (pmx_bench_number(number, scale, pmx_bench_half(&it->median_interval)) && it->count) {
		pmx_out_text(out, " \xc2\xb1 ");
		pmx_out_text(out, number);
	}
	pmx_bench_number(number, scale, it->count ? it->min : NAN);
	put_cell(out, number);
	pmx_bench_number(number, scale, it->count ? it->max : NAN);
	put_cell(out, number);
	put_relative(out, result, c, 0);
	if (has_difference)
		put_difference(out, result, c, 0);
	pmx_out_text(out, " |\n");
}

static void put_main(struct pmx_out *out, const struct pmx_bench_result *result)
{
	bool has_difference = is_compared(result);
	struct pmx_bench_scale scale;

	set_scale(result, 0, &scale);
	put_titles(out, scale.name, has_difference);
	for (size_t c = 0; c < result->bench->command_count; c++)
		put_main_row(out, result, c, &scale, has_difference);
}

/* --- the others ------------------------------------------------------------------------------- */

static void put_amount(struct pmx_out *out, enum pmx_bench_unit unit, double value)
{
	char amount[PMX_AMOUNT_SIZE];

	pmx_bench_amount(amount, unit, value, true);
	put_cell(out, amount);
}

static void put_row(struct pmx_out *out, const struct pmx_bench_result *result, size_t c, size_t m,
		    bool has_difference)
{
	const struct pmx_bench_metric *metric = &result->bench->metrics[m];
	const struct pmx_summary *it = &pmx_bench_cell(result, c, m)->summary;
	bool is_known = pmx_bench_has_value(it);
	char word[PMX_BENCH_WORD];

	pmx_out_text(out, "| ");
	put_code(out, metric->name);
	pmx_out_text(out, " | ");
	put_code(out, result->bench->commands[c].name);
	put_amount(out, metric->unit, is_known ? it->median : NAN);
	pmx_out_text(out, is_known ? " " : "");
	pmx_out_text(out, pmx_bench_bound(it, metric->unit, true, word));
	put_amount(out, metric->unit, is_known ? it->min : NAN);
	put_amount(out, metric->unit, is_known ? it->max : NAN);
	put_relative(out, result, c, m);
	if (has_difference)
		put_difference(out, result, c, m);
	pmx_out_text(out, " |\n");
}

static void put_others(struct pmx_out *out, const struct pmx_bench_result *result)
{
	bool has_difference = is_compared(result), is_begun = false;

	for (size_t m = 1; m < result->bench->metric_count; m++) {
		if (!pmx_bench_was_measured(result, result->bench->command_count, m))
			continue;
		if (!is_begun) {
			pmx_out_text(out, "\n| Metric | Command | Median | Min | Max | Relative |");
			pmx_out_text(out, has_difference ? " Difference |\n" : "\n");
			pmx_out_text(out, "|:---|:---|---:|---:|---:|---:|");
			pmx_out_text(out, has_difference ? ":---|\n" : "\n");
		}
		is_begun = true;
		for (size_t c = 0; c < result->bench->command_count; c++)
			put_row(out, result, c, m, has_difference);
	}
}

/* --- below the tables ------------------------------------------------------------------------- */

/* An item of a list: what it is about, and code. */
static void put_item(struct pmx_out *out, bool *is_begun, const char *about, const char *code)
{
	pmx_out_text(out, *is_begun ? "- " : "\n- ");
	*is_begun = true;
	pmx_out_text(out, about);
	if (code)
		put_span(out, code, pmx_out_text);
}

static void put_baseline(struct pmx_out *out, bool *is_begun, const struct pmx_bench_result *result)
{
	const struct pmx_bench *then = result->baseline;
	struct pmx_words words = { 0 };
	char line[512];
	size_t at = 0;

	if (!then)
		return;
	pmx_bench_say_scene(&words, &then->scene);
	put_item(out, is_begun, "Compared with a baseline: ", words.text);
	pmx_out_text(out, "\n");
	while (pmx_bench_baseline_differs(then, result->bench, &at, line, sizeof(line))) {
		put_item(out, is_begun, "Not the same: ", line);
		pmx_out_text(out, "\n");
	}
}

static void put_failed(struct pmx_out *out, bool *is_begun, const struct pmx_bench_command *it)
{
	struct pmx_words words = { 0 };

	if (!it->failed)
		return;
	pmx_say(&words, "Failed: ");
	pmx_bench_say_count(&words, it->failed);
	pmx_say(&words, " of ");
	pmx_bench_say_count(&words, it->failed + it->runs);
	pmx_say(&words, " runs of ");
	put_item(out, is_begun, words.text, it->name);
	pmx_out_text(out, ", left out of all numbers");
	if (it->why_failed) {
		pmx_out_text(out, it->failed > 1 ? "; the first: " : ": ");
		put_span(out, it->why_failed, pmx_out_text);
	}
	pmx_out_text(out, "\n");
}

static void put_below(struct pmx_out *out, const struct pmx_bench_report *report,
		      const struct pmx_bench_result *result)
{
	const struct pmx_bench *bench = result->bench;
	struct pmx_words words = { 0 };
	bool is_begun = false;

	put_baseline(out, &is_begun, result);
	for (size_t c = 0; c < bench->command_count; c++)
		put_failed(out, &is_begun, &bench->commands[c]);
	if (!report->interrupted)
		return;
	pmx_say(&words, "Interrupted in round ");
	pmx_bench_say_count(&words, bench->rounds);
	put_item(out, &is_begun, bench->rounds ? words.text : "Interrupted", NULL);
	pmx_out_text(out, "\n");
}

void pmx_bench_markdown(const struct pmx_bench_report *report,
			const struct pmx_bench_result *result)
{
	PMX_OUT(out, report->out);

	if (!result->bench->metric_count)
		return;
	put_main(&out, result);
	put_others(&out, result);
	put_below(&out, report, result);
}
