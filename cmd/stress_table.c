// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_table.c - every option of `perfmux stress`, once
 */
#include "seconds.h"
#include "stress.h"

#define TO(member) OPT_TO(struct stress_options, member)
#define FLAG(long_name, short_name, member) \
	.name = (long_name), .letter = (short_name), .kind = OPT_FLAG, TO(member)

static int call_seed(void *into, const struct opt *opt, const char *arg, bool negated,
		     struct pmx_error *err)
{
	struct stress_options *options = into;

	options->has_seed = !negated;
	return negated ? 0 : opt_read_seed(opt, arg, &options->seed, err);
}

static int call_duration(void *into, const struct opt *opt, const char *arg, bool negated,
			 struct pmx_error *err)
{
	struct stress_options *options = into;

	options->duration = 0;
	return negated ? 0 : opt_read_seconds(opt, arg, &options->duration, err);
}

static const struct opt rows[] = {
	{ .kind = OPT_SECTION, .help = "Which scenarios there are" },
	{ FLAG("list", 'l', list), .help = "list scenarios, and what each is about",
	  .more = "With what each needs, and why it cannot run here if it cannot. With `SCENARIO` "
		  "those only." },
	{ .name = "explain",
	  .kind = OPT_STRING,
	  TO(explain),
	  .arg = "SCENARIO",
	  .value = OPT_VALUE_SCENARIO,
	  .help = "say what a scenario does and what must hold",
	  .more = "Or those of a family, `inherit`, or that a pattern fits, `*.exec`." },
	{ .kind = OPT_SECTION, .help = "How they are run" },
	{ .name = "seed",
	  .kind = OPT_CALL,
	  .call = call_seed,
	  .arg = "N",
	  .help = "take random choices from this number",
	  .more = "The same seed makes the same choices. Without it one is chosen, and printed." },
	{ .name = "duration",
	  .letter = 'd',
	  .kind = OPT_CALL,
	  .call = call_duration,
	  .arg = "TIME",
	  .help = "go on with each scenario for TIME (90, 1.5s, 10m, 2h)",
	  .more = "Each is run again and again, with seeds that count up, until the time is over "
		  "or it does not pass; a storm runs on for that long. Without it each runs once, "
		  "and a storm for a second." },
	{ .name = "repeat",
	  .letter = 'r',
	  .kind = OPT_INT,
	  TO(repeat),
	  .arg = "N",
	  .min = 1,
	  .max = 1000000,
	  .help = "run all of them N times, each time judged anew" },
	{ .name = "jobs",
	  .letter = 'J',
	  .kind = OPT_INT,
	  TO(jobs),
	  .arg = "N",
	  .min = 1,
	  .max = 256,
	  .help = "run up to N scenarios at the same time",
	  .more = "But for those that look at whole CPUs, which always run alone." },
	{ FLAG("dangerous", 0, dangerous), .help = "those, too, that may corrupt or hang a kernel",
	  .more = "Kernels that lack a fix may crash, hang or corrupt memory: not for a machine "
		  "that anybody needs." },
	{ .kind = OPT_SECTION, .help = "The report" },
	{ FLAG("ktap", 0, ktap), .help = "write KTAP to standard output, instead of text",
	  .more = "The kernel's form of the Test Anything Protocol, which kselftest, LAVA and "
		  "KernelCI read. A known defect is `ok` with the directive `XFAIL`." },
	{ .name = "junit",
	  .kind = OPT_STRING,
	  TO(junit_file),
	  .arg = "FILE",
	  .value = OPT_VALUE_FILE,
	  .help = "besides, JUnit's XML in FILE" },
	{ .name = "json",
	  .kind = OPT_STRING,
	  TO(json_file),
	  .arg = "FILE",
	  .value = OPT_VALUE_FILE,
	  .help = "besides, all of it as one JSON document in FILE",
	  .more = "Its schema is `perfmux-stress/1`, see perfmux-json(5). With `-` it goes to "
		  "standard output, and nothing else does; so with `--junit`." },
	OPT_COMMON(struct stress_options),
};

static const struct opt_rule rules[] = {
	{ "list", OPT_EXCLUDES, "ktap junit json explain", "it runs nothing" },
	{ "explain", OPT_EXCLUDES, "ktap junit json", "it runs nothing" },
};

static const struct stress_options defaults = { .repeat = 1, .jobs = 1, .color = -1 };

const struct opt_table stress_table = {
	.program = "perfmux stress",
	.synopsis = "[OPTION]... [SCENARIO]...\n"
		    "--list [SCENARIO]...",
	.about = "Checks by invariants whether this kernel keeps the books of its perf events.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.rules = rules,
	.rule_count = sizeof(rules) / sizeof(rules[0]),
	.defaults = &defaults,
	.operands = OPT_VALUE_SCENARIO,
};
