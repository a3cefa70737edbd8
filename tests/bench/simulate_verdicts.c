// SPDX-License-Identifier: GPL-2.0-only
/*
 * simulate_verdicts.c - false alarms, and differences found
 */
#include <stdio.h>

#include "simulate.h"

#define METRICS 9 /* of the 11 that bench shows where there is a hardware PMU */

static bool is_alarm(enum pmx_change change)
{
	return change == PMX_CHANGE_LESS || change == PMX_CHANGE_MORE;
}

/* --- false alarms ------------------------------------------------------------------------- */

/* In how many trials one of @metrics that are all the same in both commands was said to differ. */
static size_t false_alarms(enum noise noise, size_t count, size_t metrics, bool in_rounds)
{
	struct noise_source source = { .state = 1000 * count + noise };
	struct noise_runs runs = noise_runs_new(MOST);
	make_runs *make = maker(in_rounds);
	size_t alarms = 0;

	for (size_t t = 0; t < trials; t++) {
		struct pmx_comparison found[METRICS];
		double p[METRICS];
		bool alarm = false;

		for (size_t m = 0; m < metrics; m++) {
			make(&source, &runs, count, noise, 0.01, 1);
			found[m] = compared(&runs, count, in_rounds);
			p[m] = found[m].test.p;
		}
		check(pmx_holm(p, p, metrics, NULL));
		for (size_t m = 0; m < metrics; m++)
			alarm |= is_alarm(pmx_change_of(&found[m], p[m], metrics, PMX_RESOLUTION));
		alarms += alarm;
	}
	noise_runs_free(&runs);
	return alarms;
}

void print_false_alarms(void)
{
	print_heading("## False alarms: the same command twice, said to differ, % of trials",
		      "noise",
		      "rounds, 5 runs | 10 | 30 | 9 metrics, 10 runs | 30 | apart, 5 runs | 10 | "
		      "30");
	for (enum noise noise = 0; noise < NOISES; noise++) {
		printf("| %s |", noise_names[noise]);
		for (size_t c = 0; c < COUNTS; c++)
			printf(" %.1f |", percent(false_alarms(noise, counts[c], 1, true)));
		for (size_t c = 1; c < COUNTS; c++)
			printf(" %.1f |", percent(false_alarms(noise, counts[c], METRICS, true)));
		for (size_t c = 0; c < COUNTS; c++)
			printf(" %.1f |", percent(false_alarms(noise, counts[c], 1, false)));
		putchar('\n');
		fflush(stdout);
	}
}

/* --- power -------------------------------------------------------------------------------- */

struct odds {
	size_t more, less, none, noisy; /* verdicts */
};

static struct odds odds_of(enum noise noise, size_t count, double level, double effect,
			   bool in_rounds)
{
	struct noise_source source = { .state = 2000 * count + noise };
	struct noise_runs runs = noise_runs_new(MOST);
	make_runs *make = maker(in_rounds);
	struct odds odds = { 0 };

	for (size_t t = 0; t < trials; t++) {
		struct pmx_comparison it;
		enum pmx_change change;

		make(&source, &runs, count, noise, level, effect);
		it = compared(&runs, count, in_rounds);
		change = pmx_change_of(&it, it.test.p, 1, PMX_RESOLUTION);
		odds.more += change == PMX_CHANGE_MORE;
		odds.less += change == PMX_CHANGE_LESS;
		odds.none += change == PMX_CHANGE_NONE;
		odds.noisy += change == PMX_CHANGE_NOISY;
	}
	noise_runs_free(&runs);
	return odds;
}

static void print_power_at(double level, bool in_rounds)
{
	static const double effects[] = { 1.01, 1.02, 1.05 };
	char title[128];

	snprintf(title, sizeof(title),
		 "## Power: a difference found, %% of trials; noise %.0f %%, %s", 100 * level,
		 in_rounds ? "in rounds" : "apart");
	print_heading(title, "noise",
		      "1 %, 5 runs | 10 | 30 | 2 %, 5 runs | 10 | 30 | 5 %, 5 runs | 10 | 30");
	for (enum noise noise = 0; noise < NOISES; noise++) {
		printf("| %s |", noise_names[noise]);
		for (size_t e = 0; e < sizeof(effects) / sizeof(*effects); e++) {
			for (size_t c = 0; c < COUNTS; c++) {
				struct odds odds =
					odds_of(noise, counts[c], level, effects[e], in_rounds);

				printf(" %.1f |", percent(odds.more));
			}
		}
		putchar('\n');
		fflush(stdout);
	}
}

void print_power(void)
{
	print_power_at(0.01, true);
	print_power_at(0.03, true);
	print_power_at(0.01, false);
	print_power_at(0.03, false);
}

void print_verdicts(void)
{
	print_heading("## Verdicts of 30 rounds, noise 1 %, % of trials", "noise",
		      "no difference: none shown | too noisy | 1 % more: none shown | too noisy | "
		      "more | less");
	for (enum noise noise = 0; noise < NOISES; noise++) {
		struct odds same = odds_of(noise, MOST, 0.01, 1, true);
		struct odds more = odds_of(noise, MOST, 0.01, 1.01, true);

		printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", noise_names[noise],
		       percent(same.none), percent(same.noisy), percent(more.none),
		       percent(more.noisy), percent(more.more), percent(more.less));
		fflush(stdout);
	}
}
