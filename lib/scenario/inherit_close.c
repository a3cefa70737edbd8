// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_close.c - the parent closes some of its events while its children run
 */
#include <unistd.h>

#include "scenario/inherit.h"

enum { CHILDREN = 4, PHASES = 4, TIMES = 50, COPIES = 4 };

struct common { /* in shared memory */
	struct kit_gate phase, done;
	int fd[COPIES][KIT_METERS];
};

static void work(struct kit *kit, void *arg)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct common *common = arg;

	/* an event goes with the last of its descriptors */
	for (int copy = 0; copy < COPIES; copy++)
		for (size_t i = 0; i < count; i++)
			close(common->fd[copy][i]);
	for (uint32_t phase = 1; phase <= PHASES; phase++) {
		kit_gate_wait(&common->phase, phase);
		for (size_t i = 0; i < count; i++)
			kit_work(meters[i], TIMES);
		kit_gate_step(&common->done);
	}
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct common *common = kit_shared(kit, sizeof(*common));
	int(*fd)[KIT_METERS] = common->fd;
	pid_t child[CHILDREN];

	for (int copy = 0; copy < COPIES; copy++)
		for (size_t i = 0; i < count; i++) {
			/* more than one of a breakpoint may be more than there is room for */
			struct perf_event_attr attr =
				meters[copy && meters[i]->kind == KIT_WRITES ? 0 : i]->attr;

			attr.inherit = 1;
			fd[copy][i] = kit_must_open(kit, &attr, 0, -1, -1);
		}
	for (int i = 0; i < CHILDREN; i++)
		child[i] = kit_fork(kit, work, common);
	for (uint32_t phase = 1; phase <= PHASES; phase++) {
		kit_gate_open(&common->phase, phase);
		/* while they work; the first copy stays */
		for (size_t i = 0; i < count && phase < COPIES; i++)
			close(fd[phase][i]);
		kit_gate_wait(&common->done, phase * CHILDREN);
	}
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, child[i]);
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[0][i]);
		uint64_t done = CHILDREN * PHASES * TIMES;

		kit_check(kit, pmx_oracle_exact(kit->breach, meters[i]->name, it.value, done,
						done + (CHILDREN + 1) * meters[i]->slack));
		kit_check(kit, pmx_oracle_always_on(kit->breach, meters[i]->name, &it));
	}
}

const struct pmx_scenario scenario_inherit_close = {
	.name = "inherit.close",
	.summary = "events stay exact while others are closed",
	.about = "perf_event_release_kernel against running children",
	.explain =
		"Four children inherit several events of each kind that counts known work. While "
		"they work the parent closes one copy after the other, which takes the children's "
		"events away, too, whatever context they are in at that moment. The copy that "
		"stays must have counted all work and never have been off.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
