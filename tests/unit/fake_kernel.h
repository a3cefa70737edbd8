/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fake_kernel.h - a kernel behind the system-call gate that does what a test tells it to
 *
 * Descriptors are real (of /dev/null), since the session closes them for real.
 */
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>

#include <perfmux/plan.h>
#include <perfmux/session.h>

#include "session/sys.h"

#define FAKE_FDS 1024

struct fake_kernel {
	/* what to do; each is asked first, and 0 or -1 means "as a sane kernel would" */
	int (*on_open)(const struct perf_event_attr *attr, int cpu, int group_fd);
	ssize_t (*on_read)(int fd, uint64_t *buf);
	int (*on_ioctl)(int fd, unsigned long request);

	struct perf_event_attr attr[FAKE_FDS]; /* by descriptor */
	int leader[FAKE_FDS], members[FAKE_FDS];
	uint64_t now, raw; /* what every event holds */
	unsigned opens, reads, ioctls;
};

static int fake_open(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu,
		     int group_fd, unsigned long flags)
{
	struct fake_kernel *k = ctx;
	int err = k->on_open ? k->on_open(attr, cpu, group_fd) : 0;
	int fd;

	(void)pid, (void)flags;
	k->opens++;
	if (err)
		return err;
	fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	k->attr[fd] = *attr;
	k->leader[fd] = group_fd < 0 ? fd : group_fd;
	k->members[fd] = 0;
	k->members[k->leader[fd]]++;
	return fd;
}

static ssize_t fake_read(void *ctx, int fd, void *buf, size_t size)
{
	struct fake_kernel *k = ctx;
	uint64_t *out = buf;
	ssize_t n = k->on_read ? k->on_read(fd, out) : -1;
	size_t members = (size_t)k->members[fd];

	k->reads++;
	if (n != -1)
		return n;
	if (!(k->attr[fd].read_format & PERF_FORMAT_GROUP)) {
		out[0] = k->raw;
		out[1] = out[2] = k->now;
		return 24;
	}
	if (size < (3 + members) * 8)
		return -ENOSPC;
	out[0] = members;
	out[1] = out[2] = k->now;
	for (size_t i = 0; i < members; i++)
		out[3 + i] = k->raw;
	return (ssize_t)(3 + members) * 8;
}

static int fake_ioctl(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	struct fake_kernel *k = ctx;

	(void)arg;
	k->ioctls++;
	return k->on_ioctl ? k->on_ioctl(fd, request) : 0;
}

static uint64_t fake_now(void *ctx)
{
	return ((struct fake_kernel *)ctx)->now;
}

static inline struct pmx_sys fake_sys(struct fake_kernel *k)
{
	return (struct pmx_sys){
		.open = fake_open, .read = fake_read, .ioctl = fake_ioctl, .now = fake_now, .ctx = k
	};
}

/* --- a machine with a few PMUs ------------------------------------------------------------- */

static const struct pmx_pmu fake_software = { "software", 1,	 PMX_PMU_SOFTWARE,
					      true,	  false, { { 0 } } };
static const struct pmx_pmu fake_big = { "cpu_core", 4, PMX_PMU_CORE, false, true, { { 0x3 } } };
static const struct pmx_pmu fake_little = {
	"cpu_atom", 10, PMX_PMU_CORE, false, true, { { 0xc } }
};
static const struct pmx_pmu fake_uncore = { "uncore_imc", 20,	PMX_PMU_UNCORE,
					    false,	  true, { { 0x1 } } };

static const struct pmx_pmu fake_ibs = { "ibs_op", 11, PMX_PMU_SAMPLING, false, false, { { 0 } } };

/* Appends an event; @group -1 for none. */
static inline struct pmx_event *fake_event(struct pmx_events *events, const struct pmx_pmu *pmu,
					   uint64_t config, int group)
{
	char name[32];
	struct pmx_event event = { .name = name, .pmu = pmu, .scale = 1, .group = group };

	snprintf(name, sizeof(name), "%s-%d", pmu->name, (int)config);
	event.attr.type = pmu->type;
	event.attr.config = config;
	event.spec = events->specs++;
	if (pmx_events_append(events, &event, NULL))
		return NULL;
	return &events->list[events->count - 1];
}

#endif
