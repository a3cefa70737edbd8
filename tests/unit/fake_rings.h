/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fake_rings.h - a kernel behind the system-call gate whose rings hold what a test puts into them
 *
 * Descriptors are real (eventfds), since the recorder closes and polls them for real. A ring is
 * memory; the test writes records as the kernel would, or as it never would.
 */
#ifndef FAKE_RINGS_H
#define FAKE_RINGS_H

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "session/sys.h"

#define RINGS_FDS  256
#define RINGS_CPUS 8

struct rings {
	/* What to do; asked first, and 0 means "as a sane kernel would". */
	int (*on_open)(const struct perf_event_attr *attr, int cpu);
	int (*on_map)(size_t size);
	int (*on_ioctl)(unsigned long request);
	int fail_at, fail_with; /* the call of that number, from 1, fails so */

	int calls, opens, maps, unmaps, enables, filters;
	uint64_t now;
	int ring_fd[RINGS_CPUS]; /* whose memory is the CPU's ring */
	struct perf_event_attr attr[RINGS_FDS];
	int cpu[RINGS_FDS], output[RINGS_FDS];
	void *memory[RINGS_FDS];
	size_t size[RINGS_FDS];
	uint64_t count[RINGS_FDS], lost[RINGS_FDS]; /* what a read says */
	char filter[256];			    /* that was set last */
};

/* An on_open. */
static inline int rings_no_rights(const struct perf_event_attr *attr, int cpu)
{
	(void)attr, (void)cpu;
	return -EACCES;
}

static inline int rings_fails(struct rings *k)
{
	return ++k->calls == k->fail_at ? k->fail_with : 0;
}

static int rings_open(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu,
		      int group_fd, unsigned long flags)
{
	struct rings *k = ctx;
	int ret = rings_fails(k), fd;

	(void)pid, (void)group_fd, (void)flags;
	if (!ret && k->on_open)
		ret = k->on_open(attr, cpu);
	if (ret)
		return ret;
	fd = eventfd(0, EFD_CLOEXEC);
	k->opens++;
	k->attr[fd] = *attr;
	k->cpu[fd] = cpu;
	k->output[fd] = fd;
	return fd;
}

static ssize_t rings_read(void *ctx, int fd, void *buf, size_t size)
{
	struct rings *k = ctx;
	uint64_t values[2] = { k->count[fd], k->lost[fd] };
	size_t has = k->attr[fd].read_format & PERF_FORMAT_LOST ? 16 : 8;
	int ret = rings_fails(k);

	if (ret)
		return ret;
	if (size < has)
		return -ENOSPC;
	memcpy(buf, values, has);
	return (ssize_t)has;
}

/* An event's id: its descriptor, and something that no size or type could be. */
static inline uint64_t rings_id(int fd)
{
	return 0x1d0000 + (uint64_t)fd;
}

static int rings_ioctl(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	struct rings *k = ctx;
	int ret = rings_fails(k);
	uint64_t id = rings_id(fd);

	if (request == PERF_EVENT_IOC_SET_FILTER)
		snprintf(k->filter, sizeof(k->filter), "%s",
			 (const char *)arg); /* NOLINT(performance-no-int-to-ptr) */
	if (!ret && k->on_ioctl)
		ret = k->on_ioctl(request);
	if (ret)
		return ret;
	k->enables += request == PERF_EVENT_IOC_ENABLE;
	k->filters += request == PERF_EVENT_IOC_SET_FILTER;
	if (request == PERF_EVENT_IOC_SET_OUTPUT)
		k->output[fd] = (int)arg;
	if (request == PERF_EVENT_IOC_ID)
		memcpy((void *)arg, &id, sizeof(id)); /* NOLINT(performance-no-int-to-ptr) */
	return 0;
}

static int rings_map(void *ctx, int fd, size_t size, bool writable, void **out)
{
	struct rings *k = ctx;
	int ret = rings_fails(k);

	if (!ret && k->on_map)
		ret = k->on_map(size);
	if (!ret && !writable)
		ret = -EACCES; /* a ring that nobody empties fills up */
	if (ret)
		return ret;
	*out = aligned_alloc((size_t)sysconf(_SC_PAGESIZE), size);
	memset(*out, 0, size);
	k->maps++;
	k->memory[fd] = *out;
	k->size[fd] = size - (size_t)sysconf(_SC_PAGESIZE);
	if (k->cpu[fd] >= 0 && k->cpu[fd] < RINGS_CPUS)
		k->ring_fd[k->cpu[fd]] = fd;
	return 0;
}

static void rings_unmap(void *ctx, void *address, size_t size)
{
	struct rings *k = ctx;

	(void)size;
	k->unmaps++;
	free(address);
}

static uint64_t rings_now(void *ctx)
{
	return ((struct rings *)ctx)->now;
}

static inline struct pmx_sys rings_sys(struct rings *k)
{
	return (struct pmx_sys){ .open = rings_open,
				 .read = rings_read,
				 .ioctl = rings_ioctl,
				 .map = rings_map,
				 .unmap = rings_unmap,
				 .now = rings_now,
				 .ctx = k };
}

/* --- what is in a ring ---------------------------------------------------------------------- */

static inline struct perf_event_mmap_page *rings_page(struct rings *k, int cpu)
{
	return k->memory[k->ring_fd[cpu]];
}

static inline size_t rings_bytes(struct rings *k, int cpu)
{
	return k->size[k->ring_fd[cpu]];
}

/* Appends bytes, around the end of the ring if need be. */
static inline void rings_put(struct rings *k, int cpu, const void *bytes, size_t length)
{
	struct perf_event_mmap_page *page = rings_page(k, cpu);
	unsigned char *data = (unsigned char *)page + sysconf(_SC_PAGESIZE);
	const unsigned char *from = bytes;

	for (size_t i = 0; i < length; i++)
		data[(page->data_head + i) & (rings_bytes(k, cpu) - 1)] = from[i];
	page->data_head += length;
}

/* The descriptor of event @config on a CPU. */
static inline int rings_event_fd(const struct rings *k, uint64_t config, int cpu)
{
	for (int fd = 0; fd < RINGS_FDS; fd++)
		if (k->attr[fd].type == PERF_TYPE_TRACEPOINT && k->attr[fd].config == config &&
		    k->cpu[fd] == cpu)
			return fd;
	return -1;
}

/* A sample of event @config as it is laid out, with @length bytes of raw data, zero or @value. */
static inline void rings_sample(struct rings *k, int cpu, uint64_t config, uint64_t time,
				uint64_t value, size_t length)
{
	uint16_t size = (uint16_t)((8 + 24 + 4 + length + 7) / 8 * 8);
	uint32_t raw = (uint32_t)(size - 36);
	uint64_t words[8192] = { 0 };
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = size };
	uint32_t ids[2] = { 1000, 1001 };

	memcpy(&words[0], &header, 8);
	words[1] = rings_id(rings_event_fd(k, config, cpu));
	memcpy(&words[2], ids, 8);
	words[3] = time;
	memcpy((char *)words + 32, &raw, 4);
	memcpy((char *)words + 36, &value, length < 8 ? length : 8);
	rings_put(k, cpu, words, size);
}

/* A record other than a sample: @count words and the trailer of sample_id_all. */
static inline void rings_other(struct rings *k, int cpu, uint32_t type, const uint64_t *words,
			       size_t count, uint64_t time, uint64_t id)
{
	struct perf_event_header header = { .type = type, .size = (uint16_t)(8 + count * 8 + 24) };
	uint64_t trailer[3] = { 1000 | 1001ull << 32, time, id };

	rings_put(k, cpu, &header, 8);
	rings_put(k, cpu, words, count * 8);
	rings_put(k, cpu, trailer, 24);
}

#endif
