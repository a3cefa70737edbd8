// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_table.c - every option of `perfmux stat`, once
 *
 * Names and letters are perf stat's, so that scripts move over unchanged; what perf has and
 * perfmux has not is here, too, to be told from a slip of the pen.
 */
#include "stat_table.h"

#include <limits.h>

#include "run.h"
#include "stat.h"

#define TO(member) OPT_TO(struct stat_options, member)

#define SECTION(text)                               \
	{                                           \
		.kind = OPT_SECTION, .help = (text) \
	}

#define FLAG(long_name, short_name, member) \
	.name = (long_name), .letter = (short_name), .kind = OPT_FLAG, TO(member)
#define STRING(long_name, short_name, member, what) \
	.name = (long_name), .letter = (short_name), .kind = OPT_STRING, TO(member), .arg = (what)
#define UNFLAG(long_name, short_name, member) \
	.name = (long_name), .letter = (short_name), .kind = OPT_UNFLAG, TO(member)
#define NUMBER(long_name, short_name, member, what, from, to)                                   \
	.name = (long_name), .letter = (short_name), .arg = (what), .min = (from), .max = (to), \
	TO(member), .kind = NUMBER_KIND(member)
#define NUMBER_KIND(member) \
	_Generic(((struct stat_options *)0)->member, int : OPT_INT, long : OPT_LONG)
#define COUNT(long_name, short_name, member, most) \
	.name = (long_name), .letter = (short_name), .kind = OPT_COUNT, TO(member), .max = (most)
#define CALL(long_name, short_name, function, what)                                   \
	.name = (long_name), .letter = (short_name), .kind = OPT_CALL, .arg = (what), \
	.call = (function)
#define STEP(long_name, short_name, step, what)                                       \
	.name = (long_name), .letter = (short_name), .kind = OPT_CALL, .arg = (what), \
	.min = (step), .call = stat_call_step, .final = true
#define AGGR(long_name, short_name, level)                                             \
	.name = (long_name), .letter = (short_name), .kind = OPT_CALL, .min = (level), \
	.call = stat_call_aggr
#define FOREIGN(long_name, short_name, instead)                                   \
	{                                                                         \
		.name = (long_name), .letter = (short_name), .kind = OPT_FOREIGN, \
		.help = (instead)                                                 \
	}

#define NO_METRICS "ratios that the counted events allow are shown beside the counts"
#define NO_BPF	   "perfmux counts through perf events, not through BPF"

static const struct opt rows[] = {
	SECTION("What is measured"),
	TARGET_ROWS(struct stat_options, target),
	{ STEP("cgroup", 'G', STAT_CGROUP, "NAMES"), .value = OPT_VALUE_CGROUP,
	  .help = "only in these cgroups, for the events before it",
	  .more = "The first name goes to the first event before it, the second to the second; one "
		  "name goes to all events before it, and an empty name (`-G a,,b`) leaves its "
		  "event as it is. A name is a path below the mount of cgroup version 2, or of a "
		  "version 1 hierarchy that has perf_event. Needs `-a` or `-C`." },
	{ STRING("for-each-cgroup", 0, each_cgroup, "NAMES"), .value = OPT_VALUE_CGROUP,
	  .help = "all events, once for each of these cgroups",
	  .more = "A name that is no cgroup is taken as an extended regular expression for the "
		  "paths of all cgroups. Needs `-a` or `-C`." },
	TARGET_ROW_NO_INHERIT(struct stat_options, target),

	SECTION("What is counted"),
	{ STEP("event", 'e', STAT_EVENT, "EVENTS"), .value = OPT_VALUE_EVENT,
	  .help = "events, separated by commas; {a,b} is a group",
	  .more = "May be repeated. Events in braces form a group, which is on the PMU whole or "
		  "not at all; events listed plain are never grouped. How events are spelt is the "
		  "subject of perfmux-events(7)." },
	{ STEP("pfm-events", 0, STAT_PFM_EVENT, "EVENTS"),
	  .help = "events by their names in libpfm4, and nothing else" },
	{ STEP("filter", 0, STAT_FILTER, "FILTER"),
	  .help = "count records of the tracepoints before it that match",
	  .more = "The kernel's filter language, for example `--filter 'prev_prio < 100'`. Goes to "
		  "the tracepoints of the `-e` before it." },
	{ COUNT("detailed", 'd', detailed, 3),
	  .help = "add cache events; -dd more, -ddd prefetches, too" },
	{ FLAG("null", 'n', null_run), .help = "no counters, only the times" },
	{ FLAG("all-user", 0, all_user), .help = "every event in user space only" },
	{ FLAG("all-kernel", 0, all_kernel), .help = "every event in the kernel only" },
	{ STRING("cputype", 0, cputype, "TYPE"), .value = OPT_VALUE_WORDS, .words = "core atom",
	  .help = "only core PMUs of this type: core, atom",
	  .more = "For machines with several core PMUs: `core` means `cpu_core`." },
	{ FLAG("strict", 0, strict), .help = "an event that cannot be counted ends the run",
	  .more = "Without it the other events are counted, and the report says why this one was "
		  "not." },

	SECTION("How long, how often"),
	{ NUMBER("repeat", 'r', repeat, "N", 0, INT_MAX),
	  .help = "run the command N times: mean and +-; 0 is for ever" },
	{ FLAG("table", 0, table), .help = "with -r: a line for each run" },
	{ CALL("passes", 0, stat_call_passes, "auto|N"), .max = 1000, .value = OPT_VALUE_WORDS,
	  .words = "auto",
	  .help = "several runs of COMMAND, each with the events that fit; side effects are yours",
	  .more = "Divides the events over several runs of the command, so that in each of them "
		  "every event is on its PMU all the time and nothing has to be scaled. What fits "
		  "together is tried before; with `N`, at most so many runs are made, and what is "
		  "left over shares the last. Groups, and what one event names on several PMUs, "
		  "stay together. Events that need no counter, such as task-clock, are counted in "
		  "every run, and the report shows how they spread. With `-r`, each repeat is a "
		  "run of every pass. The command runs again whatever it does, and finds what its "
		  "last run left: side effects are yours." },
	{ NUMBER("interval-print", 'I', interval_ms, "MS", 1, INT_MAX),
	  .help = "report what was counted every MS milliseconds",
	  .more = "The times are absolute: interval N ends N times MS after the start, however "
		  "long reading takes." },
	{ NUMBER("interval-count", 0, interval_count, "N", 1, INT_MAX),
	  .help = "with -I: stop after N intervals" },
	{ FLAG("interval-clear", 0, interval_clear),
	  .help = "with -I: clear the screen before each" },
	RUN_ROW_TIMEOUT(struct stat_options, timeout_ms),
	{ NUMBER("delay", 'D', delay_ms, "MS", -1, INT_MAX),
	  .help = "start counting after MS milliseconds; -1: when told",
	  .more = "With -1 counters stay off until `--control` brings `enable`." },
	{ CALL("control", 0, stat_call_control, "fd:CTL[,ACK]"),
	  .help = "take commands from a descriptor or fifo:CTL[,ACK]",
	  .more = "Reads `enable`, `disable` and other commands of `perf stat`, one a line, from a "
		  "file descriptor (`fd:5`) or a named pipe (`fifo:/run/ctl`), and writes `ack` to "
		  "ACK after each." },
	{ STRING("pre", 0, pre, "COMMAND"), .value = OPT_VALUE_COMMAND,
	  .help = "run by sh before each run, not measured" },
	{ STRING("post", 0, post, "COMMAND"), .value = OPT_VALUE_COMMAND,
	  .help = "run by sh after each run, not measured" },
	{ FLAG("sync", 'S', sync), .help = "call sync() before each run" },

	SECTION("How counts are put together"),
	{ AGGR("no-aggr", 'A', PMX_AGGR_CPU), .help = "a row for each CPU" },
	{ AGGR("per-thread", 0, PMX_AGGR_THREAD),
	  .help = "a row for each thread (with -p, -t or -a)" },
	{ AGGR("per-core", 0, PMX_AGGR_CORE), .help = "a row for each core" },
	{ AGGR("per-cluster", 0, PMX_AGGR_CLUSTER), .help = "a row for each cluster of cores" },
	{ CALL("per-cache", 0, stat_call_cache, "LEVEL"), .min = PMX_AGGR_CACHE,
	  .arg_optional = true, .value = OPT_VALUE_WORDS, .words = "L1 L2 L3 L4",
	  .help = "a row for each cache: L2, L3; default: the last" },
	{ AGGR("per-die", 0, PMX_AGGR_DIE), .help = "a row for each die" },
	{ AGGR("per-socket", 0, PMX_AGGR_SOCKET), .help = "a row for each socket" },
	{ AGGR("per-node", 0, PMX_AGGR_NODE), .help = "a row for each NUMA node" },
	{ FLAG("no-merge", 0, no_merge), .help = "a row for each PMU where one event has several" },
	{ FLAG("hybrid-merge", 0, hybrid_merge),
	  .help = "one row for an event of several core PMUs" },
	{ UNFLAG("scale", 0, no_scale), .help = "scale counts that were multiplexed (default)",
	  .more = "A count that was on the PMU for part of the time only is raw x enabled / "
		  "running. With `--no-scale` it is shown as it was read." },

	{ UNFLAG("error-bounds", 0, no_bounds),
	  .help = "say how far scaled counts may be off (default)",
	  .more = "Beside a count that was multiplexed stands `+-x%`: half the 95 % interval "
		  "around it, estimated from a few snapshots while the command runs, which take at "
		  "most a tenth of the CPU time of perfmux itself; with `-I` from the intervals. "
		  "In CSV and JSON lines, which are perf's, it has no place; in the document of "
		  "`--json` it is `error_bound`." },

	SECTION("The report"),
	{ STRING("output", 'o', output, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "write it to FILE, not to standard error" },
	{ FLAG("append", 0, append), .help = "with -o: add to the end of FILE" },
	{ NUMBER("log-fd", 0, log_fd, "FD", 0, INT_MAX), .help = "write it to this file "
								 "descriptor" },
	{ CALL("field-separator", 'x', stat_call_separator, "SEP"),
	  .help = "CSV, with SEP between fields; \\t is a tab" },
	{ FLAG("header", 0, header), .help = "CSV, with a first line that names the columns" },
	{ CALL("columns", 0, stat_call_columns, "NAMES"), .value = OPT_VALUE_LIST,
	  .words = "time place cpus value raw scaled unit event cgroup enabled_ns running_ns "
		   "percent_running spread metric metric_unit status reason pmu cpu tid",
	  .help = "CSV with these columns, in this order",
	  .more = "What the columns hold is said under OUTPUT. Fields are separated by commas "
		  "unless `-x` says otherwise." },
	{ FLAG("json-output", 'j', json_lines), .help = "JSON, one object a line, as perf's" },
	{ STRING("json", 0, json_file, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "besides, all of it as one JSON document in FILE" },
	{ STRING("trace", 0, trace_file, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "with -I: besides, a trace for Perfetto or Chrome in FILE" },
	{ STRING("openmetrics", 0, openmetrics, "FILE"), .value = OPT_VALUE_FILE,
	  .help = "besides, the counts so far as metrics in FILE",
	  .more = "For the textfile collector of node_exporter, and what else reads metrics from "
		  "files. FILE is replaced whole, at the end and with `-I` at the end of each "
		  "interval; what it has are counts since the start. It is a regular file by its "
		  "own name, or `-`, standard output, which gets them once, at the end. Not with "
		  "`-r`, as counts may not begin anew. A name that ends in `.prom` gets the older "
		  "format, which is the only one that collector reads. perfmux-openmetrics(5) has "
		  "what is in it." },
	{ STRING("listen", 0, listen, "[ADDR:]PORT"),
	  .help = "serve the counts so far as metrics, for Prometheus",
	  .more = "Answers `GET /metrics` while it counts, with counters that are read then (ten "
		  "times a second at most), in OpenMetrics to those who ask for that. Without ADDR "
		  "it can be reached from this machine only; an IPv6 address is written in "
		  "brackets (`[::]` is all of IPv6, `0.0.0.0` all of IPv4), and the only name is "
		  "`localhost`. Port 0 takes one that is free; standard error has which. There is "
		  "no encryption and no password: give an address of a network that you trust. Not "
		  "with `-r` and `--passes`, whose runs begin anew." },
	{ FLAG("summary", 0, summary), .help = "with -I: the sums at the end" },
	{ FLAG("no-csv-summary", 0, no_csv_summary),
	  .help = "with -x and --summary: no \"summary\" in the first column" },
	{ UNFLAG("big-num", 'B', no_big_num), .help = "commas in large numbers (default)" },
	{ FLAG("quiet", 0, quiet), .help = "no report, no notes; only errors and the other files",
	  .more = "What `--json`, `--trace`, `--openmetrics` and `--listen` give is written all "
		  "the same." },
	{ FLAG("dry-run", 0, dry_run), .help = "show what would be opened, and open nothing" },

	OPT_COMMON(struct stat_options),

	FOREIGN("bpf-prog", 'b', NO_BPF),
	FOREIGN("bpf-counters", 0, NO_BPF),
	FOREIGN("bpf-attr-map", 0, NO_BPF),
	FOREIGN("group", 'g', "put the events into braces, -e '{a,b}'"),
	FOREIGN("iostat", 0, "name the events of the uncore PMU with -e"),
	FOREIGN("metrics", 'M', NO_METRICS),
	FOREIGN("metric-only", 0, NO_METRICS),
	FOREIGN("metric-no-group", 0, NO_METRICS),
	FOREIGN("metric-no-merge", 0, NO_METRICS),
	FOREIGN("no-metric-only", 0, NO_METRICS),
	FOREIGN("percore-show-thread", 0, "use --per-core, or -A"),
	FOREIGN("smi-cost", 0, "count msr/smi/ and msr/aperf/ with -e"),
	FOREIGN("td-level", 0, "name the events of the levels with -e"),
	FOREIGN("topdown", 0, "name the top-down events with -e"),
	FOREIGN("transaction", 'T', "name the events with -e: tx-start, tx-commit"),
};

#define ONE_WAY	   "counts are put together in one way"
#define BY_CPU	   "tasks have no fixed place"
#define CGROUP_CPU "cgroups are counted by CPU"

static const struct opt_rule rules[] = {
	TARGET_RULES,
	{ "null", OPT_OVERRIDES, "event pfm-events filter cgroup for-each-cgroup detailed passes",
	  "starts no counters" },
	{ "for-each-cgroup", OPT_EXCLUDES, "cgroup", NULL },
	{ "cgroup", OPT_NEEDS, "all-cpus cpu", CGROUP_CPU },
	{ "for-each-cgroup", OPT_NEEDS, "all-cpus cpu", CGROUP_CPU },
	{ "all-user", OPT_EXCLUDES, "all-kernel", "nothing would be left to count" },
	{ "repeat", OPT_NEEDS, "COMMAND timeout interval-count", "something must end each run" },
	{ "table", OPT_NEEDS, "repeat", NULL },
	{ "passes", OPT_NEEDS, "COMMAND", "it is run once for each pass" },
	{ "passes", OPT_EXCLUDES, "interval-print", "no two runs have the same intervals" },
	{ "passes", OPT_EXCLUDES, "control", "each run would have to be controlled alike" },
	{ "openmetrics", OPT_EXCLUDES, "repeat", "counters go on, and each run begins anew" },
	{ "listen", OPT_EXCLUDES, "repeat passes", "counters go on, and each run begins anew" },
	{ "interval-count", OPT_NEEDS, "interval-print", NULL },
	{ "trace", OPT_NEEDS, "interval-print", "it is of the intervals" },
	{ "no-aggr", OPT_EXCLUDES,
	  "per-thread per-core per-cluster per-cache per-die per-socket per-node", ONE_WAY },
	{ "per-thread", OPT_EXCLUDES, "per-core per-cluster per-cache per-die per-socket per-node",
	  ONE_WAY },
	{ "per-core", OPT_EXCLUDES, "per-cluster per-cache per-die per-socket per-node", ONE_WAY },
	{ "per-cluster", OPT_EXCLUDES, "per-cache per-die per-socket per-node", ONE_WAY },
	{ "per-cache", OPT_EXCLUDES, "per-die per-socket per-node", ONE_WAY },
	{ "per-die", OPT_EXCLUDES, "per-socket per-node", ONE_WAY },
	{ "per-socket", OPT_EXCLUDES, "per-node", ONE_WAY },
	{ "per-thread", OPT_NEEDS, "pid tid all-cpus",
	  "a command's threads are not known beforehand" },
	{ "no-aggr", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "per-core", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "per-cluster", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "per-cache", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "per-die", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "per-socket", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "per-node", OPT_NEEDS, "all-cpus cpu", BY_CPU },
	{ "no-merge", OPT_EXCLUDES, "hybrid-merge", NULL },
	{ "output", OPT_EXCLUDES, "log-fd", "both say where the report goes" },
	{ "json-output", OPT_EXCLUDES, "field-separator header columns",
	  "a report has one format" },
	{ "sysroot", OPT_NEEDS, "dry-run", "nothing can be counted on a copy of a machine" },
};

static const struct stat_options defaults = { .repeat = 1, .passes = 1, .log_fd = -1, .color = -1 };

const struct opt_table stat_table = {
	.program = "perfmux stat",
	.synopsis = "[OPTION]... [--] COMMAND [ARG]...\n"
		    "[OPTION]... -p PIDS | -t TIDS | -a | -C CPUS",
	.about = "Counts events while a command runs, or for tasks, CPUs or cgroups.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.rules = rules,
	.rule_count = sizeof(rules) / sizeof(rules[0]),
	.defaults = &defaults,
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) <= OPT_MAX_ROWS, "seen[] is too short");
