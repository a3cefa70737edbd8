// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_quote.c - any bytes in CSV, in JSON and in a label of OpenMetrics
 */
#include "cases.h"

#include "report/quote.h"

static const struct {
	const char *in, *csv, *json, *label;
} rows[] = {
	{ "plain", "plain", "\"plain\"", "\"plain\"" },
	{ "a,b", "\"a,b\"", "\"a,b\"", "\"a,b\"" },
	{ "a\"b\\c", "\"a\"\"b\\c\"", "\"a\\\"b\\\\c\"", "\"a\\\"b\\\\c\"" },
	/* what ends a line, as most scripts read CSV, or begins it anew on a terminal */
	{ "a\nb", "\"a\\x0ab\"", "\"a\\u000ab\"", "\"a\\nb\"" },
	{ "a\rb", "\"a\\x0db\"", "\"a\\u000db\"", "\"a\\\\x0db\"" },
	/* what commands a terminal */
	{ "\x1b[1m", "\"\\x1b[1m\"", "\"\\u001b[1m\"", "\"\\\\x1b[1m\"" },
	{ "\xc2\x9bm", "\"\\xc2\\x9bm\"", "\"\\u009bm\"", "\"\\\\xc2\\\\x9bm\"" },
	/*
	 * what turns the text around it: U+202E, U+2066, U+200F, U+061C; what parts lines: U+2028
	 */
	{ "\xe2\x80\xae.", "\"\\xe2\\x80\\xae.\"", "\"\\u202e.\"", "\"\\\\xe2\\\\x80\\\\xae.\"" },
	{ "\xe2\x81\xa6.", "\"\\xe2\\x81\\xa6.\"", "\"\\u2066.\"", "\"\\\\xe2\\\\x81\\\\xa6.\"" },
	{ "\xe2\x80\x8f.", "\"\\xe2\\x80\\x8f.\"", "\"\\u200f.\"", "\"\\\\xe2\\\\x80\\\\x8f.\"" },
	{ "\xd8\x9c.", "\"\\xd8\\x9c.\"", "\"\\u061c.\"", "\"\\\\xd8\\\\x9c.\"" },
	{ "\xe2\x80\xa8.", "\"\\xe2\\x80\\xa8.\"", "\"\\u2028.\"", "\"\\\\xe2\\\\x80\\\\xa8.\"" },
	/* other letters, and bytes that are none */
	{ "\xc3\xa4 \xf0\x9f\x90\xa7", "\xc3\xa4 \xf0\x9f\x90\xa7", "\"\xc3\xa4 \xf0\x9f\x90\xa7\"",
	  "\"\xc3\xa4 \xf0\x9f\x90\xa7\"" },
	{ "\xff", "\"\\xff\"", "\"\\\\xff\"", "\"\\\\xff\"" },
	{ "\xed\xa0\x80", "\"\\xed\\xa0\\x80\"", "\"\\\\xed\\\\xa0\\\\x80\"",
	  "\"\\\\xed\\\\xa0\\\\x80\"" },
	{ "\xe2\x82", "\"\\xe2\\x82\"", "\"\\\\xe2\\\\x82\"", "\"\\\\xe2\\\\x82\"" },
};

static void put_csv(struct pmx_out *out, const char *text)
{
	pmx_quote_csv(out, text, ",");
}

static void check(void (*put)(struct pmx_out *out, const char *text), const char *in,
		  const char *wanted)
{
	struct written written;
	FILE *file = written_open(&written);
	struct pmx_out out;
	char *got;

	pmx_out_init(&out, file);
	put(&out, in);
	pmx_out_flush(&out);
	got = written_close(&written);
	assert_string_equal(got, wanted);
	free(got);
}

static void what_would_be_obeyed_is_escaped_in_every_format(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		check(put_csv, rows[i].in, rows[i].csv);
		check(pmx_quote_json, rows[i].in, rows[i].json);
		check(pmx_quote_label, rows[i].in, rows[i].label);
	}
}

static void no_text_is_null_in_json(void **state)
{
	(void)state;
	check(pmx_quote_json, NULL, "null");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_would_be_obeyed_is_escaped_in_every_format),
		cmocka_unit_test(no_text_is_null_in_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
