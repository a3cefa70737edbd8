// SPDX-License-Identifier: GPL-2.0-only
/*
 * monitor_open.c - opening the gpu_mem tracepoints, and being sure that it was them
 */
#include <errno.h>
#include <stdio.h>

#include "gpu/monitor.h"

static const struct pmx_pmu tracepoint_pmu = {
	.name = "tracepoint",
	.type = PERF_TYPE_TRACEPOINT,
	.kind = PMX_PMU_TRACEPOINT,
	.software_class = true,
};

static bool is_same_field(const struct pmx_field *a, const struct pmx_field *b)
{
	return a->offset == b->offset && a->size == b->size && a->is_signed == b->is_signed;
}

static bool is_same_layout(const struct pmx_gpu_layout *a, const struct pmx_gpu_layout *b)
{
	if (a->exists != b->exists || !a->exists)
		return a->exists == b->exists;
	return a->id == b->id && a->has_imported == b->has_imported &&
	       is_same_field(&a->gpu, &b->gpu) && is_same_field(&a->pid, &b->pid) &&
	       is_same_field(&a->size, &b->size) && is_same_field(&a->imported, &b->imported);
}

/* An id may have been given to another tracepoint between reading and opening; now it is held. */
static int check_variant(struct pmx_gpu_monitor *m, struct pmx_error *err)
{
	struct pmx_gpu_variant again;
	int ret = pmx_gpu_variant_read_in(&again, m->machine, m->system, err);

	for (size_t i = 0; !ret && i < PMX_GPU_EVENTS; i++)
		if (!is_same_layout(&m->variant.events[i], &again.events[i]))
			ret = -ESTALE;
	if (!ret || ret == -EMFILE || ret == -ENFILE || ret == -ENOMEM)
		return ret;
	pmx_error_set(err, -ESTALE, "the %s tracepoints changed while they were opened", m->system);
	pmx_error_hint(err, "try again");
	return -ESTALE;
}

static int open_recorder(struct pmx_gpu_monitor *m, const struct pmx_gpu_options *opts,
			 const struct pmx_cpus *cpus, struct pmx_error *err)
{
	struct pmx_event list[PMX_GPU_EVENTS];
	struct pmx_events events = { .list = list, .room = PMX_GPU_EVENTS };
	struct pmx_recorder_options recording = {
		.cpus = cpus, .ring_bytes = opts->ring_bytes, .tasks = true, .sys = opts->sys
	};
	char names[PMX_GPU_EVENTS][96];

	for (unsigned i = 0; i < PMX_GPU_EVENTS; i++) {
		if (!m->variant.events[i].exists)
			continue;
		snprintf(names[i], sizeof(names[i]), "%s:%s", m->system, pmx_gpu_event_name(i));
		list[events.count++] = (struct pmx_event){
			.name = names[i],
			.pmu = &tracepoint_pmu,
			.attr = { .type = PERF_TYPE_TRACEPOINT, .config = m->variant.events[i].id },
			.scale = 1,
			.group = -1,
		};
		m->events[m->event_count++] = i;
	}
	return pmx_recorder_new(&m->recorder, &events, &recording, err);
}

int gpu_monitor_open(struct pmx_gpu_monitor *monitor, const struct pmx_gpu_options *opts,
		     struct pmx_error *err)
{
	struct pmx_gpu_monitor *m = monitor;
	struct pmx_cpus online;
	int ret = pmx_gpu_variant_read_in(&m->variant, m->machine, m->system, err);

	if (!ret && !pmx_machine_is_live(m->machine) && !opts->sys)
		ret = pmx_error_set(err, -ENODEV,
				    "a sysroot's tracepoints say what they would record, and no "
				    "more");
	if (!ret && !opts->cpus)
		ret = pmx_machine_online(m->machine, &online, err);
	if (!ret)
		ret = open_recorder(m, opts, opts->cpus ? opts->cpus : &online, err);
	if (!ret)
		ret = check_variant(m, err);
	if (ret) {
		pmx_recorder_free(m->recorder);
		m->recorder = NULL;
		m->event_count = 0;
	}
	m->has_variant = !ret;
	return ret;
}
