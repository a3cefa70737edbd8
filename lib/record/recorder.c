// SPDX-License-Identifier: GPL-2.0-only
/*
 * recorder.c - a recorder's life, and what the kernel counted meanwhile
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/recorder.h"

#define DEFAULT_WINDOW \
	20000000 /* ns: a virtual CPU may be away for as long, with a record half written */

static int make_tables(struct pmx_recorder *r, const struct pmx_events *events,
		       const struct pmx_cpus *cpus)
{
	size_t count = (size_t)pmx_cpus_count(cpus);

	r->lanes = calloc(count + 1, sizeof(*r->lanes));
	r->heap = calloc(count + 1, sizeof(*r->heap));
	r->events = calloc(events->count + 1, sizeof(*r->events));
	r->sums = calloc(events->count + 1, sizeof(*r->sums));
	r->event_count = events->count;
	return r->lanes && r->heap && r->events && r->sums ? 0 : -ENOMEM;
}

int pmx_recorder_new(struct pmx_recorder **out, const struct pmx_events *events,
		     const struct pmx_recorder_options *opts, struct pmx_error *err)
{
	struct pmx_recorder *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return pmx_error_nomem(err);
	r->epoll = -1;
	r->sys = opts->sys ? opts->sys : &pmx_sys_kernel;
	r->pid = opts->pid;
	r->tasks = opts->tasks;
	r->window_ns = opts->window_ns ? opts->window_ns : DEFAULT_WINDOW;
	r->has_lost = true;
	ret = make_tables(r, events, opts->cpus);
	if (ret)
		pmx_error_nomem(err);
	else
		ret = pmx_recorder_open(r, events, opts, err);
	if (ret) {
		pmx_recorder_free(r);
		return ret;
	}
	*out = r;
	return 0;
}

void pmx_recorder_free(struct pmx_recorder *recorder)
{
	struct pmx_recorder *r = recorder;

	if (!r)
		return;
	if (r->epoll >= 0)
		close(r->epoll);
	for (size_t e = 0; r->events && e < r->event_count; e++)
		pmx_fds_free(r->events[e]);
	for (size_t i = 0; i < r->lane_count; i++)
		pmx_ring_free(r->lanes[i].ring);
	pmx_fds_free(r->dummies);
	pmx_ids_free(&r->ids);
	free(r->events);
	free(r->lanes);
	free(r->heap);
	free(r->sums);
	if (r->nofile_raised)
		setrlimit(RLIMIT_NOFILE, &r->nofile);
	free(r);
}

/* --- on and off --------------------------------------------------------------------------- */

static int control_table(const struct pmx_recorder *r, const struct pmx_fds *fds,
			 unsigned long request)
{
	int first = 0;

	for (size_t i = 0; i < r->lane_count; i++) {
		int fd = pmx_fds_get(fds, i, 0), ret;

		if (fd < 0)
			continue;
		ret = r->sys->ioctl(r->sys->ctx, fd, request, 0);
		first = first ? first : ret;
	}
	return first;
}

static int control(const struct pmx_recorder *r, unsigned long request, const char *what,
		   struct pmx_error *err)
{
	int first = r->tasks ? control_table(r, r->dummies, request) : 0;

	for (size_t e = 0; e < r->event_count; e++) {
		int ret = control_table(r, r->events[e], request);

		first = first ? first : ret;
	}
	if (!first)
		return 0;
	return pmx_error_set(err, first, "recording could not be %s: %s", what, strerror(-first));
}

int pmx_recorder_enable(struct pmx_recorder *recorder, struct pmx_error *err)
{
	return control(recorder, PERF_EVENT_IOC_ENABLE, "started", err);
}

int pmx_recorder_disable(struct pmx_recorder *recorder, struct pmx_error *err)
{
	return control(recorder, PERF_EVENT_IOC_DISABLE, "stopped", err);
}

/* --- asked of it -------------------------------------------------------------------------- */

int pmx_recorder_fd(const struct pmx_recorder *recorder)
{
	return recorder->epoll;
}

uint64_t pmx_recorder_late(const struct pmx_recorder *recorder)
{
	return recorder->late;
}

void pmx_recorder_cpus(const struct pmx_recorder *recorder, struct pmx_cpus *out)
{
	pmx_cpus_clear(out);
	for (size_t i = 0; i < recorder->lane_count; i++)
		pmx_cpus_add(out, recorder->lanes[i].cpu);
}

int pmx_recorder_recorded(struct pmx_recorder *recorder, unsigned event, struct pmx_recorded *out)
{
	const struct pmx_recorder *r = recorder;
	bool any = false;
	int first = 0;

	*out = (struct pmx_recorded){ .samples = r->sums[event].samples };
	for (size_t i = 0; i < r->lane_count; i++) {
		uint64_t values[2] = { 0, 0 };
		size_t size = r->has_lost ? sizeof(values) : sizeof(values[0]);
		int fd = pmx_fds_get(r->events[event], i, 0);
		ssize_t got;

		if (fd < 0)
			continue;
		got = r->sys->read(r->sys->ctx, fd, values, size);
		if (got != (ssize_t)size) {
			first = first ? first : got < 0 ? (int)got : -EIO;
			continue;
		}
		out->counted += values[0];
		out->lost += values[1];
		any = true;
	}
	if (!r->has_lost)
		out->lost = r->sums[event].lost;
	return any ? 0 : first;
}
