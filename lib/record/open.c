// SPDX-License-Identifier: GPL-2.0-only
/*
 * open.c - opening a recorder: a lane for each CPU, then every event on it
 *
 * A CPU that has gone offline since the list of CPUs was made is left out; an event that fails
 * for any other reason fails the recorder, since a record that is missing looks like one that
 * never was.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "record/recorder.h"

#define DEFAULT_RING ((size_t)1 << 20)

/* Descriptors besides the events: standard streams, output files, and what we do not know of. */
enum { FDS_BESIDE = 32 };

/* The reader is woken when a quarter of the ring is new: often enough, and seldom. */
static void set_common(struct perf_event_attr *attr, size_t ring_bytes)
{
	attr->size = sizeof(*attr);
	attr->disabled = 1;
	attr->inherit = 0;
	attr->sample_type = PMX_RECORD_SAMPLE_TYPE;
	attr->sample_id_all = 1;
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
	attr->watermark = 1;
	attr->wakeup_watermark = (uint32_t)(ring_bytes / 4);
}

static bool is_gone(int code)
{
	return code == -ENODEV || code == -ENXIO;
}

static int open_event(const struct pmx_recorder *r, const struct perf_event_attr *attr, int cpu)
{
	return r->sys->open(r->sys->ctx, attr, r->pid ? r->pid : -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* --- lanes -------------------------------------------------------------------------------- */

static void close_lanes(struct pmx_recorder *r)
{
	for (size_t i = 0; i < r->lane_count; i++)
		pmx_ring_free(r->lanes[i].ring);
	r->lane_count = 0;
	pmx_fds_free(r->dummies);
	r->dummies = NULL;
}

/* Opens the dummy of one CPU and maps its ring. @map_failed tells which of the two failed. */
static int open_lane(struct pmx_recorder *r, const struct perf_event_attr *attr, int cpu,
		     bool *map_failed)
{
	struct lane *lane = &r->lanes[r->lane_count];
	int fd = open_event(r, attr, cpu), ret;

	if (fd < 0)
		return is_gone(fd) ? 0 : fd;
	*lane = (struct lane){ .cpu = cpu };
	pmx_fds_set(r->dummies, r->lane_count, 0, fd);
	ret = pmx_ring_new(&lane->ring, r->sys, fd, r->ring_bytes);
	*map_failed = ret;
	r->lane_count += !ret;
	return ret;
}

static int open_lanes(struct pmx_recorder *r, const struct pmx_cpus *cpus, bool *map_failed)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.task = r->tasks,
		.comm = r->tasks,
	};
	int ret = 0;

	set_common(&attr, r->ring_bytes);
	r->dummies = pmx_fds_new(&attr, (size_t)pmx_cpus_count(cpus), 1);
	if (!r->dummies)
		return -ENOMEM;
	pmx_cpus_for_each(cpu, cpus) {
		ret = open_lane(r, &attr, cpu, map_failed);
		if (ret)
			break;
	}
	return ret;
}

/* Bytes of a ring as they were asked for, or 0 when there is no such ring. */
static size_t round_up(size_t bytes)
{
	size_t rounded = (size_t)sysconf(_SC_PAGESIZE);

	while (rounded < bytes && rounded < PMX_RING_MAX)
		rounded *= 2;
	return rounded < bytes ? 0 : rounded;
}

/* A ring that nobody asked for in particular is halved until the kernel lets us lock it. */
static int open_fitting_lanes(struct pmx_recorder *r, const struct pmx_recorder_options *opts,
			      struct pmx_error *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t cpus = (size_t)pmx_cpus_count(opts->cpus);

	r->ring_bytes = round_up(opts->ring_bytes ? opts->ring_bytes : DEFAULT_RING);
	if (!r->ring_bytes)
		return pmx_record_why_ring(opts->ring_bytes, cpus, -ENOSPC, err);
	for (;;) {
		bool map_failed = false;
		int ret = open_lanes(r, opts->cpus, &map_failed);

		if (!ret)
			return 0;
		if (!map_failed)
			return pmx_record_why_open(NULL, !r->pid, ret, err);
		if (opts->ring_bytes || r->ring_bytes == page || (ret != -EPERM && ret != -ENOMEM))
			return pmx_record_why_ring(r->ring_bytes, cpus, ret, err);
		close_lanes(r);
		r->ring_bytes /= 2;
	}
}

static int watch_lanes(struct pmx_recorder *r)
{
	r->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (r->epoll < 0)
		return -errno;
	for (size_t i = 0; i < r->lane_count; i++) {
		int fd = pmx_fds_get(r->dummies, i, 0);
		struct epoll_event wanted = { .events = EPOLLIN, .data.fd = fd };

		if (epoll_ctl(r->epoll, EPOLL_CTL_ADD, fd, &wanted) < 0)
			return -errno;
	}
	return 0;
}

/* --- events ------------------------------------------------------------------------------- */

/* Before Linux 6.0 nobody counts per event what did not fit into the ring. */
static int open_counting_lost(struct pmx_recorder *r, struct perf_event_attr *attr, int cpu)
{
	int fd;

	attr->read_format = r->has_lost ? PERF_FORMAT_LOST : 0;
	fd = open_event(r, attr, cpu);
	if (fd != -EINVAL || !r->has_lost)
		return fd;
	attr->read_format = 0;
	fd = open_event(r, attr, cpu);
	if (fd >= 0)
		r->has_lost = false;
	return fd;
}

/* Into the lane's ring, and with an id by which its records are known. */
static int direct(struct pmx_recorder *r, int fd, unsigned event, int into)
{
	uint64_t id = 0;
	int ret = r->sys->ioctl(r->sys->ctx, fd, PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)into);

	if (!ret)
		ret = r->sys->ioctl(r->sys->ctx, fd, PERF_EVENT_IOC_ID, (unsigned long)&id);
	return ret ? ret : pmx_ids_add(&r->ids, id, event);
}

static int set_up(struct pmx_recorder *r, int fd, const struct pmx_event *event, unsigned index,
		  int into, struct pmx_error *err)
{
	int ret = direct(r, fd, index, into);

	if (ret == -ENOMEM)
		return pmx_error_nomem(err);
	if (ret)
		return pmx_error_set(err, ret, "'%s' cannot be recorded into a common buffer: %s",
				     event->name, strerror(-ret));
	if (event->filter)
		ret = r->sys->ioctl(r->sys->ctx, fd, PERF_EVENT_IOC_SET_FILTER,
				    (unsigned long)event->filter);
	if (ret)
		pmx_error_set(err, ret, "the kernel refuses the filter '%s' of '%s': %s",
			      event->filter, event->name, strerror(-ret));
	return ret;
}

/* Opens one event on all lanes. */
static int open_on_lanes(struct pmx_recorder *r, const struct pmx_event *event, unsigned index,
			 struct pmx_error *err)
{
	struct perf_event_attr attr = event->attr;
	size_t opened = 0;

	set_common(&attr, r->ring_bytes);
	attr.freq = 0;
	attr.sample_period = 1;
	r->events[index] = pmx_fds_new(&attr, r->lane_count, 1);
	if (!r->events[index])
		return pmx_error_nomem(err);
	for (size_t i = 0; i < r->lane_count; i++) {
		int fd = open_counting_lost(r, &attr, r->lanes[i].cpu);
		int ret;

		if (is_gone(fd))
			continue;
		if (fd < 0)
			return pmx_record_why_open(event->name, !r->pid, fd, err);
		pmx_fds_set(r->events[index], i, 0, fd);
		ret = set_up(r, fd, event, index, pmx_fds_get(r->dummies, i, 0), err);
		if (ret)
			return ret;
		opened++;
	}
	return opened ? 0 : pmx_record_why_open(event->name, !r->pid, -ENODEV, err);
}

/* As far as it may; if that is not enough, opening says so. */
static void raise_limit(struct pmx_recorder *r, size_t cpus)
{
	size_t needed = cpus * (r->event_count + 1) + FDS_BESIDE;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &r->nofile) < 0 || r->nofile.rlim_cur >= needed)
		return;
	limit = r->nofile;
	limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
	r->nofile_raised = setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

int pmx_recorder_open(struct pmx_recorder *r, const struct pmx_events *events,
		      const struct pmx_recorder_options *opts, struct pmx_error *err)
{
	int ret;

	raise_limit(r, (size_t)pmx_cpus_count(opts->cpus));
	ret = open_fitting_lanes(r, opts, err);
	if (ret)
		return ret;
	if (!r->lane_count)
		return pmx_record_why_open(NULL, !r->pid, -ENODEV, err);
	ret = watch_lanes(r);
	if (ret)
		return pmx_record_why_open(NULL, !r->pid, ret, err);
	for (size_t i = 0; i < events->count && !ret; i++)
		ret = open_on_lanes(r, &events->list[i], (unsigned)i, err);
	pmx_ids_sort(&r->ids);
	return ret;
}
