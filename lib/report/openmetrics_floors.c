// SPDX-License-Identifier: GPL-2.0-only
/*
 * openmetrics_floors.c - rows may come and go between two writings: they are known by their labels
 */
#include <stdlib.h>
#include <string.h>

#include "report/openmetrics_floors.h"
#include "report/row.h"

struct pmx_floors {
	struct pmx_labels labels;
	double *values; /* by row */
};

/* Both are in the order of their labels: one walk through the two. */
static void inherit(struct pmx_floors *now, const struct pmx_floors *before)
{
	size_t k = 0;

	for (size_t i = 0; before && i < now->labels.count; i++) {
		size_t row = now->labels.order[i];
		int order = -1;

		while (k < before->labels.count) {
			order = strcmp(pmx_labels_of(&before->labels, before->labels.order[k]),
				       pmx_labels_of(&now->labels, row));
			if (order >= 0)
				break;
			k++;
		}
		if (order == 0)
			now->values[row] = before->values[before->labels.order[k]];
	}
}

static void raise_values(struct pmx_floors *now, const struct pmx_result *result)
{
	for (size_t i = 0; i < result->count; i++) {
		const struct pmx_row *row = &result->rows[i];

		if (pmx_row_has_value(row) && row->count.value > now->values[i])
			now->values[i] = row->count.value;
	}
}

int pmx_floors_raise(struct pmx_floors **floors, struct pmx_labels *labels,
		     const struct pmx_result *result, struct pmx_error *err)
{
	struct pmx_floors *now = calloc(1, sizeof(*now));
	double *values = calloc(labels->count + 1, sizeof(*values));

	if (!now || !values) {
		free(now);
		free(values);
		return pmx_error_nomem(err);
	}
	now->labels = *labels;
	now->values = values;
	*labels = (struct pmx_labels){ 0 };
	inherit(now, *floors);
	raise_values(now, result);
	pmx_floors_free(*floors);
	*floors = now;
	return 0;
}

const struct pmx_labels *pmx_floors_labels(const struct pmx_floors *floors)
{
	return &floors->labels;
}

double pmx_floors_value(const struct pmx_floors *floors, size_t row)
{
	return floors->values[row];
}

void pmx_floors_free(struct pmx_floors *floors)
{
	if (!floors)
		return;
	pmx_labels_free(&floors->labels);
	free(floors->values);
	free(floors);
}
