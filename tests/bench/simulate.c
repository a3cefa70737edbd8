// SPDX-License-Identifier: GPL-2.0-only
/*
 * simulate - how often the statistics of compare.h are right, on made-up runs whose truth is known
 *
 *	simulate [TRIALS [PART]]
 *
 * Prints tables in Markdown, or those of one part; TRIALS is 2,000 unless given, and takes a few
 * minutes. Seeds are fixed: the same program prints the same numbers, but for those of speed.
 * tests/unit has a short version of it with bounds.
 *
 *	make && cc -std=gnu17 -D_GNU_SOURCE -O2 -Iinclude -Ilib tests/bench/simulate*.c \
 *		build/libperfmux.a -lm -o build/simulate && build/simulate
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <perfmux/compare.h>

#include "simulate.h"

const size_t counts[COUNTS] = { 5, 10, MOST };
size_t trials = 2000;

void check(int result)
{
	if (result < 0) {
		fputs("simulate: out of memory\n", stderr);
		exit(1);
	}
}

double percent(size_t part)
{
	return 100.0 * (double)part / (double)trials;
}

void print_heading(const char *title, const char *first, const char *columns)
{
	printf("\n%s\n\n| %s | %s |\n| --- |", title, first, columns);
	for (const char *c = columns; c; c = strchr(c + 1, '|'))
		printf(" ---: |");
	putchar('\n');
}

struct pmx_comparison compared(const struct noise_runs *runs, size_t count, bool in_rounds)
{
	struct pmx_sample a = { .values = runs->a, .count = count };
	struct pmx_sample b = { .values = runs->b, .count = count };
	struct pmx_comparison out;

	if (in_rounds)
		a.rounds = b.rounds = runs->rounds;
	check(pmx_compare(&a, &b, &out, NULL));
	return out;
}

bool holds(const struct pmx_interval *interval, double truth)
{
	double grain = 1e-12 * truth;

	return interval->low <= truth + grain && truth - grain <= interval->high;
}

/* --- speed -------------------------------------------------------------------------------- */

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void print_speed(void)
{
	static const size_t sizes[] = { 10, 30, 100, 1000, 10000 };
	struct noise_source source = { .state = 5000 };
	struct noise_runs runs = noise_runs_new(10000);

	print_heading("## CPU time of one call, ms, the least of 5", "values of each command",
		      "summary | comparison in rounds | apart");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		double least[3] = { INFINITY, INFINITY, INFINITY }, start;
		struct pmx_summary summary;

		noise_runs_beside(&source, &runs, sizes[i], NOISE_NORMAL, 0.01, 1.01);
		for (unsigned k = 0; k < 5; k++) {
			start = now_ms();
			check(pmx_summarize(runs.a, sizes[i], &summary, NULL));
			least[0] = fmin(least[0], now_ms() - start);
			start = now_ms();
			compared(&runs, sizes[i], true);
			least[1] = fmin(least[1], now_ms() - start);
			start = now_ms();
			compared(&runs, sizes[i], false);
			least[2] = fmin(least[2], now_ms() - start);
		}
		printf("| %zu | %.3f | %.3f | %.3f |\n", sizes[i], least[0], least[1], least[2]);
	}
	noise_runs_free(&runs);
}

static const struct part {
	const char *name;
	void (*print)(void);
} parts[] = {
	{ "alarms", print_false_alarms },   { "power", print_power },
	{ "verdicts", print_verdicts },	    { "coverage", print_coverage },
	{ "bootstraps", print_bootstraps }, { "stopping", print_stopping },
	{ "speed", print_speed },
};

int main(int argc, char **argv)
{
	bool known = argc < 3;
	char *end = NULL;

	errno = 0;
	if (argc > 1)
		trials = strtoul(argv[1], &end, 10);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		known |= argc == 3 && !strcmp(argv[2], parts[i].name);
	if (!known || errno || (end && *end) || !trials) {
		fputs("usage: simulate [TRIALS "
		      "[alarms|power|verdicts|coverage|bootstraps|stopping|speed]]\n",
		      stderr);
		return 2;
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (argc < 3 || !strcmp(argv[2], parts[i].name))
			parts[i].print();
	return fflush(stdout) ? 1 : 0;
}
