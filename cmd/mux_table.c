// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_table.c - every option of `perfmux mux`, once
 */
#include <errno.h>
#include <limits.h>

#include "mux.h"
#include "run.h"

#define TO(member) OPT_TO(struct mux_options, member)

#define SECTION(text)                               \
	{                                           \
		.kind = OPT_SECTION, .help = (text) \
	}

#define OUTPUT(long_name, short_name, member)                                           \
	.name = (long_name), .letter = (short_name), .kind = OPT_STRING, .arg = "FILE", \
	TO(member), .value = OPT_VALUE_FILE

static int call_event(void *into, const struct opt *opt, const char *arg, bool negated,
		      struct pmx_error *err)
{
	struct mux_options *options = into;

	(void)opt, (void)negated;
	if (!*arg)
		return pmx_error_set(err, -EINVAL, "-e needs an argument that is not empty");
	options->specs[options->spec_count++] = arg;
	return 0;
}

static const struct opt rows[] = {
	SECTION("What is measured"),
	TARGET_ROWS(struct mux_options, target),
	{ TO(target.no_inherit), .name = "no-inherit", .letter = 'i', .kind = OPT_FLAG,
	  .help = "leave out what the tasks start; needed for exact slices of a task",
	  .more = "Events that new tasks inherit have no page that could be polled, so that "
		  "without this option tasks are observed by reading their counters. With it each "
		  "slice is seen, and what the tasks start is not counted." },
	{ .name = "event",
	  .letter = 'e',
	  .kind = OPT_CALL,
	  .arg = "EVENTS",
	  .call = call_event,
	  .final = true,
	  .value = OPT_VALUE_EVENT,
	  .help = "events, separated by commas; {a,b} is a group",
	  .more = "May be repeated; see perfmux-events(7). Without it: `cycles`, `instructions`, "
		  "`branches`, `branch-misses`, `cache-references`, `cache-misses`, "
		  "`L1-dcache-loads` and `L1-dcache-load-misses`." },
	RUN_ROW_TIMEOUT(struct mux_options, timeout_ms),

	SECTION("How it is observed"),
	{ .name = "poll",
	  .kind = OPT_LONG,
	  TO(poll_us),
	  .arg = "US",
	  .min = 0,
	  .max = 1000000,
	  .help = "look at the events' pages each US microseconds (default 250)",
	  .more = "0 looks without pause, which takes a whole CPU. A page is written whenever its "
		  "event is put on the PMU or taken off, with the time to the nanosecond, so that "
		  "a slice is seen exactly as long as the next edge comes after the next look." },
	{ .name = "read",
	  .kind = OPT_LONG,
	  TO(read_us),
	  .arg = "US",
	  .min = 0,
	  .max = INT_MAX,
	  .help = "read the counters each US microseconds",
	  .more = "By default at most once a millisecond, and so seldom that reading takes less "
		  "than one per cent of the time, since each reading interrupts the CPUs of the "
		  "target; beside pages each 50 ms." },

	{ .name = "capacity",
	  .kind = OPT_FLAG,
	  TO(capacity),
	  .help = "measure how many counters each PMU has to give, and nothing else",
	  .more = "Opens as many equal events as find room, for some milliseconds on each core "
		  "PMU. What the NMI watchdog, a hypervisor or other sessions hold is missing from "
		  "it." },

	SECTION("The report"),
	{ TO(by_place), .name = "no-aggr", .letter = 'A', .kind = OPT_FLAG,
	  .help = "a row for each CPU or thread" },
	{ OUTPUT("output", 'o', output), .help = "write the report to FILE" },
	{ OUTPUT("json", 0, json_file), .help = "besides, all of it as one JSON document in FILE",
	  .more = "Its schema is `perfmux-mux/1`, see perfmux-json(5). With `-` it goes to "
		  "standard output." },
	{ OUTPUT("svg", 0, svg_file), .help = "besides, the timeline as a picture in FILE" },
	{ OUTPUT("trace", 0, trace_file), .help = "besides, a trace for Perfetto or Chrome in FILE",
	  .more = "Chrome's Trace Event Format: a track for each event, with its slices, and one "
		  "for each PMU, with the counters in use." },
	{ TO(no_big_num), .name = "no-big-num", .kind = OPT_FLAG,
	  .help = "no separators in large numbers" },

	OPT_COMMON(struct mux_options),
};

static const struct opt_rule rules[] = {
	TARGET_RULES,
	{ "capacity", OPT_EXCLUDES, "svg trace", "there is no timeline then" },
	{ "capacity", OPT_EXCLUDES, "COMMAND pid tid cpu no-inherit no-aggr timeout",
	  "it is measured on a task of our own" },
	{ "capacity", OPT_EXCLUDES, "poll read", "nothing is observed then" },
};

static const struct mux_options defaults = { .color = -1, .poll_us = 250 };

const struct opt_table mux_table = {
	.program = "perfmux mux",
	.synopsis = "[OPTION]... [--] COMMAND [ARG]...\n"
		    "[OPTION]... -p PIDS | -t TIDS | -a | -C CPUS\n"
		    "--capacity [-e EVENTS]",
	.about = "Shows when each event was on its PMU, and how far its scaled count may be off.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.rules = rules,
	.rule_count = sizeof(rules) / sizeof(rules[0]),
	.defaults = &defaults,
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) <= OPT_MAX_ROWS, "seen[] is too short");
