// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_table.c - every option of `perfmux stress`, once
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "stress.h"

#define TO(member) OPT_TO(struct stress_options, member)
#define FLAG(long_name, short_name, member) \
	.name = (long_name), .letter = (short_name), .kind = OPT_FLAG, TO(member)

#define MAX_SECONDS (365 * 86400.0)

static int call_seed(void *into, const struct opt *opt, const char *arg, bool negated,
		     struct pmx_error *err)
{
	struct stress_options *options = into;
	bool hex = arg && !strncmp(arg, "0x", 2);

	options->has_seed = !negated;
	if (negated)
		return 0;
	if (!(hex ? pmx_num_hex(arg + 2, UINT64_MAX, &options->seed) :
		    pmx_num_decimal(arg, UINT64_MAX, &options->seed)))
		return 0;
	pmx_error_set(err, -EINVAL, "--%s '%s' is no number", opt->name, arg);
	return pmx_error_hint(err, "decimal, or hexadecimal behind 0x, below 2^64");
}

/* The factor of a unit behind the number; the text ends before it. 0 for an unknown one. */
static double cut_unit(char *text)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = { { "ms", 1e-3 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };
	size_t digits = strspn(text, "0123456789.");

	if (!text[digits])
		return 1;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(text + digits, units[i].name)) {
			text[digits] = '\0';
			return units[i].seconds;
		}
	return 0;
}

static int call_duration(void *into, const struct opt *opt, const char *arg, bool negated,
			 struct pmx_error *err)
{
	struct stress_options *options = into;
	char text[40];
	double value = 0, unit = 0;

	options->duration = 0;
	if (negated)
		return 0;
	if ((size_t)snprintf(text, sizeof(text), "%s", arg) < sizeof(text))
		unit = cut_unit(text);
	if (unit > 0 && !pmx_num_double(text, &value) && value > 0 && value * unit <= MAX_SECONDS) {
		options->duration = (uint64_t)llround(value * unit * 1e9);
		return 0;
	}
	pmx_error_set(err, -EINVAL, "--%s '%s' is no time", opt->name, arg);
	return pmx_error_hint(err, "seconds, or a number with ms, s, m or h, up to a year");
}

static const struct opt rows[] = {
	{ .kind = OPT_SECTION, .help = "Which scenarios there are" },
	{ FLAG("list", 'l', list), .help = "list scenarios, and what each is about",
	  .more = "With what each needs, and why it cannot run here if it cannot. With `SCENARIO` those "
		  "only." },
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
	  .more = "Each is run again and again, with seeds that count up, until the time is over or it "
		  "does not pass; a storm runs on for that long. Without it each runs once, and a storm "
		  "for a second." },
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
	  .more = "Kernels that lack a fix may crash, hang or corrupt memory: not for a machine that "
		  "anybody needs." },
	{ .kind = OPT_SECTION, .help = "The report" },
	{ FLAG("ktap", 0, ktap), .help = "KTAP on standard output, instead of text",
	  .more = "The kernel's form of the Test Anything Protocol, which kselftest, LAVA and KernelCI "
		  "read. A known defect is `ok` with the directive `XFAIL`." },
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
	  .more = "Its schema is `perfmux-stress/1`, see perfmux-json(5). With `-` it goes to standard "
		  "output, and nothing else does; so with `--junit`." },
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
