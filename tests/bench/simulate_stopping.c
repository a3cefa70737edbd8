// SPDX-License-Identifier: GPL-2.0-only
/*
 * simulate_stopping.c - what is true of the interval that ended the runs, and what that took
 */
#include <stdio.h>
#include <string.h>

#include "simulate.h"
#include "stats/dependence.h"
#include "stats/middle.h"
#include "stats/order.h"

#define ENOUGH 1000 /* runs, after which it is given up */

/* Ways to stop: ours, and two that it is compared with. */
enum rule { OURS, EVERY_RUN, SUMMED, RULES };

static bool other_rule_is_done(enum rule rule, const double *values, size_t count, unsigned look,
			       double precision, struct pmx_interval *interval)
{
	double level = rule == EVERY_RUN ? 0.95 : 1 - 0.05 / (look * (look + 1.0));
	double sorted[ENOUGH], rho;

	check(pmx_autocorrelation(values, count, &rho));
	memcpy(sorted, values, count * sizeof(*sorted));
	pmx_sort(sorted, count);
	*interval = pmx_median_interval(sorted, count, level, pmx_inflation_of_median(rho));
	return interval->level >= level &&
	       (interval->high - interval->low) / 2 <= precision * pmx_median(sorted, count);
}

static size_t stop_by_other(enum rule rule, const double *values, double precision,
			    struct pmx_interval *interval)
{
	size_t count = 10;
	unsigned look = 1;

	while (count <= ENOUGH &&
	       !other_rule_is_done(rule, values, count, look, precision, interval)) {
		count += rule == EVERY_RUN ? 1 : (count + 1) / 2;
		look++;
	}
	return count;
}

static size_t stop_by_ours(const double *values, double precision, struct pmx_interval *interval)
{
	struct pmx_stopping it;
	size_t count;
	int done;

	pmx_stopping_init(&it, precision, 0);
	do {
		count = pmx_stopping_next(&it);
		if (count > ENOUGH)
			return count;
		done = pmx_stopping_done(&it, values, count, interval, NULL);
		check(done);
	} while (!done);
	return count;
}

/* How many of @values there were in the end; ENOUGH when they were not. */
static size_t stop(enum rule rule, const double *values, double precision,
		   struct pmx_interval *interval)
{
	size_t count = rule == OURS ? stop_by_ours(values, precision, interval) :
				      stop_by_other(rule, values, precision, interval);

	return count < ENOUGH ? count : ENOUGH;
}

static void print_stopping_row(enum noise noise, double precision)
{
	double truth = noise_value(noise, 0.01, 1, noise_median(noise));
	struct noise_runs runs = noise_runs_new(ENOUGH);

	printf("| %s, %.1f %% |", noise_names[noise], 100 * precision);
	for (enum rule rule = 0; rule < RULES; rule++) {
		struct noise_source source = { .state = 4000 + noise };
		size_t covered = 0, ended = 0, given_up = 0;

		for (size_t t = 0; t < trials; t++) {
			struct pmx_interval interval;
			size_t count;

			noise_runs_beside(&source, &runs, ENOUGH, noise, 0.01, 1);
			count = stop(rule, runs.a, precision, &interval);
			covered += holds(&interval, truth);
			ended += count;
			given_up += count == ENOUGH;
		}
		printf(" %.1f | %.0f | %.1f |", percent(covered), (double)ended / (double)trials,
		       percent(given_up));
	}
	putchar('\n');
	fflush(stdout);
	noise_runs_free(&runs);
}

void print_stopping(void)
{
	static const enum noise noises[] = { NOISE_NORMAL, NOISE_LOG_NORMAL, NOISE_BIMODAL,
					     NOISE_EVEN,   NOISE_AUTO,	     NOISE_TIES };
	static const double precisions[] = { 0.01, 0.005, 0.003 };

	print_heading(
		"## Stopping at a precision, noise 1 %: coverage in %, runs, % not done after "
		"1,000",
		"noise, precision",
		"ours | runs | not done | each run looked at, 95 % | runs | not done | error "
		"summed up | runs | not done");
	for (size_t i = 0; i < sizeof(noises) / sizeof(*noises); i++)
		for (size_t k = 0; k < sizeof(precisions) / sizeof(*precisions); k++)
			print_stopping_row(noises[i], precisions[k]);
}
