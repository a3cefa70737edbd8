// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_table.c - every option of `perfmux list`, once
 */
#include "list.h"

#define TO(member) OPT_TO(struct list_options, member)
#define FLAG(long_name, short_name, member) \
	.name = (long_name), .letter = (short_name), .kind = OPT_FLAG, TO(member)
#define FOREIGN(long_name, short_name, instead)                                   \
	{                                                                         \
		.name = (long_name), .letter = (short_name), .kind = OPT_FOREIGN, \
		.help = (instead)                                                 \
	}

#define ALWAYS "descriptions are always shown, --names leaves them out"

static const struct opt rows[] = {
	{ .kind = OPT_SECTION, .help = "What is listed" },
	{ FLAG("long", 'l', detail),
	  .help = "more of each: terms, unit masks, fields of "
		  "tracepoints",
	  .more = "Of PMUs the terms that they take and the bits these go to; of sysfs events the "
		  "terms behind the name; of libpfm4's events their unit masks; of tracepoints the "
		  "names of their fields. Tracepoints that a pattern names are shown with their "
		  "fields without this, too: the kernel takes a tenth of a millisecond to write "
		  "each down." },
	{ FLAG("pfm", 0, pfm), .help = "events by libpfm4's names, too",
	  .more = "For the PMUs of this processor. The filter `pfm`, or one with `::` in it, asks "
		  "for them as well. With LIBPFM_ENCODE_INACTIVE in the environment, `spr::*` "
		  "lists those of another processor." },
	{ .kind = OPT_SECTION, .help = "Whether it counts" },
	{ FLAG("probe", 0, probe),
	  .help = "open each event and check that it counts what it "
		  "should",
	  .more = "See PROBING below. Tracepoints, and libpfm4's events, are probed when a filter "
		  "names them: closing a tracepoint takes the kernel 5 to 60 ms." },
	{ .kind = OPT_SECTION, .help = "How it is shown" },
	{ FLAG("names", 0, names), .help = "nothing but names, one a line" },
	{ FLAG("json-lines", 'j', json_lines), .help = "JSON, one object a line" },
	{ .name = "json",
	  .kind = OPT_STRING,
	  TO(json_file),
	  .arg = "FILE",
	  .value = OPT_VALUE_FILE,
	  .help = "besides, all of it as one JSON document in FILE",
	  .more = "Its schema is `perfmux-list/1`, see perfmux-json(5). With `-` it goes to "
		  "standard output, and nothing else does." },

	OPT_COMMON(struct list_options),

	FOREIGN("desc", 'd', ALWAYS),
	FOREIGN("no-desc", 0, ALWAYS),
	FOREIGN("long-desc", 0, "use --long"),
	FOREIGN("details", 0, "use --long"),
	FOREIGN("raw-dump", 0, "use --names"),
	FOREIGN("deprecated", 0, "nothing is hidden"),
	FOREIGN("cputype", 0, "give the PMU as a filter, 'cpu_core/'"),
	FOREIGN("unit", 0, "give the PMU as a filter, 'uncore_imc/'"),
};

static const struct opt_rule rules[] = {
	{ "json-lines", OPT_EXCLUDES, "names", "a list has one format" },
	{ "probe", OPT_EXCLUDES, "names", "there would be no room for what was found" },
	{ "probe", OPT_EXCLUDES, "sysroot", "nothing can be counted on a copy of a machine" },
};

static const struct list_options defaults = { .color = -1 };

const struct opt_table list_table = {
	.program = "perfmux list",
	.synopsis = "[OPTION]... [FILTER]...",
	.about = "Lists the PMUs and events of this machine, and which of them really count.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.rules = rules,
	.rule_count = sizeof(rules) / sizeof(rules[0]),
	.defaults = &defaults,
	.operands = OPT_VALUE_EVENT,
	.is_mixed = true,
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) <= OPT_MAX_ROWS, "seen[] is too short");
