// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_json_result.c - a report of GPU memory as an object of JSON
 */
#include "report/gpu_json.h"
#include "report/gpu_json_values.h"
#include "report/json_put.h"

/* --- entries ------------------------------------------------------------------------------ */

static void put_marks(struct pmx_out *out, unsigned marks)
{
	const char *between = "";

	pmx_gpu_put_list(out, "marks");
	for (unsigned mark = 1; mark && mark <= marks; mark <<= 1) {
		const char *name = pmx_gpu_mark_name((enum pmx_gpu_mark)mark);

		if (!(marks & mark) || !name)
			continue;
		pmx_out_text(out, between);
		pmx_quote_json(out, name);
		between = ",";
	}
	pmx_out_text(out, "]");
}

/* What the sources tell of a process alike; the first member of its object. */
static void put_process(struct pmx_out *out, const struct pmx_gpu_item *item)
{
	pmx_out_text(out, "{\"pid\":");
	pmx_number_json(out, item->pid);
	pmx_json_string(out, "name", *item->comm ? item->comm : NULL);
	pmx_json_bool(out, "target", item->is_target);
	put_marks(out, item->marks);
}

static void put_row(const struct pmx_gpu_object *o, const struct pmx_gpu_block *block,
		    const struct pmx_gpu_item *item)
{
	const struct pmx_gpu_row *row = item->row;

	put_process(o->out, item);
	pmx_json_u64(o->out, "generation", row->generation);
	pmx_gpu_put_time(o, "began_at_ns", row->began_at, row->began_at != 0);
	pmx_gpu_put_time(o, "ended_at_ns", row->ended_at, row->ended_at != 0);
	pmx_json_u64(o->out, "updates_late", row->updates_late);
	pmx_gpu_put_gauge(o, "total", item->total);
	pmx_gpu_put_gauge(o, "imported", item->imported);
	pmx_gpu_put_u64(o->out, "private", item->private_bytes, item->has_private);
	pmx_gpu_put_line(o, block, item);
	pmx_out_text(o->out, "}");
}

static void put_fd_row(const struct pmx_gpu_object *o, const struct pmx_gpu_block *block,
		       const struct pmx_gpu_item *item)
{
	put_process(o->out, item);
	pmx_json_string(o->out, "device", item->fd->device);
	pmx_json_string(o->out, "driver", item->fd->driver);
	pmx_json_string(o->out, "region", item->fd->region);
	pmx_json_u64(o->out, "clients", item->fd->clients);
	pmx_gpu_put_gauge(o, "total", item->total);
	pmx_gpu_put_gauge(o, "shared", item->shared);
	pmx_gpu_put_gauge(o, "resident", item->resident);
	pmx_gpu_put_line(o, block, item);
	pmx_out_text(o->out, "}");
}

/* Processes of a block; @any: the list has some already. */
static void put_processes(const struct pmx_gpu_object *o, const struct pmx_gpu_block *block,
			  bool *any)
{
	struct pmx_gpu_item item;

	for (size_t i = 0; i < block->count; i++) {
		pmx_gpu_block_item(block, i, &item);
		if (o->is_interval && pmx_gpu_is_over(o->report, &item))
			continue;
		pmx_out_text(o->out, *any ? ",\n" : "\n");
		*any = true;
		if (item.row)
			put_row(o, block, &item);
		else
			put_fd_row(o, block, &item);
	}
}

static void put_sums(struct pmx_out *out, const struct pmx_gpu_block *block)
{
	const struct pmx_gpu_device *device = block->device;
	bool has_sum = device->rest_kind != PMX_GPU_REST_NO_PROCESSES &&
		       block->main == PMX_GPU_MAIN_TOTAL;

	pmx_gpu_put_u64(out, "sum", device->sum, has_sum && device->sum != UINT64_MAX);
	pmx_gpu_put_u64(out, "sum_target", device->sum_target,
			has_sum && device->sum_target != UINT64_MAX);
	pmx_gpu_put_u64(out, "sum_ended", device->sum_ended,
			has_sum && device->sum_ended != UINT64_MAX);
	pmx_gpu_put_u64(out, "sum_imported", device->sum_imported,
			device->has_sum_imported && device->sum_imported != UINT64_MAX);
	if (has_sum && pmx_gpu_has_rest(device))
		pmx_gpu_put_signed(out, "rest", device->rest);
	else
		pmx_json_string(out, "rest", NULL);
	pmx_json_string(out, "rest_kind", pmx_gpu_rest_name(device->rest_kind));
	pmx_json_string(out, "rest_text", pmx_gpu_rest_words(device->rest_kind));
}

static void put_gpu(const struct pmx_gpu_object *o, const struct pmx_gpu_block *block)
{
	struct pmx_gpu_item item;
	bool any = false;

	pmx_gpu_block_whole(block, &item);
	pmx_out_text(o->out, "{\"gpu\":");
	pmx_number_json(o->out, block->device->gpu);
	pmx_gpu_put_gauge(o, "total", item.total);
	pmx_gpu_put_gauge(o, "imported", item.imported);
	pmx_gpu_put_u64(o->out, "private", item.private_bytes, item.has_private);
	put_sums(o->out, block);
	pmx_gpu_put_line(o, block, &item);
	pmx_gpu_put_list(o->out, "processes");
	put_processes(o, block, &any);
	pmx_out_text(o->out, "]}");
}

/* --- records ------------------------------------------------------------------------------ */

static void put_check(struct pmx_out *out, const struct pmx_gpu_report *report,
		      enum pmx_gpu_event event, const char *between)
{
	const struct pmx_gpu_check *check = &report->checks[event];

	pmx_out_text(out, between);
	pmx_out_text(out, "{\"event\":");
	pmx_quote_json(out, pmx_gpu_event_name(event));
	pmx_gpu_put_u64(out, "counted", check->recorded.counted, check->is_read);
	pmx_gpu_put_u64(out, "samples", check->recorded.samples, check->is_read);
	pmx_gpu_put_u64(out, "lost", check->recorded.lost, check->is_read);
	if (check->is_read)
		pmx_gpu_put_signed(out, "missing", check->missing);
	else
		pmx_json_string(out, "missing", NULL);
	pmx_out_text(out, "}");
}

static void put_checks(const struct pmx_gpu_object *o)
{
	const char *between = "";

	if (o->is_interval)
		return;
	pmx_gpu_put_list(o->out, "checks");
	for (int event = 0; event < PMX_GPU_EVENTS; event++) {
		if (!o->report->checks[event].exists)
			continue;
		put_check(o->out, o->report, (enum pmx_gpu_event)event, between);
		between = ",";
	}
	pmx_out_text(o->out, "]");
}

static void put_tracepoints(const struct pmx_gpu_object *o)
{
	const struct pmx_gpu_report *report = o->report;
	struct pmx_out *out = o->out;
	char variant[256];

	if (!report->variant) {
		pmx_out_text(out, ",\n\"tracepoints\":null");
		pmx_json_string(out, "why", report->why ? report->why->text : NULL);
		return;
	}
	pmx_out_text(out, ",\n\"tracepoints\":{\"variant\":");
	pmx_quote_json(out, pmx_gpu_variant_words(report->variant, variant, sizeof(variant)));
	pmx_json_bool(out, "has_imported", pmx_gpu_variant_has_imported(report->variant));
	pmx_json_u64(out, "updates", report->updates);
	pmx_json_u64(out, "late", report->late);
	pmx_json_u64(out, "lost", report->lost);
	pmx_gpu_put_time(o, "lost_at_ns", report->lost_at, report->lost != 0);
	pmx_json_u64(out, "bad", report->bad);
	pmx_json_u64(out, "no_room", report->no_room);
	pmx_json_u64(out, "folded_processes", report->folded.processes);
	pmx_json_u64(out, "folded_updates", report->folded.updates);
	pmx_gpu_put_u64(out, "folded_peak", report->folded.peak, report->folded.processes != 0);
	put_checks(o);
	pmx_out_text(out, "}");
}

static void put_fdinfo(const struct pmx_gpu_object *o)
{
	const struct pmx_gpu_report *report = o->report;
	struct pmx_gpu_block block = { 0 };
	bool any = false;

	pmx_out_text(o->out, ",\n\"fdinfo\":{\"readings\":");
	pmx_number_json(o->out, report->fd_readings);
	pmx_json_u64(o->out, "hidden_processes", report->fd_hidden);
	pmx_json_u64(o->out, "left_out", report->fd_left_out);
	pmx_gpu_put_list(o->out, "rows");
	while (pmx_gpu_block_next(report, &block))
		if (block.fd_rows)
			put_processes(o, &block, &any);
	pmx_out_text(o->out, "]}");
}

/* --- the whole ---------------------------------------------------------------------------- */

void pmx_gpu_json_put(struct pmx_out *out, const struct pmx_gpu_report *report, bool is_interval)
{
	const struct pmx_gpu_object object = { out, report, is_interval };
	struct pmx_gpu_block block = { 0 };
	bool any = false;

	pmx_out_text(out, "{\"start_ns\":");
	pmx_number_json(out, report->start);
	pmx_gpu_put_time(&object, "begin_ns", is_interval ? report->interval_at : report->start,
			 true);
	pmx_gpu_put_time(&object, "end_ns", report->now, true);
	pmx_json_bool(out, "final", report->is_final);
	put_tracepoints(&object);
	pmx_out_text(out, ",\n\"gpus\":[");
	while (pmx_gpu_block_next(report, &block)) {
		if (!block.device)
			break;
		pmx_out_text(out, any ? ",\n" : "\n");
		any = true;
		put_gpu(&object, &block);
	}
	pmx_out_text(out, "]");
	put_fdinfo(&object);
	pmx_out_text(out, "}");
}
