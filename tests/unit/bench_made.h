/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_made.h - repeated runs and what they say, put together by hand, for tests of all that is
 * written about them
 *
 * Values are made by a formula. Medians are theirs; intervals, p-values and verdicts are not by any
 * statistics, but as each case wants to have them.
 */
#ifndef TESTS_BENCH_MADE_H
#define TESTS_BENCH_MADE_H

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

/*
 * How values lie around the middle: -1 to 1 for most of them, in an order that looks like chance.
 */
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

#endif
