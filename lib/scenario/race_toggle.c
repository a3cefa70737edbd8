// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_toggle.c - events are enabled and disabled by others while their task works
 */
#include <errno.h>

#include "scenario/race.h"

enum { EVENTS = 3, PIECES = 15, TIMES = 200 };

struct toggled {
	int fd[EVENTS];
	uint64_t rounds;
};

static void toggle(struct kit *kit, void *arg)
{
	struct toggled *it = arg;

	for (int i = 0; i < EVENTS; i++)
		kit_ioctl(kit, it->fd[i], PERF_EVENT_IOC_DISABLE, 0);
	for (int i = 0; i < EVENTS; i++)
		kit_ioctl(kit, it->fd[i], PERF_EVENT_IOC_ENABLE, 0);
	__atomic_fetch_add(&it->rounds, 1, __ATOMIC_RELAXED);
}

static void check_toggled(struct kit *kit, const struct pmx_reading *series, uint64_t wall)
{
	const struct pmx_reading *last = &series[PIECES - 1];

	kit_check(kit,
		  pmx_oracle_monotone(kit->breach, "an event that is toggled", series, PIECES));
	kit_check(kit, pmx_oracle_times(kit->breach, "an event that is toggled", last, wall, 1,
					KIT_MSEC));
	/* software-class: what was enabled ran */
	kit_check(kit, pmx_oracle_always_on(kit->breach, "an event that is toggled", last));
	kit_check(kit, pmx_oracle_exact(kit->breach, "an event that is toggled", last->value, 0,
					PIECES * TIMES));
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct toggled *it = kit_shared(kit, sizeof(*it));
	static struct pmx_reading series[EVENTS][PIECES];
	struct pmx_reading whole;
	uint64_t start = kit_now();
	int fd = kit_must_open(kit, &meter->attr, 0, -1, -1);

	for (int i = 0; i < EVENTS; i++)
		it->fd[i] = kit_must_open(kit, &meter->attr, 0, -1, -1);
	race_noise(kit, 2, toggle, it);
	for (int piece = 0; piece < PIECES; piece++) {
		kit_work(meter, TIMES);
		for (int i = 0; i < EVENTS; i++)
			series[i][piece] = kit_read(kit, it->fd[i]);
		kit_sleep(KIT_MSEC / 2);
	}
	whole = kit_read(kit, fd);
	kit_count(kit, it->rounds * 2 * EVENTS);
	for (int i = 0; i < EVENTS; i++)
		check_toggled(kit, series[i], kit_now() - start);
	kit_check(kit, pmx_oracle_exact(kit->breach, "an event that is left alone", whole.value,
					PIECES * TIMES, PIECES * TIMES));
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "rounds of toggling", it->rounds, 1, UINT64_MAX));
}

const struct pmx_scenario scenario_race_toggle = {
	.name = "race.toggle",
	.summary = "events enabled and disabled while they count",
	.about = "enable and disable across CPUs",
	.explain =
		"Two processes disable and enable three events of a task, without a pause, while "
		"the task does known work and reads them. No count or time may go back, nothing "
		"may run longer than it was enabled or be enabled longer than time passed, and a "
		"fourth event of the same kind, which nobody touches, must count all of the work.",
	.limit_ms = 30000, /* emulated, each change of an event takes long */
	.run = run,
};
