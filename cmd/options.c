// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - reading a command line by its table
 *
 * Not getopt_long(): its messages are the C library's, it knows no "--no-NAME", and it cannot say
 * what somebody may have meant.
 */
#include "options.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define NAME_SIZE 64

/* An option as it was typed. */
struct typed {
	const struct opt *opt;
	bool negated;
	const char *arg;      /* NULL when none came with it */
	char *joined;	      /* the argument where it is made of several words; owned */
	char text[NAME_SIZE]; /* "-r", "--no-scale": for messages */
};

bool opt_seen(const struct opt_parse *parse, const char *name)
{
	const struct opt *opt = opt_find(parse->table, name);

	return opt && parse->seen[opt - parse->table->rows];
}

static const struct opt *find_letter(const struct opt_table *table, char letter)
{
	for (size_t i = 0; i < table->count; i++)
		if (table->rows[i].letter == letter)
			return &table->rows[i];
	return NULL;
}

/* Whole numbers in decimal, one minus sign allowed where the range reaches below 0. */
static int read_number(const struct typed *typed, long *value, struct pmx_error *err)
{
	const struct opt *opt = typed->opt;
	bool minus = typed->arg[0] == '-';
	uint64_t digits = 0;
	int rc = pmx_num_decimal(typed->arg + minus, LONG_MAX, &digits);

	*value = minus ? -(long)digits : (long)digits;
	if (rc || *value < opt->min || *value > opt->max)
		return pmx_error_set(err, -EINVAL,
				     "%s takes a whole number from %ld to %ld, not '%s'",
				     typed->text, opt->min, opt->max, typed->arg);
	return 0;
}

static int read_choice(const struct typed *typed, int *value, struct pmx_error *err)
{
	const struct opt *opt = typed->opt;
	const char *word = opt->words;
	int place = (int)opt->min;

	while (*word) {
		size_t length = strcspn(word, " ");
		bool last = !word[length];

		if (typed->arg ?
			    strlen(typed->arg) == length && !strncmp(word, typed->arg, length) :
			    last) {
			*value = place;
			return 0;
		}
		place++;
		word += length + !last;
	}
	return pmx_error_set(err, -EINVAL, "%s takes one of %s, not '%s'", typed->text, opt->words,
			     typed->arg);
}

static size_t size_of(enum opt_kind kind)
{
	switch (kind) {
	case OPT_FLAG:
	case OPT_UNFLAG:
		return sizeof(bool);
	case OPT_COUNT:
	case OPT_INT:
	case OPT_CHOICE:
		return sizeof(int);
	case OPT_LONG:
		return sizeof(long);
	case OPT_STRING:
		return sizeof(const char *);
	default:
		return 0;
	}
}

void opt_reset(struct opt_parse *parse, const struct opt *opt)
{
	const char *from = (const char *)parse->table->defaults + opt->offset;

	parse->seen[opt - parse->table->rows] = false;
	if (opt->kind == OPT_CALL)
		opt->call(parse->into, opt, NULL, true, NULL);
	else
		memcpy((char *)parse->into + opt->offset, from, size_of(opt->kind));
}

static int store_number(const struct typed *typed, void *to, struct pmx_error *err)
{
	long number;
	int rc = read_number(typed, &number, err);

	if (rc)
		return rc;
	if (typed->opt->kind == OPT_LONG)
		*(long *)to = number;
	else
		*(int *)to = (int)number;
	return 0;
}

/* Does what the option says. */
static int apply(struct opt_parse *parse, const struct typed *typed, struct pmx_error *err)
{
	const struct opt *opt = typed->opt;
	void *to = (char *)parse->into + opt->offset;

	parse->seen[opt - parse->table->rows] = !typed->negated;
	switch (opt->kind) {
	case OPT_FLAG:
	case OPT_UNFLAG:
		*(bool *)to = (opt->kind == OPT_FLAG) != typed->negated;
		return 0;
	case OPT_CALL:
		return opt->call(parse->into, opt, typed->arg, typed->negated, err);
	case OPT_HELP:
	case OPT_VERSION:
		parse->wants = opt->kind;
		return 0;
	case OPT_FOREIGN:
		return pmx_error_set(err, -EINVAL, "%s is perf's, perfmux does not have it: %s",
				     typed->text, opt->help);
	default:
		break;
	}
	if (typed->negated) {
		opt_reset(parse, opt);
		return 0;
	}
	switch (opt->kind) {
	case OPT_COUNT:
		*(int *)to += *(int *)to < opt->max;
		return 0;
	case OPT_STRING:
		*(const char **)to = typed->arg;
		return 0;
	case OPT_CHOICE:
		return read_choice(typed, to, err);
	default:
		return store_number(typed, to, err);
	}
}

static unsigned newlines_of(const char *text)
{
	unsigned count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

/* Makes one argument of several words, the first of which may have come with the option. */
static int join_words(struct opt_parse *parse, struct typed *typed, struct pmx_error *err)
{
	unsigned wanted = typed->opt->words_wanted, left = wanted - (typed->arg != NULL);
	size_t size;
	FILE *out;

	if ((unsigned)(parse->argc - parse->next) < left)
		return pmx_error_set(err, -EINVAL, "%s needs %u words: %s", typed->text, wanted,
				     typed->opt->arg);
	out = open_memstream(&typed->joined, &size);
	if (!out)
		return pmx_error_nomem(err);
	if (typed->arg)
		fprintf(out, "%s\n", typed->arg);
	for (; left; left--)
		fprintf(out, "%s%s", parse->argv[parse->next++], left > 1 ? "\n" : "");
	/*
	 * without memory for its end the text is NULL, and glibc's fclose() says that all is well
	 */
	if (fclose(out) || !typed->joined)
		return pmx_error_nomem(err);
	if (newlines_of(typed->joined) >= wanted)
		return pmx_error_set(err, -EINVAL, "%s: a newline in a word of its argument",
				     typed->text);
	typed->arg = typed->joined;
	return 0;
}

/* Takes the next word as the argument, where the option has one and none is there yet. */
static int complete(struct opt_parse *parse, struct typed *typed, struct pmx_error *err)
{
	const struct opt *opt = typed->opt;
	bool takes = opt->arg && !typed->negated;

	if (opt->kind == OPT_FOREIGN)
		return 0;
	if (typed->arg && !takes)
		return pmx_error_set(err, -EINVAL, "%s takes no argument", typed->text);
	if (takes && opt->words_wanted)
		return join_words(parse, typed, err);
	if (typed->arg || !takes || opt->arg_optional)
		return 0;
	if (parse->next >= parse->argc)
		return pmx_error_set(err, -EINVAL, "%s needs an argument: %s", typed->text,
				     opt->arg);
	typed->arg = parse->argv[parse->next++];
	return 0;
}

static int finish(struct opt_parse *parse, struct typed *typed, struct pmx_error *err)
{
	int rc = complete(parse, typed, err);

	if (!rc)
		rc = apply(parse, typed, err);
	free(typed->joined);
	return rc;
}

static int read_long(struct opt_parse *parse, const char *word, struct pmx_error *err)
{
	struct typed typed = { 0 };
	size_t length = strcspn(word, "=");
	int rc = opt_find_long(parse->table, word, length, &typed.opt, &typed.negated, err);
	char form[NAME_SIZE - 2];

	if (rc)
		return rc;
	snprintf(typed.text, sizeof(typed.text), "--%s",
		 opt_long_form(typed.opt, typed.negated, form, sizeof(form)));
	if (word[length])
		typed.arg = word + length + 1;
	return finish(parse, &typed, err);
}

/* One word of short options: "-ad", "-r5", "-x,". */
static int read_short(struct opt_parse *parse, const char *word, struct pmx_error *err)
{
	if (word[1] && opt_find(parse->table, word))
		return pmx_error_set(err, -EINVAL, "unknown option -%s, did you mean --%s?", word,
				     word);
	while (*word && parse->wants == OPT_SECTION) {
		struct typed typed = { .opt = find_letter(parse->table, *word) };
		int rc;

		snprintf(typed.text, sizeof(typed.text), "-%c", *word);
		if (!typed.opt)
			return pmx_error_set(err, -EINVAL, "unknown option -%c", *word);
		word++;
		if (typed.opt->arg && *word) {
			typed.arg = word;
			word += strlen(word);
		}
		rc = finish(parse, &typed, err);
		if (rc)
			return rc;
	}
	return 0;
}

/*
 * The words of an option, from @from to below @to, go before the operands, which begin at @first.
 */
static void move_before(char **argv, int first, int from, int to)
{
	for (; from < to; from++, first++) {
		char *word = argv[from];

		memmove(&argv[first + 1], &argv[first], (size_t)(from - first) * sizeof(*argv));
		argv[first] = word;
	}
}

int opt_parse(struct opt_parse *parse, struct pmx_error *err)
{
	int rc = 0, first = 1; /* operand */

	parse->next = 1;
	parse->wants = OPT_SECTION;
	while (!rc && parse->wants == OPT_SECTION && !parse->after_dashes &&
	       parse->next < parse->argc) {
		int at = parse->next;
		const char *word = parse->argv[at];

		if (word[0] != '-' || !word[1]) {
			if (!parse->table->is_mixed)
				break;
			parse->next++;
			continue;
		}
		parse->next++;
		if (strcmp(word, "--") == 0)
			parse->after_dashes = true;
		else
			rc = word[1] == '-' ? read_long(parse, word + 2, err) :
					      read_short(parse, word + 1, err);
		move_before(parse->argv, first, at, parse->next);
		first += parse->next - at;
	}
	parse->next = first;
	return rc;
}
