// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_table.c - every option of `perfmux bench`, once
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "bench.h"
#include "seconds.h"

#define TO(member) OPT_TO(struct bench_options, member)
#define SECTION(text)                               \
	{                                           \
		.kind = OPT_SECTION, .help = (text) \
	}
#define FLAG(long_name, short_name, member) \
	.name = (long_name), .letter = (short_name), .kind = OPT_FLAG, TO(member)
#define TEXT(long_name, short_name, member, what) \
	.name = (long_name), .letter = (short_name), .kind = OPT_STRING, TO(member), .arg = (what)
#define WORDS(long_name, short_name, member, what)                                         \
	.name = (long_name), .letter = (short_name), .kind = OPT_CALL, .call = call_words, \
	TO(member), .arg = (what), .final = true
#define PARAMETER(long_name, short_name, count, what)                                          \
	.name = (long_name), .letter = (short_name), .kind = OPT_CALL, .call = call_parameter, \
	TO(lists), .words_wanted = (count), .arg = (what), .final = true
#define NUMBER(long_name, short_name, member, least, most)                                    \
	.name = (long_name), .letter = (short_name), .kind = OPT_INT, TO(member), .arg = "N", \
	.min = (least), .max = (most)

#define MAX_RUNS 10000000

static int call_words(void *into, const struct opt *opt, const char *arg, bool negated,
		      struct pmx_error *err)
{
	(void)negated;
	return bench_words_add((struct bench_words *)((char *)into + opt->offset), arg) ?
		       pmx_error_nomem(err) :
		       0;
}

static int call_parameter(void *into, const struct opt *opt, const char *arg, bool negated,
			  struct pmx_error *err)
{
	struct bench_options *options = into;
	char *copy = strdup(arg);

	(void)opt;
	(void)negated;
	if (copy && !bench_words_add(&options->lists, copy))
		return 0;
	free(copy);
	return pmx_error_nomem(err);
}

static int call_seed(void *into, const struct opt *opt, const char *arg, bool negated,
		     struct pmx_error *err)
{
	struct bench_options *options = into;

	options->has_seed = !negated;
	return negated ? 0 : opt_read_seed(opt, arg, &options->seed, err);
}

static int call_time(void *into, const struct opt *opt, const char *arg, bool negated,
		     struct pmx_error *err)
{
	struct bench_options *options = into;

	options->time_ns = 0;
	return negated ? 0 : opt_read_seconds(opt, arg, &options->time_ns, err);
}

/* "0.5%" or "0.5", as a fraction; into the double that the row names. */
static int call_percent(void *into, const struct opt *opt, const char *arg, bool negated,
			struct pmx_error *err)
{
	double *out = (double *)(void *)((char *)into + opt->offset), value;
	char text[32];

	(void)negated;
	snprintf(text, sizeof(text), "%.*s", (int)strcspn(arg, "%"), arg);
	if (strcspn(arg, "%") < sizeof(text) && (!strchr(arg, '%') || !strchr(arg, '%')[1]) &&
	    !pmx_num_double(text, &value) && value > 0 && value <= 100) {
		*out = value / 100;
		return 0;
	}
	pmx_error_set(err, -EINVAL, "--%s '%s' is no percentage", opt->name, arg);
	return pmx_error_hint(err, "above 0 and up to 100: --%s 0.5%%", opt->name);
}

static const struct opt rows[] = {
	SECTION("What is run"),
	{ WORDS("command-name", 'n', names, "NAME"),
	  .help = "call the next command so in the "
		  "report",
	  .more = "May be repeated: the first name is for the first command. A parameter scan puts "
		  "`{parameter}` into it as into the command." },
	{ PARAMETER("parameter-list", 'L', 2, "NAME VALUES"),
	  .help = "one command for each of the VALUES, as {NAME}",
	  .more = "VALUES are separated by commas; `\\,` is a comma in one. Several lists give all "
		  "combinations." },
	{ PARAMETER("parameter-scan", 'P', 3, "NAME MIN MAX"),
	  .help = "the same for numbers from MIN to MAX" },
	{ TEXT("parameter-step-size", 'D', step, "N"), .help = "count by N in scans (default 1)" },
	{ TEXT("shell", 'S', shell, "SHELL"), .help = "have SHELL run all commands",
	  .more = "Without it a command is run by itself where its words need no shell, and by "
		  "/bin/sh where they do: what starts the shell is measured with it then. `none` "
		  "is `-N`, `default` /bin/sh." },
	{ FLAG("no-shell", 'N', no_shell), .help = "use no shell, whatever a command looks like" },
	{ WORDS("prepare", 'p', prepare, "COMMAND"), .value = OPT_VALUE_COMMAND,
	  .help = "run this before each run, unmeasured",
	  .more = "Once for all commands, or once for each of them." },
	{ TEXT("setup", 's', setup, "COMMAND"), .value = OPT_VALUE_COMMAND,
	  .help = "run this before the first run of each command" },
	{ TEXT("cleanup", 'c', cleanup, "COMMAND"), .value = OPT_VALUE_COMMAND,
	  .help = "run this when all runs are done, for each command" },
	{ TEXT("input", 0, input, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "what commands read from (default null: nothing)",
	  .more = "Each run reads it from the beginning. A pipe has none: what one run has read is "
		  "gone for the next." },
	{ TEXT("output", 0, output, "WHERE"), .value = OPT_VALUE_FILE,
	  .help = "where their output goes: null, inherit or a file",
	  .more = "`null` is the default. A file gets that of all runs, warmups too, one behind "
		  "the other. What they say on standard error is kept, and shown when a run fails; "
		  "with `inherit` that, too, goes where perfmux's goes. So does then what "
		  "`--prepare`, `--setup` and `--cleanup` put out, which is discarded else." },
	{ FLAG("ignore-failure", 'i', ignore_failure), .help = "count failed runs, and go on",
	  .more = "They are left out of all numbers. Without it the first one ends the bench." },
	{ .name = "timeout",
	  .kind = OPT_LONG,
	  TO(timeout_ms),
	  .arg = "MS",
	  .min = 10,
	  .max = INT_MAX,
	  .help = "a run that takes longer has failed",
	  .more = "It is ended with all of its process group, which each command leads then, as "
		  "under timeout(1)." },

	SECTION("How often"),
	{ NUMBER("warmup", 'w', warmup, 0, MAX_RUNS),
	  .help = "first N rounds that are not measured" },
	{ NUMBER("runs", 'r', runs, 1, MAX_RUNS), .help = "run each command N times" },
	{ NUMBER("min-runs", 'm', min_runs, 1, MAX_RUNS), .help = "at least N times (default 10)" },
	{ NUMBER("max-runs", 'M', max_runs, 1, MAX_RUNS), .help = "at most N times" },
	{ .name = "time",
	  .kind = OPT_CALL,
	  .call = call_time,
	  .arg = "TIME",
	  .help = "for TIME each (default 3s; 500ms, 2m)" },
	{ .name = "precision",
	  .kind = OPT_CALL,
	  .call = call_percent,
	  TO(precision),
	  .arg = "PERCENT",
	  .final = true,
	  .help = "until the median is known to +- PERCENT",
	  .more = "An interval of the main metric's median is looked at when there are 10 runs, "
		  "and whenever they have become half as many again. It is one of 97 %, as who "
		  "looks often and stops when it suits him is right less often: so it was measured "
		  "to be right in 95 % of cases, and in 90 % where runs depend on the one before. "
		  "Ends at `--max-runs`, after `--time`, or when the next look would be at more "
		  "than 10,000 runs, whichever is first." },
	{ .name = "seed",
	  .kind = OPT_CALL,
	  .call = call_seed,
	  .arg = "N",
	  .help = "take the order of runs from this number" },

	SECTION("What is measured"),
	{ WORDS("event", 'e', events, "EVENTS"), .value = OPT_VALUE_EVENT,
	  .help = "events, separated by commas, beside times and memory",
	  .more = "Of the command and all that it starts, from its exec to its end; see "
		  "perfmux-events(7). Without it: `page-faults`, `context-switches`, `cycles`, "
		  "`instructions`, `branches`, `branch-misses` and `cache-misses`, where they "
		  "exist. What finds no room on its PMU together is counted in turns, by other "
		  "runs." },
	{ FLAG("multiplex", 0, multiplex), .help = "count all events in every run, and scale" },
	{ TEXT("metric", 0, metric, "NAME"), .help = "the main metric (default wall)",
	  .more = "The verdict is on it, it comes first in tables, and `--precision` looks at "
		  "it." },
	{ .name = "resolution",
	  .kind = OPT_CALL,
	  .call = call_percent,
	  TO(resolution),
	  .arg = "PERCENT",
	  .final = true,
	  .help = "a smaller difference is none (default 1%)" },

	SECTION("What is kept alike"),
	{ TEXT("pin", 0, pin, "CPUS"), .value = OPT_VALUE_CPUS,
	  .help = "run commands on these CPUs only" },
	{ .name = "nice",
	  .kind = OPT_INT,
	  TO(nice),
	  .arg = "N",
	  .min = -20,
	  .max = 19,
	  .help = "add N to their nice value" },
	{ FLAG("no-aslr", 0, no_aslr), .help = "do not randomise their addresses" },
	{ FLAG("random-env", 0, random_env), .help = "randomise the size of their environment",
	  .more = "Where the stack begins depends on it, and with that how data are aligned: a "
		  "difference that is only this becomes noise." },

	SECTION("What becomes of it"),
	{ TEXT("save", 0, save, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "keep all values as a baseline" },
	{ TEXT("baseline", 0, baseline, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "compare with what --save kept",
	  .more = "Each command with the one of its name; where both have one command, with "
		  "that." },
	{ WORDS("fail-if", 0, gates, "GATE"),
	  .help = "'METRIC > +N%': exit with 1 on such a "
		  "change",
	  .more = "`instructions > +1%`: significantly more, and by more than that. `wall < -5%` "
		  "is the other direction. May be repeated." },
	{ TEXT("export-json", 0, json_file, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "hyperfine's JSON, and more", .more = "See perfmux-json(5)." },
	{ TEXT("export-csv", 0, csv_file, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "a row for each number" },
	{ TEXT("export-markdown", 0, markdown_file, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "tables" },
	{ TEXT("svg", 0, svg_file, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "a picture of the distributions" },
	{ FLAG("quiet", 'q', quiet), .help = "no table, only files and the gate's line" },

	OPT_COMMON(struct bench_options),
};

static const struct opt_rule rules[] = {
	{ "runs", OPT_EXCLUDES, "min-runs max-runs time precision", "it says how many" },
	{ "shell", OPT_EXCLUDES, "no-shell", NULL },
	{ "parameter-step-size", OPT_NEEDS, "parameter-scan", NULL },
};

static const struct bench_options defaults = { .color = -1, .resolution = PMX_RESOLUTION };

const struct opt_table bench_table = {
	.program = "perfmux bench",
	.synopsis = "[OPTION]... 'COMMAND'...",
	.about = "Runs commands again and again, and compares their times and counters.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.rules = rules,
	.rule_count = sizeof(rules) / sizeof(rules[0]),
	.defaults = &defaults,
	.operands = OPT_VALUE_WORDS,
	.is_mixed = true,
};
