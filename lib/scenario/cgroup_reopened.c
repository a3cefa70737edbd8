// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_reopened.c - a cgroup that is on the CPU is counted, is not, and is counted again
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "scenario/cgroup.h"

#define COUNTED (2 * KIT_MSEC)
#define PAUSE	(20 * KIT_MSEC)
#define SLACK	KIT_MSEC

/* The only event of the cgroup on this CPU, from here to its close. */
static void count(struct kit *kit, const struct kit_cgroup *cgroup, int cpu, bool later,
		  const char *beside)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	uint64_t start = kit_now();
	struct pmx_reading it;
	char what[120];
	int fd;

	attr.disabled = later;
	fd = kit_cgroup_open(kit, cgroup, &attr, cpu, -1);
	if (fd < 0)
		kit_error(kit, "an event of a cgroup: %s", strerror(-fd));
	if (later) {
		kit_spin(COUNTED);
		start = kit_now();
		kit_ioctl(kit, fd, PERF_EVENT_IOC_ENABLE, 0);
	}
	kit_spin(COUNTED);
	it = kit_read(kit, fd);
	snprintf(what, sizeof(what), "a cgroup's event, %s, %s",
		 later ? "enabled later" : "opened enabled", beside);
	kit_check(kit, pmx_oracle_times(kit->breach, what, &it, kit_now() - start, 1, SLACK));
	kit_check(kit, pmx_oracle_exact(kit->breach, what, it.enabled, COUNTED, UINT64_MAX));
	close(fd);
}

/* What else is open on the CPU meanwhile. */
static const struct {
	const char *name;
	bool some, of_cgroup, disabled;
} others[] = {
	{ .name = "alone" },
	{ .name = "beside an event of the CPU", .some = true },
	{ .name = "beside a disabled event of the CPU", .some = true, .disabled = true },
	{ .name = "beside another cgroup's event", .some = true, .of_cgroup = true },
	{ .name = "beside another cgroup's disabled event",
	  .some = true,
	  .of_cgroup = true,
	  .disabled = true },
};
#define OTHERS (sizeof(others) / sizeof(others[0]))

static int open_other(struct kit *kit, const struct kit_cgroup *cgroup, int cpu, size_t which)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	int fd;

	if (!others[which].some)
		return -1;
	attr.disabled = others[which].disabled;
	fd = others[which].of_cgroup ? kit_cgroup_open(kit, cgroup, &attr, cpu, -1) :
				       kit_open(kit, &attr, -1, cpu, -1);
	if (fd < 0)
		kit_error(kit, "an event %s: %s", others[which].name, strerror(-fd));
	return fd;
}

static void run(struct kit *kit)
{
	struct kit_cgroup cgroup = kit_cgroup_new(kit, NULL), another = kit_cgroup_new(kit, NULL);
	int cpu = kit_cpu(kit, kit_random_below(&kit->random, CGROUP_CPUS));
	size_t first = kit_random_below(&kit->random, OTHERS);

	if (!kit_pin(cpu))
		kit_skip(kit, "may not run on CPU %d", cpu);
	cgroup_enter(kit, &cgroup);
	for (size_t i = 0; i < OTHERS; i++) {
		size_t which = (first + i) % OTHERS;
		int other = open_other(kit, &another, cpu, which);

		count(kit, &cgroup, cpu, false, others[which].name);
		kit_spin(PAUSE);
		count(kit, &cgroup, cpu, true, others[which].name);
		if (other >= 0)
			close(other);
	}
}

const struct pmx_scenario scenario_cgroup_reopened = {
	.name = "cgroup.reopened",
	.summary = "a cgroup on the CPU is counted, left, counted",
	.about = "a cgroup's clock while nobody looks at it",
	.explain =
		"A task in a cgroup opens an event of it on its own CPU, closes it, works on for "
		"20 ms, and opens another, disabled, that it enables a little later; with no other "
		"event on that CPU, and with one of the whole CPU or of another cgroup, enabled or "
		"not. Each must be enabled for as long as it was on, no longer and no shorter. The "
		"cgroup's clock on a CPU (struct perf_cgroup_info) stands while there are no "
		"events, and has to be set when the first is enabled. Since 6.12 that is only done "
		"where the clock of the CPU itself is started: else it stays, or jumps by all the "
		"time since the cgroup was last counted, or since the machine was started, and "
		"rates made of such times are wrong.",
	.needs = PMX_NEED_CGROUPS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
