// SPDX-License-Identifier: GPL-2.0-only
/*
 * grammar.c - fuzzes the outer form of event specs, and of the terms between their slashes
 *
 * What was taken apart is put together again, and taken apart once more: the same comes out.
 */
#include <perfmux/event.h>

#include "event/grammar.h"
#include "event/terms.h"
#include "fuzz.h"

static void put(FILE *out, struct pmx_span span)
{
	if (span.len)
		fwrite(span.at, 1, span.len, out);
}

static bool is_same(struct pmx_span a, struct pmx_span b)
{
	return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

/* --- terms -------------------------------------------------------------------------------- */

static void put_terms(FILE *out, const struct pmx_terms *terms)
{
	for (size_t i = 0; i < terms->count; i++) {
		const struct pmx_term *term = &terms->list[i];
		char quote = term->text.len && memchr(term->text.at, '\'', term->text.len) ? '"' :
											     '\'';

		fputs(i ? "," : "", out);
		put(out, term->name);
		if (term->kind == PMX_TERM_NUMBER)
			fprintf(out, "=%#llx", (unsigned long long)term->number);
		else if (term->kind == PMX_TERM_ASKED)
			fputs("=?", out);
		else if (term->kind == PMX_TERM_TEXT) {
			fprintf(out, "=%c", quote);
			put(out, term->text);
			fputc(quote, out);
		}
	}
}

/* A text or a name with a quote in it that nothing closes cannot be put between others. */
static bool has_quotes(const struct pmx_terms *terms)
{
	for (size_t i = 0; i < terms->count; i++)
		for (size_t at = 0; at < terms->list[i].name.len + terms->list[i].text.len; at++) {
			const struct pmx_term *term = &terms->list[i];
			char c = at < term->name.len ? term->name.at[at] :
						       term->text.at[at - term->name.len];

			if (c == '\'' || c == '"')
				return true;
		}
	return false;
}

static void check_terms_again(const struct pmx_terms *terms)
{
	struct pmx_terms again = { .count = 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	put_terms(out, terms);
	CHECK(!fclose(out));
	CHECK(!pmx_terms_parse(pmx_span_of(text), &again, NULL));
	CHECK(again.count == terms->count);
	for (size_t i = 0; i < again.count; i++) {
		CHECK(again.list[i].kind == terms->list[i].kind);
		CHECK(again.list[i].number == terms->list[i].number);
		CHECK(is_same(again.list[i].name, terms->list[i].name));
		if (terms->list[i].kind == PMX_TERM_TEXT)
			CHECK(is_same(again.list[i].text, terms->list[i].text));
	}
	free(text);
}

static void check_terms(struct pmx_span text)
{
	struct pmx_terms terms = { .count = 0 }, put_in = { .count = 0 };
	struct pmx_error err = { .code = 0 };
	int ret = pmx_terms_parse(text, &terms, &err);

	CHECK(terms.count <= PMX_MAX_TERMS);
	for (size_t i = 0; i < terms.count; i++)
		CHECK(!pmx_terms_put(&put_in, &terms.list[i], &err));
	CHECK(put_in.count <= terms.count);
	if (ret)
		check_error(ret, &err);
	else if (!has_quotes(&terms))
		check_terms_again(&terms);
}

/* --- specs -------------------------------------------------------------------------------- */

static void put_item(FILE *out, const struct pmx_item *item)
{
	put(out, item->head);
	if (!item->has_terms)
		return;
	fputc('/', out);
	put(out, item->terms);
	fputc('/', out);
	if (item->tail.len) {
		fputc(':', out);
		put(out, item->tail);
	}
}

static char *put_together(const struct pmx_spec_tree *tree)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	for (size_t i = 0; i < tree->item_count; i++) {
		int group = tree->items[i].group;

		fputs(i ? "," : "", out);
		if (group >= 0 && (!i || tree->items[i - 1].group != group))
			fputc('{', out);
		put_item(out, &tree->items[i]);
		if (group >= 0 &&
		    (i + 1 == tree->item_count || tree->items[i + 1].group != group)) {
			fputc('}', out);
			if (tree->groups[group].len) {
				fputc(':', out);
				put(out, tree->groups[group]);
			}
		}
	}
	CHECK(!fclose(out));
	return text;
}

static void check_inside(struct pmx_span span, const char *text, size_t length)
{
	CHECK(!span.len || (span.at >= text && span.at + span.len <= text + length));
}

static void check_tree(const struct pmx_spec_tree *tree, const char *text)
{
	size_t length = strlen(text);

	CHECK(tree->item_count);
	for (size_t i = 0; i < tree->item_count; i++) {
		const struct pmx_item *item = &tree->items[i];

		check_inside(item->text, text, length);
		CHECK(item->text.len && item->text.len <= PMX_MAX_ITEM_LENGTH && item->head.len);
		CHECK(item->group >= -1 && item->group < (int)tree->group_count);
		CHECK(item->group < 0 || !i || tree->items[i - 1].group <= item->group);
		if (item->has_terms)
			check_terms(item->terms);
	}
	for (size_t i = 0; i < tree->group_count; i++)
		check_inside(tree->groups[i], text, length);
}

static void check_again(const struct pmx_spec_tree *tree)
{
	char *text = put_together(tree);
	struct pmx_spec_tree again;
	struct pmx_error err = { .code = 0 };
	int ret = pmx_grammar_parse(text, &again, &err);

	/* a colon more may be one byte too many */
	CHECK(!ret || ret == -7 /* E2BIG */);
	if (!ret) {
		CHECK(again.item_count == tree->item_count);
		CHECK(again.group_count == tree->group_count);
	}
	for (size_t i = 0; !ret && i < again.item_count; i++) {
		CHECK(is_same(again.items[i].head, tree->items[i].head));
		CHECK(is_same(again.items[i].terms, tree->items[i].terms));
		CHECK(is_same(again.items[i].tail, tree->items[i].tail));
		CHECK(again.items[i].group == tree->items[i].group);
	}
	for (size_t i = 0; !ret && i < again.group_count; i++)
		CHECK(is_same(again.groups[i], tree->groups[i]));
	pmx_spec_tree_free(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct pmx_error err = { .code = 0 };
	struct pmx_spec_tree tree;
	int ret = pmx_grammar_parse(text, &tree, &err);

	if (ret) {
		check_error(ret, &err);
	} else {
		check_tree(&tree, text);
		check_again(&tree);
	}
	pmx_spec_tree_free(&tree);
	check_terms(pmx_span_of(text)); /* as a PMU's file may have them */
	free(text);
	return 0;
}
