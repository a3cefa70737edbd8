// SPDX-License-Identifier: GPL-2.0-only
/*
 * report.c - the state as writers see it: rows in order, and what is left of a GPU's total
 */
#include "gpu/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- rows --------------------------------------------------------------------------------- */

static unsigned marks_of(const struct state *s, const struct entry *e, uint64_t now)
{
	const struct pmx_gpu_gauge *total = &e->total.seen, *imported = &e->imported.seen;
	uint64_t value = gpu_entry_value(e);
	unsigned marks = e->marks;

	if (e->ended_at) {
		marks |= PMX_GPU_ENDED;
		if (value)
			marks |= now < e->ended_at + s->grace_ns ? PMX_GPU_ENDING : PMX_GPU_LEAKED;
	}
	if (!value)
		marks |= PMX_GPU_GONE;
	if (e->is_outside)
		marks |= PMX_GPU_OUTSIDE;
	if (e->generation)
		marks |= PMX_GPU_REUSED;
	if (total->updates && imported->updates && imported->last > total->last)
		marks |= PMX_GPU_EXCESS;
	if (s->lost_at > e->updated_at)
		marks |= PMX_GPU_STALE;
	return marks;
}

static void fill_row(struct pmx_gpu_row *row, const struct state *s, const struct entry *e,
		     uint64_t now)
{
	uint64_t until = gpu_entry_until(e, now);

	*row = (struct pmx_gpu_row){
		.gpu = s->gpus[e->gpu].gpu,
		.pid = e->pid,
		.generation = e->generation,
		.marks = marks_of(s, e, now),
		.is_target = e->is_target || !s->follows,
		.total = gpu_gauge_read(&e->total, until),
		.imported = gpu_gauge_read(&e->imported, until),
		.began_at = e->began_at,
		.ended_at = e->ended_at,
		.updates_late = e->updates_late,
		.line = gpu_line_read(&e->line),
	};
	memcpy(row->comm, e->comm, sizeof(row->comm));
	if (row->total.updates && row->imported.updates && row->imported.last <= row->total.last) {
		row->has_private = true;
		row->private_bytes = row->total.last - row->imported.last;
	}
}

static const struct pmx_gpu_gauge *main_gauge(const struct pmx_gpu_row *row)
{
	return row->total.updates ? &row->total : &row->imported;
}

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_rows(const void *a, const void *b)
{
	const struct pmx_gpu_row *one = a, *other = b;
	int order = compare(one->gpu, other->gpu);

	if (!order)
		order = compare(main_gauge(other)->peak, main_gauge(one)->peak);
	if (!order)
		order = compare(one->pid, other->pid);
	return order ? order : compare(one->generation, other->generation);
}

/* --- GPUs --------------------------------------------------------------------------------- */

static void fill_device(struct pmx_gpu_device *device, const struct device *from, uint64_t now)
{
	*device = (struct pmx_gpu_device){
		.gpu = from->gpu,
		.total = gpu_gauge_read(&from->total, now),
		.imported = gpu_gauge_read(&from->imported, now),
		.line = gpu_line_read(&from->line),
	};
}

static int compare_devices(const void *a, const void *b)
{
	const struct pmx_gpu_device *one = a, *other = b;

	return compare(one->gpu, other->gpu);
}

static uint64_t add(uint64_t a, uint64_t b)
{
	return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

static void add_row(struct pmx_gpu_device *device, const struct pmx_gpu_row *row)
{
	device->row_count++;
	if (row->imported.updates) {
		device->has_sum_imported = true;
		device->sum_imported = add(device->sum_imported, row->imported.last);
	}
	if (!row->total.updates)
		return;
	device->sum = add(device->sum, row->total.last);
	if (row->is_target)
		device->sum_target = add(device->sum_target, row->total.last);
	if (row->marks & PMX_GPU_ENDED)
		device->sum_ended = add(device->sum_ended, row->total.last);
}

/* Does any process's total count into the sum? */
static bool has_sum(const struct pmx_gpu_device *device, const struct pmx_gpu_row *rows)
{
	for (size_t i = 0; i < device->row_count; i++)
		if (rows[device->first_row + i].total.updates)
			return true;
	return false;
}

static enum pmx_gpu_rest explain(const struct pmx_gpu_device *device)
{
	uint64_t excess;

	if (device->total.last >= device->sum)
		return PMX_GPU_REST_POSITIVE;
	excess = device->sum - device->total.last;
	if (excess <= device->sum_ended)
		return PMX_GPU_REST_ENDED;
	if (device->has_sum_imported && excess > add(device->sum_imported, device->sum_ended))
		return PMX_GPU_REST_UNEXPLAINED;
	return PMX_GPU_REST_IMPORTS;
}

/* False when the values are beyond what can be counted. */
static bool has_rest(const struct pmx_gpu_device *device)
{
	return device->sum <= INT64_MAX && device->total.last <= INT64_MAX;
}

static void find_rest(struct pmx_gpu_device *device, const struct pmx_gpu_row *rows, bool is_folded)
{
	bool any = has_sum(device, rows) || is_folded;

	if (!device->total.updates) {
		device->rest_kind = PMX_GPU_REST_NO_TOTAL;
	} else if (!any) {
		device->rest_kind = PMX_GPU_REST_NO_PROCESSES;
	} else if (!has_rest(device)) {
		device->rest_kind = PMX_GPU_REST_UNKNOWN;
	} else {
		device->rest_kind = explain(device);
		device->rest = (int64_t)device->total.last - (int64_t)device->sum;
	}
}

/* --- the report --------------------------------------------------------------------------- */

/* Room for @count elements, and one, so that none is no failure. */
static void *remake(void *array, size_t count, size_t size)
{
	free(array);
	return calloc(count + 1, size);
}

static void fill_rows(struct pmx_gpu_report *report, const struct state *s, uint64_t now)
{
	report->row_count = s->entry_count;
	for (size_t i = 0; i < s->entry_count; i++)
		fill_row(&report->rows[i], s, s->entries[i], now);
	qsort(report->rows, report->row_count, sizeof(*report->rows), compare_rows);
}

static void fill_devices(struct pmx_gpu_report *report, const struct state *s, uint64_t now)
{
	size_t next = 0;

	report->gpu_count = s->gpu_count;
	for (size_t i = 0; i < s->gpu_count; i++)
		fill_device(&report->gpus[i], &s->gpus[i], now);
	qsort(report->gpus, report->gpu_count, sizeof(*report->gpus), compare_devices);
	for (size_t i = 0; i < report->gpu_count; i++) {
		struct pmx_gpu_device *device = &report->gpus[i];

		device->first_row = next;
		for (; next < report->row_count && report->rows[next].gpu == device->gpu; next++)
			add_row(device, &report->rows[next]);
		find_rest(device, report->rows, s->folded.processes != 0);
	}
}

int gpu_report_fill(struct pmx_gpu_report *report, struct state *s, uint64_t now)
{
	report->gpu_count = report->row_count = 0;
	report->rows = remake(report->rows, s->entry_count, sizeof(*report->rows));
	report->gpus = remake(report->gpus, s->gpu_count, sizeof(*report->gpus));
	if (!report->rows || !report->gpus)
		return -ENOMEM;
	gpu_state_verify(s, now);
	fill_rows(report, s, now);
	fill_devices(report, s, now);
	report->now = now;
	report->updates = s->updates;
	report->lost = s->lost;
	report->lost_at = s->lost_at;
	report->no_room = s->no_room;
	report->folded.processes = s->folded.processes;
	report->folded.updates = s->folded.updates;
	report->folded.peak = s->folded.peak;
	return 0;
}

void gpu_report_free(struct pmx_gpu_report *report)
{
	free(report->rows);
	free(report->gpus);
	free(report->fd_rows);
	*report = (struct pmx_gpu_report){ .row_count = 0 };
}
