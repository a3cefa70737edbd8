// SPDX-License-Identifier: GPL-2.0-only
/*
 * openmetrics_labels.c - event, PMU and place of each row
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/openmetrics_labels.h"
#include "report/openmetrics_put.h"
#include "report/place.h"

static void put_labels(struct pmx_out *out, const struct pmx_row *row, enum pmx_aggr aggr)
{
	struct pmx_place_number numbers[PMX_PLACE_NUMBERS];
	size_t count = pmx_place_numbers(&row->place, aggr, numbers);

	pmx_sample_label(out, "event", row->name, true);
	if (row->event->pmu)
		pmx_sample_label(out, "pmu", row->event->pmu->name, false);
	for (size_t i = 0; i < count; i++)
		pmx_sample_number(out, numbers[i].key, (uint64_t)numbers[i].value, false);
	if (aggr == PMX_AGGR_THREAD && row->tid > 0) {
		pmx_sample_number(out, "tid", (uint64_t)row->tid, false);
		pmx_sample_label(out, "comm", row->comm, false);
	}
	if (row->cgroup)
		pmx_sample_label(out, "cgroup", row->cgroup, false);
}

/* Row by row; a row's own number of its kind is known only once all are there. */
static int put_all(struct pmx_labels *labels, const struct pmx_result *result,
		   const unsigned *occurrences)
{
	FILE *file = open_memstream(&labels->text, &labels->length);
	struct pmx_out out;
	bool failed;

	if (!file)
		return -ENOMEM;
	pmx_out_init(&out, file);
	for (size_t i = 0; i < result->count; i++) {
		pmx_out_flush(&out);
		fflush(file);
		labels->at[i] = labels->length;
		put_labels(&out, &result->rows[i], result->aggr);
		if (occurrences && occurrences[i] > 1)
			pmx_sample_number(&out, "occurrence", occurrences[i], false);
		pmx_out_mem(&out, "", 1);
	}
	pmx_out_flush(&out);
	failed = ferror(file);
	return fclose(file) || failed || !labels->text ? -ENOMEM : 0;
}

/* By their labels, and then as they came. */
static int compare(const void *a, const void *b, void *ctx)
{
	const struct pmx_labels *labels = ctx;
	size_t one = *(const size_t *)a, two = *(const size_t *)b;
	int order = strcmp(pmx_labels_of(labels, one), pmx_labels_of(labels, two));

	return order ? order : (one > two) - (one < two);
}

static void sort(struct pmx_labels *labels)
{
	for (size_t i = 0; i < labels->count; i++)
		labels->order[i] = i;
	if (labels->count)
		qsort_r(labels->order, labels->count, sizeof(*labels->order), compare, labels);
}

/* How many rows with the same labels there are up to each; true when any has a second. */
static bool count_occurrences(const struct pmx_labels *labels, unsigned *occurrences)
{
	bool any = false;

	for (size_t i = 0; i < labels->count; i++) {
		size_t row = labels->order[i], before = i ? labels->order[i - 1] : 0;
		bool again = i &&
			     !strcmp(pmx_labels_of(labels, row), pmx_labels_of(labels, before));

		occurrences[row] = again ? occurrences[before] + 1 : 1;
		any |= again;
	}
	return any;
}

static int fill(struct pmx_labels *labels, const struct pmx_result *result, unsigned *occurrences)
{
	int ret;

	labels->count = result->count;
	labels->at = calloc(result->count + 1, sizeof(*labels->at));
	labels->order = calloc(result->count + 1, sizeof(*labels->order));
	if (!occurrences || !labels->at || !labels->order)
		return -ENOMEM;
	ret = put_all(labels, result, NULL);
	if (ret)
		return ret;
	sort(labels);
	if (!count_occurrences(labels, occurrences))
		return 0;
	free(labels->text);
	labels->text = NULL;
	ret = put_all(labels, result, occurrences);
	if (!ret)
		sort(labels);
	return ret;
}

int pmx_labels_make(struct pmx_labels *labels, const struct pmx_result *result,
		    struct pmx_error *err)
{
	unsigned *occurrences = calloc(result->count + 1, sizeof(*occurrences));
	int ret;

	*labels = (struct pmx_labels){ 0 };
	ret = fill(labels, result, occurrences);
	free(occurrences);
	if (!ret)
		return 0;
	pmx_labels_free(labels);
	return pmx_error_nomem(err);
}

void pmx_labels_free(struct pmx_labels *labels)
{
	free(labels->text);
	free(labels->at);
	free(labels->order);
	*labels = (struct pmx_labels){ 0 };
}
