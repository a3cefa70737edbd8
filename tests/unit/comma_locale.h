/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * comma_locale.h - a locale that writes "1.000,5", made on the spot: few machines have one
 */
#ifndef TESTS_COMMA_LOCALE_H
#define TESTS_COMMA_LOCALE_H

#include <locale.h>

#include "results.h"
#include "scratch.h"

/*
 * Makes the locale with localedef(1), below TEST_TMP, and takes it for the process. False when
 * that is not possible here. comma_locale_leave() removes it.
 */
static inline bool comma_locale_enter(char *dir, size_t size)
{
	static const char source[] = "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
				     "grouping 3;3\nEND LC_NUMERIC\n";
	char command[4096];
	FILE *file;

	assert_non_null(mkdtemp(scratch_path(dir, size, "locale")));
	snprintf(command, sizeof(command), "%s/source", dir);
	file = fopen(command, "we");
	assert_non_null(file);
	fputs(source, file);
	assert_int_equal(fclose(file), 0);
	snprintf(command, sizeof(command),
		 "localedef -c -i '%s/source' -f ANSI_X3.4-1968 '%s/xx_XX' >'%s/log' 2>&1", dir,
		 dir, dir);
	if (system(command) < 0) /* its status only says that it warned */
		return false;
	setenv("LOCPATH", dir, 1);
	return setlocale(LC_ALL, "xx_XX") && !strcmp(localeconv()->decimal_point, ",");
}

static inline void comma_locale_leave(const char *dir)
{
	char command[4096];

	setlocale(LC_ALL, "C");
	unsetenv("LOCPATH");
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	assert_int_equal(system(command), 0);
}

#endif
