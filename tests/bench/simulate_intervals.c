// SPDX-License-Identifier: GPL-2.0-only
/*
 * simulate_intervals.c - how often intervals have the truth inside: ours, and those that a
 * bootstrap makes
 */
#include <stdio.h>
#include <string.h>

#include "simulate.h"
#include "stats/order.h"

/* --- coverage ----------------------------------------------------------------------------- */

struct covered {
	size_t median, ratio;
	double width; /* of the interval of the ratio, mean */
};

static struct covered cover(enum noise noise, size_t count, bool in_rounds)
{
	struct noise_source source = { .state = 3000 * count + noise };
	struct noise_runs runs = noise_runs_new(MOST);
	make_runs *make = maker(in_rounds);
	double truth = noise_value(noise, 0.01, 1, noise_median(noise));
	struct covered covered = { 0 };

	for (size_t t = 0; t < trials; t++) {
		struct pmx_comparison it;
		struct pmx_summary summary;

		make(&source, &runs, count, noise, 0.01, 1.02);
		check(pmx_summarize(runs.a, count, &summary, NULL));
		it = compared(&runs, count, in_rounds);
		covered.median += holds(&summary.median_interval, truth);
		covered.ratio += holds(&it.ratio_interval, 1.02);
		covered.width += (it.ratio_interval.high - it.ratio_interval.low) / (double)trials;
	}
	noise_runs_free(&runs);
	return covered;
}

void print_coverage(void)
{
	print_heading("## Coverage of 95 % intervals, % of trials; and width of that of the ratio, "
		      "%",
		      "noise",
		      "median, 5 runs | 10 | 30 | ratio in rounds, 5 runs | 10 | 30 | ratio apart, "
		      "5 runs | 10 | 30 | width in rounds, 10 runs | width apart");
	for (enum noise noise = 0; noise < NOISES; noise++) {
		struct covered rounds[COUNTS], apart[COUNTS];

		for (size_t c = 0; c < COUNTS; c++) {
			rounds[c] = cover(noise, counts[c], true);
			apart[c] = cover(noise, counts[c], false);
		}
		printf("| %s |", noise_names[noise]);
		for (size_t c = 0; c < COUNTS; c++)
			printf(" %.1f |", percent(rounds[c].median));
		for (size_t c = 0; c < COUNTS; c++)
			printf(" %.1f |", percent(rounds[c].ratio));
		for (size_t c = 0; c < COUNTS; c++)
			printf(" %.1f |", percent(apart[c].ratio));
		printf(" %.2f | %.2f |\n", 100 * rounds[1].width, 100 * apart[1].width);
		fflush(stdout);
	}
}

/* --- the percentile bootstrap ------------------------------------------------------------- */

#define RESAMPLES 500
#define SIZES	  4

static const size_t sizes[SIZES] = { 5, 7, 10, MOST };

static struct pmx_interval middle_of(double *estimates)
{
	pmx_sort(estimates, RESAMPLES);
	return (struct pmx_interval){
		.low = pmx_quantile(estimates, RESAMPLES, 0.025),
		.high = pmx_quantile(estimates, RESAMPLES, 0.975),
	};
}

/*
 * Draws rounds, with the values of both commands in them; the ratio of medians, and the first
 * median.
 */
static void resample(struct noise_source *source, const struct noise_runs *runs, size_t count,
		     struct pmx_interval *ratio, struct pmx_interval *median)
{
	double ratios[RESAMPLES], medians[RESAMPLES], a[MOST], b[MOST];

	for (size_t r = 0; r < RESAMPLES; r++) {
		for (size_t i = 0; i < count; i++) {
			size_t k = (size_t)(noise_uniform(source) * (double)count);

			a[i] = runs->a[k];
			b[i] = runs->b[k];
		}
		pmx_sort(a, count);
		pmx_sort(b, count);
		medians[r] = pmx_median(a, count);
		ratios[r] = pmx_median(b, count) / medians[r];
	}
	*ratio = middle_of(ratios);
	*median = middle_of(medians);
}

static struct covered cover_by_bootstrap(enum noise noise, size_t count)
{
	struct noise_source source = { .state = 3500 * count + noise };
	struct noise_runs runs = noise_runs_new(MOST);
	double truth = noise_value(noise, 0.01, 1, noise_median(noise));
	struct covered covered = { 0 };

	for (size_t t = 0; t < trials; t++) {
		struct pmx_interval ratio, median;

		noise_runs_beside(&source, &runs, count, noise, 0.01, 1.02);
		resample(&source, &runs, count, &ratio, &median);
		covered.median += holds(&median, truth);
		covered.ratio += holds(&ratio, 1.02);
		covered.width += (ratio.high - ratio.low) / (double)trials;
	}
	noise_runs_free(&runs);
	return covered;
}

void print_bootstraps(void)
{
	print_heading("## Coverage of a percentile bootstrap of rounds instead, % of trials",
		      "noise",
		      "median, 5 runs | 7 | 10 | 30 | ratio of medians, 5 runs | 7 | 10 | 30 | "
		      "width, 10 runs, %");
	for (enum noise noise = 0; noise < NOISES; noise++) {
		struct covered covered[SIZES];

		printf("| %s |", noise_names[noise]);
		for (size_t c = 0; c < SIZES; c++)
			covered[c] = cover_by_bootstrap(noise, sizes[c]);
		for (size_t c = 0; c < SIZES; c++)
			printf(" %.1f |", percent(covered[c].median));
		for (size_t c = 0; c < SIZES; c++)
			printf(" %.1f |", percent(covered[c].ratio));
		printf(" %.2f |\n", 100 * covered[2].width);
		fflush(stdout);
	}
}
