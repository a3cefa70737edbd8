// SPDX-License-Identifier: GPL-2.0-only
/*
 * event.c - events of a scenario: opened and read through the gate
 */
#include <errno.h>
#include <string.h>
#include <sys/types.h>

#include "base/cleanup.h"
#include "kit/kit.h"

enum {
	READ_FORMAT = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
		      PERF_FORMAT_ID
};

struct perf_event_attr kit_attr(uint32_t type, uint64_t config)
{
	return (struct perf_event_attr){
		.type = type,
		.size = sizeof(struct perf_event_attr),
		.config = config,
		.read_format = READ_FORMAT,
	};
}

int kit_open_flags(struct kit *kit, const struct perf_event_attr *attr, pid_t pid, int cpu,
		   int group, unsigned long flags)
{
	return kit->sys->open(kit->sys->ctx, attr, pid, cpu, group, flags | PERF_FLAG_FD_CLOEXEC);
}

int kit_open(struct kit *kit, const struct perf_event_attr *attr, pid_t pid, int cpu, int group)
{
	return kit_open_flags(kit, attr, pid, cpu, group, 0);
}

int kit_must_open(struct kit *kit, const struct perf_event_attr *attr, pid_t pid, int cpu,
		  int group)
{
	int fd = kit_open(kit, attr, pid, cpu, group);

	if (fd == -EACCES || fd == -EPERM)
		kit_skip(kit, "may not open an event of type %u: %s", attr->type, strerror(-fd));
	if (fd == -ENOSPC && attr->type == PERF_TYPE_BREAKPOINT)
		kit_skip(kit, "no breakpoint is left: others have them");
	if (fd < 0)
		kit_error(kit, "an event of type %u, config %#llx, task %d, CPU %d, group %d: %s",
			  attr->type, (unsigned long long)attr->config, pid, cpu, group,
			  strerror(-fd));
	return fd;
}

int kit_ioctl(struct kit *kit, int fd, unsigned long request, unsigned long arg)
{
	return kit->sys->ioctl(kit->sys->ctx, fd, request, arg);
}

struct pmx_reading kit_read(struct kit *kit, int fd)
{
	struct {
		uint64_t value, enabled, running, id;
	} raw = { 0 };
	ssize_t got = kit->sys->read(kit->sys->ctx, fd, &raw, sizeof(raw));

	if (got < 0)
		kit_breach(kit, "readable", "read() of an event: %s", strerror((int)-got));
	else if (got && got != sizeof(raw))
		kit_breach(kit, "readable", "read() of an event: %zd bytes of %zu", got,
			   sizeof(raw));
	if (got != sizeof(raw))
		return (struct pmx_reading){ .eof = got == 0 };
	return (struct pmx_reading){
		.value = raw.value,
		.enabled = raw.enabled,
		.running = raw.running,
		.id = raw.id,
	};
}

int kit_read_group(struct kit *kit, int fd, struct pmx_reading *out, size_t max)
{
	size_t size = (3 + 2 * max) * sizeof(uint64_t);
	pmx_autofree uint64_t *raw = calloc(1, size);
	ssize_t got;

	if (!raw)
		kit_error(kit, "out of memory for a group of %zu", max);
	got = kit->sys->read(kit->sys->ctx, fd, raw, size);
	if (got <= 0)
		return (int)got;
	if ((size_t)got < 3 * sizeof(*raw) || raw[0] > max ||
	    (size_t)got != (3 + 2 * raw[0]) * sizeof(*raw)) {
		kit_breach(kit, "readable", "read() of a group: %zd bytes for %llu members", got,
			   (unsigned long long)raw[0]);
		return -EIO;
	}
	for (size_t i = 0; i < raw[0]; i++)
		out[i] = (struct pmx_reading){
			.value = raw[3 + 2 * i],
			.id = raw[4 + 2 * i],
			.enabled = raw[1],
			.running = raw[2],
		};
	return (int)raw[0];
}

double kit_share(const struct pmx_reading *it)
{
	return it->enabled ? (double)it->running / (double)it->enabled : 0;
}
