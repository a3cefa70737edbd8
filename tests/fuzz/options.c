// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - fuzzes command lines: the first byte says which command's, lines are the words
 *
 * Times, seeds and precisions are read on the way; so are commands that are split as a shell does.
 */
#include "../../cmd/bench.h"
#include "../../cmd/bench_commands.h"
#include "../../cmd/commands.h"
#include "../../cmd/mux.h"
#include "../../cmd/seconds.h"
#include "../../cmd/stat.h"
#include "../../cmd/stat_table.h"

#include "fuzz.h"

enum { MOST_WORDS = 40 };

/* What a table fills. */
union options {
	struct stat_options stat;
	struct bench_options bench;
	struct mux_options mux;
	char room[16384]; /* the others' are shorter */
};

static const struct opt_table *table_of(uint8_t which)
{
	size_t count = 0;

	while (commands[count].name)
		count++;
	which %= count + 1;
	return which < count && commands[which].table ? commands[which].table : &main_table;
}

/* --- numbers ------------------------------------------------------------------------------ */

static void check_numbers(const char *text)
{
	static const struct opt opt = { .name = "time" };
	struct pmx_error err = { .code = 0 };
	uint64_t value = 0, again = 0;
	char written[64];
	int ret = opt_read_seconds(&opt, text, &value, &err);

	if (ret)
		check_error(ret, &err);
	else
		CHECK(value > 0 && value <= UINT64_C(366) * 86400 * 1000000000);
	ret = opt_read_seed(&opt, text, &value, &err);
	if (ret) {
		check_error(ret, &err);
		return;
	}
	snprintf(written, sizeof(written), "%#llx", (unsigned long long)value);
	CHECK(!value || (!opt_read_seed(&opt, written, &again, &err) && again == value));
}

/* --- words -------------------------------------------------------------------------------- */

/* In single quotes, as any word may be. */
static void quote(FILE *out, const char *word)
{
	fputc('\'', out);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){ *word, '\0' }, out);
	fputs("' ", out);
}

static void check_words_again(char **words)
{
	char *text = NULL, **again;
	struct pmx_error err = { .code = 0 };
	bool needs_shell;
	size_t size = 0, i = 0;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	for (char **word = words; *word; word++)
		quote(out, *word);
	CHECK(!fclose(out));
	again = bench_split(text, &needs_shell, &err);
	CHECK(again);
	for (; words[i] && again[i]; i++)
		CHECK(!strcmp(words[i], again[i]));
	CHECK(!words[i] && !again[i]);
	bench_split_free(again);
	free(text);
}

static void check_words(const char *text)
{
	struct pmx_error err = { .code = 0 };
	bool needs_shell = false;
	char **words = bench_split(text, &needs_shell, &err);

	CHECK(!words || !needs_shell);
	if (words)
		check_words_again(words);
	else if (!needs_shell)
		check_error(err.code, &err);
	bench_split_free(words);
}

/* --- command lines ------------------------------------------------------------------------ */

static void check_parsed(struct opt_parse *parse)
{
	struct pmx_error err = { .code = 0 };
	int ret;

	CHECK(parse->next >= 1 && parse->next <= parse->argc);
	ret = opt_check_rules(parse, parse->next < parse->argc, NULL, &err);
	if (ret)
		check_error(ret, &err);
}

static void check_line(const struct opt_table *table, int argc, char **argv)
{
	struct pmx_error err = { .code = 0 };
	union options *into = calloc(1, sizeof(*into));
	struct stat_step steps[MOST_WORDS + 2]; /* a word is one of these at most */
	const char *specs[MOST_WORDS + 2];
	struct opt_parse parse = { .table = table, .into = into, .argc = argc, .argv = argv };
	int ret;

	CHECK(into);
	if (table == &stat_table)
		into->stat.steps = steps;
	if (table == &mux_table)
		into->mux.specs = specs;
	ret = opt_parse(&parse, &err);
	if (ret)
		check_error(ret, &err);
	else
		check_parsed(&parse);
	if (table == &bench_table)
		bench_options_free(&into->bench);
	free(into);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *argv[MOST_WORDS + 2] = { (char *)"perfmux" }, *text, *rest;
	int argc = 1;

	if (!size)
		return 0;
	text = fuzz_text(data + 1, size - 1);
	check_numbers(text);
	check_words(text);
	for (rest = text; rest && argc <= MOST_WORDS; argc++) {
		argv[argc] = strsep(&rest, "\n");
		if (argc > 1)
			check_numbers(argv[argc]);
	}
	check_line(table_of(data[0]), argc, argv);
	free(text);
	return 0;
}
