// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_compare_simulated.c - false alarms, intervals and finds on made-up runs whose truth is known
 *
 * A short version of tests/bench/simulate.c. Seeds are fixed; bounds leave room for what chance
 * does in so few trials: a coverage of 95 % varies by 1 % here.
 */
#include "compared.h"
#include "noises.h"

enum { TRIALS = 500, MOST = 30 };

static const size_t counts[] = { 5, 10, MOST };

struct tally {
	unsigned more, less;	/* verdicts */
	unsigned ratio, median; /* intervals with the truth inside */
};

static bool holds(const struct pmx_interval *it, double truth)
{
	return it->low <= truth * (1 + 1e-12) && truth * (1 - 1e-12) <= it->high;
}

static void count(struct tally *tally, const struct pmx_comparison *it, double effect)
{
	enum pmx_change change = pmx_change_of(it, it->test.p, 1, PMX_RESOLUTION);

	tally->more += change == PMX_CHANGE_MORE;
	tally->less += change == PMX_CHANGE_LESS;
	tally->ratio += holds(&it->ratio_interval, effect);
}

static struct tally tally_of(enum noise noise, size_t runs_each, double level, double effect)
{
	struct noise_source source = { .state = 100 * runs_each + noise };
	struct noise_runs runs = noise_runs_new(MOST);
	double truth = noise_value(noise, level, 1, noise_median(noise));
	struct tally tally = { 0 };

	for (unsigned t = 0; t < TRIALS; t++) {
		struct pmx_sample a = { .values = runs.a,
					.rounds = runs.rounds,
					.count = runs_each };
		struct pmx_sample b = { .values = runs.b,
					.rounds = runs.rounds,
					.count = runs_each };
		struct pmx_comparison it;
		struct pmx_summary summary;

		noise_runs_beside(&source, &runs, runs_each, noise, level, effect);
		assert_int_equal(pmx_compare(&a, &b, &it, NULL), 0);
		assert_int_equal(pmx_summarize(runs.a, runs_each, &summary, NULL), 0);
		count(&tally, &it, effect);
		tally.median += holds(&summary.median_interval, truth);
	}
	noise_runs_free(&runs);
	return tally;
}

static double percent(unsigned part)
{
	return 100.0 * part / TRIALS;
}

/* A number that only some values can be is covered more often; nothing helps. */
static bool is_whole(enum noise noise)
{
	return noise == NOISE_TIES || noise == NOISE_CONSTANT;
}

static void the_same_command_twice_raises_an_alarm_in_at_most_5_of_100(void **state)
{
	(void)state;
	for (enum noise noise = 0; noise < NOISES; noise++) {
		for (size_t i = 0; i < COUNT(counts); i++) {
			struct tally tally = tally_of(noise, counts[i], 0.01, 1);

			print_message("# %s, %zu runs: %.1f %%\n", noise_names[noise], counts[i],
				      percent(tally.more + tally.less));
			assert_true(percent(tally.more + tally.less) <= 5);
		}
	}
}

static void intervals_of_the_ratio_cover_it_in_95_of_100(void **state)
{
	(void)state;
	for (enum noise noise = 0; noise < NOISES; noise++) {
		for (size_t i = 0; i < COUNT(counts); i++) {
			double covered = percent(tally_of(noise, counts[i], 0.01, 1.02).ratio);

			print_message("# %s, %zu runs: %.1f %%\n", noise_names[noise], counts[i],
				      covered);
			assert_true(covered >= 91 && (covered <= 98 || is_whole(noise)));
		}
	}
}

/* Five runs that depend on one another cannot be told from five that do not. */
static bool is_hopeless(enum noise noise, size_t runs_each)
{
	return noise == NOISE_AUTO && runs_each < MOST;
}

static void intervals_of_the_median_cover_it_in_95_of_100(void **state)
{
	(void)state;
	for (enum noise noise = 0; noise < NOISES; noise++) {
		for (size_t i = 0; i < COUNT(counts); i++) {
			double covered = percent(tally_of(noise, counts[i], 0.01, 1).median);

			print_message("# %s, %zu runs: %.1f %%\n", noise_names[noise], counts[i],
				      covered);
			if (is_hopeless(noise, counts[i]))
				continue;
			assert_true(covered >= 91);
			assert_true(covered <= 98 || is_whole(noise) || noise == NOISE_DRIFT);
		}
	}
}

static void what_differs_by_5_percent_is_found_and_its_direction_is_right(void **state)
{
	(void)state;
	for (enum noise noise = 0; noise < NOISES; noise++) {
		struct tally more = tally_of(noise, 10, 0.01, 1.05);
		struct tally less = tally_of(noise, 10, 0.01, 0.95);

		assert_true(percent(more.more) >= 99 && more.less == 0);
		assert_true(percent(less.less) >= 99 && less.more == 0);
	}
}

static void two_percent_at_one_percent_of_noise_is_found_in_thirty_runs(void **state)
{
	(void)state;
	for (enum noise noise = 0; noise < NOISES; noise++) {
		double found = percent(tally_of(noise, MOST, 0.01, 1.02).more);

		print_message("# %s: %.1f %%\n", noise_names[noise], found);
		assert_true(found >= 98);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_command_twice_raises_an_alarm_in_at_most_5_of_100),
		cmocka_unit_test(intervals_of_the_ratio_cover_it_in_95_of_100),
		cmocka_unit_test(intervals_of_the_median_cover_it_in_95_of_100),
		cmocka_unit_test(what_differs_by_5_percent_is_found_and_its_direction_is_right),
		cmocka_unit_test(two_percent_at_one_percent_of_noise_is_found_in_thirty_runs),
	};

	return cmocka_run_group_tests_name("compare_simulated", tests, NULL, NULL);
}
