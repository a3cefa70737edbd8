// SPDX-License-Identifier: GPL-2.0-only
/*
 * change.c - what is said of a comparison, in one word
 */
#include <perfmux/compare.h>

#include <math.h>

#define ALPHA 0.05

static const char *const names[] = {
	[PMX_CHANGE_TOO_FEW] = "too-few", [PMX_CHANGE_LESS] = "less",	[PMX_CHANGE_MORE] = "more",
	[PMX_CHANGE_NONE] = "none",	  [PMX_CHANGE_NOISY] = "noisy",
};

const char *pmx_change_name(enum pmx_change change)
{
	return names[change];
}

/*
 * Holm's method begins with the smallest p-value times the number of tests: when even the least one
 * that there can be stays above 5 % then, no test can pass.
 */
static bool is_too_few(double least, size_t tests)
{
	return !(least * (double)(tests ? tests : 1) <= ALPHA);
}

enum pmx_change pmx_change_of(const struct pmx_comparison *it, double adjusted, size_t tests,
			      double resolution)
{
	const struct pmx_interval *interval = it->has_ratio ? &it->ratio_interval :
							      &it->difference_interval;
	double none = it->has_ratio ? 1 : 0;
	double within = it->has_ratio ? resolution : resolution * fabs(it->median_a);

	if (is_too_few(it->test.least, tests))
		return PMX_CHANGE_TOO_FEW;
	if (adjusted <= ALPHA && interval->high < none)
		return PMX_CHANGE_LESS;
	if (adjusted <= ALPHA && interval->low > none)
		return PMX_CHANGE_MORE;
	if (interval->low >= none - within && interval->high <= none + within)
		return PMX_CHANGE_NONE;
	return PMX_CHANGE_NOISY;
}

size_t pmx_least_runs(size_t tests)
{
	double least = 1;
	size_t runs = 1;

	/* 2 over the ways to choose half of twice as many, which each further run makes more */
	for (; is_too_few(least, tests); runs++)
		least *= (double)(runs + 1) / (double)(2 * (2 * runs + 1));
	return runs;
}
