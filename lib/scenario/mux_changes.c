// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_changes.c - events come, go, and are switched on and off while they take turns
 */
#include <stdio.h>
#include <unistd.h>

#include "scenario/mux.h"

enum { STEPS = 120 };

struct event {
	int fd;
	size_t kind; /* index for mux_attr() */
	uint64_t opened;
	struct pmx_reading last;
	bool off;
};

static void open_event(struct kit *kit, const struct kit_pmu *pmu, struct event *it)
{
	struct perf_event_attr attr;

	*it = (struct event){ .kind = kit_random_below(&kit->random, MUX_MAX) };
	attr = mux_attr(pmu, it->kind);
	it->opened = kit_now();
	it->fd = kit_must_open(kit, &attr, 0, -1, -1);
}

static void check(struct kit *kit, const struct kit_pmu *pmu, struct event *it, uint64_t step)
{
	struct pmx_reading series[2] = { it->last, mux_read(kit, it->fd) };

	kit_check(kit,
		  pmx_oracle_monotone(kit->breach, "an event among others that change", series, 2));
	kit_check(kit, pmx_oracle_times(kit->breach, "an event among others that change",
					&series[1], kit_now() - it->opened, 1, 0));
	/* each change takes all off and puts them on again, as do turns, which are longer */
	mux_check_rate(kit, pmu, it->kind, "among others that change", &series[1],
		       2 * (step + 2 * pmu->capacity));
	if (it->off)
		kit_check(kit,
			  pmx_oracle_held(kit->breach, "a disabled event among others that change",
					  &series[0], &series[1]));
	it->last = series[1];
}

static void change(struct kit *kit, const struct kit_pmu *pmu, struct event *it, uint64_t step)
{
	switch (kit_random_below(&kit->random, 4)) {
	case 0:
		check(kit, pmu, it, step);
		close(it->fd);
		open_event(kit, pmu, it);
		break;
	case 1:
		kit_ioctl(kit, it->fd, PERF_EVENT_IOC_DISABLE, 0);
		it->off = false; /* until it was read */
		check(kit, pmu, it, step);
		it->off = true;
		break;
	case 2:
		kit_ioctl(kit, it->fd, PERF_EVENT_IOC_ENABLE, 0);
		it->off = false;
		break;
	default:
		check(kit, pmu, it, step);
	}
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	uint64_t interval = mux_interval(kit, pmu);
	struct event events[MUX_MAX] = { 0 };
	uint32_t count = 2 * pmu->capacity;

	if (count > MUX_MAX)
		count = MUX_MAX;
	mux_place(kit, pmu);
	for (uint32_t i = 0; i < count; i++)
		open_event(kit, pmu, &events[i]);
	for (uint64_t step = 1; step <= STEPS; step++) {
		change(kit, pmu, &events[kit_random_below(&kit->random, count)], step);
		kit_spin(kit_random_below(&kit->random, (uint32_t)(interval / 2)));
	}
	for (uint32_t i = 0; i < count; i++)
		check(kit, pmu, &events[i], STEPS);
	kit_count(kit, STEPS);
}

const struct pmx_scenario scenario_mux_changes = {
	.name = "mux.changes",
	.summary = "events come and go while others take turns",
	.about = "opening, closing and switching amid rotation",
	.explain =
		"Twice as many events as counters take turns while the task, at moments that the "
		"seed determines, disables, enables or reads one of them, or closes it and opens "
		"another. No count or time may go back, a disabled event must hold what it had, "
		"none may be enabled longer than it is open, and each that counts time must have "
		"counted exactly the time that it was on, whatever happened to it and its "
		"neighbours meanwhile. Each change reschedules the context (ctx_resched) in the "
		"middle of a turn.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
