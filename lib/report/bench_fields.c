// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_fields.c - the numbers that there are of a metric of a command
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "report/bench_fields.h"

#define ALONE(name, member)                                                  \
	{                                                                    \
		name, offsetof(struct pmx_bench_cell, summary.member), false \
	}
#define COMPARED(name, member)                                      \
	{                                                           \
		name, offsetof(struct pmx_bench_cell, member), true \
	}

static const struct pmx_bench_field fields[] = {
	ALONE("median", median),
	ALONE("median_low", median_interval.low),
	ALONE("median_high", median_interval.high),
	ALONE("median_level", median_interval.level),
	ALONE("mean", mean),
	ALONE("stddev", stddev),
	ALONE("mad", mad),
	ALONE("min", min),
	ALONE("max", max),
	ALONE("fence_low", fence_low),
	ALONE("fence_high", fence_high),
	COMPARED("reference_median", comparison.median_a),
	COMPARED("ratio", comparison.ratio),
	COMPARED("ratio_low", comparison.ratio_interval.low),
	COMPARED("ratio_high", comparison.ratio_interval.high),
	COMPARED("difference", comparison.difference),
	COMPARED("difference_low", comparison.difference_interval.low),
	COMPARED("difference_high", comparison.difference_interval.high),
	COMPARED("p", comparison.test.p),
	COMPARED("p_adjusted", adjusted),
};

const struct pmx_bench_field *pmx_bench_fields(size_t *count)
{
	*count = sizeof(fields) / sizeof(fields[0]);
	return fields;
}

/* An interval that is not there has no level. */
static bool is_level(const struct pmx_bench_field *field)
{
	return field->offset == offsetof(struct pmx_bench_cell, summary.median_interval.level);
}

double pmx_bench_field_value(const struct pmx_bench_field *field, const struct pmx_bench_cell *cell)
{
	double value;

	if (field->of_comparison ? !cell->compared : !cell->summary.count)
		return NAN;
	if (is_level(field) && !isfinite(cell->summary.median_interval.low))
		return NAN;
	memcpy(&value, (const char *)cell + field->offset, sizeof(value));
	return value;
}

const char *pmx_bench_change_word(const struct pmx_bench_cell *cell)
{
	return cell->compared ? pmx_change_name(cell->change) : NULL;
}

const char *pmx_bench_method_word(const struct pmx_bench_cell *cell)
{
	bool is_there = cell->compared && isfinite(cell->comparison.test.p);

	return is_there ? pmx_p_method_name(cell->comparison.test.method) : NULL;
}
