// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_errors.c - requests that must be refused, and with what
 */
#include "scenario/storm.h"

static const struct storm_profile profile = {
	.weight = { [STORM_FORK] = 2,
		    [STORM_THREAD] = 2,
		    [STORM_END] = 3,
		    [STORM_PIN] = 1,
		    [STORM_WORK] = 15,
		    [STORM_OPEN] = 60,
		    [STORM_CLOSE] = 35,
		    [STORM_ENABLE] = 8,
		    [STORM_DISABLE] = 8,
		    [STORM_RESET] = 4,
		    [STORM_REFRESH] = 12,
		    [STORM_PERIOD] = 12,
		    [STORM_OUTPUT] = 20,
		    [STORM_ID] = 4,
		    [STORM_MAP] = 12,
		    [STORM_UNMAP] = 8,
		    [STORM_READ] = 25,
		    [STORM_WRONG_OPEN] = 40,
		    [STORM_WRONG_CALL] = 20 },
	.whats = STORM_SOFTWARE & ~(1 << KIT_PROBE),
	.flags = STORM_DISABLED | STORM_INHERIT | STORM_INHERIT_THREAD | STORM_PINNED |
		 STORM_EXCLUSIVE | STORM_ENABLE_ON_EXEC | STORM_REMOVE_ON_EXEC | STORM_READ_GROUP |
		 STORM_READ_ID | STORM_READ_TIMES | STORM_NO_GROUP | STORM_GROUP,
	.tasks = 6,
	.events = 48,
	.shortest = 200,
	.longest = 1500,
	.led = 60,
	.on_cpu = 25,
	.cpus = 15,
	.sampled = 30,
	.odd = 60,
};

static void run(struct kit *kit)
{
	storm_run(kit, &profile, 0);
}

const struct pmx_scenario scenario_storm_errors = {
	.name = "storm.errors",
	.summary = "random programs: requests that must be refused",
	.about = "errno rules of perf_event_open, ioctl, read, mmap",
	.explain =
		"As storm.groups, but most requests have something wrong with them: leaders of "
		"another task or CPU, leaders that are siblings, pinned siblings, attrs with "
		"reserved bits, periods for events that do not sample, rings of events that cannot "
		"have one, buffers too short by a byte, file descriptors that are closed. Each "
		"must be refused with the errno that is documented for it, and must change "
		"nothing: the counts in between are predicted as ever.",
	.endless = true,
	.run = run,
};
