// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_wrap.c - running text stays on the screen
 */
#include "cases.h"

#include "report/wrap.h"

static char *wrapped(const char *text, size_t column, size_t indent)
{
	struct written written;
	FILE *file = written_open(&written);
	struct pmx_out out;

	pmx_out_init(&out, file);
	pmx_wrap(&out, text, column, indent);
	pmx_out_flush(&out);
	return written_close(&written);
}

static void assert_wrapped(const char *text, size_t column, size_t indent, const char *wanted)
{
	char *got = wrapped(text, column, indent);

	assert_string_equal(got, wanted);
	free(got);
}

static void lines_end_between_words(void **state)
{
	(void)state;
	assert_wrapped("", 0, 4, "");
	assert_wrapped("one  two three", 70, 2, "one two\n  three");
	assert_wrapped("one", 77, 2, "one");
	assert_wrapped("one", 78, 2, "\n  one");
	assert_wrapped("one", 78, 78,
		       "on\n" /* where the text begins there is no better place */
		       "                                                                       "
		       "       e");
}

static void a_word_that_is_longer_than_a_line_is_broken(void **state)
{
	char word[200], *text;
	size_t lines = 0;

	(void)state;
	memset(word, 'w', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	memcpy(word, "a b ", 4);
	text = wrapped(word, 70, 3);
	for (const char *at = text; *at; at += strcspn(at, "\n") + (strchr(at, '\n') != NULL)) {
		assert_true(strcspn(at, "\n") <= (lines ? 80 : 10));
		lines++;
	}
	assert_int_equal(lines, 4);
	assert_true(!strncmp(text, "a b\n   ww", 9));
	free(text);
	text = wrapped(word + 4, 70, 3); /* the first one begins where the text does */
	assert_int_equal(strcspn(text, "\n"), 10);
	free(text);
}

static void characters_are_not_broken(void **state)
{
	char word[3 * 100 + 1], *text;

	(void)state;
	for (size_t i = 0; i < 300; i++)
		word[i] = "\xe2\x82\xac"[i % 3];
	word[300] = '\0';
	text = wrapped(word, 0, 0);
	assert_int_equal(strcspn(text, "\n"), 3 * 80);
	assert_int_equal(strlen(text), 300 + 1);
	free(text);
}

/* Nobody calls it so; if somebody does, it comes to an end. */
static void beyond_the_screen_there_is_an_end(void **state)
{
	(void)state;
	assert_wrapped("ab", 90, 0, "\nab");
	free(wrapped("ab", 90, 100));
	free(wrapped("ab", 80, 80));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_end_between_words),
		cmocka_unit_test(a_word_that_is_longer_than_a_line_is_broken),
		cmocka_unit_test(characters_are_not_broken),
		cmocka_unit_test(beyond_the_screen_there_is_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
