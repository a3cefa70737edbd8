// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_ended.c - events outlive the task that they were attached to
 */
#include <errno.h>
#include <poll.h>

#include "scenario/inherit.h"

enum { TIMES = 300 };

static void work(struct kit *kit, void *arg)
{
	kit_gate_wait(arg, 1);
	inherit_work(kit, TIMES);
}

static void check_held(struct kit *kit, int fd, const struct pmx_reading *it)
{
	static const unsigned long requests[] = { PERF_EVENT_IOC_DISABLE, PERF_EVENT_IOC_ENABLE };

	for (int i = 0; i < 2; i++) {
		struct pmx_reading again;

		kit_check(kit, pmx_oracle_errno(kit->breach, "a request for an ended task's event",
						kit_ioctl(kit, fd, requests[i], 0),
						(const int[]){ 0 }, 1));
		again = kit_read(kit, fd);
		kit_check(kit, pmx_oracle_held(kit->breach, "an ended task's event", it, &again));
	}
}

static void check_gone(struct kit *kit, const struct kit_meter *meter, pid_t pid)
{
	int fd = kit_open(kit, &meter->attr, pid, -1, -1);

	kit_check(kit, pmx_oracle_errno(kit->breach, "an event of a task that has ended", fd,
					(const int[]){ ESRCH }, 1));
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct kit_gate *gate = kit_shared(kit, sizeof(*gate));
	pid_t child = kit_fork(kit, work, gate);
	int fd[KIT_METERS];

	for (size_t i = 0; i < count; i++)
		fd[i] = kit_must_open(kit, &meters[i]->attr, child, -1, -1);
	kit_gate_open(gate, 1);
	kit_wait(kit, child);
	for (size_t i = 0; i < count; i++) {
		struct pollfd polled = { .fd = fd[i], .events = POLLIN };
		struct pmx_reading it = kit_read(kit, fd[i]);

		kit_check(kit, pmx_oracle_exact(kit->breach, meters[i]->name, it.value, TIMES,
						TIMES + meters[i]->slack));
		kit_check(kit, pmx_oracle_always_on(kit->breach, meters[i]->name, &it));
		if (poll(&polled, 1, 0) != 1 || !(polled.revents & POLLHUP))
			kit_breach(kit, "hang-up",
				   "poll() of an ended task's event: %#x, no POLLHUP",
				   polled.revents);
		check_held(kit, fd[i], &it);
		check_gone(kit, meters[i], child);
	}
}

const struct pmx_scenario scenario_context_ended = {
	.name = "context.ended",
	.summary = "events keep their counts when the task ends",
	.about = "perf_event_exit_task",
	.explain =
		"Attaches events to a child that does known work and ends. The events must then "
		"have all of it, hold count and times through DISABLE and ENABLE, say POLLHUP, and "
		"no event may be opened for the child any more (ESRCH). perf_event_exit_task() "
		"takes the context from the task and leaves events to whoever has them open.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
