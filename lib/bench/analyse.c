// SPDX-License-Identifier: GPL-2.0-only
/*
 * analyse.c - from runs to verdicts: each metric of each command, alone and against the reference
 *
 * All p-values of one bench are corrected together: who compares 10 commands by 12 metrics looks at
 * 108 of them, of which 5 would be below 5 % by chance alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"

#include <perfmux/bench.h>

const struct pmx_bench_cell *pmx_bench_cell(const struct pmx_bench_result *result, size_t command,
					    size_t metric)
{
	return &result->cells[command * result->bench->metric_count + metric];
}

const struct pmx_bench_command *pmx_bench_reference(const struct pmx_bench_result *result,
						    size_t command)
{
	const struct pmx_bench *bench = result->bench, *baseline = result->baseline;

	if (!baseline)
		return command ? &bench->commands[0] : NULL;
	for (size_t i = 0; i < baseline->command_count; i++)
		if (!strcmp(baseline->commands[i].name, bench->commands[command].name))
			return &baseline->commands[i];
	if (baseline->command_count == 1 && bench->command_count == 1)
		return &baseline->commands[0];
	return NULL;
}

/* The reference's values of @metric, or NULL when it has none. */
static const struct pmx_bench_values *reference_values(const struct pmx_bench_result *result,
						       size_t command, size_t metric)
{
	const struct pmx_bench_command *reference = pmx_bench_reference(result, command);
	const struct pmx_bench_metric *own = &result->bench->metrics[metric];
	long index = (long)metric;

	if (!reference)
		return NULL;
	if (result->baseline) {
		index = pmx_bench_find_metric(result->baseline, own->name);
		if (index < 0 || result->baseline->metrics[index].unit != own->unit)
			return NULL;
	}
	return reference->metric[index].count ? &reference->metric[index] : NULL;
}

static int fill_cell(struct pmx_bench_result *result, size_t command, size_t metric,
		     struct pmx_error *err)
{
	const struct pmx_bench_values *own = &result->bench->commands[command].metric[metric];
	const struct pmx_bench_values *other = reference_values(result, command, metric);
	struct pmx_bench_cell *cell =
		&result->cells[command * result->bench->metric_count + metric];
	struct pmx_sample a, b;
	int ret = pmx_summarize(own->values, own->count, &cell->summary, err);

	cell->adjusted = NAN;
	if (ret || !other || !own->count)
		return ret;
	/* runs of a baseline shared no round with ours, though they may have the same numbers */
	a = (struct pmx_sample){ other->values, result->baseline ? NULL : other->rounds,
				 other->count };
	b = (struct pmx_sample){ own->values, result->baseline ? NULL : own->rounds, own->count };
	cell->compared = true;
	return pmx_compare(&a, &b, &cell->comparison, err);
}

static int fill_cells(struct pmx_bench_result *result, struct pmx_error *err)
{
	for (size_t command = 0; command < result->bench->command_count; command++)
		for (size_t metric = 0; metric < result->bench->metric_count; metric++) {
			int ret = fill_cell(result, command, metric, err);

			if (ret)
				return ret;
		}
	return 0;
}

static int correct(struct pmx_bench_result *result, size_t count, struct pmx_error *err)
{
	pmx_autofree double *p = calloc(count + 1, sizeof(*p));
	int ret;

	if (!p)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < count; i++) {
		p[i] = result->cells[i].compared ? result->cells[i].comparison.test.p : NAN;
		result->tests += !isnan(p[i]);
	}
	ret = pmx_holm(p, p, count, err);
	for (size_t i = 0; !ret && i < count; i++) {
		struct pmx_bench_cell *cell = &result->cells[i];

		cell->adjusted = p[i];
		if (cell->compared)
			cell->change = pmx_change_of(&cell->comparison, p[i], result->tests,
						     result->resolution);
	}
	return ret;
}

int pmx_bench_analyse(const struct pmx_bench *bench, const struct pmx_bench *baseline,
		      double resolution, struct pmx_bench_result **out, struct pmx_error *err)
{
	size_t count = bench->command_count * bench->metric_count;
	struct pmx_bench_result *result = calloc(1, sizeof(*result));
	int ret;

	if (!result)
		return pmx_error_nomem(err);
	result->bench = bench;
	result->baseline = baseline;
	result->resolution = resolution;
	result->cells = calloc(count + 1, sizeof(*result->cells));
	ret = result->cells ? fill_cells(result, err) : pmx_error_nomem(err);
	if (!ret)
		ret = correct(result, count, err);
	if (ret) {
		pmx_bench_result_free(result);
		return ret;
	}
	*out = result;
	return 0;
}

void pmx_bench_result_free(struct pmx_bench_result *result)
{
	if (!result)
		return;
	free(result->cells);
	free(result);
}
