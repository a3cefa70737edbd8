// SPDX-License-Identifier: GPL-2.0-only
/* Words for commands that are shown to be typed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/shell.h"

static void plain_words_stay_as_they_are(void **state)
{
	char buf[64];

	(void)state;
	assert_true(pmx_shell_word(buf, sizeof(buf), "/usr/local/bin/perfmux-0.1"));
	assert_string_equal(buf, "/usr/local/bin/perfmux-0.1");
}

/* Asked of a real shell, which alone knows. */
static void a_shell_reads_back_one_word(void **state)
{
	static const char *const words[] = { "",      "a b",	       "it's",
					     "'",     "$(x) `y` ${z}", "a\\b\"c;",
					     "~root", "*?[a]",	       "\xc3\xb6 #&|<>" };
	char word[128], command[192], back[128];

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		assert_true(pmx_shell_word(word, sizeof(word), words[i]));
		snprintf(command, sizeof(command), "set -- %s; printf '%%s:%%s' $# \"$1\"", word);
		FILE *shell = popen(command, "re");

		assert_non_null(shell);
		back[fread(back, 1, sizeof(back) - 1, shell)] = '\0';
		assert_int_equal(pclose(shell), 0);
		assert_memory_equal(back, "1:", 2);
		assert_string_equal(back + 2, words[i]);
	}
}

static void what_would_be_shown_otherwise_is_refused(void **state)
{
	static const char *const words[] = { "a\nb", "\x1b[1m", "\xff", "\xe2\x80\xae" };
	char buf[64];

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		assert_false(pmx_shell_word(buf, sizeof(buf), words[i]));
}

static void what_does_not_fit_is_refused(void **state)
{
	char buf[8];

	(void)state;
	assert_true(pmx_shell_word(buf, sizeof(buf), "1234567"));
	assert_false(pmx_shell_word(buf, sizeof(buf), "12345678"));
	assert_true(pmx_shell_word(buf, sizeof(buf), "1 345"));
	assert_false(pmx_shell_word(buf, sizeof(buf), "1 3456"));
	assert_false(pmx_shell_word(buf, sizeof(buf), "''"));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_words_stay_as_they_are),
		cmocka_unit_test(a_shell_reads_back_one_word),
		cmocka_unit_test(what_would_be_shown_otherwise_is_refused),
		cmocka_unit_test(what_does_not_fit_is_refused),
	};

	return cmocka_run_group_tests_name("shell", tests, NULL, NULL);
}
