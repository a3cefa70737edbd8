// SPDX-License-Identifier: GPL-2.0-only
/*
 * sums.c - one row more for an event that several core PMUs count, each on its CPUs
 *
 * The sum is of the values, each scaled by what its own PMU was due. A PMU on whose CPUs the
 * target never was has nothing to add; one that was due and did not count makes the sum too
 * small, and it says so.
 */
#include "stats/sums.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/strings.h"

static bool is_part(const struct pmx_row *row)
{
	return row->event->merged && row->event->pmu->kind == PMX_PMU_CORE;
}

static bool is_same_spec(const struct pmx_row *a, const struct pmx_row *b)
{
	return is_part(b) && a->event->spec == b->event->spec && a->tid == b->tid &&
	       a->event->pmu != b->event->pmu && pmx_is_same_text(a->label, b->label) &&
	       pmx_is_same_text(a->cgroup, b->cgroup);
}

/* How many rows from @first on are parts of one sum. */
static size_t run_length(const struct pmx_result *result, size_t first)
{
	size_t n = 1;

	if (!is_part(&result->rows[first]))
		return 1;
	while (first + n < result->count &&
	       is_same_spec(&result->rows[first], &result->rows[first + n]))
		n++;
	return n;
}

static void add_part(struct pmx_count *sum, const struct pmx_count *part)
{
	bool was_elsewhere = part->status == PMX_NOT_COUNTED &&
			     (part->anywhere ? !part->resident : !part->enabled);

	sum->raw += part->raw;
	sum->enabled += pmx_count_due(part); /* elsewhere another part was */
	sum->running += part->running;
	if (part->status == PMX_COUNTED) {
		sum->value += part->value;
		sum->half = hypot(sum->half, part->half);
		sum->status = PMX_COUNTED;
		sum->lost += part->lost;
	} else if (!was_elsewhere) {
		sum->lost++;
		sum->reason = part->reason;
	}
	if (part->lost)
		sum->reason = part->reason;
}

static struct pmx_row sum_of(const struct pmx_row *rows, size_t n)
{
	struct pmx_row sum = rows[0];

	sum.is_sum = true;
	sum.name = rows[0].event->merged;
	sum.cpus = 0;
	sum.count = (struct pmx_count){ .status = rows[0].count.status };
	for (size_t i = 0; i < n; i++) {
		sum.cpus += rows[i].cpus;
		add_part(&sum.count, &rows[i].count);
	}
	if (sum.count.status != PMX_COUNTED) {
		sum.count.lost = 0;
		sum.count.reason = rows[0].count.reason;
	}
	return sum;
}

int pmx_sums_add(struct pmx_result *result)
{
	struct pmx_row *rows;
	size_t sums = 0, out = 0;

	if (result->aggr == PMX_AGGR_CPU)
		return 0;
	for (size_t i = 0; i < result->count; i += run_length(result, i))
		sums += run_length(result, i) > 1;
	if (!sums)
		return 0;
	rows = malloc((result->count + sums) * sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	for (size_t i = 0, n; i < result->count; i += n) {
		n = run_length(result, i);
		memcpy(&rows[out], &result->rows[i], n * sizeof(*rows));
		out += n;
		if (n > 1)
			rows[out++] = sum_of(&result->rows[i], n);
	}
	free(result->rows);
	result->rows = rows;
	result->count = out;
	return 0;
}
