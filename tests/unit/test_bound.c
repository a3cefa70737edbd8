// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bound.c - the interval around a scaled count, against truths that are known
 *
 * Targets are made up whose rate changes in phases, in bursts, or all the time; events take turns
 * on them as the kernel has them do. What all of it came to is compared with what was said from
 * the counted part.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/bound.h>

/* --- a target and a PMU -------------------------------------------------------------------- */

enum { STEP_US = 250, ROTATION_US = 4000, MAX_STEPS = 40000 };

static uint64_t seed;

/* Marsaglia's xorshift64*; the same numbers everywhere. */
static double uniform(void)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (double)((seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

static double exponential(double mean)
{
	return -mean * log(1 - uniform());
}

enum shape { PHASES_LONG, PHASES_MIDDLE, PHASES_SHORT, NOISE, BURSTS, SHAPES };

/* Counts in each step of 250 us. */
static void make_rates(double *rate, size_t steps, enum shape shape)
{
	static const double mean_us[] = { 700e3, 60e3, 3e3, 0, 0 };
	double level = 1, left = 0;

	for (size_t i = 0; i < steps; i++) {
		if (shape == NOISE) {
			rate[i] = floor(exponential(1000));
			continue;
		}
		while (left <= 0) {
			bool high = level < 2;

			level = high ? 5 : 1;
			left += shape == BURSTS ? exponential(high ? 6e3 : 120e3) :
						  exponential(mean_us[shape]);
			if (shape == BURSTS)
				level = high ? 100 : 0.5;
		}
		rate[i] = level * 1000;
		left -= STEP_US;
	}
}

struct sample {
	struct pmx_bound bound;
	double truth, scaled;
};

/*
 * @events take turns on @slots; the first is looked at. An item of the sample for each cycle, or,
 * with @item_steps, one for each so many steps.
 */
static void count(struct sample *s, const double *rate, size_t steps, unsigned events,
		  unsigned slots, size_t item_steps)
{
	size_t cycle = (size_t)events * ROTATION_US / STEP_US;
	size_t slice = (size_t)slots * ROTATION_US / STEP_US, since = 0;
	size_t offset = (size_t)(uniform() * (double)cycle);
	double raw = 0, running = 0, all_raw = 0, all_running = 0;

	*s = (struct sample){ 0 };
	for (size_t i = 0; i <= steps; i++) {
		size_t at = (i + offset) % cycle;

		if (i && (i == steps || (item_steps ? i % item_steps == 0 : at == 0))) {
			pmx_bound_add(&s->bound, since * STEP_US * 1000, (uint64_t)running,
				      (uint64_t)raw);
			all_raw += raw;
			all_running += running;
			raw = running = 0;
			since = 0;
		}
		if (i == steps)
			break;
		since++;
		s->truth += rate[i];
		if (at < slice) {
			raw += rate[i];
			running += STEP_US * 1000;
		}
	}
	s->scaled = all_raw * (double)steps * STEP_US * 1000 / all_running;
}

/* Of @trials how many intervals had the truth inside, in per cent. */
static double coverage(enum shape shape, unsigned trials, size_t steps, size_t item_steps)
{
	static const unsigned events[] = { 6, 8, 5, 12 }, slots[] = { 4, 4, 2, 4 };
	static double rate[MAX_STEPS];
	unsigned inside = 0;

	for (unsigned i = 0; i < trials; i++) {
		unsigned k = i % 4;
		struct sample s;
		double half;

		make_rates(rate, steps, shape);
		count(&s, rate, steps, events[k], slots[k], item_steps);
		half = pmx_bound_half(&s.bound, item_steps ? events[k] * ROTATION_US * 1e3 : 0);
		inside += fabs(s.scaled - s.truth) <= half;
	}
	return 100.0 * inside / trials;
}

/* --- cases -------------------------------------------------------------------------------- */

static void cycles_of_slices_cover_the_truth_in_90_to_99_of_100(void **state)
{
	double sum = 0;

	(void)state;
	seed = 20260501;
	for (enum shape shape = 0; shape < SHAPES; shape++) {
		double covered = coverage(shape, 200, 8000, 0);

		print_message("# shape %d: %.1f %%\n", (int)shape, covered);
		assert_true(covered >= 86);
		sum += covered;
	}
	assert_true(sum / SHAPES >= 90 && sum / SHAPES <= 99);
}

static void readings_of_several_cycles_cover_it_too(void **state)
{
	double sum = 0;

	(void)state;
	seed = 77;
	for (enum shape shape = 0; shape < SHAPES; shape++) {
		double covered = coverage(shape, 200, 16000, 400);

		print_message("# shape %d: %.1f %%\n", (int)shape, covered);
		assert_true(covered >= 85);
		sum += covered;
	}
	assert_true(sum / SHAPES >= 90);
}

static double resampled_half(const double *raw, const double *running, size_t n, double enabled)
{
	enum { TIMES = 400 };
	double estimates[TIMES], mean = 0, squares = 0;

	for (size_t t = 0; t < TIMES; t++) {
		double c = 0, r = 0;

		for (size_t i = 0; i < n; i++) {
			size_t k = (size_t)(uniform() * (double)n);

			c += raw[k];
			r += running[k];
		}
		estimates[t] = enabled * c / r;
		mean += estimates[t] / TIMES;
	}
	for (size_t t = 0; t < TIMES; t++)
		squares += (estimates[t] - mean) * (estimates[t] - mean);
	return 1.96 * sqrt(squares / (TIMES - 1));
}

static void the_interval_is_no_wider_than_twice_that_of_resampled_slices(void **state)
{
	static double rate[MAX_STEPS], raw[1000], running[1000];

	(void)state;
	seed = 4711;
	for (unsigned t = 0; t < 50; t++) {
		struct pmx_bound bound = { 0 };
		size_t steps = 8000, n = 0;

		make_rates(rate, steps, t % SHAPES);
		for (size_t i = 0; i + 32 <= steps; i += 32, n++) { /* 4 ms of 8 ms */
			raw[n] = 0;
			running[n] = 16 * STEP_US * 1e3;
			for (size_t k = 0; k < 16; k++)
				raw[n] += rate[i + k];
			pmx_bound_add(&bound, 32 * STEP_US * 1000, (uint64_t)running[n],
				      (uint64_t)raw[n]);
		}
		assert_true(pmx_bound_half(&bound, 0) <=
			    2 * resampled_half(raw, running, n, (double)steps * STEP_US * 1e3));
	}
}

static void what_was_always_on_is_exact(void **state)
{
	struct pmx_bound bound = { 0 };

	(void)state;
	for (unsigned i = 0; i < 100; i++)
		pmx_bound_add(&bound, 1000000, 1000000, i * 1000);
	assert_true(pmx_bound_half(&bound, 0) == 0);
}

static void a_steady_rate_leaves_no_doubt(void **state)
{
	struct pmx_bound bound = { 0 };

	(void)state;
	for (unsigned i = 0; i < 100; i++)
		pmx_bound_add(&bound, 8000000, 4000000, 8000000);
	assert_true(pmx_bound_half(&bound, 0) <= 1e-6 * 100 * 16e6);
}

static void too_few_items_say_nothing(void **state)
{
	struct pmx_bound bound = { 0 };

	(void)state;
	assert_true(isnan(pmx_bound_half(&bound, 0)));
	for (unsigned i = 0; i + 1 < PMX_BOUND_MIN_ITEMS; i++)
		pmx_bound_add(&bound, 8000000, 4000000, 1000 * i);
	assert_true(isnan(pmx_bound_half(&bound, 0)));
	pmx_bound_add(&bound, 8000000, 4000000, 5);
	assert_true(pmx_bound_half(&bound, 0) > 0);
}

static void blind_time_belongs_to_the_gap_and_is_no_item(void **state)
{
	struct pmx_bound with = { 0 }, without = { 0 };

	(void)state;
	for (unsigned i = 0; i < 20; i++) {
		uint64_t raw = i % 3 * 1000;

		pmx_bound_add(&with, 4000000, 0, 0);
		pmx_bound_add(&with, 4000000, 4000000, raw);
		pmx_bound_add(&without, 8000000, 4000000, raw);
	}
	assert_int_equal(with.items, 20);
	assert_true(fabs(pmx_bound_half(&with, 0) - pmx_bound_half(&without, 0)) < 1e-9);
}

static void to_have_seen_none_is_not_to_know_that_there_were_none(void **state)
{
	struct pmx_bound bound = { 0 };

	(void)state;
	for (unsigned i = 0; i < 20; i++)
		pmx_bound_add(&bound, 8000000, 2000000, 0);
	assert_true(fabs(pmx_bound_half(&bound, 0) - 9) < 1e-9);
}

static void quantiles_are_those_of_the_tables(void **state)
{
	/* NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2 */
	static const struct {
		uint64_t df;
		double t;
	} table[] = { { 1, 12.706 },	 { 2, 4.303 },	{ 3, 3.182 },  { 4, 2.776 },
		      { 5, 2.571 },	 { 6, 2.447 },	{ 8, 2.306 },  { 10, 2.228 },
		      { 20, 2.086 },	 { 30, 2.042 }, { 60, 2.000 }, { 100, 1.984 },
		      { 1000000, 1.960 } };

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		assert_true(fabs(pmx_student_t95(table[i].df) - table[i].t) < 0.005);
	assert_true(isinf(pmx_student_t95(0)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cycles_of_slices_cover_the_truth_in_90_to_99_of_100),
		cmocka_unit_test(readings_of_several_cycles_cover_it_too),
		cmocka_unit_test(the_interval_is_no_wider_than_twice_that_of_resampled_slices),
		cmocka_unit_test(what_was_always_on_is_exact),
		cmocka_unit_test(a_steady_rate_leaves_no_doubt),
		cmocka_unit_test(too_few_items_say_nothing),
		cmocka_unit_test(blind_time_belongs_to_the_gap_and_is_no_item),
		cmocka_unit_test(to_have_seen_none_is_not_to_know_that_there_were_none),
		cmocka_unit_test(quantiles_are_those_of_the_tables),
	};

	return cmocka_run_group_tests_name("bound", tests, NULL, NULL);
}
