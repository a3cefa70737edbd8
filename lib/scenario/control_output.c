// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_output.c - several events write into one ring
 */
#include <string.h>
#include <unistd.h>

#include "kit/calls.h"
#include "kit/ring.h"
#include "scenario/control.h"

enum { EVENTS = KIT_CALLS_MAX, ROUNDS = 8, PAGES = 16 };

struct source {
	int fd;
	uint64_t id, sampled, done;
	bool redirected;
};

static void check(struct kit *kit, const struct kit_ring *ring, const struct source *source)
{
	uint64_t all = 0;

	for (int i = 0; i < EVENTS; i++) {
		kit_check(kit, pmx_oracle_exact(kit->breach,
						"samples of one event in a common "
						"ring",
						kit_ring_samples_of(ring, source[i].id),
						source[i].sampled, source[i].sampled));
		control_check_value(kit, "calls, sampled into a common ring", source[i].fd,
				    source[i].done);
		all += source[i].sampled;
	}
	kit_check(kit, pmx_oracle_exact(kit->breach, "samples in a common ring", ring->samples, all,
					all));
	kit_check(kit, pmx_oracle_exact(kit->breach, "losses of a common ring", ring->lost, 0, 0));
}

static void redirect(struct kit *kit, struct source *source, int to)
{
	source->redirected = to >= 0;
	control_check(kit, to >= 0 ? "SET_OUTPUT" : "SET_OUTPUT to nothing", source->fd,
		      PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)to, 0);
}

static void run(struct kit *kit)
{
	struct kit_meter calls[EVENTS];
	struct source source[EVENTS] = { 0 };
	struct kit_ring ring = { 0 };

	kit_calls(kit, calls, EVENTS);
	for (int i = 0; i < EVENTS; i++) {
		struct perf_event_attr attr = kit_sampling(&calls[i].attr, 1);
		int ret;

		source[i].fd = kit_must_open(kit, &attr, 0, -1, -1);
		kit_ioctl(kit, source[i].fd, PERF_EVENT_IOC_ID, (unsigned long)&source[i].id);
		ret = i ? 0 : kit_ring_map(kit, source[0].fd, PAGES, &ring);
		if (ret)
			kit_error(kit, "the ring of an event: %s", strerror(-ret));
	}
	source[0].redirected = true; /* it is its own */
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 1; i < EVENTS; i++)
			redirect(kit, &source[i],
				 kit_random_chance(&kit->random, 3) ? -1 : source[0].fd);
		for (int i = 0; i < EVENTS; i++) {
			uint32_t times = kit_random_below(&kit->random, 50);

			kit_work(&calls[i], times);
			source[i].done += times;
			source[i].sampled += source[i].redirected ? times : 0;
		}
		kit_ring_drain(kit, &ring);
		check(kit, &ring, source);
	}
}

const struct pmx_scenario scenario_control_output = {
	.name = "control.output",
	.summary = "events write to one ring by SET_OUTPUT",
	.about = "perf_event_set_output, ring_buffer_attach",
	.explain =
		"Redirects events of different system calls to the ring of one of them, or to "
		"nothing, at random, and makes known numbers of calls in between. The ring must "
		"have exactly the samples of those that were redirected to it, by their ids, and "
		"none may be lost; counts must have all calls.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
