// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_options.c - from argv to struct stat_options
 *
 * The table (stat_table.c) does most of it. Here is what a table cannot say: options whose order
 * matters, arguments with a grammar of their own, and what is measured when nothing was named.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/report.h>

#include "base/num.h"
#include "stat.h"
#include "stat_table.h"

static bool has_step(const struct stat_options *options, enum stat_step_kind kind)
{
	for (size_t i = 0; i < options->step_count; i++)
		if (options->steps[i].kind == kind)
			return true;
	return false;
}

static void drop_steps(struct stat_options *options, enum stat_step_kind kind)
{
	size_t kept = 0;

	for (size_t i = 0; i < options->step_count; i++)
		if (options->steps[i].kind != kind)
			options->steps[kept++] = options->steps[i];
	options->step_count = kept;
}

int stat_call_step(void *into, const struct opt *opt, const char *arg, bool negated,
		   struct pmx_error *err)
{
	struct stat_options *options = into;
	enum stat_step_kind kind = (enum stat_step_kind)opt->min;
	bool events = has_step(options, STAT_EVENT) || has_step(options, STAT_PFM_EVENT);
	char name[32];

	if (negated) {
		drop_steps(options, kind);
		return 0;
	}
	if (!*arg)
		return pmx_error_set(err, -EINVAL, "%s needs an argument that is not empty",
				     opt_spell(opt, name, sizeof(name)));
	if ((kind == STAT_CGROUP || kind == STAT_FILTER) && !events)
		return pmx_error_set(err, -EINVAL, "%s must come after the -e it is for",
				     opt_spell(opt, name, sizeof(name)));
	options->steps[options->step_count++] = (struct stat_step){ .kind = kind, .text = arg };
	return 0;
}

int stat_call_aggr(void *into, const struct opt *opt, const char *arg, bool negated,
		   struct pmx_error *err)
{
	struct stat_options *options = into;

	(void)arg, (void)err;
	if (!negated)
		options->aggr = (enum pmx_aggr)opt->min;
	else if (options->aggr == (enum pmx_aggr)opt->min)
		options->aggr = PMX_AGGR_GLOBAL;
	return 0;
}

int stat_call_cache(void *into, const struct opt *opt, const char *arg, bool negated,
		    struct pmx_error *err)
{
	struct stat_options *options = into;
	const char *digits = arg;
	uint64_t level = 0;

	if (digits && (*digits == 'L' || *digits == 'l'))
		digits++;
	if (digits && (pmx_num_decimal(digits, 4, &level) || level < 1))
		return pmx_error_set(err, -EINVAL,
				     "--per-cache takes a level from L1 to L4, not '%s'", arg);
	options->cache_level = (int)level;
	return stat_call_aggr(into, opt, arg, negated, err);
}

int stat_call_passes(void *into, const struct opt *opt, const char *arg, bool negated,
		     struct pmx_error *err)
{
	struct stat_options *options = into;
	uint64_t most = 1;

	if (!negated && strcmp(arg, "auto") == 0)
		most = 0;
	else if (!negated && (pmx_num_decimal(arg, (uint64_t)opt->max, &most) || most < 1))
		return pmx_error_set(err, -EINVAL,
				     "--passes takes auto or a number from 1 to %ld, not '%s'",
				     opt->max, arg);
	options->passes = (int)most;
	return 0;
}

int stat_call_separator(void *into, const struct opt *opt, const char *arg, bool negated,
			struct pmx_error *err)
{
	struct stat_options *options = into;

	(void)opt;
	if (!negated && (!*arg || strpbrk(arg, "\n\r\"")))
		return pmx_error_set(err, -EINVAL,
				     "-x takes a separator without quotes and line ends, not '%s'",
				     arg);
	options->separator = negated ? NULL : strcmp(arg, "\\t") == 0 ? "\t" : arg;
	return 0;
}

int stat_call_control(void *into, const struct opt *opt, const char *arg, bool negated,
		      struct pmx_error *err)
{
	struct stat_options *options = into;

	(void)opt;
	if (!negated && strncmp(arg, "fd:", 3) != 0 && strncmp(arg, "fifo:", 5) != 0)
		return pmx_error_set(err, -EINVAL,
				     "--control takes fd:CTL[,ACK] or fifo:CTL[,ACK], not '%s'",
				     arg);
	options->control = negated ? NULL : arg;
	return 0;
}

int stat_call_columns(void *into, const struct opt *opt, const char *arg, bool negated,
		      struct pmx_error *err)
{
	struct stat_options *options = into;

	(void)opt;
	options->columns = negated ? NULL : arg;
	return negated ? 0 : pmx_csv_check(arg, err);
}

static void note(const char *line)
{
	fprintf(stderr, "%s: %s\n", stat_table.program, line);
}

static void silent(const char *line)
{
	(void)line;
}

/* `perf stat record` and `report` are no commands to run; after "--" they are. */
static int check_command(const struct opt_parse *parse, struct pmx_error *err)
{
	const struct stat_options *options = parse->into;
	const char *word = options->target.command ? options->target.command[0] : "";

	if (parse->after_dashes || (strcmp(word, "record") != 0 && strcmp(word, "report") != 0))
		return 0;
	return pmx_error_set(
		err, -EINVAL,
		"'%s' is perf stat's, perfmux does not have it: --json FILE keeps results", word);
}

static int finish(struct opt_parse *parse, struct pmx_error *err)
{
	struct stat_options *options = parse->into;
	int rc;

	options->target.per_thread = options->aggr == PMX_AGGR_THREAD;
	rc = target_options_finish(&options->target, parse, err);
	if (!rc)
		rc = check_command(parse, err);
	if (!rc)
		rc = opt_check_rules(parse, options->target.command, options->quiet ? silent : note,
				     err);
	if (!rc && options->table && options->repeat < 2)
		rc = pmx_error_set(err, -EINVAL, "--table needs -r with 2 runs or more");
	if (!rc && options->each_cgroup && !options->each_cgroup[0])
		rc = pmx_error_set(err, -EINVAL,
				   "--for-each-cgroup needs an argument that is not empty");
	return rc;
}

static int parse_all(struct stat_options *options, int argc, char **argv, int *status)
{
	struct opt_parse parse = {
		.table = &stat_table, .into = options, .argc = argc, .argv = argv
	};
	struct pmx_error err = { 0 };

	options->steps = calloc((size_t)argc + 1, sizeof(*options->steps));
	if (options->steps && opt_run(&parse, status))
		return 1;
	if (options->steps ? !finish(&parse, &err) : !pmx_error_nomem(&err))
		return 0;
	*status = opt_complain(&stat_table, &err);
	return 1;
}

int stat_options_parse(struct stat_options *options, int argc, char **argv, int *status)
{
	*options = *(const struct stat_options *)stat_table.defaults;
	if (!parse_all(options, argc, argv, status))
		return 0;
	stat_options_free(options);
	return 1;
}

void stat_options_free(struct stat_options *options)
{
	free(options->steps);
	*options = (struct stat_options){ 0 };
}
