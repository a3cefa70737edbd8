// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_open.c - what may not be opened is refused, with the errno that says why
 */
#include <errno.h>
#include <unistd.h>

#include "scenario/control.h"

enum place { SELF, NOBODY, GONE, ON_CPU, NO_CPU, CGROUP_OF_TASK, BAD_CGROUP };

struct request {
	const char *what;
	void (*change)(struct perf_event_attr *attr);
	enum place place;
	bool sibling; /* of a running leader */
	int expected[2];
};

/* --- what is wrong with an attr -------------------------------------------------------------- */

static void short_size(struct perf_event_attr *attr)
{
	attr->size = PERF_ATTR_SIZE_VER0 - 8;
}

static void long_size(struct perf_event_attr *attr)
{
	attr->size = 1 << 20;
}

static void unknown_type(struct perf_event_attr *attr)
{
	attr->type = 0x7ffffff0;
}

static void unknown_event(struct perf_event_attr *attr)
{
	attr->config = 4000;
}

static void unknown_tracepoint(struct perf_event_attr *attr)
{
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->config = 0x7ffffff0;
}

static void read_format(struct perf_event_attr *attr)
{
	attr->read_format = 1ull << 40;
}

static void sample_type(struct perf_event_attr *attr)
{
	attr->sample_type = 1ull << 40;
}

static void branch_type(struct perf_event_attr *attr)
{
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = 1ull << 40;
}

static void reserved(struct perf_event_attr *attr)
{
	attr->__reserved_2 = 1;
}

static void frequency(struct perf_event_attr *attr)
{
	attr->freq = 1;
	attr->sample_freq = 1ull << 40;
}

static void period(struct perf_event_attr *attr)
{
	attr->sample_period = 1ull << 63;
}

static void clock_id(struct perf_event_attr *attr)
{
	attr->use_clockid = 1;
	attr->clockid = 999;
}

static void user_stack(struct perf_event_attr *attr)
{
	attr->sample_type = PERF_SAMPLE_STACK_USER;
	attr->sample_stack_user = 12345; /* not in words of 8 bytes */
}

static void sigtrap(struct perf_event_attr *attr)
{
	attr->sigtrap = 1;
}

static void thread_only(struct perf_event_attr *attr)
{
	attr->inherit_thread = 1;
}

static void both_on_exec(struct perf_event_attr *attr)
{
	attr->enable_on_exec = 1;
	attr->remove_on_exec = 1;
}

static void pinned(struct perf_event_attr *attr)
{
	attr->pinned = 1;
}

static void exclusive(struct perf_event_attr *attr)
{
	attr->exclusive = 1;
}

static void nothing(struct perf_event_attr *attr)
{
	(void)attr;
}

static const struct request requests[] = {
	{ "an attr shorter than the first one", short_size, SELF, false, { E2BIG } },
	{ "an attr of a megabyte", long_size, SELF, false, { E2BIG } },
	{ "a PMU that there is not", unknown_type, SELF, false, { ENOENT } },
	{ "a software event that there is not", unknown_event, SELF, false, { ENOENT } },
	{ "a tracepoint that there is not", unknown_tracepoint, SELF, false, { ENOENT, EINVAL } },
	{ "an unknown read format", read_format, SELF, false, { EINVAL } },
	{ "an unknown sample type", sample_type, SELF, false, { EINVAL } },
	{ "an unknown branch type", branch_type, SELF, false, { EINVAL } },
	{ "a reserved field that is set", reserved, SELF, false, { EINVAL } },
	{ "a frequency beyond all limits", frequency, SELF, false, { EINVAL } },
	{ "a period with its highest bit", period, SELF, false, { EINVAL } },
	{ "a clock that there is not", clock_id, SELF, false, { EINVAL } },
	{ "a stack of odd size", user_stack, SELF, false, { EINVAL } },
	{ "sigtrap without remove_on_exec", sigtrap, SELF, false, { EINVAL } },
	{ "inherit_thread without inherit", thread_only, SELF, false, { EINVAL } },
	{ "enable_on_exec with remove_on_exec", both_on_exec, SELF, false, { EINVAL } },
	{ "a pinned sibling", pinned, SELF, true, { EINVAL } },
	{ "an exclusive sibling", exclusive, SELF, true, { EINVAL } },
	{ "neither a task nor a CPU", nothing, NOBODY, false, { EINVAL } },
	{ "a task that has ended", nothing, GONE, false, { ESRCH } },
	{ "a CPU that there is not", nothing, NO_CPU, false, { ENODEV, EINVAL } },
	/* who may not have CPUs' events hears that first */
	{ "a sibling on a CPU, of a task's leader", nothing, ON_CPU, true, { EINVAL, EACCES } },
	{ "a cgroup that is no directory", nothing, BAD_CGROUP, false, { EBADF } },
	{ "a cgroup on any CPU", nothing, CGROUP_OF_TASK, false, { EINVAL } },
};

static void end(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
}

static int open_at(struct kit *kit, const struct perf_event_attr *attr, enum place place,
		   int leader)
{
	pid_t pid;

	switch (place) {
	case NOBODY:
		return kit_open(kit, attr, -1, -1, -1);
	case GONE:
		pid = kit_fork(kit, end, NULL);
		kit_wait(kit, pid);
		return kit_open(kit, attr, pid, -1, -1);
	case ON_CPU:
		return kit_open(kit, attr, -1, kit_cpu(kit, 0), leader);
	case NO_CPU:
		return kit_open(kit, attr, 0, 1 << 20, -1);
	case CGROUP_OF_TASK:
		return kit_open_flags(kit, attr, 0, -1, -1, PERF_FLAG_PID_CGROUP);
	case BAD_CGROUP:
		return kit_open_flags(kit, attr, 1 << 20, kit_cpu(kit, 0), -1,
				      PERF_FLAG_PID_CGROUP);
	default:
		return kit_open(kit, attr, 0, -1, leader);
	}
}

static void check(struct kit *kit, const struct request *request, int leader)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	int fd;

	request->change(&attr);
	fd = open_at(kit, &attr, request->place, request->sibling ? leader : -1);
	kit_check(kit, pmx_oracle_errno(kit->breach, request->what, fd, request->expected,
					request->expected[1] ? 2 : 1));
	if (fd >= 0)
		close(fd);
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	int leader = kit_must_open(kit, &attr, 0, -1, -1), file;
	const int bad[] = { EBADF };

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		check(kit, &requests[i], leader);
	kit_check(kit, pmx_oracle_errno(kit->breach, "flags that there are not",
					kit_open_flags(kit, &attr, 0, -1, -1, 1ul << 30),
					(const int[]){ EINVAL }, 1));
	file = dup(STDIN_FILENO);
	kit_check(kit, pmx_oracle_errno(kit->breach, "a leader that is a file",
					kit_open(kit, &attr, 0, -1, file), bad, 1));
	kit_check(kit, pmx_oracle_errno(kit->breach, "a leader that is closed",
					kit_open(kit, &attr, 0, -1, 1 << 20), bad, 1));
}

const struct pmx_scenario scenario_control_open = {
	.name = "control.open",
	.summary = "what may not be opened has the errno it should",
	.about = "perf_event_open, perf_copy_attr",
	.explain =
		"Asks perf_event_open() for what there is not and for what does not go together: "
		"sizes, types, formats, reserved bits, flags, siblings, tasks, CPUs, cgroups and "
		"groups. Each must be refused with the errno that tells what is wrong. An "
		"attribute that is taken without being checked is a hole that later kernels cannot "
		"close any more.",
	.run = run,
};
