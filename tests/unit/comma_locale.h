/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * comma_locale.h - a locale that writes "1.000,5", made on the spot: few machines have one
 */
#ifndef TESTS_COMMA_LOCALE_H
#define TESTS_COMMA_LOCALE_H

#include <locale.h>

#include "results.h"
#include "scratch.h"

/* With localedef(1), below TEST_TMP, and takes it for the process. */
static inline bool comma_locale_make(char *home, size_t size)
{
	static const char source[] = "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
				     "grouping 3;3\nEND LC_NUMERIC\n";
	char command[4096];
	FILE *file;

	assert_non_null(mkdtemp(scratch_path(home, size, "locale")));
	snprintf(command, sizeof(command), "%s/source", home);
	file = fopen(command, "we");
	assert_non_null(file);
	fputs(source, file);
	assert_int_equal(fclose(file), 0);
	snprintf(command, sizeof(command),
		 "localedef -c -i '%s/source' -f ANSI_X3.4-1968 '%s/xx_XX' >'%s/log' 2>&1", home,
		 home, home);
	if (system(command) < 0) /* its status only says that it warned */
		return false;
	setenv("LOCPATH", home, 1);
	return setlocale(LC_ALL, "xx_XX") && !strcmp(localeconv()->decimal_point, ",");
}

static inline void comma_locale_leave(const char *home)
{
	char command[4096];

	setlocale(LC_ALL, "C");
	unsetenv("LOCPATH");
	snprintf(command, sizeof(command), "rm -rf '%s'", home);
	assert_int_equal(system(command), 0);
}

/* The process has it until comma_locale_leave(); where there can be none, the test is skipped. */
static inline void comma_locale_enter(char *home, size_t size)
{
	if (comma_locale_make(home, size))
		return;
	comma_locale_leave(home);
	print_message("localedef cannot make a locale here\n");
	skip();
}

#endif
