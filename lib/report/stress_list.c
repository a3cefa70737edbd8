// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_list.c - which scenarios there are, what each is about, and what it would take to run it
 */
#include <string.h>

#include "report/stress_list.h"
#include "report/stress_parts.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { INDENT = 2, DEEPER = 4, SUMMARY = 30, NEED = 14, KEY = 12 };

static void put_title(struct pmx_out *out, const char *title, bool color)
{
	pmx_out_text(out, color ? PMX_MARK_BOLD : "");
	pmx_out_text(out, title);
	pmx_out_text(out, color ? PMX_MARK_OFF : "");
}

static bool is_missing(const struct pmx_stress_served *served, unsigned index)
{
	return served->known && !(served->serves >> index & 1);
}

/* "needs calls, core (missing)" */
static void say_needs(struct pmx_words *words, const struct pmx_scenario *scenario,
		      const struct pmx_stress_served *served)
{
	const char *between = "; needs ";

	for (unsigned i = 0; i < PMX_NEEDS; i++) {
		if (!(scenario->needs >> i & 1))
			continue;
		pmx_say(words, "%s%s%s", between, pmx_need_name(i),
			is_missing(served, i) ? " (missing)" : "");
		between = ", ";
	}
}

static void put_scenario(struct pmx_out *out, const struct pmx_scenario *scenario,
			 const struct pmx_stress_served *served, bool dangerous)
{
	struct pmx_words words = { .used = 0 };
	size_t column;

	pmx_out_spaces(out, INDENT);
	column = pmx_wrap(out, scenario->name, INDENT, INDENT);
	pmx_wrap_to(out, column, SUMMARY);
	pmx_wrap(out, scenario->summary, SUMMARY, SUMMARY);
	pmx_out_newline(out);
	pmx_say(&words, "%s", scenario->about);
	say_needs(&words, scenario, served);
	if (scenario->dangerous)
		pmx_say(&words, "%s",
			dangerous ? "; dangerous" : "; dangerous: only with --dangerous");
	pmx_out_spaces(out, DEEPER);
	pmx_wrap(out, words.text, DEEPER, DEEPER + INDENT);
	pmx_out_newline(out);
}

/* The reasons, each once, below all that want it. */
static void put_missing(struct pmx_out *out, unsigned needs, const struct pmx_stress_served *served,
			bool color)
{
	bool first = true;

	for (unsigned i = 0; i < PMX_NEEDS; i++) {
		struct pmx_words words = { .used = 0 };

		if (!(needs >> i & 1) || !is_missing(served, i))
			continue;
		if (first) {
			pmx_out_newline(out);
			put_title(out, "missing here", color);
			pmx_out_newline(out);
		}
		first = false;
		pmx_out_spaces(out, INDENT);
		pmx_out_left(out, pmx_need_name(i), strlen(pmx_need_name(i)), NEED - INDENT);
		pmx_say(&words, "%s%s%s", pmx_need_text(i), served->missing[i][0] ? ": " : "",
			served->missing[i]);
		pmx_wrap(out, words.text, NEED, NEED);
		pmx_out_newline(out);
	}
}

void pmx_stress_put_list(FILE *file, const struct pmx_scenario *const *list, size_t count,
			 const struct pmx_stress_served *served, bool dangerous, bool color)
{
	char family[PMX_STRESS_NAME] = "", last[PMX_STRESS_NAME];
	unsigned needs = 0;
	PMX_OUT(out, file);

	for (size_t i = 0; i < count; i++) {
		memcpy(last, family, sizeof(last));
		pmx_stress_family(list[i], family);
		if (!i || strcmp(family, last) != 0) {
			if (i)
				pmx_out_newline(&out);
			put_title(&out, family, color);
			pmx_out_newline(&out);
		}
		put_scenario(&out, list[i], served, dangerous);
		needs |= list[i]->needs;
	}
	put_missing(&out, needs, served, color);
}

/* --- one of them ----------------------------------------------------------------------------- */

static void put_row(struct pmx_out *out, const char *key, const char *text)
{
	pmx_out_left(out, key, strlen(key), KEY);
	pmx_wrap(out, text, KEY, KEY);
	pmx_out_newline(out);
}

static void put_needs(struct pmx_out *out, const struct pmx_scenario *scenario,
		      const struct pmx_stress_served *served)
{
	const char *key = "needs";

	for (unsigned i = 0; i < PMX_NEEDS; i++) {
		struct pmx_words words = { .used = 0 };

		if (!(scenario->needs >> i & 1))
			continue;
		pmx_say(&words, "%s", pmx_need_text(i));
		if (is_missing(served, i))
			pmx_say(&words, "; missing here%s%s", served->missing[i][0] ? ": " : "",
				served->missing[i]);
		put_row(out, key, words.text);
		key = "";
	}
}

static void put_manner(struct pmx_out *out, const struct pmx_scenario *scenario)
{
	unsigned limit = scenario->limit_ms ? scenario->limit_ms : PMX_STRESS_LIMIT_MS;
	struct pmx_words words = { .used = 0 };

	pmx_say(&words, "%s", scenario->alone ? "with no other beside it" : "beside others");
	if (scenario->endless)
		pmx_say(&words, ", for as long as it is told");
	pmx_say(&words, ", ended after ");
	pmx_say_fixed(&words, limit / 1000.0, limit % 1000 ? 1 : 0);
	pmx_say(&words, " s%s", scenario->endless ? " more" : "");
	put_row(out, "runs", words.text);
	if (scenario->dangerous)
		put_row(out, "dangerous",
			"known to corrupt or hang kernels that are not mended: only with "
			"--dangerous");
}

void pmx_stress_put_explained(FILE *file, const struct pmx_scenario *scenario,
			      const struct pmx_stress_served *served, bool color)
{
	size_t column;
	PMX_OUT(out, file);

	pmx_out_text(&out, color ? PMX_MARK_BOLD : "");
	column = pmx_wrap(&out, scenario->name, 0, 0);
	pmx_out_text(&out, color ? PMX_MARK_OFF : "");
	pmx_out_text(&out, ": ");
	pmx_wrap(&out, scenario->summary, column + 2, INDENT);
	pmx_out_newline(&out);
	pmx_out_newline(&out);
	pmx_wrap(&out, scenario->explain, 0, 0);
	pmx_out_newline(&out);
	pmx_out_newline(&out);
	put_row(&out, "about", scenario->about);
	put_needs(&out, scenario, served);
	put_manner(&out, scenario);
}

/* --- with an engine -------------------------------------------------------------------------- */

static void ask(const struct pmx_stress *stress, struct pmx_stress_served *served)
{
	*served = (struct pmx_stress_served){ .known = stress };
	if (!stress)
		return;
	served->serves = pmx_stress_serves(stress);
	for (unsigned i = 0; i < PMX_NEEDS; i++)
		served->missing[i] = pmx_stress_missing(stress, i);
}

void pmx_stress_text_list(FILE *out, const struct pmx_scenario *const *list, size_t count,
			  const struct pmx_stress *stress, bool dangerous, bool color)
{
	struct pmx_stress_served served;

	ask(stress, &served);
	pmx_stress_put_list(out, list, count, &served, dangerous, color);
}

void pmx_stress_text_explain(FILE *out, const struct pmx_scenario *scenario,
			     const struct pmx_stress *stress, bool color)
{
	struct pmx_stress_served served;

	ask(stress, &served);
	pmx_stress_put_explained(out, scenario, &served, color);
}
