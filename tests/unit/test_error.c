// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_error.c - errors say what, why and what would help
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/error.h>

static void setting_an_error_returns_its_code(void **state)
{
	struct pmx_error err;

	(void)state;
	assert_int_equal(pmx_error_set(&err, -ENOENT, "no %s", "PMU"), -ENOENT);
	assert_int_equal(err.code, -ENOENT);
	assert_string_equal(err.text, "no PMU");
	assert_string_equal(err.hint, "");
}

static void a_new_error_forgets_the_old_hint(void **state)
{
	struct pmx_error err;

	(void)state;
	pmx_error_set(&err, -EACCES, "first");
	assert_int_equal(pmx_error_hint(&err, "try %d", 1), -EACCES);
	assert_string_equal(err.hint, "try 1");
	pmx_error_set(&err, -EINVAL, "second");
	assert_string_equal(err.hint, "");
}

static void no_error_wanted_still_returns_the_code(void **state)
{
	(void)state;
	assert_int_equal(pmx_error_set(NULL, -EINVAL, "x"), -EINVAL);
	assert_int_equal(pmx_error_hint(NULL, "x"), 0);
	assert_int_equal(pmx_error_nomem(NULL), -ENOMEM);
}

static void an_error_can_wrap_itself(void **state)
{
	struct pmx_error err;

	(void)state;
	pmx_error_set(&err, -EIO, "read failed");
	pmx_error_hint(&err, "check the disk");
	pmx_error_set(&err, err.code, "cannot start: %s (%s)", err.text, err.hint);
	assert_string_equal(err.text, "cannot start: read failed (check the disk)");
}

static void long_text_is_cut_between_characters(void **state)
{
	char text[2000];
	struct pmx_error err;

	(void)state;
	for (size_t shift = 0; shift < 4; shift++) {
		static const char euro[] = "\xe2\x82\xac";
		size_t length = shift;

		memset(text, 'x', shift);
		while (length + 4 < sizeof(text)) {
			memcpy(text + length, euro, 3);
			length += 3;
		}
		text[length] = '\0';
		pmx_error_set(&err, -EINVAL, "%s", text);
		length = strlen(err.text);
		assert_true(length > sizeof(err.text) - 4 && length < sizeof(err.text));
		assert_int_equal((length - shift) % 3, 0);
		assert_memory_equal(err.text, text, length);
	}
}

static void bytes_that_are_not_utf8_do_not_make_a_cut_run_away(void **state)
{
	char text[2000];
	struct pmx_error err;

	(void)state;
	memset(text, 0x80, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	pmx_error_set(&err, -EINVAL, "%s", text);
	assert_true(strlen(err.text) >= sizeof(err.text) - 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(setting_an_error_returns_its_code),
		cmocka_unit_test(a_new_error_forgets_the_old_hint),
		cmocka_unit_test(no_error_wanted_still_returns_the_code),
		cmocka_unit_test(an_error_can_wrap_itself),
		cmocka_unit_test(long_text_is_cut_between_characters),
		cmocka_unit_test(bytes_that_are_not_utf8_do_not_make_a_cut_run_away),
	};

	return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
