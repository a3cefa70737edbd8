// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_csv.c - GPU memory as lines of fields, an entry a line; what nobody told is empty
 *
 * Every gauge has the same columns, behind its name.
 */
#include <math.h>
#include <string.h>

#include <perfmux/report_gpu.h>

#include "report/gpu_items.h"
#include "report/number.h"
#include "report/quote.h"

/* An entry as it is written. */
struct line {
	const struct pmx_gpu_report *report;
	const struct pmx_gpu_block *block;
	const struct pmx_gpu_item *item;
	const char *separator;
};

static void put_seconds(struct pmx_out *out, const struct line *line, uint64_t time)
{
	char buf[PMX_NUMBER_SIZE];

	pmx_out_mem(out, buf, pmx_number_seconds(buf, pmx_gpu_since(line->report, time)));
}

static void put_signed(struct pmx_out *out, int64_t value)
{
	if (value < 0)
		pmx_out_text(out, "-");
	pmx_out_u64(out, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

static void put_text(struct pmx_out *out, const struct line *line, const char *text)
{
	pmx_quote_csv(out, text, line->separator);
}

/* --- columns of an entry ------------------------------------------------------------------ */

static void put_time(struct pmx_out *out, const struct line *line)
{
	put_seconds(out, line, line->report->now);
}

static void put_source(struct pmx_out *out, const struct line *line)
{
	put_text(out, line, pmx_gpu_source_name(pmx_gpu_block_source(line->block)));
}

static void put_gpu(struct pmx_out *out, const struct line *line)
{
	if (line->block->device)
		pmx_out_u64(out, line->block->device->gpu);
	else
		put_text(out, line, line->item->fd->device);
}

static void put_driver(struct pmx_out *out, const struct line *line)
{
	if (line->item->fd)
		put_text(out, line, line->item->fd->driver);
}

static void put_region(struct pmx_out *out, const struct line *line)
{
	if (line->item->fd)
		put_text(out, line, line->item->fd->region);
}

static void put_scope(struct pmx_out *out, const struct line *line)
{
	pmx_out_text(out, line->item->device ? "gpu" : "process");
}

static void put_pid(struct pmx_out *out, const struct line *line)
{
	if (!line->item->device)
		pmx_out_u64(out, line->item->pid);
}

static void put_generation(struct pmx_out *out, const struct line *line)
{
	if (line->item->row)
		pmx_out_u64(out, line->item->row->generation);
}

static void put_name(struct pmx_out *out, const struct line *line)
{
	put_text(out, line, line->item->comm);
}

static void put_target(struct pmx_out *out, const struct line *line)
{
	if (!line->item->device)
		pmx_out_text(out, line->item->is_target ? "1" : "0");
}

static void put_marks(struct pmx_out *out, const struct line *line)
{
	char text[PMX_GPU_MARKS];

	put_text(out, line, pmx_gpu_marks(line->item->marks, text));
}

static void put_began(struct pmx_out *out, const struct line *line)
{
	if (line->item->row && line->item->row->began_at)
		put_seconds(out, line, line->item->row->began_at);
}

static void put_ended(struct pmx_out *out, const struct line *line)
{
	if (line->item->ended_at)
		put_seconds(out, line, line->item->ended_at);
}

static void put_updates_late(struct pmx_out *out, const struct line *line)
{
	if (line->item->row)
		pmx_out_u64(out, line->item->row->updates_late);
}

static void put_private(struct pmx_out *out, const struct line *line)
{
	if (line->item->has_private)
		pmx_out_u64(out, line->item->private_bytes);
}

static void put_clients(struct pmx_out *out, const struct line *line)
{
	if (line->item->fd)
		pmx_out_u64(out, line->item->fd->clients);
}

static void put_rest(struct pmx_out *out, const struct line *line)
{
	const struct pmx_gpu_device *device = line->item->device;

	if (device && pmx_gpu_has_rest(device))
		put_signed(out, device->rest);
}

static void put_rest_kind(struct pmx_out *out, const struct line *line)
{
	if (line->item->device)
		put_text(out, line, pmx_gpu_rest_name(line->item->device->rest_kind));
}

static void put_lost(struct pmx_out *out, const struct line *line)
{
	if (line->block->device)
		pmx_out_u64(out, line->report->lost);
}

static const struct {
	const char *name;
	void (*put)(struct pmx_out *out, const struct line *line);
} before[] = {
	{ "time", put_time },	    { "source", put_source },
	{ "gpu", put_gpu },	    { "driver", put_driver },
	{ "region", put_region },   { "scope", put_scope },
	{ "pid", put_pid },	    { "generation", put_generation },
	{ "name", put_name },	    { "target", put_target },
	{ "marks", put_marks },	    { "began", put_began },
	{ "ended", put_ended },	    { "updates_late", put_updates_late },
	{ "clients", put_clients }, { "private", put_private },
	{ "rest", put_rest },	    { "rest_kind", put_rest_kind },
	{ "lost", put_lost },
};

/* --- columns of a gauge ------------------------------------------------------------------- */

enum kind { BYTES, CHANGE, MEAN, TIME, INTERVAL_CHANGE };

static const struct {
	const char *name; /* behind that of the gauge */
	enum kind kind;
	size_t offset;
} of_gauge[] = {
	{ "", BYTES, offsetof(struct pmx_gpu_gauge, last) },
	{ "_peak", BYTES, offsetof(struct pmx_gpu_gauge, peak) },
	{ "_peak_time", TIME, offsetof(struct pmx_gpu_gauge, peak_at) },
	{ "_minimum", BYTES, offsetof(struct pmx_gpu_gauge, minimum) },
	{ "_mean", MEAN, offsetof(struct pmx_gpu_gauge, mean) },
	{ "_first", BYTES, offsetof(struct pmx_gpu_gauge, first) },
	{ "_first_time", TIME, offsetof(struct pmx_gpu_gauge, first_at) },
	{ "_last_time", TIME, offsetof(struct pmx_gpu_gauge, last_at) },
	{ "_change", CHANGE, offsetof(struct pmx_gpu_gauge, change) },
	{ "_updates", BYTES, offsetof(struct pmx_gpu_gauge, updates) },
	{ "_interval_change", INTERVAL_CHANGE, 0 },
	{ "_interval_peak", BYTES, offsetof(struct pmx_gpu_gauge, interval.peak) },
	{ "_interval_minimum", BYTES, offsetof(struct pmx_gpu_gauge, interval.minimum) },
	{ "_interval_updates", BYTES, offsetof(struct pmx_gpu_gauge, interval.updates) },
};

static const struct {
	const char *name;
	size_t offset; /* of the pointer in an item */
} gauges[] = {
	{ "total", offsetof(struct pmx_gpu_item, total) },
	{ "imported", offsetof(struct pmx_gpu_item, imported) },
	{ "shared", offsetof(struct pmx_gpu_item, shared) },
	{ "resident", offsetof(struct pmx_gpu_item, resident) },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void put_of_gauge(struct pmx_out *out, const struct line *line,
			 const struct pmx_gpu_gauge *gauge, size_t i)
{
	const char *at = (const char *)gauge + of_gauge[i].offset;
	uint64_t number;
	int64_t change;

	memcpy(&number, at, sizeof(number));
	memcpy(&change, at, sizeof(change));
	switch (of_gauge[i].kind) {
	case BYTES:
		pmx_out_u64(out, number);
		break;
	case TIME:
		put_seconds(out, line, number);
		break;
	case MEAN:
		if (isfinite(gauge->mean))
			pmx_out_double(out, gauge->mean);
		break;
	case CHANGE:
		put_signed(out, change);
		break;
	case INTERVAL_CHANGE:
		put_signed(out, pmx_gpu_interval_change(gauge));
		break;
	}
}

/* --- lines -------------------------------------------------------------------------------- */

static const char *separator_of(const struct pmx_gpu_csv *csv)
{
	return csv->separator && *csv->separator ? csv->separator : ",";
}

void pmx_gpu_csv_begin(const struct pmx_gpu_csv *csv)
{
	const char *separator = separator_of(csv);
	PMX_OUT(out, csv->out);

	for (size_t i = 0; i < COUNT(before); i++) {
		if (i)
			pmx_out_text(&out, separator);
		pmx_quote_csv(&out, before[i].name, separator);
	}
	for (size_t g = 0; g < COUNT(gauges); g++) {
		for (size_t i = 0; i < COUNT(of_gauge); i++) {
			char name[64];

			snprintf(name, sizeof(name), "%s%s", gauges[g].name, of_gauge[i].name);
			pmx_out_text(&out, separator);
			pmx_quote_csv(&out, name, separator);
		}
	}
	pmx_out_text(&out, "\n");
}

static void put_line(struct pmx_out *out, const struct line *line)
{
	for (size_t i = 0; i < COUNT(before); i++) {
		if (i)
			pmx_out_text(out, line->separator);
		before[i].put(out, line);
	}
	for (size_t g = 0; g < COUNT(gauges); g++) {
		const struct pmx_gpu_gauge *gauge;

		memcpy(&gauge, (const char *)line->item + gauges[g].offset, sizeof(gauge));
		for (size_t i = 0; i < COUNT(of_gauge); i++) {
			pmx_out_text(out, line->separator);
			if (pmx_gpu_has(gauge))
				put_of_gauge(out, line, gauge, i);
		}
	}
	pmx_out_text(out, "\n");
}

void pmx_gpu_csv_write(const struct pmx_gpu_csv *csv, const struct pmx_gpu_report *report)
{
	struct pmx_gpu_block block = { 0 };
	struct pmx_gpu_item item;
	struct line line = { report, &block, &item, separator_of(csv) };
	PMX_OUT(out, csv->out);

	while (pmx_gpu_block_next(report, &block)) {
		if (block.device) {
			pmx_gpu_block_whole(&block, &item);
			put_line(&out, &line);
		}
		for (size_t i = 0; i < block.count; i++) {
			pmx_gpu_block_item(&block, i, &item);
			if (!csv->interval || !pmx_gpu_is_over(report, &item))
				put_line(&out, &line);
		}
	}
}
