/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_results.h - the results that every writer is tried with: a pair, a scan, a baseline, next
 * to nothing, names that mean harm
 */
#ifndef TESTS_BENCH_RESULTS_H
#define TESTS_BENCH_RESULTS_H

#include "bench_made.h"

/* A line of a table: the first command's median and its interval, and the second's against it. */
struct bench_line {
	const char *name;
	enum pmx_bench_unit unit;
	double a, spread, ratio;
	struct bench_says says;
};

static const struct bench_line bench_lines[] = {
	{ .name = "wall",
	  .unit = PMX_BENCH_SECONDS,
	  .a = 0.1234,
	  .spread = 0.06,
	  .ratio = 1.023,
	  .says = { 0.003, 0.004, 0.00001, PMX_CHANGE_MORE } },
	{ .name = "user",
	  .unit = PMX_BENCH_SECONDS,
	  .a = 0.1013,
	  .spread = 0.04,
	  .ratio = 1.001,
	  .says = { 0.004, 0.005, 0.61, PMX_CHANGE_NONE } },
	{ .name = "system",
	  .unit = PMX_BENCH_SECONDS,
	  .a = 0.0123,
	  .spread = 0.4,
	  .ratio = 1.031,
	  .says = { 0.05, 0.06, 0.22, PMX_CHANGE_NOISY } },
	{ .name = "max-rss",
	  .unit = PMX_BENCH_BYTES,
	  .a = 4120576,
	  .spread = 0,
	  .ratio = 1,
	  .says = { 0, 0, 1, PMX_CHANGE_NONE } },
	{ .name = "page-faults",
	  .unit = PMX_BENCH_COUNT,
	  .a = 1234,
	  .spread = 0.001,
	  .ratio = 0.431,
	  .says = { 0.0004, 0.0004, 0.0000001, PMX_CHANGE_LESS } },
	{ .name = "context-switches",
	  .unit = PMX_BENCH_COUNT,
	  .a = 12,
	  .spread = 0.5,
	  .ratio = 1.2,
	  .says = { 0.1, 0.21, 0.33, PMX_CHANGE_NOISY } },
	{ .name = "cycles",
	  .unit = PMX_BENCH_COUNT,
	  .a = 412345678,
	  .spread = 0.02,
	  .ratio = 1.019,
	  .says = { 0.002, 0.003, 0.00002, PMX_CHANGE_MORE } },
	{ .name = "instructions",
	  .unit = PMX_BENCH_COUNT,
	  .a = 1012345678,
	  .spread = 0.0001,
	  .ratio = 1.0004,
	  .says = { 0.00001, 0.00002, 0.000001, PMX_CHANGE_MORE } },
};

enum { BENCH_LINES = sizeof(bench_lines) / sizeof(bench_lines[0]) };

static inline void bench_add_lines(struct bench_side *side, size_t count)
{
	for (size_t m = 0; m < count; m++)
		bench_metric(side, bench_lines[m].name, bench_lines[m].unit);
}

static inline void bench_fill_pair(struct bench_made *made, size_t count, size_t runs)
{
	for (size_t m = 0; m < count; m++) {
		const struct bench_line *line = &bench_lines[m];
		struct bench_says says = line->says;

		bench_values(&made->now, 0, m, line->a, line->spread, runs);
		bench_values(&made->now, 1, m, line->a * line->ratio, line->spread, runs);
		bench_say(made, 0, m, NULL, says);
		bench_say(made, 1, m, &made->now.commands[0].metric[m], says);
	}
}

/* Two commands with long names, of which one failed once, and a metric that is not there. */
static inline struct bench_made *bench_case_pair(void)
{
	struct bench_made *made = bench_new();
	struct pmx_bench_command *slow;
	size_t m;

	bench_add_lines(&made->now, BENCH_LINES);
	bench_command(&made->now, "sort numbers.txt", "sort numbers.txt");
	slow = bench_command(&made->now, "sort --parallel=2 numbers.txt",
			     "sort --parallel=2 numbers.txt");
	bench_fill_pair(made, 6, 40);
	slow->failed = 1;
	slow->why_failed = bench_text("exit status 3");
	for (m = 6; m < BENCH_LINES; m++) {
		made->now.metrics[m].why = bench_text(NO_PMU);
		bench_say(made, 0, m, NULL, (struct bench_says){ .p = NAN });
		bench_say(made, 1, m, NULL, (struct bench_says){ .p = NAN });
	}
	made->notes[0] = "CPU frequency is scaled (governor powersave): "
			 "cpupower frequency-set -g performance keeps it";
	made->report.note_count = 1;
	return made;
}

/* Names that are short, and counters that took turns. */
static inline struct bench_made *bench_case_names(void)
{
	struct bench_made *made = bench_new();

	bench_add_lines(&made->now, BENCH_LINES);
	made->now.metrics[6].scaled = true;
	bench_command(&made->now, "old", "./old/build/bin/program --with=some arguments");
	bench_command(&made->now, "new", "./new/build/bin/program --with=some arguments");
	bench_fill_pair(made, BENCH_LINES, 40);
	return made;
}

/* A scan of a parameter: many commands, and something of every verdict. */
static inline struct bench_made *bench_case_scan(void)
{
	static const struct {
		double ratio;
		struct bench_says says;
	} steps[] = {
		{ 1, { 0.003, 0.004, NAN, PMX_CHANGE_NONE } },
		{ 0.612, { 0.004, 0.004, 1e-7, PMX_CHANGE_LESS } },
		{ 0.371, { 0.005, 0.003, 1e-7, PMX_CHANGE_LESS } },
		{ 0.998, { 0.003, 0.004, 0.7, PMX_CHANGE_NONE } },
		{ 1.08, { 0.1, 0.12, 0.2, PMX_CHANGE_NOISY } },
		{ 2.317, { 0.003, 0.011, 1e-8, PMX_CHANGE_MORE } },
	};
	struct bench_made *made = bench_new();

	bench_add_lines(&made->now, 2);
	for (size_t c = 0; c < sizeof(steps) / sizeof(steps[0]); c++) {
		char command[64];

		snprintf(command, sizeof(command), "make -j%zu all", c + 1);
		bench_command(&made->now, command, command);
		for (size_t m = 0; m < 2; m++)
			bench_values(&made->now, c, m, (m ? 1.9 : 2.2) * (m ? 1 : steps[c].ratio),
				     0.02, 12);
		bench_say(made, c, 0, c ? &made->now.commands[0].metric[0] : NULL, steps[c].says);
		bench_say(made, c, 1, c ? &made->now.commands[0].metric[1] : NULL,
			  (struct bench_says){ 0.002, 0.003, 0.8, PMX_CHANGE_NONE });
	}
	return made;
}

/* One command, with the two humps that a cache makes. */
static inline struct bench_made *bench_case_alone(void)
{
	struct bench_made *made = bench_new();

	bench_add_lines(&made->now, BENCH_LINES);
	bench_command(&made->now, "sort numbers.txt", "sort numbers.txt");
	for (size_t m = 0; m < BENCH_LINES; m++) {
		const struct bench_line *line = &bench_lines[m];

		bench_values(&made->now, 0, m, line->a, line->spread, 25);
		if (m == 0)
			bench_values(&made->now, 0, m, line->a * 1.1, line->spread / 3, 15);
		bench_say(made, 0, m, NULL, line->says);
	}
	bench_value(&made->now.commands[0].metric[0], 0.31, 41);
	made->now.commands[0].runs = 41;
	made->now.bench.rounds = 42;
	bench_say(made, 0, 0, NULL, bench_lines[0].says);
	return made;
}

/* Against what was measured on another kernel. */
static inline struct bench_made *bench_case_baseline(void)
{
	struct bench_made *made = bench_new();

	made->result.baseline = &made->then.bench;
	bench_add_lines(&made->now, 6);
	bench_add_lines(&made->then, 5);
	bench_command(&made->now, "./configure", "./configure");
	bench_command(&made->then, "./configure --quiet", "./configure --quiet");
	for (size_t m = 0; m < 6; m++) {
		const struct bench_line *line = &bench_lines[m];

		if (m < 5)
			bench_values(&made->then, 0, m, line->a, line->spread, 30);
		bench_values(&made->now, 0, m, line->a * line->ratio, line->spread, 20);
		bench_say(made, 0, m, m < 5 ? &made->then.commands[0].metric[m] : NULL, line->says);
	}
	made->then.bench.scene.when = 1761910500;
	snprintf(made->then.bench.scene.kernel, sizeof(made->then.bench.scene.kernel), "6.1.0");
	return made;
}

/* Several against a baseline, which does not have all of them. */
static inline struct bench_made *bench_case_baselines(void)
{
	static const char *const names[] = { "cat small.txt", "cat large.txt", "cat new.txt" };
	struct bench_made *made = bench_new();

	made->result.baseline = &made->then.bench;
	bench_add_lines(&made->now, 2);
	bench_add_lines(&made->then, 2);
	for (size_t c = 0; c < 3; c++) {
		bench_command(&made->now, names[c], names[c]);
		if (c < 2)
			bench_command(&made->then, names[c], names[c]);
		for (size_t m = 0; m < 2; m++) {
			const struct bench_line *line = &bench_lines[m];

			if (c < 2)
				bench_values(&made->then, c, m, line->a * (1 + (double)c),
					     line->spread, 30);
			bench_values(&made->now, c, m, line->a * (1 + (double)c) * line->ratio,
				     line->spread, 30);
			bench_say(made, c, m, c < 2 ? &made->then.commands[c].metric[m] : NULL,
				  line->says);
		}
	}
	return made;
}

/* No ratio where the first has nothing; few runs; and one command that never worked. */
static inline struct bench_made *bench_case_little(void)
{
	struct bench_made *made = bench_new();
	struct pmx_bench_command *broken;

	bench_metric(&made->now, "wall", PMX_BENCH_SECONDS);
	bench_metric(&made->now, "major-faults", PMX_BENCH_COUNT);
	bench_metric(&made->now, "user", PMX_BENCH_SECONDS);
	bench_command(&made->now, "true", "true");
	bench_command(&made->now, "/bin/true --of-another-name", "/bin/true --of-another-name");
	broken = bench_command(&made->now, "segfault", "segfault");
	for (size_t c = 0; c < 3; c++)
		for (size_t m = 0; m < 3; m++) {
			static const double middles[] = { 0.000987, 0, 0 };
			struct bench_says says = { 0.05, 0.05, 0.1, PMX_CHANGE_TOO_FEW };

			if (m == 1)
				says = (struct bench_says){ 0.1, 2, 0.004, PMX_CHANGE_MORE };
			else if (m == 2)
				says = (struct bench_says){ 0, 0, 1, PMX_CHANGE_NONE };
			if (c < 2)
				bench_values(&made->now, c, m,
					     m == 1 && c ? 14 : middles[m] * (1 + (double)c / 50),
					     0.1, 3);
			bench_say(made, c, m, c ? &made->now.commands[0].metric[m] : NULL, says);
		}
	broken->failed = 3;
	broken->why_failed = bench_text("signal 11 (Segmentation fault)");
	made->report.interrupted = true;
	return made;
}

/* Names as long as they get, numbers as large, and bytes that harm whoever prints them. */
static inline struct bench_made *bench_case_hostile(void)
{
	static const char event[] =
		"uncore_imc_free_running_0/data_read_of_some_very_long_name,umask=0xff/";
	struct bench_made *made = bench_new();
	struct pmx_bench_command *command;
	char *longest = calloc(301, 1);

	assert_non_null(longest);
	memset(longest, 'x', 300);
	bench_metric(&made->now, "wall", PMX_BENCH_SECONDS);
	bench_metric(&made->now, event, PMX_BENCH_COUNT);
	bench_metric(&made->now, HOSTILE "|`]]>", PMX_BENCH_COUNT);
	bench_metric(&made->now, HOSTILE_TWO, PMX_BENCH_BYTES);
	bench_metric(&made->now, "</text><script>", PMX_BENCH_COUNT);
	made->now.metrics[4].why = bench_text("because |of `" HOSTILE "` ]]> & " HOSTILE_TWO);
	made->now.metrics[1].scaled = true;
	command = bench_command(&made->now, longest, longest);
	command->failed = UINT64_MAX / 2;
	command->why_failed = bench_text(HOSTILE_TWO);
	bench_command(&made->now, HOSTILE "``|<b>&]]>\"'" HOSTILE_TWO, HOSTILE);
	bench_values(&made->now, 0, 0, 86400 * 365, 0.1, 5);
	bench_values(&made->now, 1, 0, 1e-9, 0.5, 5);
	bench_values(&made->now, 0, 1, 1e18, 0.3, 5);
	bench_values(&made->now, 1, 1, 1.7e308, 0.01, 5);
	bench_values(&made->now, 0, 2, 3, 0.5, 5);
	bench_values(&made->now, 1, 2, 999999999999, 0.0001, 5);
	bench_values(&made->now, 0, 3, 0x1p62, 0.5, 5);
	bench_values(&made->now, 1, 3, 1, 0, 5);
	made->now.commands[1].metric[2].values[1] = NAN;
	for (size_t m = 0; m < 5; m++) {
		struct bench_says says = { 0.5, 1e-9, 0, PMX_CHANGE_LESS };

		says.change = m == 1 || m == 2 ? PMX_CHANGE_MORE : PMX_CHANGE_LESS;
		bench_say(made, 0, m, NULL, says);
		bench_say(made, 1, m, &made->now.commands[0].metric[m], says);
	}
	made->notes[0] = HOSTILE;
	made->notes[1] = longest;
	made->report.note_count = 2;
	free(longest);
	made->notes[1] = made->now.commands[0].name;
	snprintf(made->now.bench.scene.host, sizeof(made->now.bench.scene.host), HOSTILE_TWO);
	return made;
}

/* Not a run. */
static inline struct bench_made *bench_case_empty(void)
{
	struct bench_made *made = bench_new();

	bench_add_lines(&made->now, 2);
	bench_command(&made->now, "first", "first");
	bench_command(&made->now, "the second of them", "the second of them");
	for (size_t c = 0; c < 2; c++)
		for (size_t m = 0; m < 2; m++)
			bench_say(made, c, m, NULL, (struct bench_says){ .p = NAN });
	made->report.interrupted = true;
	return made;
}

typedef struct bench_made *bench_maker(void);

static bench_maker *const bench_makers[] = {
	bench_case_pair,   bench_case_names,	bench_case_scan,
	bench_case_alone,  bench_case_baseline, bench_case_baselines,
	bench_case_little, bench_case_hostile,	bench_case_empty,
};
enum { BENCH_CASES = sizeof(bench_makers) / sizeof(bench_makers[0]) };

/* What a writer makes of it, for free(). */
static inline char *bench_written(struct bench_made *made,
				  void (*writer)(const struct pmx_bench_report *report,
						 const struct pmx_bench_result *result))
{
	struct written written;

	made->report.out = written_open(&written);
	writer(&made->report, &made->result);
	return written_close(&written);
}

#endif
