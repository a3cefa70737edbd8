// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_ioctl.c - requests, reads and maps that may not be are refused, with the right errno
 */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "kit/ring.h"
#include "scenario/control.h"

struct request {
	const char *what;
	unsigned long request, arg;
	int expected;
};

static const struct request requests[] = {
	{ "a request that there is not", _IO('$', 200), 0, ENOTTY },
	{ "SET_OUTPUT to no file", PERF_EVENT_IOC_SET_OUTPUT, 1ul << 20, EBADF },
	{ "SET_OUTPUT to a file that is no event", PERF_EVENT_IOC_SET_OUTPUT, STDIN_FILENO, EBADF },
	{ "SET_OUTPUT to nothing", PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)-1, 0 },
	{ "PAUSE_OUTPUT without a ring", PERF_EVENT_IOC_PAUSE_OUTPUT, 1, EINVAL },
	{ "ID to nowhere", PERF_EVENT_IOC_ID, 0, EFAULT },
	{ "MODIFY_ATTRIBUTES from nowhere", PERF_EVENT_IOC_MODIFY_ATTRIBUTES, 0, EFAULT },
};

static void check_read(struct kit *kit, int fd)
{
	const int small[] = { ENOSPC };
	uint64_t buffer[4];

	/* what it has is a value, two times and an id */
	for (size_t size = 0; size < sizeof(buffer); size += sizeof(buffer[0]))
		kit_check(kit,
			  pmx_oracle_errno(kit->breach, "read() into too small a buffer",
					   (int)kit->sys->read(kit->sys->ctx, fd, buffer, size),
					   small, 1));
}

static void check_map(struct kit *kit, const struct perf_event_attr *attr)
{
	struct perf_event_attr inherited = *attr;
	struct kit_ring ring;
	int fd = kit_must_open(kit, attr, 0, -1, -1);
	const int invalid[] = { EINVAL };

	kit_check(kit, pmx_oracle_errno(kit->breach, "a ring of three pages",
					kit_ring_map(kit, fd, 3, &ring), invalid, 1));
	close(fd);
	inherited.inherit = 1;
	fd = kit_must_open(kit, &inherited, 0, -1, -1);
	kit_check(kit, pmx_oracle_errno(kit->breach, "a ring of an inherited event of any CPU",
					kit_ring_map(kit, fd, 1, &ring), invalid, 1));
	close(fd);
}

/* Whose records would go to one ring must be of one task or one CPU. */
static void check_output(struct kit *kit, const struct perf_event_attr *attr)
{
	struct perf_event_attr clocked = *attr;
	int one = kit_must_open(kit, attr, 0, -1, -1);
	int there = kit_must_open(kit, attr, 0, kit_cpu(kit, 0), -1);
	int late;

	control_check(kit, "SET_OUTPUT to itself", one, PERF_EVENT_IOC_SET_OUTPUT,
		      (unsigned long)one, EINVAL);
	control_check(kit, "SET_OUTPUT from a CPU to any CPU", there, PERF_EVENT_IOC_SET_OUTPUT,
		      (unsigned long)one, EINVAL);
	clocked.use_clockid = 1;
	clocked.clockid = CLOCK_MONOTONIC;
	late = kit_must_open(kit, &clocked, 0, -1, -1);
	control_check(kit, "SET_OUTPUT to one with another clock", late, PERF_EVENT_IOC_SET_OUTPUT,
		      (unsigned long)one, EINVAL);
	close(late);
	close(there);
	close(one);
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_event_attr sampling = kit_sampling(&attr, 1000);
	int fd = kit_must_open(kit, &attr, 0, -1, -1);

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		control_check(kit, requests[i].what, fd, requests[i].request, requests[i].arg,
			      requests[i].expected);
	check_read(kit, fd);
	check_map(kit, &sampling);
	check_output(kit, &sampling);
}

const struct pmx_scenario scenario_control_ioctl = {
	.name = "control.ioctl",
	.summary = "requests that may not be have the right errno",
	.about = "_perf_ioctl, perf_mmap, perf_event_set_output",
	.explain =
		"Makes requests of events that they must refuse: ioctls that there are not or "
		"whose argument is none, reads into buffers that are too small, rings of odd sizes "
		"or of inherited events, redirection of records between CPUs and clocks. Each must "
		"be refused with the errno that tells what is wrong.",
	.run = run,
};
