// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_text.c - strings from outside: shown safely, compared, matched, read as numbers
 */
#include <errno.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/text.h>

#include "base/array.h"
#include "base/glob.h"
#include "base/list.h"
#include "base/num.h"

static void check_safe(const char *in, const char *shown)
{
	char buf[256], *printed = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&printed, &size);

	assert_int_equal(pmx_text_safe(buf, sizeof(buf), in), strlen(shown));
	assert_string_equal(buf, shown);
	assert_non_null(out);
	pmx_print_safe(out, in);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(printed, shown);
	free(printed);
}

static void plain_text_stays_as_it_is(void **state)
{
	(void)state;
	check_safe("", "");
	check_safe("cycles:u", "cycles:u");
	check_safe("Gr\xc3\xb6\xc3\x9f"
		   "e \xe2\x82\xac \xf0\x9f\x90\xa7",
		   "Gr\xc3\xb6\xc3\x9f"
		   "e \xe2\x82\xac \xf0\x9f\x90\xa7");
	check_safe("back\\slash", "back\\slash");
}

static void what_commands_a_terminal_is_made_visible(void **state)
{
	(void)state;
	check_safe("a\nb\tc", "a\\x0ab\\x09c");
	check_safe("\x1b[31mred", "\\x1b[31mred");
	check_safe("\x7f", "\\x7f");
	check_safe("\xc2\x9b"
		   "31m",
		   "\\xc2\\x9b31m");
	check_safe("\xe2\x80\xae"
		   "abc",
		   "\\xe2\\x80\\xae"
		   "abc");
}

static void what_is_not_utf8_is_made_visible(void **state)
{
	(void)state;
	check_safe("\xff", "\\xff");
	check_safe("\x80"
		   "a",
		   "\\x80"
		   "a");
	check_safe("\xc3", "\\xc3");
	check_safe("\xe2\x82", "\\xe2\\x82");
	check_safe("\xc0\xaf", "\\xc0\\xaf"); /* "/" in a form too long */
	check_safe("\xe0\x80\xaf", "\\xe0\\x80\\xaf");
	check_safe("\xed\xa0\x80", "\\xed\\xa0\\x80"); /* half of a pair */
	check_safe("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

static void a_safe_copy_is_cut_between_characters(void **state)
{
	char buf[8];

	(void)state;
	assert_int_equal(pmx_text_safe(buf, 6,
				       "ab\x1b"
				       "cd"),
			 8);
	assert_string_equal(buf, "ab");
	assert_int_equal(pmx_text_safe(buf, 4, "\xe2\x82\xac\xe2\x82\xac"), 6);
	assert_string_equal(buf, "\xe2\x82\xac");
	assert_int_equal(pmx_text_safe(NULL, 0, "abc"), 3);
}

static void distance_counts_slips_of_the_finger(void **state)
{
	(void)state;
	assert_int_equal(pmx_text_distance("cycles", "cycles", 3), 0);
	assert_int_equal(pmx_text_distance("cycels", "cycles", 3), 1); /* swapped */
	assert_int_equal(pmx_text_distance("cyles", "cycles", 3), 1);
	assert_int_equal(pmx_text_distance("cyccles", "cycles", 3), 1);
	assert_int_equal(pmx_text_distance("cyxles", "cycles", 3), 1);
	assert_int_equal(pmx_text_distance("sycels", "cycles", 3), 2);
	assert_int_equal(pmx_text_distance("", "abc", 3), 3);
	assert_int_equal(pmx_text_distance("", "", 0), 0);
	assert_int_equal(pmx_text_distance("kitten", "sitting", 9), 3);
	assert_int_equal(pmx_text_distance("ca", "abc", 9), 3); /* no letter is moved twice */
}

static void distance_stops_at_the_limit(void **state)
{
	char longer[400];

	(void)state;
	assert_int_equal(pmx_text_distance("abcdef", "uvwxyz", 2), 3);
	assert_int_equal(pmx_text_distance("a", "abcdef", 2), 3);
	assert_int_equal(pmx_text_distance("ab", "ba", 0), 1);
	memset(longer, 'a', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(pmx_text_distance(longer, longer, 3), 4);
	assert_in_range(pmx_text_distance("abc", "xyz", UINT32_MAX), 3, 3);
}

static void globs_match_as_a_shell_does(void **state)
{
	static const struct {
		const char *pattern, *name;
		bool matches;
	} cases[] = {
		{ "", "", true },
		{ "", "a", false },
		{ "*", "", true },
		{ "*", "anything", true },
		{ "uncore_imc_*", "uncore_imc_0", true },
		{ "uncore_imc_*", "uncore_im", false },
		{ "*_imc_?", "uncore_imc_0", true },
		{ "*_imc_?", "uncore_imc_10", false },
		{ "a*b*c", "axxbxxbc", true },
		{ "a*b*c", "axxbxxb", false },
		{ "[a-c]x", "bx", true },
		{ "[a-c]x", "dx", false },
		{ "[!a-c]x", "dx", true },
		{ "[^a-c]x", "ax", false },
		{ "[]x]", "]", true },
		{ "[!]x]", "]", false },
		{ "[x-]", "-", true },
		{ "[", "[", true },
		{ "[abc", "[abc", true },
		{ "[!]", "[!]", true },
		{ "\\*", "*", true },
		{ "\\*", "a", false },
		{ "\\", "\\", true },
		{ "**a", "bba", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (pmx_glob_match(cases[i].pattern, cases[i].name) != cases[i].matches)
			fail_msg("'%s' against '%s'", cases[i].pattern, cases[i].name);
}

static void a_pattern_of_many_stars_does_not_take_for_ever(void **state)
{
	char pattern[2001], name[2001];

	(void)state;
	for (size_t i = 0; i < sizeof(pattern) - 1; i += 2) {
		pattern[i] = '*';
		pattern[i + 1] = 'a';
	}
	pattern[sizeof(pattern) - 2] = 'b';
	pattern[sizeof(pattern) - 1] = '\0';
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_false(pmx_glob_match(pattern, name));
}

static void numbers_are_read_whole_or_not_at_all(void **state)
{
	static const struct {
		const char *text;
		uint64_t max;
		int code;
		uint64_t value;
	} cases[] = {
		{ "0", 10, 0, 0 },
		{ "10", 10, 0, 10 },
		{ "11", 10, -ERANGE, 0 },
		{ "18446744073709551615", UINT64_MAX, 0, UINT64_MAX },
		{ "18446744073709551616", UINT64_MAX, -ERANGE, 0 },
		{ "99999999999999999999999999", UINT64_MAX, -ERANGE, 0 },
		{ "99999999999999999999999999x", UINT64_MAX, -EINVAL, 0 },
		{ "", 10, -EINVAL, 0 },
		{ "0x", 10, -EINVAL, 0 },
		{ "08", 10, 0, 8 },
		{ "-1", 10, -EINVAL, 0 },
		{ "+1", 10, -EINVAL, 0 },
		{ " 1", 10, -EINVAL, 0 },
		{ "1 ", 10, -EINVAL, 0 },
		{ "1k", 10, -EINVAL, 0 },
		{ "0x0x1", 10, -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t value = 0;
		int ret = pmx_num_decimal(cases[i].text, cases[i].max, &value);

		if (ret != cases[i].code || value != cases[i].value)
			fail_msg("'%s' gives %d", cases[i].text, ret);
	}
}

static void a_failed_number_leaves_the_old_one(void **state)
{
	uint64_t value = 7;

	(void)state;
	assert_int_equal(pmx_num_decimal("12x", 99, &value), -EINVAL);
	assert_int_equal(pmx_num_hex("1ff", 0xff, &value), -ERANGE);
	assert_int_equal(value, 7);
	assert_int_equal(pmx_num_decimal("010", 99, &value), 0);
	assert_int_equal(value, 10);
}

static void fractions_have_a_point_in_every_locale(void **state)
{
	static const char *const locales[] = { "C", "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8" };
	static const char *const wrong[] = { "",   "1,5", "nan", "inf", "0x1p3",
					     " 1", "1 ",  "1e",	 "-",	"." };
	double value;

	(void)state;
	for (size_t i = 0; i < sizeof(locales) / sizeof(locales[0]); i++) {
		setlocale(LC_ALL, locales[i]); /* those that are installed */
		assert_int_equal(pmx_num_double("2.3283064365386962890625e-10", &value), 0);
		assert_true(value == 1.0 / 4294967296.0);
		assert_int_equal(pmx_num_double("6.103515625e-5", &value), 0);
		assert_true(value == 64.0 / 1048576);
	}
	setlocale(LC_ALL, "C");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(pmx_num_double(wrong[i], &value), -EINVAL);
	assert_int_equal(pmx_num_double("1e999", &value), -ERANGE);
}

static void arrays_grow_and_refuse_what_overflows(void **state)
{
	size_t room = 0;
	uint64_t *list = pmx_array_room(NULL, &room, 1, sizeof(*list));

	(void)state;
	assert_non_null(list);
	assert_true(room >= 1);
	for (size_t i = 0; i < 1000; i++) {
		uint64_t *grown = pmx_array_room(list, &room, i + 1, sizeof(*list));

		assert_non_null(grown);
		list = grown;
		list[i] = i;
	}
	assert_in_range(room, 1000, 2000);
	assert_null(pmx_array_room(list, &room, SIZE_MAX, sizeof(*list)));
	assert_null(pmx_array_room(list, &room, SIZE_MAX / 4, sizeof(*list)));
	assert_in_range(room, 1000, 2000);
	assert_int_equal(list[999], 999);
	free(list);
}

static void a_list_of_names_ends_where_the_room_does(void **state)
{
	char list[16] = "";

	(void)state;
	pmx_list_append(list, sizeof(list), "abc");
	pmx_list_append(list, sizeof(list), "de");
	assert_string_equal(list, "abc, de");
	pmx_list_append(list, sizeof(list), "fghi");
	assert_string_equal(list, "abc, de, ...");
	pmx_list_append(list, sizeof(list), "j");
	assert_string_equal(list, "abc, de, ...");
	list[0] = '\0';
	pmx_list_append(list, sizeof(list), "longer than there is room");
	assert_string_equal(list, "...");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_stays_as_it_is),
		cmocka_unit_test(what_commands_a_terminal_is_made_visible),
		cmocka_unit_test(what_is_not_utf8_is_made_visible),
		cmocka_unit_test(a_safe_copy_is_cut_between_characters),
		cmocka_unit_test(distance_counts_slips_of_the_finger),
		cmocka_unit_test(distance_stops_at_the_limit),
		cmocka_unit_test(globs_match_as_a_shell_does),
		cmocka_unit_test(a_pattern_of_many_stars_does_not_take_for_ever),
		cmocka_unit_test(numbers_are_read_whole_or_not_at_all),
		cmocka_unit_test(a_failed_number_leaves_the_old_one),
		cmocka_unit_test(fractions_have_a_point_in_every_locale),
		cmocka_unit_test(arrays_grow_and_refuse_what_overflows),
		cmocka_unit_test(a_list_of_names_ends_where_the_room_does),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
