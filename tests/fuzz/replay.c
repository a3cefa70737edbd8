// SPDX-License-Identifier: GPL-2.0-only
/*
 * replay.c - main() of a fuzz target where there is no libFuzzer: feeds it files
 *
 * Without arguments all of tests/fuzz/corpus/NAME, NAME being the program's own; else the files
 * and directories named. Speaks TAP, one case a target. A target that dies takes the case along:
 * what it was fed is said first.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>

#include "fuzz.h"

enum { MOST_BYTES = 1 << 20 };

static char fed[PATH_MAX];

/* Only what may be called in a signal handler. */
static void say_input(void)
{
	static const char before[] = "# the input was ";
	ssize_t ignored = write(STDOUT_FILENO, before, sizeof(before) - 1);

	ignored = write(STDOUT_FILENO, fed, strlen(fed));
	ignored = write(STDOUT_FILENO, "\n", 1);
	(void)ignored;
}

static void die(int number)
{
	say_input();
	signal(number, SIG_DFL);
	raise(number);
}

/* The sanitizers end a program without a signal. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

static void expect_death(void)
{
	static const int signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM };

	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(say_input);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (!__sanitizer_set_death_callback || signals[i] == SIGABRT ||
		    signals[i] == SIGTERM)
			signal(signals[i], die);
}

/* The number of inputs fed: 1, or 0 where there is none. */
static size_t feed_file(const char *path)
{
	uint8_t *data = malloc(MOST_BYTES), *exact;
	FILE *file = fopen(path, "re");
	size_t size;

	CHECK(data);
	if (!file) {
		printf("# %s: %s\n", path, strerror(errno));
		free(data);
		return 0;
	}
	size = fread(data, 1, MOST_BYTES, file);
	fclose(file);
	exact = malloc(size ? size : 1);
	CHECK(exact);
	memcpy(exact, data, size);
	free(data);
	snprintf(fed, sizeof(fed), "%s", path);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
	return 1;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static size_t feed(const char *path)
{
	struct dirent **entries = NULL;
	int count = scandir(path, &entries, is_visible, alphasort);
	size_t inputs = 0;

	if (count < 0)
		return feed_file(path);
	for (int i = 0; i < count; i++) {
		char below[PATH_MAX];

		snprintf(below, sizeof(below), "%s/%s", path, entries[i]->d_name);
		inputs += feed_file(below);
		free(entries[i]);
	}
	free(entries);
	return inputs;
}

int main(int argc, char **argv)
{
	const char *top = getenv("TOP"), *slash = strrchr(argv[0], '/');
	const char *name = slash ? slash + 1 : argv[0];
	char corpus[PATH_MAX];
	size_t inputs = 0;

	expect_death();
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("1..1\n");
	snprintf(corpus, sizeof(corpus), "%s/tests/fuzz/corpus/%s", top ? top : ".", name);
	if (argc < 2)
		inputs = feed(corpus);
	for (int i = 1; i < argc; i++)
		inputs += feed(argv[i]);
	printf("%sok 1 - %s survives %zu inputs\n", inputs ? "" : "not ", name, inputs);
	return !inputs;
}
