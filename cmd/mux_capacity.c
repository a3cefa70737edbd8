// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_capacity.c - `perfmux mux --capacity`
 *
 * A PMU's capacity is measured with one event, and which one matters: a counter may be for some
 * events only. One that any counter takes says most, so the generic ones come first, then what
 * sysfs names, then what the user listed.
 */
#include "mux_capacity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/capacity.h>
#include <perfmux/report_mux.h>

#include "out_file.h"
#include "pmu/watchdog.h"

/* Events of a PMU's own that are tried. */
#define MAX_OWN 8

enum { FILES = 2 };

struct measuring {
	FILE *text, *json; /* NULL: not asked for */
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	const struct pmx_events *listed;
	struct pmx_meter *meter;
	struct pmx_events tried; /* owns the names that rows show */
	struct pmx_capacity_report report;
	unsigned *pass;
	struct pmx_error first; /* why a PMU's first event could not be measured */
	struct pmx_error *err;
};

/* --- one PMU -------------------------------------------------------------------------------- */

/*
 * True when the row is done: an event has counters. One that found none is better than none at all.
 */
static bool try_event(struct measuring *m, const struct pmx_event *event,
		      struct pmx_capacity_row *row)
{
	struct pmx_capacity found;
	struct pmx_error err = { 0 };

	if (pmx_meter_capacity(m->meter, event, &found, &err)) {
		if (!m->first.code) {
			m->first = err;
			row->capacity = found;
		}
		return false;
	}
	if (row->why || found.usable)
		row->capacity = found;
	free(row->why);
	row->why = NULL;
	return found.usable > 0;
}

/* Tries the events of @pmu that the spec names; their names are kept for the report. */
static bool try_spec(struct measuring *m, const char *spec, const struct pmx_pmu *pmu,
		     struct pmx_capacity_row *row)
{
	struct pmx_events found = { 0 };
	bool done = false;

	if (pmx_resolve(m->resolver, spec, &(struct pmx_resolve_options){ 0 }, &found, NULL))
		return false;
	for (size_t i = 0; i < found.count && !done; i++) {
		const struct pmx_event *event = &found.list[i];

		if (event->pmu != pmu || pmx_events_append(&m->tried, event, NULL))
			continue;
		done = try_event(m, &m->tried.list[m->tried.count - 1], row);
	}
	pmx_events_free(&found);
	return done;
}

static bool try_generic(struct measuring *m, const struct pmx_pmu *pmu,
			struct pmx_capacity_row *row)
{
	return pmu->kind == PMX_PMU_CORE &&
	       (try_spec(m, "cycles", pmu, row) || try_spec(m, "instructions", pmu, row));
}

static bool try_own(struct measuring *m, const struct pmx_pmu *pmu, struct pmx_capacity_row *row)
{
	char **names, spec[640];
	ssize_t count = pmx_pmu_event_names(pmx_resolver_pmus(m->resolver), pmu, &names);
	bool done = false;

	for (ssize_t i = 0; i < count && i < MAX_OWN && !done; i++) {
		snprintf(spec, sizeof(spec), "%s/%s/", pmu->name, names[i]);
		done = try_spec(m, spec, pmu, row);
	}
	if (count >= 0)
		pmx_names_free(names);
	return done;
}

static bool try_listed(struct measuring *m, const struct pmx_pmu *pmu, struct pmx_capacity_row *row)
{
	bool done = false;

	for (size_t i = 0; i < m->listed->count && !done; i++)
		if (m->listed->list[i].pmu == pmu)
			done = try_event(m, &m->listed->list[i], row);
	return done;
}

static int measure_pmu(struct measuring *m, const struct pmx_pmu *pmu)
{
	struct pmx_capacity_row *row = &m->report.rows[m->report.count++];

	*row = (struct pmx_capacity_row){
		.capacity = { .pmu = pmu, .cpu = -1 },
		.why = strdup("it has no event to measure with"),
		.watchdog = pmx_watchdog_holds(m->machine, pmu),
	};
	m->first.code = 0;
	if (!row->why)
		return pmx_error_nomem(m->err);
	if (try_generic(m, pmu, row) || try_own(m, pmu, row) || try_listed(m, pmu, row))
		return 0;
	if (!row->why || !m->first.code)
		return 0;
	free(row->why);
	row->why = strdup(m->first.text);
	return row->why ? 0 : pmx_error_nomem(m->err);
}

/* --- all of them ---------------------------------------------------------------------------- */

static bool is_measured(const struct measuring *m, const struct pmx_pmu *pmu)
{
	for (size_t i = 0; i < m->report.count; i++)
		if (m->report.rows[i].capacity.pmu == pmu)
			return true;
	return false;
}

static int measure_pmus(struct measuring *m)
{
	const struct pmx_pmu *const *core;
	ssize_t count = pmx_pmus_core(pmx_resolver_pmus(m->resolver), &core, m->err);
	int ret = 0;

	if (count < 0)
		return (int)count;
	m->report.rows = calloc((size_t)count + m->listed->count + 1, sizeof(*m->report.rows));
	if (!m->report.rows)
		return pmx_error_nomem(m->err);
	for (ssize_t i = 0; i < count && !ret; i++)
		ret = measure_pmu(m, core[i]);
	for (size_t i = 0; i < m->listed->count && !ret; i++) {
		const struct pmx_pmu *pmu = m->listed->list[i].pmu;

		if (!pmu->software_class && !is_measured(m, pmu))
			ret = measure_pmu(m, pmu);
	}
	return ret;
}

/* Nothing to show, or only failures, of which the first stands for all. */
static int check_any(struct measuring *m)
{
	for (size_t i = 0; i < m->report.count; i++)
		if (!m->report.rows[i].why)
			return 0;
	if (m->report.count) {
		const struct pmx_capacity_row *row = &m->report.rows[0];

		return pmx_error_set(m->err, row->capacity.code ? -row->capacity.code : -ENODEV,
				     "no capacity could be measured: %s", row->why);
	}
	pmx_error_set(m->err, -ENODEV,
		      "this machine has no core PMU whose capacity could be measured");
	return pmx_error_hint(m->err, "perfmux doctor says why");
}

/* Whether the last pass is that of what fits nowhere. */
static int check_last(struct measuring *m)
{
	size_t *index = calloc(m->listed->count, sizeof(*index)), count = 0;
	bool fits = true;
	int ret;

	if (!index)
		return pmx_error_nomem(m->err);
	for (size_t i = 0; i < m->listed->count; i++)
		if (m->pass[i] == m->report.passes - 1)
			index[count++] = i;
	ret = pmx_meter_fits(m->meter, m->listed, index, count, &fits, m->err);
	m->report.last_waits = !fits;
	free(index);
	return ret;
}

static int divide(struct measuring *m)
{
	int passes;

	if (!m->listed->count)
		return 0;
	m->pass = calloc(m->listed->count, sizeof(*m->pass));
	if (!m->pass)
		return pmx_error_nomem(m->err);
	passes = pmx_meter_passes(m->meter, m->listed, 0, m->pass, m->err);
	if (passes < 0)
		return passes;
	m->report.events = m->listed;
	m->report.pass = m->pass;
	m->report.passes = (unsigned)passes;
	return check_last(m);
}

/* --- output --------------------------------------------------------------------------------- */

static void list_files(struct measuring *m, const struct mux_options *options,
		       struct out_file files[FILES])
{
	const char *json = options->json_file;
	bool only_json = out_file_is_dash(json) && !options->output;
	const char *text = options->output ? options->output : "-";

	files[0] = (struct out_file){ &m->text, only_json ? NULL : text, PMX_WHOLE_REPLACE };
	files[1] = (struct out_file){ &m->json, json, PMX_WHOLE_REPLACE };
}

static void write_json(struct measuring *m)
{
	char kernel[128];
	bool has_kernel = pmx_machine_read(m->machine, "/proc/sys/kernel/osrelease", kernel,
					   sizeof(kernel)) > 0;
	struct pmx_json_head head = { .version = PERFMUX_VERSION,
				      .kernel = has_kernel ? kernel : NULL };

	pmx_capacity_json(m->json, &m->report, &head);
}

static void write_all(struct measuring *m)
{
	if (m->text)
		pmx_capacity_text(m->text, &m->report);
	if (m->json)
		write_json(m);
}

static void release(struct measuring *m)
{
	for (size_t i = 0; i < m->report.count; i++)
		free(m->report.rows[i].why);
	free(m->report.rows);
	free(m->pass);
	pmx_holders_free(&m->report.holders);
	pmx_events_free(&m->tried);
	pmx_meter_free(m->meter);
}

int mux_capacity_print(const struct mux_options *options, struct pmx_machine *machine,
		       struct pmx_resolver *resolver, const struct pmx_events *listed,
		       struct pmx_error *err)
{
	struct measuring m = {
		.machine = machine, .resolver = resolver, .listed = listed, .err = err
	};
	struct out_file files[FILES];
	int ret, closed;

	list_files(&m, options, files);
	ret = out_files_open(files, FILES, err);
	if (!ret)
		ret = pmx_meter_new(&m.meter, machine, NULL, err);
	if (!ret)
		ret = measure_pmus(&m);
	if (!ret)
		ret = check_any(&m);
	if (!ret)
		ret = divide(&m);
	if (!ret)
		ret = pmx_holders_find(machine, &m.report.holders, err);
	if (!ret)
		write_all(&m);
	closed = out_files_close(files, FILES, ret ? NULL : err);
	release(&m);
	return ret ? ret : closed;
}
