/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counted_kernel.h - a kernel whose PMUs have as many counters as the test says
 *
 * Events of config ONLY_ONE can be on one counter only, those of config NOWHERE on none, and config
 * ABSENT cannot be opened. As the real one, this kernel puts events on a PMU in the order in which
 * they were opened, and stops at the first that does not fit.
 */
#ifndef TESTS_COUNTED_KERNEL_H
#define TESTS_COUNTED_KERNEL_H

#include <stdarg.h>

#include "sysroot.h"

#include <perfmux/capacity.h>

#include "fake_kernel.h"

enum { ONLY_ONE = 1001, NOWHERE = 1002, ABSENT = 1003, TASKLESS = 1004 };

struct made {
	struct fake_kernel kernel;
	struct pmx_sys sys;
	struct pmx_machine *machine;
	struct pmx_meter *meter;
	struct pmx_events events;
	unsigned counters; /* of each PMU */
	unsigned order[FAKE_FDS], opened;
	int fds;	  /* all are below this */
	bool pinned_fail; /* like a kernel: a pinned event that does not fit is in error */
	int cpu;	  /* that the last event was opened for */
};

static struct made *m; /* of the test that runs: the kernel's answers look at it */

/* --- a kernel with counters ------------------------------------------------------------------- */

static inline bool is_open(int fd)
{
	return m->order[fd] && fcntl(fd, F_GETFD) >= 0;
}

static inline bool takes_counter(int fd)
{
	return m->kernel.attr[fd].type != PERF_TYPE_SOFTWARE;
}

struct use {
	unsigned counters, only_one, nowhere;
};

static inline struct use use_of(int leader)
{
	struct use use = { 0, 0, 0 };

	for (int fd = 0; fd < m->fds; fd++) {
		if (!m->order[fd] || m->kernel.leader[fd] != leader || !is_open(fd))
			continue;
		use.counters += takes_counter(fd);
		use.only_one += m->kernel.attr[fd].config == ONLY_ONE;
		use.nowhere += m->kernel.attr[fd].config == NOWHERE;
	}
	return use;
}

/* The leader that was opened next after @before. */
static inline int next_leader(unsigned before)
{
	int found = -1;

	for (int fd = 0; fd < m->fds; fd++)
		if (m->order[fd] > before && m->kernel.leader[fd] == fd && is_open(fd) &&
		    (found < 0 || m->order[fd] < m->order[found]))
			found = fd;
	return found;
}

static inline bool is_on(int leader)
{
	struct use sum = { 0, 0, 0 };
	int fd = -1;

	do {
		struct use one;

		fd = next_leader(fd < 0 ? 0 : m->order[fd]);
		one = use_of(fd);
		sum.counters += one.counters;
		sum.only_one += one.only_one;
		sum.nowhere += one.nowhere;
	} while (fd != leader);
	return sum.counters <= m->counters && sum.only_one <= 1 && !sum.nowhere;
}

static inline int open_counter(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu,
			       int group_fd, unsigned long flags)
{
	int fd;

	if (attr->config == ABSENT)
		return -ENOENT;
	if (attr->config == TASKLESS && pid >= 0)
		return -EINVAL;
	fd = fake_open(ctx, attr, pid, cpu, group_fd, flags);
	assert_in_range(fd, 0, FAKE_FDS - 1);
	m->order[fd] = ++m->opened;
	m->fds = fd >= m->fds ? fd + 1 : m->fds;
	m->cpu = cpu;
	return fd;
}

static inline ssize_t read_counter(int fd, uint64_t *out)
{
	bool on = is_on(m->kernel.leader[fd]);
	size_t members = (size_t)m->kernel.members[fd];

	if (!on && m->pinned_fail && m->kernel.attr[fd].pinned)
		return 0;
	m->kernel.now += 1000;
	if (!(m->kernel.attr[fd].read_format & PERF_FORMAT_GROUP)) {
		out[0] = on ? m->kernel.now : 0;
		out[1] = m->kernel.now;
		out[2] = on ? m->kernel.now : 0;
		return 24;
	}
	out[0] = members;
	out[1] = m->kernel.now;
	out[2] = on ? m->kernel.now : 0;
	for (size_t i = 0; i < members; i++)
		out[3 + i] = out[2];
	return (ssize_t)(3 + members) * 8;
}

static inline int setup(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	m = calloc(1, sizeof(*m));
	m->sys = fake_sys(&m->kernel);
	m->sys.open = open_counter;
	m->kernel.on_read = read_counter;
	m->counters = 4;
	m->machine = open_fixture("alderlake");
	if (pmx_meter_new(&m->meter, m->machine, &m->sys, &err))
		fail_msg("%s", err.text);
	return 0;
}

static inline int teardown(void **state)
{
	(void)state;
	pmx_meter_free(m->meter);
	pmx_machine_free(m->machine);
	pmx_events_free(&m->events);
	free(m);
	return 0;
}

/* Events of these configs; sizes above 1 are groups, whose members all have the config. */
static inline void add_sizes(const struct pmx_pmu *pmu, const unsigned *sizes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int group = sizes[i] > 1 ? m->events.groups++ : -1;

		for (unsigned member = 0; member < sizes[i]; member++)
			assert_non_null(fake_event(&m->events, pmu, i, group));
	}
}

static inline void add_singles(const struct pmx_pmu *pmu, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		assert_non_null(fake_event(&m->events, pmu, i, -1));
}

#endif
