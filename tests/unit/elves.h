/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * elves.h - programs and libraries that a test compiles for itself, in a directory of its own
 */
#ifndef TESTS_ELVES_H
#define TESTS_ELVES_H

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"

/*
 * Two files that make a program: globals, a function, the same local in both, a thread-local, a
 * choice.
 */
#define ONE_C                                                                           \
	"#include <stdio.h>\n"                                                          \
	"volatile int counter; volatile char bytes[13]; unsigned short half[3];\n"      \
	"static volatile int twin; __thread int own; void other(void);\n"               \
	"static void a(void) {} static void *choose(void) { return (void *)a; }\n"      \
	"void chosen(void) __attribute__((ifunc(\"choose\")));\n"                       \
	"int main(void) {\n"                                                            \
	"	printf(\"counter %p\\nbytes %p\\nmain %p\\ntwin %p\\n\", (void *)&counter,\n" \
	"	(void *)bytes, (void *)main, (void *)&twin);\n"                               \
	"	fflush(stdout); counter = 1; twin = 1; other(); chosen(); return half[1]; }\n"
#define TWO_C "static volatile int twin; void other(void) { twin = 3; }\n"
#define LIB_C                                                     \
	"volatile long shared = 1; static volatile int hidden;\n" \
	"void library(void); void library(void) { shared++; hidden++; }\n"
#define USER_C                                                           \
	"#include <stdio.h>\n"                                           \
	"extern volatile long shared; void library(void);\n"             \
	"int main(void) { printf(\"library %p\\n\", (void *)library);\n" \
	"	fflush(stdout); library(); return 0; }\n"

static char elves[256]; /* the directory */

static inline const char *elf_path(const char *name)
{
	static char paths[8][320];
	static int next;
	char *path = paths[next++ % 8];

	snprintf(path, sizeof(paths[0]), "%s/%s", elves, name);
	return path;
}

static inline void write_text(const char *name, const char *text)
{
	FILE *out = fopen(elf_path(name), "we");

	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

/* Runs a command line in the directory; true when it succeeded. */
static inline bool in_elves(const char *line)
{
	char all[1024];

	snprintf(all, sizeof(all), "cd %s && { %s; } >log 2>&1", elves, line);
	return system(all) == 0;
}

static inline int make_elves(void **state)
{
	(void)state;
	/* compilers of the tests must not be measured by the sanitizers' rules */
	if (!mkdtemp(scratch_path(elves, sizeof(elves), "elves")))
		return -1;
	write_text("one.c", ONE_C);
	write_text("two.c", TWO_C);
	write_text("lib.c", LIB_C);
	write_text("user.c", USER_C);
	return in_elves("cc -O1 -fPIE -pie -o pie one.c two.c && cc -O1 -no-pie -fno-pie -o fixed "
			"one.c two.c && cc -O1 -shared -fPIC -o libelves.so lib.c && "
			"cc -O1 -o user user.c -L. -lelves -Wl,-rpath,'$ORIGIN' && "
			"cp pie stripped && strip stripped") ?
		       0 :
		       -1;
}

static inline int remove_elves(void **state)
{
	char line[320];

	(void)state;
	snprintf(line, sizeof(line), "rm -rf %s", elves);
	return system(line);
}

#endif
