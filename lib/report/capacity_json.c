// SPDX-License-Identifier: GPL-2.0-only
/*
 * capacity_json.c - the capacity of PMUs as a document of schema "perfmux-capacity/1", see
 * perfmux-json(5)
 */
#include <perfmux/report_mux.h>

#include "report/json_put.h"

static void put_row(struct pmx_out *out, const struct pmx_capacity_row *row)
{
	const struct pmx_capacity *it = &row->capacity;

	pmx_out_text(out, "{\"pmu\":");
	pmx_quote_json(out, it->pmu->name);
	pmx_json_string(out, "event", it->name);
	pmx_json_long(out, "cpu", it->cpu);
	pmx_json_long(out, "usable", row->why ? -1 : (long)it->usable);
	pmx_json_long(out, "counters", it->counters ? (long)it->counters : -1);
	pmx_json_bool(out, "watchdog", row->watchdog);
	pmx_json_string(out, "reason", row->why);
	pmx_json_long(out, "errno", it->code ? it->code : -1);
	pmx_out_text(out, "}");
}

static void put_holder(struct pmx_out *out, const struct pmx_holder *holder)
{
	pmx_out_text(out, "{\"pid\":");
	pmx_out_u64(out, (uint64_t)holder->pid);
	pmx_json_string(out, "comm", holder->comm);
	pmx_json_u64(out, "events", holder->events);
	pmx_out_text(out, "}");
}

static void put_event(struct pmx_out *out, const struct pmx_event *event, unsigned pass)
{
	pmx_out_text(out, "{\"event\":");
	pmx_quote_json(out, event->name);
	pmx_json_string(out, "pmu", event->pmu->name);
	pmx_json_long(out, "group", event->group);
	pmx_json_u64(out, "pass", pass + 1);
	pmx_out_text(out, "}");
}

static void put_passes(struct pmx_out *out, const struct pmx_capacity_report *report)
{
	const char *before = "\n";

	pmx_json_long(out, "passes", report->events ? (long)report->passes : -1);
	pmx_json_bool(out, "last_waits", report->last_waits);
	pmx_json_key(out, "events");
	pmx_out_text(out, "[");
	for (size_t i = 0; report->events && i < report->events->count; i++) {
		if (report->events->list[i].residency_of)
			continue;
		pmx_out_text(out, before);
		put_event(out, &report->events->list[i], report->pass[i]);
		before = ",\n";
	}
	pmx_out_text(out, "]");
}

void pmx_capacity_json(FILE *file, const struct pmx_capacity_report *report,
		       const struct pmx_json_head *head)
{
	PMX_OUT(out, file);

	pmx_out_text(&out, "{\"schema\":\"perfmux-capacity/1\"");
	pmx_json_string(&out, "version", head->version);
	pmx_json_string(&out, "kernel", head->kernel);
	pmx_json_key(&out, "pmus");
	pmx_out_text(&out, "[");
	for (size_t i = 0; i < report->count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_row(&out, &report->rows[i]);
	}
	pmx_out_text(&out, "]");
	pmx_json_key(&out, "holders");
	pmx_out_text(&out, "[");
	for (size_t i = 0; i < report->holders.count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_holder(&out, &report->holders.list[i]);
	}
	pmx_out_text(&out, "]");
	pmx_json_u64(&out, "hidden_processes", report->holders.hidden);
	put_passes(&out, report);
	pmx_out_text(&out, "}\n");
}
