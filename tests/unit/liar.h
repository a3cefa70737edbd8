/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * liar.h - the kernel, but for one kind of lie about perf events
 *
 * Whoever claims to find what a kernel gets wrong must find these. Until lie is set it tells the
 * truth.
 */
#ifndef TESTS_LIAR_H
#define TESTS_LIAR_H

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "session/sys.h"

enum lie {
	LIE_NONE,
	LIE_MORE,    /* counts are half as much again, and a little */
	LIE_LESS,    /* half of each count is missing */
	LIE_BACK,    /* every other read has a smaller value and less time */
	LIE_RUNNING, /* ran twice as long as it was enabled */
	LIE_OFF,     /* was off its PMU half of the time */
	LIE_IDS,     /* all ids are the same */
	LIE_ERRNO,   /* what is refused is refused with another errno */
	LIE_ACCEPT,  /* a request that the kernel refuses seems to work */
	LIE_EOF,     /* nothing can be read */
	LIE_ROOM,    /* a task's breakpoints on one CPU take no room there */
	LIE_LEAK,    /* the first events of a process stay open once more */
	LIES,
};

#define LIAR_FDS   4096
#define LIAR_LEAKS 20 /* fewer than any limit on descriptors */

struct liar {
	enum lie lie;
	uint64_t format[LIAR_FDS];
	unsigned reads, leaked;
};

static inline int liar_open(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu,
			    int group_fd, unsigned long flags)
{
	static const struct perf_event_attr dummy = { .type = PERF_TYPE_SOFTWARE,
						      .size = sizeof(dummy),
						      .config = PERF_COUNT_SW_DUMMY };
	struct liar *liar = ctx;
	bool takes_none = liar->lie == LIE_ROOM && attr->type == PERF_TYPE_BREAKPOINT && pid >= 0 &&
			  cpu >= 0;
	int fd = pmx_sys_kernel.open(NULL, takes_none ? &dummy : attr, pid, cpu, group_fd, flags);

	if (fd >= 0 && fd < LIAR_FDS)
		liar->format[fd] = attr->read_format;
	if (fd >= 0 && liar->lie == LIE_LEAK && liar->leaked < LIAR_LEAKS)
		liar->leaked += dup(fd) >= 0;
	if (fd < 0 && liar->lie == LIE_ERRNO)
		return -ENOTTY;
	return fd;
}

static inline void liar_twist_times(const struct liar *liar, uint64_t *enabled, uint64_t *running)
{
	if (liar->lie == LIE_RUNNING)
		*running = 2 * *enabled + 1;
	if (liar->lie == LIE_OFF)
		*running /= 2;
	if (liar->lie == LIE_BACK && liar->reads % 2 == 0) {
		*enabled /= 2;
		*running /= 2;
	}
}

static inline uint64_t liar_twist(const struct liar *liar, uint64_t value)
{
	switch (liar->lie) {
	case LIE_MORE:
		return value + value / 2 + 1;
	case LIE_LESS:
		return value / 2;
	case LIE_BACK:
		return liar->reads % 2 ? value : value / 2;
	default:
		return value;
	}
}

/* The layout is that of perf_event_open(2), "Reading results". */
static inline void liar_twist_all(const struct liar *liar, uint64_t format, uint64_t *word,
				  size_t words)
{
	bool group = format & PERF_FORMAT_GROUP;
	bool enabled = format & PERF_FORMAT_TOTAL_TIME_ENABLED,
	     running = format & PERF_FORMAT_TOTAL_TIME_RUNNING, id = format & PERF_FORMAT_ID;
	size_t member = 1 + id + !!(format & PERF_FORMAT_LOST);
	size_t count = group ? word[0] : 1, first = group ? 1u + enabled + running : 0;

	if (enabled && running)
		liar_twist_times(liar, &word[1], &word[2]);
	for (size_t i = 0; i < count && first < words; i++) {
		size_t at = first + i * member;

		if (at >= words)
			break;
		word[at] = liar_twist(liar, word[at]);
		at += group ? 1 : 1u + enabled + running;
		if (liar->lie == LIE_IDS && id && at < words)
			word[at] = 1;
	}
}

static inline ssize_t liar_read(void *ctx, int fd, void *buf, size_t size)
{
	struct liar *liar = ctx;
	ssize_t got = pmx_sys_kernel.read(NULL, fd, buf, size);

	liar->reads++;
	if (liar->lie == LIE_EOF)
		return 0;
	if (got < 0 && liar->lie == LIE_ERRNO)
		return -ENOTTY;
	if (got > 0 && fd < LIAR_FDS)
		liar_twist_all(liar, liar->format[fd], buf, (size_t)got / sizeof(uint64_t));
	return got;
}

static inline int liar_ioctl(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	const struct liar *liar = ctx;
	int ret = pmx_sys_kernel.ioctl(NULL, fd, request, arg);

	if (ret < 0 && liar->lie == LIE_ACCEPT)
		return 0;
	if (ret < 0 && liar->lie == LIE_ERRNO)
		return -ENOTTY;
	if (!ret && request == (unsigned long)PERF_EVENT_IOC_ID && liar->lie == LIE_IDS)
		*(uint64_t *)arg = 1; /* NOLINT: an address, as the request has it */
	return ret;
}

static inline struct pmx_sys liar_sys(struct liar *liar)
{
	struct pmx_sys sys = pmx_sys_kernel;

	sys.open = liar_open;
	sys.read = liar_read;
	sys.ioctl = liar_ioctl;
	sys.ctx = liar; /* which the kernel's own calls do not look at */
	return sys;
}

#endif
