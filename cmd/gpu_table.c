// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_table.c - every option of `perfmux gpu`, once
 */
#include <limits.h>

#include "gpu.h"
#include "run.h"

#define TO(member) OPT_TO(struct gpu_options, member)

#define SECTION(text)                               \
	{                                           \
		.kind = OPT_SECTION, .help = (text) \
	}

#define OUTPUT(long_name, short_name, member)                                           \
	.name = (long_name), .letter = (short_name), .kind = OPT_STRING, .arg = "FILE", \
	TO(member), .value = OPT_VALUE_FILE

static const struct opt rows[] = {
	SECTION("Whose memory is shown"),
	{ TO(target.pids), .name = "pid", .letter = 'p', .kind = OPT_STRING, .arg = "PIDS",
	  .value = OPT_VALUE_PID,
	  .help = "processes that run already, and what they start (comma-separated)",
	  .more = "Ends when the last of them does, with a command given beside it when the "
		  "command ends, or with an interrupt." },
	{ TO(target.all_cpus), .name = "all-cpus", .letter = 'a', .kind = OPT_FLAG,
	  .help = "all processes (default without -p and command)",
	  .more = "For as long as the command runs, or until an interrupt. Everything is recorded "
		  "anyhow, as updates may come from any task; without this option the processes "
		  "that were not asked for are one row together." },
	RUN_ROW_TIMEOUT(struct gpu_options, timeout_ms),

	SECTION("How it is observed"),
	{ TO(interval_ms), .name = "interval-print", .letter = 'I', .kind = OPT_LONG, .arg = "MS",
	  .min = 10, .max = INT_MAX,
	  .help = "show what is in use every MS milliseconds (10 or "
		  "more)",
	  .more = "On a terminal it is drawn over what was shown before, elsewhere there is a line "
		  "for each value that changed. Where memory is read from fdinfo, that is done as "
		  "often." },
	{ TO(source), .name = "source", .kind = OPT_CHOICE, .arg = "SOURCE",
	  .value = OPT_VALUE_WORDS, .words = "auto tracepoint fdinfo",
	  .help = "where from: auto, tracepoint or fdinfo",
	  .more = "`auto`, the default, records the tracepoints, and reads fdinfo when it begins "
		  "and when it ends; where there are no tracepoints it reads fdinfo all the "
		  "time." },
	{ TO(grace_ms), .name = "grace", .kind = OPT_LONG, .arg = "MS", .min = 0, .max = INT_MAX,
	  .help = "what ended may keep memory for MS milliseconds (default 1000)",
	  .more = "Drivers return memory late, from a worker. Only what is left after this time is "
		  "called leaked; when it all ends, perfmux waits for it." },
	{ TO(fdinfo_ms), .name = "fdinfo", .kind = OPT_LONG, .arg = "MS", .min = 10, .max = INT_MAX,
	  .help = "read fdinfo every MS milliseconds",
	  .more = "By default as often as `-I` says, but not more than ten times a second; without "
		  "`-I` once a second, or beside tracepoints only in the beginning and "
		  "in the end." },
	{ TO(ring_kib), .name = "ring", .kind = OPT_LONG, .arg = "KIB", .min = 4, .max = 1048576,
	  .help = "buffer of each CPU in KiB (default 1024)",
	  .more = "Rounded up to a power of two. Only where records were lost is there a reason to "
		  "have more." },

	SECTION("The report"),
	{ OUTPUT("output", 'o', output), .help = "write the report to FILE" },
	{ OUTPUT("csv", 0, csv_file), .help = "besides, a line for each value, as CSV in FILE",
	  .more = "With `-I` for each interval. perfmux-json(5) has the columns. With `-` it goes "
		  "to standard output." },
	{ OUTPUT("json", 0, json_file), .help = "besides, all of it as one JSON document in FILE",
	  .more = "Its schema is `perfmux-gpu/1`, see perfmux-json(5). With `-` it goes to "
		  "standard output." },
	{ OUTPUT("svg", 0, svg_file), .help = "besides, the course as a picture in FILE" },
	{ OUTPUT("trace", 0, trace_file), .help = "besides, a trace for Perfetto or Chrome in FILE",
	  .more = "Chrome's Trace Event Format: counter tracks for each GPU and each process." },

	OPT_COMMON(struct gpu_options),
};

static const struct opt_rule rules[] = {
	{ "pid", OPT_OVERRIDES, "all-cpus", "says whose memory is shown" },
	{ "sysroot", OPT_EXCLUDES, "pid timeout interval-print ring grace COMMAND",
	  "nothing runs in a sysroot, and what fdinfo said there is read once" },
};

static const struct gpu_options defaults = { .color = -1, .grace_ms = 1000 };

const struct opt_table gpu_table = {
	.program = "perfmux gpu",
	.synopsis = "[OPTION]... [--] COMMAND [ARG]...\n"
		    "[OPTION]... {-a | -p PIDS} [[--] COMMAND [ARG]...]",
	.about = "Shows how much memory of each GPU is in use, and by whom.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.rules = rules,
	.rule_count = sizeof(rules) / sizeof(rules[0]),
	.defaults = &defaults,
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) <= OPT_MAX_ROWS, "seen[] is too short");
