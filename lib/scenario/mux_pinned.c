// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_pinned.c - more pinned events than counters
 */
#include <stdio.h>
#include <unistd.h>

#include "scenario/mux.h"

#define TIME (3 * KIT_MSEC)

/* Spins, and looks at what happened to each meanwhile, and which of them are in error. */
static void spin(struct kit *kit, const struct kit_pmu *pmu, const int *fd, size_t count,
		 bool *error, const char *how)
{
	struct pmx_reading before[MUX_MAX];

	for (size_t i = 0; i < count; i++)
		if (fd[i] >= 0)
			before[i] = kit_read(kit, fd[i]);
	kit_spin(TIME);
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it;

		error[i] = false;
		if (fd[i] < 0)
			continue;
		it = kit_read(kit, fd[i]);
		error[i] = it.eof;
		if (it.eof || before[i].eof)
			continue;
		it.value -= before[i].value;
		it.enabled -= before[i].enabled;
		it.running -= before[i].running;
		mux_check_rate(kit, pmu, i, how, &it, 1);
		kit_check(kit, pmx_oracle_always_on(kit->breach, "a pinned event", &it));
		kit_check(kit, pmx_oracle_exact(kit->breach, "ns that a pinned event was on",
						it.running, TIME, UINT64_MAX));
	}
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	size_t room = pmu->capacity, surplus = 1 + kit_random_below(&kit->random, (uint32_t)room);
	size_t count = room + surplus, closed = 0;
	bool error[MUX_MAX];
	int fd[MUX_MAX];

	mux_place(kit, pmu);
	if (count > MUX_MAX)
		kit_skip(kit, "%s has room for %zu events; scenarios open %d at most", pmu->name,
			 room, MUX_MAX);
	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = mux_attr(pmu, i);

		attr.pinned = 1;
		fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	spin(kit, pmu, fd, count, error, "pinned");
	if (!kit_check(kit, pmx_oracle_pinned(kit->breach, "of one task", error, count, room)))
		return;
	for (size_t i = 0; i < count && closed < surplus; i++) {
		if (error[i])
			continue;
		close(fd[i]);
		fd[i] = -1;
		closed++;
	}
	for (size_t i = 0; i < count; i++)
		if (error[i])
			kit_ioctl(kit, fd[i], PERF_EVENT_IOC_ENABLE, 0);
	spin(kit, pmu, fd, count, error, "pinned, or revived");
	kit_check(kit,
		  pmx_oracle_pinned(kit->breach, "after others were closed", error, count, count));
}

const struct pmx_scenario scenario_mux_pinned = {
	.name = "mux.pinned",
	.summary = "more pinned events than counters, and revival",
	.about = "pinned events in error",
	.explain =
		"Opens more pinned events of a task than the PMU has counters. As many as there "
		"are counters must be on, always, and count what they ran; exactly the others must "
		"be in error, which a read that gives nothing tells. Then as many of the first are "
		"closed as are in error, and these enabled again: none may be in error any more, "
		"and all must count. A pinned event that cannot be scheduled goes to "
		"PERF_EVENT_STATE_ERROR, out of which only perf_event_enable() takes it.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
