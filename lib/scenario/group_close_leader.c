// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_close_leader.c - the leader is closed while its group counts: the others go on by
 * themselves
 */
#include <stdio.h>
#include <unistd.h>

#include "scenario/group.h"

enum { PIECES = 40, TIMES = 20 };

struct plan {
	struct group group;
	struct kit_gate gate;
};

/* Twice: while the leader is closed, and without it. */
static void work(struct kit *kit, void *arg)
{
	struct plan *plan = arg;

	for (uint32_t half = 1; half <= 2; half++) {
		kit_gate_wait(&plan->gate, 2 * half - 1);
		for (int i = 0; i < PIECES; i++) {
			group_work(kit, &plan->group, TIMES);
			kit_sleep(KIT_MSEC / 20);
		}
		kit_gate_step(&plan->gate);
	}
}

/* Those that are still open, each by itself, and for a time that does not stop. */
static void check_alone(struct kit *kit, const struct group *group, struct pmx_reading *last,
			const char *how)
{
	for (size_t i = 1; i < group->count; i++) {
		struct pmx_reading series[2] = { last[i], kit_read(kit, group->fd[i]) };

		kit_check(kit, pmx_oracle_monotone(kit->breach, how, series, 2));
		kit_check(kit, pmx_oracle_always_on(kit->breach, how, &series[1]));
		kit_check(kit, pmx_oracle_exact(kit->breach, "the id of a sibling", series[1].id,
						group->id[i], group->id[i]));
		group_check_count(kit, group->meter[i], how, series[1].value, group->done[i]);
		last[i] = series[1];
	}
}

static void run(struct kit *kit)
{
	struct plan *plan = kit_shared(kit, sizeof(*plan));
	struct pmx_reading last[GROUP_MAX] = { 0 };
	pid_t child;

	group_choose(kit, &plan->group);
	child = kit_fork(kit, work, plan);
	kit_wait_asleep(kit, child); /* what joins a group that runs is another scenario's */
	group_open(kit, &plan->group, child, true);
	kit_gate_open(&plan->gate, 1);
	kit_sleep(kit_random_below(&kit->random, 2 * PIECES) * KIT_MSEC / 20);
	close(plan->group.fd[0]);
	kit_gate_wait(&plan->gate, 2);
	check_alone(kit, &plan->group, last, "whose leader was closed while it counted");
	kit_gate_open(&plan->gate, 3);
	kit_wait(kit, child);
	check_alone(kit, &plan->group, last, "whose leader had been closed");
}

const struct pmx_scenario scenario_group_close_leader = {
	.name = "group.close-leader",
	.summary = "siblings go on when their leader is closed",
	.about = "detaching a group from its leader",
	.explain =
		"A child does known work on any CPU while another process has a group of events of "
		"it, and closes the leader in the middle. Each sibling must then be an event of "
		"its own: read plainly, with its id, having counted all of the child's work, "
		"before and after the leader went, without a gap in its time. perf_group_detach() "
		"makes siblings leaders of their own, and must put each on the lists that the "
		"scheduler of events looks through, also while it is active.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
