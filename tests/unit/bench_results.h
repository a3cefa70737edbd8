/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_results.h - repeated runs and what they say, made up, for tests of all that is written
 * about them
 *
 * Values are made by a formula. Medians are theirs; intervals, p-values and verdicts are not by any
 * statistics, but as each case wants to have them.
 */
#ifndef TESTS_BENCH_RESULTS_H
#define TESTS_BENCH_RESULTS_H

#include <perfmux/report_bench.h>

#include "cases.h"

enum { BENCH_METRICS = 16, BENCH_COMMANDS = 40, BENCH_NOTES = 4 };

struct bench_side {
	struct pmx_bench bench;
	struct pmx_bench_metric metrics[BENCH_METRICS];
	struct pmx_bench_command commands[BENCH_COMMANDS];
};

struct bench_made {
	struct bench_side now, then;
	struct pmx_bench_cell cells[BENCH_COMMANDS * BENCH_METRICS];
	struct pmx_bench_result result;
	struct pmx_bench_report report;
	const char *notes[BENCH_NOTES];
};

static inline char *bench_text(const char *text)
{
	char *copy = text ? strdup(text) : NULL;

	assert_true(!text || copy);
	return copy;
}

static inline void bench_side_init(struct bench_side *side)
{
	side->bench = (struct pmx_bench){ .metrics = side->metrics,
					  .commands = side->commands,
					  .seed = 0x1f2e3d4c5b6a7988,
					  .scene = { .kernel = "6.18.5",
						     .machine = "x86_64",
						     .processor = "Made Up CPU @ 3.00GHz",
						     .host = "bench-host",
						     .cpus = 2,
						     .when = 1764431381 } };
}

static inline struct bench_made *bench_new(void)
{
	struct bench_made *made = calloc(1, sizeof(*made));

	assert_non_null(made);
	bench_side_init(&made->now);
	bench_side_init(&made->then);
	made->result = (struct pmx_bench_result){ .bench = &made->now.bench,
						  .resolution = PMX_RESOLUTION,
						  .cells = made->cells };
	made->report =
		(struct pmx_bench_report){ .utf8 = true, .version = "0.1.0", .notes = made->notes };
	return made;
}

static inline void bench_side_free(struct bench_side *side)
{
	for (size_t m = 0; m < side->bench.metric_count; m++) {
		free(side->metrics[m].name);
		free(side->metrics[m].why);
	}
	for (size_t c = 0; c < side->bench.command_count; c++) {
		struct pmx_bench_command *command = &side->commands[c];

		for (size_t m = 0; m < side->bench.metric_count; m++) {
			free(command->metric[m].values);
			free(command->metric[m].rounds);
		}
		free(command->metric);
		free(command->name);
		free(command->command);
		free(command->why_failed);
	}
}

static inline void bench_free(struct bench_made *made)
{
	bench_side_free(&made->now);
	bench_side_free(&made->then);
	free(made);
}

/* --- metrics and commands --------------------------------------------------------------------- */

static inline size_t bench_metric(struct bench_side *side, const char *name,
				  enum pmx_bench_unit unit)
{
	size_t at = side->bench.metric_count++;

	assert_true(at < BENCH_METRICS);
	side->metrics[at] = (struct pmx_bench_metric){ .name = bench_text(name),
						       .unit = unit,
						       .is_time = unit == PMX_BENCH_SECONDS };
	return at;
}

/* Metrics come first. */
static inline struct pmx_bench_command *bench_command(struct bench_side *side, const char *name,
						      const char *command)
{
	size_t at = side->bench.command_count++;
	struct pmx_bench_values *values = calloc(BENCH_METRICS, sizeof(*values));

	assert_true(values && at < BENCH_COMMANDS);
	side->commands[at] = (struct pmx_bench_command){ .name = bench_text(name),
							 .command = bench_text(command),
							 .metric = values };
	return &side->commands[at];
}

/* --- values ----------------------------------------------------------------------------------- */

/* How values lie around the middle: -1 to 1 for most of them, in an order that looks like chance. */
static inline double bench_noise(size_t i, size_t count)
{
	size_t at = (i * 7919 + 13) % count; /* a permutation: 7919 is prime */
	double x = 2 * ((double)at + 0.5) / (double)count - 1;

	return x * (1 + x * x) / 2; /* more of them near the middle */
}

static inline void bench_value(struct pmx_bench_values *it, double value, uint32_t round)
{
	if (it->count == it->room) {
		it->room = it->room ? 2 * it->room : 16;
		it->values = realloc(it->values, it->room * sizeof(*it->values));
		it->rounds = realloc(it->rounds, it->room * sizeof(*it->rounds));
		assert_true(it->values && it->rounds);
	}
	it->values[it->count] = value;
	it->rounds[it->count++] = round;
	it->seen++;
}

/* @count values within @spread (a fraction) of @middle; whole ones, if its unit is not seconds. */
static inline void bench_values(struct bench_side *side, size_t c, size_t m, double middle,
				double spread, size_t count)
{
	size_t before = side->commands[c].metric[m].count;

	for (size_t i = 0; i < count; i++) {
		double value = middle * (1 + spread * bench_noise(i, count));

		if (side->metrics[m].unit == PMX_BENCH_SECONDS)
			value = floor(value * 1e9) / 1e9;
		else
			value = floor(value);
		bench_value(&side->commands[c].metric[m], value, (uint32_t)(before + i));
	}
	if (side->commands[c].runs < before + count)
		side->commands[c].runs = before + count;
	if (side->bench.rounds < before + count)
		side->bench.rounds = before + count;
}

/* --- what they say ---------------------------------------------------------------------------- */

static inline int bench_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value a @part of the way from the smallest to the largest. */
static inline double bench_at(const double *sorted, size_t count, double part)
{
	double at = part * (double)(count - 1), low = floor(at);
	size_t i = (size_t)low;

	return i + 1 < count ? sorted[i] + (at - low) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static inline void bench_count_outliers(struct pmx_summary *out, const double *sorted)
{
	double low = bench_at(sorted, out->count, 0.25), high = bench_at(sorted, out->count, 0.75);

	out->fence_low = low - 1.5 * (high - low);
	out->fence_high = high + 1.5 * (high - low);
	for (size_t i = 0; i < out->count; i++) {
		out->outliers_low += sorted[i] < out->fence_low;
		out->outliers_high += sorted[i] > out->fence_high;
	}
}

static inline void bench_spread(struct pmx_summary *out, double *sorted)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < out->count; i++)
		sum += sorted[i];
	out->mean = sum / (double)out->count;
	for (size_t i = 0; i < out->count; i++)
		squares += (sorted[i] - out->mean) * (sorted[i] - out->mean);
	if (out->count > 1)
		out->stddev = sqrt(squares / (double)(out->count - 1));
	for (size_t i = 0; i < out->count; i++)
		sorted[i] = fabs(sorted[i] - out->median);
	qsort(sorted, out->count, sizeof(*sorted), bench_order);
	out->mad = bench_at(sorted, out->count, 0.5);
}

/* Its interval is @half, a fraction of the median, to either side. */
static inline void bench_summary(const struct pmx_bench_values *it, double half,
				 struct pmx_summary *out)
{
	double *sorted = calloc(it->count + 1, sizeof(*sorted));
	size_t count = 0;

	assert_non_null(sorted);
	for (size_t i = 0; i < it->count; i++)
		if (isfinite(it->values[i]))
			sorted[count++] = it->values[i];
	*out = (struct pmx_summary){ .count = count,
				     .ignored = it->count - count,
				     .median = NAN,
				     .mean = NAN,
				     .min = NAN,
				     .max = NAN,
				     .mad = NAN,
				     .stddev = NAN,
				     .fence_low = NAN,
				     .fence_high = NAN,
				     .median_interval = { .low = NAN, .high = NAN } };
	if (count) {
		qsort(sorted, count, sizeof(*sorted), bench_order);
		out->min = sorted[0];
		out->max = sorted[count - 1];
		out->median = bench_at(sorted, count, 0.5);
		if (count >= 5)
			bench_count_outliers(out, sorted);
		bench_spread(out, sorted);
	}
	if (count > 1)
		out->median_interval = (struct pmx_interval){ .low = out->median * (1 - half),
							      .high = out->median * (1 + half),
							      .level = count < 5 ? 0.75 : 0.95 };
	free(sorted);
}

/* What is made of a metric of a command; all but @half may be left out for what is not compared. */
struct bench_says {
	double half; /* of the median's interval, a fraction */
	double sure; /* half of the interval of the ratio, or of the difference without one */
	double p;
	enum pmx_change change;
};

static inline struct pmx_bench_cell *bench_cell(struct bench_made *made, size_t c, size_t m)
{
	return &made->cells[c * made->now.bench.metric_count + m];
}

static inline void bench_compare(struct pmx_bench_cell *cell, double median_a, size_t count_a,
				 const struct bench_says *says)
{
	struct pmx_comparison *it = &cell->comparison;
	const double b = cell->summary.median;

	*it = (struct pmx_comparison){ .count_a = count_a,
				       .count_b = cell->summary.count,
				       .rounds = count_a,
				       .median_a = median_a,
				       .median_b = b,
				       .has_ratio = median_a > 0,
				       .ratio = NAN,
				       .ratio_interval = { .low = NAN, .high = NAN },
				       .difference = b - median_a };
	it->test = (struct pmx_rank_test){ .u = 12.5,
					   .p = says->p,
					   .least = 1e-9,
					   .method = count_a > 30 ? PMX_P_NORMAL : PMX_P_EXACT };
	if (it->has_ratio) {
		it->ratio = b / median_a;
		it->ratio_interval = (struct pmx_interval){ it->ratio - says->sure,
							    it->ratio + says->sure, 0.95 };
	}
	it->difference_interval =
		(struct pmx_interval){ it->difference - says->sure * (it->has_ratio ? median_a : 1),
				       it->difference + says->sure * (it->has_ratio ? median_a : 1),
				       0.95 };
	cell->compared = true;
	cell->adjusted = fmin(1, 4 * says->p);
	cell->change = says->change;
}

/* Says it of a metric of command @c, compared with @values of another, or with nothing. */
static inline void bench_say(struct bench_made *made, size_t c, size_t m,
			     const struct pmx_bench_values *other, struct bench_says says)
{
	struct pmx_bench_cell *cell = bench_cell(made, c, m);
	struct pmx_summary before;

	bench_summary(&made->now.commands[c].metric[m], says.half, &cell->summary);
	cell->adjusted = NAN;
	if (!other || !other->count || !cell->summary.count)
		return;
	bench_summary(other, 0, &before);
	bench_compare(cell, before.median, before.count, &says);
	made->result.tests++;
}

/* --- cases ------------------------------------------------------------------------------------ */

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
