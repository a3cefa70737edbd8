// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_tree.c - children of children, some of which outlive their parents
 */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "scenario/inherit.h"

enum { DEPTH = 6, NODES = 40 };

struct node {
	struct kit_gate begun;
	uint64_t seed;
	int level;
};

struct tree { /* in shared memory */
	uint64_t done[KIT_METERS];
	uint32_t nodes;
	struct node node[NODES];
};

struct place {
	struct tree *tree;
	struct node *node;
};

static void work(struct kit *kit, struct tree *tree)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);

	for (size_t i = 0; i < count; i++) {
		uint32_t times = kit_random_below(&kit->random, 100);

		kit_work(meters[i], times);
		__atomic_fetch_add(&tree->done[i], times, __ATOMIC_RELAXED);
	}
}

static void grow(struct kit *kit, void *arg);

static pid_t fork_node(struct kit *kit, struct tree *tree, int level)
{
	uint32_t index = __atomic_fetch_add(&tree->nodes, 1, __ATOMIC_RELAXED);
	struct place place = { tree, &tree->node[index] };
	pid_t pid;

	if (index >= NODES)
		kit_error(kit, "more than %d tasks in a tree", NODES);
	place.node->level = level;
	place.node->seed = kit_random_next(&kit->random);
	pid = kit_fork(kit, grow, &place);
	kit_gate_wait(&place.node->begun, 1);
	return pid;
}

/* A node: works, has one or two children, works, and waits for some of them. */
static void grow(struct kit *kit, void *arg)
{
	const struct place *place = arg;
	struct node *node = place->node;
	uint32_t children = node->level == DEPTH ? 0 : node->level < 2 ? 2 : 1;
	bool waits;

	prctl(PR_SET_PDEATHSIG, 0); /* it may outlive its parent, who waits here until it can */
	kit_gate_open(&node->begun, 1);
	kit->random.state = node->seed;
	waits = kit_random_chance(&kit->random, 2);
	work(kit, place->tree);
	for (uint32_t i = 0; i < children; i++) {
		pid_t pid = fork_node(kit, place->tree, node->level + 1);

		if (waits)
			kit_wait(kit, pid);
	}
	work(kit, place->tree);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct tree *tree = kit_shared(kit, sizeof(*tree));
	int fd[KIT_METERS];

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = meters[i]->attr;

		attr.inherit = 1;
		fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	fork_node(kit, tree, 0);
	while (waitpid(-1, NULL, 0) > 0)
		;
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);
		char what[80];

		snprintf(what, sizeof(what), "%s of a tree of %u tasks", meters[i]->name,
			 tree->nodes);
		kit_check(kit,
			  pmx_oracle_exact(kit->breach, what, it.value, tree->done[i],
					   tree->done[i] + (tree->nodes + 1) * meters[i]->slack));
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
	}
}

const struct pmx_scenario scenario_inherit_tree = {
	.name = "inherit.tree",
	.summary = "counts of a tree of tasks, some orphaned",
	.about = "inheritance: counts added to the parent at exit",
	.explain =
		"A task with inherited events is the root of a tree of tasks seven levels deep, in "
		"which each does known work before and after it has children, and some end before "
		"theirs do. When all have ended each event must have counted all work. A child's "
		"event hangs on the one that was opened, not on its parent's, so that an end in "
		"the middle must neither lose what is below nor count it twice.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
