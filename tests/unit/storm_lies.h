/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * storm_lies.h - this kernel, but for one lie each: what a storm must find, and how shortly
 *
 * A lie is a few functions that twist what a call is given or gives. liar.h has the lies that
 * scenarios must find.
 */
#ifndef TESTS_STORM_LIES_H
#define TESTS_STORM_LIES_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "session/sys.h"
#include "storms.h"

#define FDS 4096

struct liar {
	const struct lie *lie;
	struct perf_event_attr attr[FDS];
	bool led[FDS];
	unsigned reads;
};

/* Each may twist what it is given; @liar remembers how the event was opened. */
struct lie {
	const char *name;
	const char *invariant;
	size_t longest; /* the program that shows it has at most so many operations */
	bool no_groups; /* they would show it otherwise */
	void (*open)(struct perf_event_attr *attr);
	int (*refuse)(int ret);
	bool (*forget)(const struct liar *liar, int fd, unsigned long request);
	void (*read)(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes);
};

static inline bool is_led(const struct liar *liar, int fd)
{
	return fcntl(fd, F_GETFD) >= 0 && liar->led[fd];
}

static inline int liar_open(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu,
			    int group, unsigned long flags)
{
	struct liar *liar = ctx;
	struct perf_event_attr asked = { .size = 0 };
	int fd;

	if (attr->size != sizeof(asked) || !liar->lie->open) {
		fd = pmx_sys_kernel.open(NULL, attr, pid, cpu, group, flags);
	} else {
		asked = *attr;
		liar->lie->open(&asked);
		fd = pmx_sys_kernel.open(NULL, &asked, pid, cpu, group, flags);
	}
	if (fd >= 0 && fd < FDS) {
		liar->attr[fd] = *attr;
		liar->led[fd] = group >= 0;
	}
	return fd < 0 && liar->lie->refuse ? liar->lie->refuse(fd) : fd;
}

static inline ssize_t liar_read(void *ctx, int fd, void *buf, size_t size)
{
	struct liar *liar = ctx;
	ssize_t got = pmx_sys_kernel.read(NULL, fd, buf, size);

	if (got > 0 && fd < FDS && liar->lie->read)
		liar->lie->read(liar, fd, buf, &got);
	return got < 0 && liar->lie->refuse ? liar->lie->refuse((int)got) : got;
}

static inline int liar_ioctl(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	struct liar *liar = ctx;
	int ret;

	if (fd >= 0 && fd < FDS && liar->lie->forget && liar->lie->forget(liar, fd, request))
		return 0;
	ret = pmx_sys_kernel.ioctl(NULL, fd, request, arg);
	return ret && liar->lie->refuse ? liar->lie->refuse(ret) : ret;
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

/* --- lies ----------------------------------------------------------------------------------- */

static inline bool is_group(const struct liar *liar, int fd)
{
	return liar->attr[fd].read_format & PERF_FORMAT_GROUP;
}

static inline bool has_times(const struct liar *liar, int fd)
{
	return liar->attr[fd].read_format & PERF_FORMAT_TOTAL_TIME_ENABLED;
}

/* The first value's place. */
static inline size_t value_of(const struct liar *liar, int fd)
{
	return !is_group(liar, fd) ? 0 : has_times(liar, fd) ? 3 : 1;
}

static inline void one_more_in_groups_of_three(struct liar *liar, int fd, uint64_t *word,
					       ssize_t *bytes)
{
	(void)bytes;
	if (is_group(liar, fd) && word[0] >= 3)
		word[value_of(liar, fd)]++;
}

static inline void one_more_at_the_50th_read(struct liar *liar, int fd, uint64_t *word,
					     ssize_t *bytes)
{
	(void)bytes;
	if (++liar->reads == 50)
		word[value_of(liar, fd)]++;
}

static inline void ran_too_long(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (has_times(liar, fd))
		word[2] = word[1] + 1;
}

static inline void ends_when_run_again(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	if (liar->reads == 50)
		_exit(0);
	one_more_at_the_50th_read(liar, fd, word, bytes);
}

static inline void never_still(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (has_times(liar, fd)) {
		word[1] += ++liar->reads;
		word[2] += liar->reads;
	}
}

static inline void one_member_more(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	word[0] += is_group(liar, fd);
}

static inline void a_word_less(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)word;
	if (liar->led[fd])
		*bytes -= 8;
}

static inline void all_the_same_id(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (liar->attr[fd].read_format & PERF_FORMAT_ID)
		word[is_group(liar, fd) ? value_of(liar, fd) + 1 : has_times(liar, fd) ? 3 : 1] = 5;
}

static inline bool forgets_resets_of_siblings(const struct liar *liar, int fd,
					      unsigned long request)
{
	return request == PERF_EVENT_IOC_RESET && is_led(liar, fd);
}

static inline bool forgets_to_enable(const struct liar *liar, int fd, unsigned long request)
{
	(void)liar, (void)fd;
	return request == PERF_EVENT_IOC_ENABLE;
}

static inline bool forgets_to_disable(const struct liar *liar, int fd, unsigned long request)
{
	(void)liar, (void)fd;
	return request == PERF_EVENT_IOC_DISABLE;
}

static inline bool forgets_periods(const struct liar *liar, int fd, unsigned long request)
{
	(void)liar, (void)fd;
	return request ==
	       (unsigned long)PERF_EVENT_IOC_PERIOD; /* also those that must be refused */
}

static inline void forgets_to_inherit(struct perf_event_attr *attr)
{
	if (attr->inherit)
		attr->inherit = attr->inherit_thread = 0;
}

static inline void does_not_look_at_reserved_fields(struct perf_event_attr *attr)
{
	attr->__reserved_2 = 0;
}

static inline int another_errno(int ret)
{
	return ret == -ECHILD || ret == -ENOSPC ? -EIO : ret;
}

static const struct lie lies[] = {
	{ .name = "one more in groups of three",
	  .invariant = "storm-count",
	  .longest = 4,
	  .read = one_more_in_groups_of_three },
	{ .name = "running longer than enabled",
	  .invariant = "storm-times",
	  .longest = 2,
	  .read = ran_too_long },
	{ .name = "never still", .invariant = "storm-times", .longest = 2, .read = never_still },
	{ .name = "one member more",
	  .invariant = "storm-size",
	  .longest = 2,
	  .read = one_member_more },
	{ .name = "a word less", .invariant = "storm-size", .longest = 3, .read = a_word_less },
	{ .name = "the same id", .invariant = "storm-id", .longest = 4, .read = all_the_same_id },
	{ .name = "resets of siblings are lost",
	  .invariant = "storm-count",
	  .longest = 6,
	  .forget = forgets_resets_of_siblings },
	{ .name = "enabling is lost",
	  .invariant = "storm-count",
	  .longest = 5,
	  .forget = forgets_to_enable },
	{ .name = "disabling is lost",
	  .invariant = "storm-count",
	  .longest = 5,
	  .forget = forgets_to_disable },
	{ .name = "periods are not looked at",
	  .invariant = "storm-errno",
	  .longest = 2,
	  .forget = forgets_periods },
	{ .name = "nobody inherits",
	  .invariant = "storm-count",
	  .longest = 4,
	  .no_groups = true,
	  .open = forgets_to_inherit },
	{ .name = "reserved fields are not looked at",
	  .invariant = "storm-errno",
	  .longest = 1,
	  .open = does_not_look_at_reserved_fields },
	{ .name = "another errno",
	  .invariant = "storm-errno",
	  .longest = 5,
	  .refuse = another_errno },
};

#endif
