// SPDX-License-Identifier: GPL-2.0-only
/*
 * stopping.c - when there are runs enough
 */
#include <perfmux/compare.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "stats/dependence.h"
#include "stats/middle.h"
#include "stats/order.h"

#define FIRST	      10
#define LEAST_FIRST   7	   /* whose range is an interval of the level that is asked for */
#define LEVEL_OF_LOOK 0.97 /* compare.h says why */
#define LEVEL	      0.95

void pmx_stopping_init(struct pmx_stopping *it, double precision, size_t first)
{
	if (!first)
		first = FIRST;
	*it = (struct pmx_stopping){
		.precision = precision,
		.next = first < LEAST_FIRST ? LEAST_FIRST : first,
	};
}

size_t pmx_stopping_next(const struct pmx_stopping *it)
{
	return it->next;
}

/* Half as many again, for as long as that is a number. */
static size_t grown(size_t count)
{
	size_t more = count / 2 + count % 2;

	return __builtin_add_overflow(count, more, &more) ? SIZE_MAX : more;
}

static int look(const double *values, size_t count, struct pmx_interval *interval, double *median)
{
	pmx_autofree double *list = reallocarray(NULL, count, sizeof(*list));
	double rho;
	size_t kept;

	if (!list)
		return -ENOMEM;
	kept = pmx_copy_finite(list, values, count);
	if (pmx_autocorrelation(list, kept, &rho))
		return -ENOMEM;
	pmx_sort(list, kept);
	*median = pmx_median(list, kept);
	*interval = pmx_median_interval(list, kept, LEVEL_OF_LOOK, pmx_inflation_of_median(rho));
	return 0;
}

int pmx_stopping_done(struct pmx_stopping *it, const double *values, size_t count,
		      struct pmx_interval *interval, struct pmx_error *err)
{
	double median, half;
	bool reached;

	*interval = (struct pmx_interval){ .low = (double)NAN, .high = (double)NAN };
	if (count < it->next)
		return 0;
	if (look(values, count, interval, &median))
		return pmx_error_nomem(err);
	it->looks++;
	it->next = grown(count);
	reached = interval->level >= LEVEL_OF_LOOK;
	interval->level = fmin(interval->level, LEVEL);
	half = (interval->high - interval->low) / 2;
	return reached && half <= it->precision * fabs(median);
}
