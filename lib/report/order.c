// SPDX-License-Identifier: GPL-2.0-only
/*
 * order.c - the order in which rows are listed: of a thousand threads the busiest come first
 */
#include <stdlib.h>

#include "report/row.h"

static double weight_of(const struct pmx_row *row)
{
	return pmx_row_has_value(row) ? row->count.value : -1;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct pmx_row *rows = context;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	double of_x = weight_of(&rows[x]), of_y = weight_of(&rows[y]);

	if (of_x != of_y)
		return of_x > of_y ? -1 : 1;
	return (x > y) - (x < y);
}

/* The rows from @first that are of the same event. */
static size_t run_length(const struct pmx_result *result, size_t first)
{
	size_t end = first;

	while (end < result->count && result->rows[end].event == result->rows[first].event)
		end++;
	return end - first;
}

size_t *pmx_row_order(const struct pmx_result *result)
{
	size_t *order;

	if (result->aggr != PMX_AGGR_THREAD || !result->count)
		return NULL;
	order = calloc(result->count, sizeof(*order));
	if (!order)
		return NULL;
	for (size_t i = 0; i < result->count; i++)
		order[i] = i;
	for (size_t i = 0; i < result->count; i += run_length(result, i))
		qsort_r(&order[i], run_length(result, i), sizeof(*order), compare, result->rows);
	return order;
}
