// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_samples.c - samples and losses are all there was
 */
#include <string.h>
#include <unistd.h>

#include "kit/ring.h"
#include "kit/thread.h"
#include "scenario/control.h"

enum { THREADS = 4, PHASES = 6, PAGES = 1, RECORD = 16 /* bytes of a sample */ };

struct common {
	uint32_t flood; /* calls of a phase: half as many again as there is room for */
	struct kit_gate phase, done;
};

struct worker {
	struct common *common;
	struct kit_ring ring;
	struct kit_thread thread;
	int fd;
};

/* Floods its ring, which is then emptied; the last sample has room to tell what was lost. */
static void work(struct kit *kit, void *arg)
{
	const struct worker *worker = arg;
	struct common *common = worker->common;

	for (uint32_t phase = 1; phase <= PHASES; phase++) {
		kit_gate_wait(&common->phase, phase);
		kit_work(kit_meter(kit, KIT_CALLS), phase == PHASES ? 1 : common->flood);
		kit_gate_step(&common->done);
	}
}

static void start(struct kit *kit, struct worker *worker, struct common *common, bool has_lost)
{
	struct perf_event_attr attr = kit_sampling(&kit_meter(kit, KIT_CALLS)->attr, 1);
	int ret;

	if (has_lost)
		attr.read_format = PERF_FORMAT_LOST;
	*worker = (struct worker){ .common = common };
	worker->thread = kit_thread(kit, work, worker);
	worker->fd = kit_must_open(kit, &attr, worker->thread.tid, -1, -1);
	ret = kit_ring_map(kit, worker->fd, PAGES, &worker->ring);
	if (ret)
		kit_error(kit, "the ring of an event: %s", strerror(-ret));
}

static void check(struct kit *kit, const struct worker *worker, bool has_lost)
{
	uint32_t flood = worker->common->flood;
	uint64_t done = (uint64_t)(PHASES - 1) * flood + 1;
	const uint64_t parts[] = { worker->ring.samples, worker->ring.lost };
	struct kit_lost it;

	kit_check(kit,
		  pmx_oracle_conserved(kit->breach, "samples, and losses told", parts, 2, done, 0));
	if (!worker->ring.lost)
		kit_breach(kit, "records", "%u samples have found room in a page", flood);
	if (!has_lost) {
		control_check_value(kit, "calls of a thread, sampled", worker->fd, done);
		return;
	}
	it = kit_read_lost(kit, worker->fd);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls of a thread, sampled", it.value, done,
					done));
	kit_check(kit, pmx_oracle_exact(kit->breach, "losses, by PERF_FORMAT_LOST", it.lost,
					worker->ring.lost, worker->ring.lost));
}

static void run(struct kit *kit)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct worker worker[THREADS];
	bool has_lost = kit_has_lost(kit);

	common->flood = (uint32_t)(PAGES * sysconf(_SC_PAGESIZE) / RECORD * 3 / 2);
	for (int i = 0; i < THREADS; i++)
		start(kit, &worker[i], common, has_lost);
	for (uint32_t phase = 1; phase <= PHASES; phase++) {
		kit_gate_open(&common->phase, phase);
		kit_gate_wait(&common->done, phase * THREADS);
		for (int i = 0; i < THREADS; i++)
			kit_ring_drain(kit, &worker[i].ring);
	}
	for (int i = 0; i < THREADS; i++) {
		kit_thread_wait(kit, &worker[i].thread);
		check(kit, &worker[i], has_lost);
	}
}

const struct pmx_scenario scenario_control_samples = {
	.name = "control.samples",
	.summary = "samples and losses add up to what was done",
	.about = "perf_output_begin, PERF_RECORD_LOST",
	.explain =
		"Four threads each have an event that samples every system call into a ring with "
		"room for some of them, make known numbers of calls, and have their rings emptied. "
		"The samples that are there and the losses that records tell of must add up to the "
		"calls; PERF_FORMAT_LOST, where the kernel has it, must agree, and the count must "
		"be right whatever was lost.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
