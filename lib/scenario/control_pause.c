// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_pause.c - a paused ring loses all, an event without a ring has nothing to lose
 */
#include <string.h>

#include "kit/ring.h"
#include "scenario/control.h"

enum { ROUNDS = 10, TIMES = 60, PAGES = 4 };

struct tally {
	uint64_t done, sampled;
};

static void work(struct kit *kit, int fd, struct kit_ring *ring, struct tally *tally, bool paused)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	uint32_t times = 1 + kit_random_below(&kit->random, TIMES);
	uint64_t samples = ring->samples, expected = paused ? 0 : times;

	control_check(kit, "PAUSE_OUTPUT", fd, PERF_EVENT_IOC_PAUSE_OUTPUT, paused, 0);
	kit_work(meter, times);
	kit_ring_drain(kit, ring);
	kit_check(kit, pmx_oracle_exact(kit->breach,
					paused ? "samples of a paused ring" :
						 "samples of a ring that goes on",
					ring->samples - samples, expected, expected));
	tally->done += times;
	tally->sampled += expected;
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = kit_sampling(&kit_meter(kit, KIT_CALLS)->attr, 1);
	bool has_lost = kit_has_lost(kit);
	struct tally tally = { 0 };
	struct kit_ring ring;
	int fd, ret;

	if (has_lost)
		attr.read_format = PERF_FORMAT_LOST;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	kit_work(kit_meter(kit, KIT_CALLS), TIMES); /* there is no ring yet */
	ret = kit_ring_map(kit, fd, PAGES, &ring);
	if (ret)
		kit_error(kit, "the ring of an event: %s", strerror(-ret));
	for (int i = 0; i < ROUNDS; i++)
		work(kit, fd, &ring, &tally, kit_random_chance(&kit->random, 2));
	work(kit, fd, &ring, &tally, false);
	kit_check(kit, pmx_oracle_exact(kit->breach, "samples and losses told",
					ring.samples + ring.lost, tally.done, tally.done));
	if (has_lost) {
		struct kit_lost it = kit_read_lost(kit, fd);

		kit_check(kit, pmx_oracle_exact(kit->breach, "calls, sampled or not", it.value,
						tally.done + TIMES, tally.done + TIMES));
		kit_check(kit,
			  pmx_oracle_exact(kit->breach, "losses, by PERF_FORMAT_LOST", it.lost,
					   tally.done - tally.sampled, tally.done - tally.sampled));
	}
	kit_ring_unmap(kit, &ring);
}

const struct pmx_scenario scenario_control_pause = {
	.name = "control.pause",
	.summary = "a paused ring loses what would have come",
	.about = "PERF_EVENT_IOC_PAUSE_OUTPUT",
	.explain =
		"Pauses and resumes the ring of an event that samples every system call, at "
		"random, and makes known numbers of calls in between. While it is paused no sample "
		"may come, and each must be told as lost; what there was before there was a ring "
		"is not. The count must have all calls.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
