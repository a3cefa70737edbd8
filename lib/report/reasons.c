// SPDX-License-Identifier: GPL-2.0-only
/*
 * reasons.c - why something was not counted: a line for each distinct reason, not for each event
 *
 * Rows are sorted by reason and event name, so that a thousand threads with the same complaint are
 * found in one pass; reasons then come in the order of the rows that have them.
 */
#include <stdlib.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "report/number.h"
#include "report/reasons.h"
#include "report/text_layout.h"
#include "report/text_marks.h"

enum {
	INDENT = 2,
	NAME_LINES = 3, /* lines that names may fill before "and 37 more" */
	MAX_REASONS = 20,
	WORD = 512,
};

/* A row that has a reason. */
struct claim {
	const char *reason, *name;
	bool is_partial; /* counted, but for some of its counters */
	unsigned lost;
	size_t row;   /* its position among the rows */
	size_t first; /* the same of the first claim with this reason */
};

struct claims {
	struct claim *list;
	size_t count;
};

static int compare_keys(const struct claim *a, const struct claim *b)
{
	int order = a->is_partial - b->is_partial;

	if (!order && a->reason != b->reason)
		order = strcmp(a->reason, b->reason);
	return order;
}

static int by_reason(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;
	int order = compare_keys(x, y);

	if (!order)
		order = strcmp(x->name, y->name);
	return order ? order : (x->row > y->row) - (x->row < y->row);
}

static int by_first(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;

	if (x->first != y->first)
		return x->first > y->first ? 1 : -1;
	return (x->row > y->row) - (x->row < y->row);
}

static void collect(struct claims *claims, const struct pmx_result *result)
{
	claims->list = calloc(result->count + 1, sizeof(*claims->list));
	for (size_t i = 0; claims->list && i < result->count; i++) {
		const struct pmx_row *row = &result->rows[i];

		if (!row->count.reason)
			continue;
		claims->list[claims->count++] = (struct claim){
			.reason = row->count.reason,
			.name = row->name,
			.is_partial = row->count.status == PMX_COUNTED && row->count.lost,
			.lost = row->count.lost,
			.row = i,
		};
	}
}

/* One claim is left of those with the same reason and name; each knows the first of its reason. */
static void merge(struct claims *claims)
{
	struct claim *list = claims->list;
	size_t kept = 0, begin = 0;

	qsort(list, claims->count, sizeof(*list), by_reason);
	for (size_t i = 0; i < claims->count; i++) {
		struct claim *last = kept ? &list[kept - 1] : NULL;

		if (last && !compare_keys(last, &list[i]) && !strcmp(last->name, list[i].name))
			last->lost += list[i].lost;
		else
			list[kept++] = list[i];
	}
	claims->count = kept;
	for (size_t i = 0; i < kept; i++) {
		size_t first = list[i].row;

		if (i < kept - 1 && !compare_keys(&list[i], &list[i + 1]))
			continue;
		for (size_t j = begin; j <= i; j++)
			first = list[j].row < first ? list[j].row : first;
		for (size_t j = begin; j <= i; j++)
			list[j].first = first;
		begin = i + 1;
	}
	qsort(list, kept, sizeof(*list), by_first);
}

/* Words, broken into lines. */
struct wrap {
	struct pmx_out *out;
	size_t column, lines;
};

static void put_word(struct wrap *wrap, const char *word)
{
	size_t shown = pmx_utf8_columns(word, strlen(word));
	bool is_start = wrap->column <= INDENT;

	if (!is_start && wrap->column + 1 + shown > PMX_TEXT_WIDTH) {
		pmx_out_newline(wrap->out);
		pmx_out_spaces(wrap->out, 2 * INDENT);
		wrap->column = 2 * INDENT;
		wrap->lines++;
	} else if (!is_start) {
		pmx_out_spaces(wrap->out, 1);
		wrap->column++;
	}
	pmx_out_text(wrap->out, word);
	wrap->column += shown;
}

/* Each word of a sentence; what is longer than a word may be is cut. */
static void put_sentence(struct wrap *wrap, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, " ");
		char raw[WORD / 4], word[WORD];

		snprintf(raw, sizeof(raw), "%.*s", (int)length, text);
		pmx_text_safe(word, sizeof(word), raw);
		if (length)
			put_word(wrap, word);
		text += length;
		text += strspn(text, " ");
	}
}

static void put_name(struct wrap *wrap, const char *name, const char *after)
{
	struct pmx_cell cell;
	char word[sizeof(cell.text) + 8];

	pmx_cell_set(&cell, name);
	snprintf(word, sizeof(word), "%s%s", cell.text, after);
	put_word(wrap, word);
}

static void put_names(struct wrap *wrap, const struct claim *claims, size_t count)
{
	char more[64];

	for (size_t i = 0; i < count; i++) {
		size_t left = count - i;

		if (left > 1 && wrap->lines >= NAME_LINES) {
			snprintf(more, sizeof(more), "and %zu more:", left);
			put_sentence(wrap, more);
			return;
		}
		put_name(wrap, claims[i].name, left > 1 ? "," : ":");
	}
}

static void put_reason(struct pmx_out *out, const struct claim *claims, size_t count)
{
	struct wrap wrap = { .out = out, .column = INDENT };
	unsigned lost = 0;
	char text[96];

	pmx_out_spaces(out, INDENT);
	put_names(&wrap, claims, count);
	for (size_t i = 0; i < count; i++)
		lost += claims[i].lost;
	if (claims->is_partial) {
		snprintf(text, sizeof(text), "%u counter%s missing, the count is too small:", lost,
			 lost == 1 ? "" : "s");
		put_sentence(&wrap, text);
	}
	put_sentence(&wrap, claims->reason);
	pmx_out_newline(out);
}

static size_t length_of(const struct claims *claims, size_t first)
{
	size_t end = first;

	while (end < claims->count && claims->list[end].first == claims->list[first].first)
		end++;
	return end - first;
}

static void put_all(struct pmx_out *out, const struct claims *claims)
{
	size_t reasons = 0;

	for (size_t i = 0; i < claims->count; i += length_of(claims, i)) {
		if (reasons++ < MAX_REASONS)
			put_reason(out, &claims->list[i], length_of(claims, i));
	}
	if (reasons > MAX_REASONS) {
		pmx_out_text(out, "  and ");
		pmx_out_u64(out, reasons - MAX_REASONS);
		pmx_out_text(out,
			     " more reasons; --json and the CSV column \"reason\" have them all");
		pmx_out_newline(out);
	}
}

void pmx_put_reasons(struct pmx_out *out, const struct pmx_report *report,
		     const struct pmx_result *result)
{
	pmx_autofree struct claim *list = NULL;
	struct claims claims = { 0 };

	collect(&claims, result);
	list = claims.list;
	if (!claims.count)
		return;
	merge(&claims);
	pmx_out_newline(out);
	if (report->color)
		pmx_out_text(out, PMX_MARK_DIM);
	put_all(out, &claims);
	if (report->color)
		pmx_out_text(out, PMX_MARK_OFF);
}
