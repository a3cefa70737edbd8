// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_changes.c - a group is read while its members come and go
 *
 * Who changes the group writes down what it is after each change. A read begins in one of these
 * states and ends in another: it must have found one of those between.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/thread.h"
#include "scenario/group.h"

enum { CHANGES = 100, READS = 4000, PIECE = 20 };

struct state {
	size_t count;
	uint64_t id[GROUP_MAX];
};

/* What a read found, and after how many changes it began and ended. */
struct found {
	struct state state;
	uint32_t from, to;
};

/* What the child did, in shared memory. */
struct work {
	struct kit_gate gate; /* 1: begin, 2: come to an end */
	uint64_t calls;
};

struct story {
	pid_t child;
	int fd[GROUP_MAX]; /* the leader's is never closed */
	uint32_t changes;  /* so many are done; state[changes] is how it is now */
	struct state state[CHANGES + 1];
	struct found read[READS];
	uint32_t reads;
	/* the last reading of each event that was seen */
	struct pmx_reading last[CHANGES + 1];
	size_t seen;
};

static void work(struct kit *kit, void *arg)
{
	struct work *work = arg;

	kit_gate_wait(&work->gate, 1);
	while (__atomic_load_n(&work->gate.stage, __ATOMIC_ACQUIRE) < 2) {
		kit_work(kit_meter(kit, KIT_CALLS), PIECE);
		kit_work(kit_meter(kit, KIT_FAULTS), PIECE);
		work->calls += PIECE;
		kit_sleep(KIT_MSEC / 50);
	}
}

/* --- who changes it ------------------------------------------------------------------------- */

static void add(struct kit *kit, struct story *story, struct state *state)
{
	bool calls = kit_random_chance(&kit->random, 2);
	struct perf_event_attr attr = kit_meter(kit, calls ? KIT_CALLS : KIT_FAULTS)->attr;
	bool leads = state->count == 0;
	int fd;

	if (leads) {
		attr = kit_meter(kit, KIT_CALLS)->attr;
		attr.read_format |= PERF_FORMAT_GROUP;
	}
	fd = kit_must_open(kit, &attr, story->child, -1, leads ? -1 : story->fd[0]);
	story->fd[state->count] = fd;
	kit_ioctl(kit, fd, PERF_EVENT_IOC_ID, (unsigned long)&state->id[state->count]);
	state->count++;
}

static void drop(struct story *story, struct state *state, size_t which)
{
	size_t behind = state->count - which - 1;

	close(story->fd[which]);
	memmove(&story->fd[which], &story->fd[which + 1], behind * sizeof(story->fd[0]));
	memmove(&state->id[which], &state->id[which + 1], behind * sizeof(state->id[0]));
	state->count--;
}

static void change_once(struct kit *kit, struct story *story, struct state *state)
{
	uint32_t siblings = (uint32_t)state->count - 1;
	size_t which = 1 + kit_random_below(&kit->random, siblings);
	uint32_t choice = kit_random_below(&kit->random, 5);

	if (!siblings || (choice < 2 && state->count < GROUP_MAX))
		add(kit, story, state);
	else if (choice < 3)
		drop(story, state, which);
	else
		kit_ioctl(kit, story->fd[which],
			  choice == 3 ? PERF_EVENT_IOC_DISABLE : PERF_EVENT_IOC_ENABLE, 0);
}

static void change(struct kit *kit, void *arg)
{
	struct story *story = arg;

	for (uint32_t i = 0; i < CHANGES; i++) {
		story->state[i + 1] = story->state[i];
		change_once(kit, story, &story->state[i + 1]);
		__atomic_store_n(&story->changes, i + 1, __ATOMIC_RELEASE);
	}
}

/* --- who reads it --------------------------------------------------------------------------- */

/* The times are the leader's, also for one that has joined only now. */
static void check_growth(struct kit *kit, struct story *story, const struct pmx_reading *it)
{
	struct pmx_reading series[2] = { [1] = *it };

	for (size_t i = 0; i < story->seen; i++) {
		if (story->last[i].id != it->id)
			continue;
		series[0] = story->last[i];
		kit_check(kit, pmx_oracle_monotone(kit->breach, "a member of a group that changes",
						   series, 2));
		story->last[i] = *it;
		return;
	}
	if (story->seen <= CHANGES)
		story->last[story->seen++] = *it;
}

static void read_once(struct kit *kit, struct story *story)
{
	struct found *found = &story->read[story->reads];
	struct pmx_reading members[GROUP_MAX];
	int count;

	found->from = __atomic_load_n(&story->changes, __ATOMIC_ACQUIRE);
	count = kit_read_group(kit, story->fd[0], members, GROUP_MAX);
	found->to = __atomic_load_n(&story->changes, __ATOMIC_ACQUIRE);
	if (count < 0) {
		kit_breach(kit, "readable", "read() of a group that changes: %s", strerror(-count));
		return;
	}
	found->state.count = (size_t)count;
	for (int i = 0; i < count; i++) {
		found->state.id[i] = members[i].id;
		check_growth(kit, story, &members[i]);
	}
	story->reads++;
}

static bool is_same(const struct state *a, const struct state *b)
{
	return a->count == b->count && !memcmp(a->id, b->id, a->count * sizeof(a->id[0]));
}

/* One change more than were done when it ended may have been under way. */
static void check_found(struct kit *kit, const struct story *story, const struct found *found)
{
	uint32_t last = found->to < CHANGES ? found->to + 1 : CHANGES;

	for (uint32_t i = found->from; i <= last; i++) {
		if (is_same(&story->state[i], &found->state)) {
			kit_check(kit, true);
			return;
		}
	}
	kit_breach(kit, "group",
		   "a read found %zu members, the last with id %llu, which is the group at no time "
		   "between change %u (%zu members) and %u (%zu members)",
		   found->state.count,
		   (unsigned long long)
			   found->state.id[found->state.count ? found->state.count - 1 : 0],
		   found->from, story->state[found->from].count, last, story->state[last].count);
}

/* What remains when all is done. */
static void check_end(struct kit *kit, const struct story *story, uint64_t calls)
{
	struct pmx_reading last[GROUP_MAX];
	int count = kit_read_group(kit, story->fd[0], last, GROUP_MAX);

	if (count < 1) {
		kit_breach(kit, "readable", "read() of a group: %s", strerror(-count));
		return;
	}
	group_check_count(kit, kit_meter(kit, KIT_CALLS), "leads a group that changes",
			  last[0].value, calls);
	kit_check(kit, pmx_oracle_always_on(kit->breach,
					    "the leader of a group that "
					    "changes",
					    &last[0]));
}

static void run(struct kit *kit)
{
	struct story *story = calloc(1, sizeof(*story));
	struct work *shared = kit_shared(kit, sizeof(*shared));
	struct kit_thread thread;

	if (!story)
		kit_error(kit, "out of memory");
	story->child = kit_fork(kit, work, shared);
	add(kit, story, &story->state[0]);
	kit_gate_open(&shared->gate, 1);
	thread = kit_thread(kit, change, story);
	while (__atomic_load_n(&story->changes, __ATOMIC_ACQUIRE) < CHANGES &&
	       story->reads < READS) {
		read_once(kit, story);
		if (kit_random_chance(&kit->random, 4)) /* lets the others in */
			kit_sleep(KIT_MSEC / 50);
	}
	kit_thread_wait(kit, &thread);
	kit_gate_open(&shared->gate, 2);
	kit_wait(kit, story->child);
	for (uint32_t i = 0; i < story->reads; i++)
		check_found(kit, story, &story->read[i]);
	check_end(kit, story, shared->calls);
	kit_count(kit, story->reads + CHANGES);
}

const struct pmx_scenario scenario_group_changes = {
	.name = "group.changes",
	.summary = "a group is read while members come and go",
	.about = "group reads against changes of the group",
	.explain =
		"One thread opens, closes, enables and disables members of a group of a task that "
		"works on, another reads the group without a pause. Each read must have found the "
		"group as it was at one moment between its begin and its end: these members, in "
		"the order of their opening, no others. No member's count and no time may go back "
		"from one read to the next, and the leader, which nobody touches, must have "
		"counted all the work in the end. A read holds the context's mutex and lists the "
		"group (__perf_read_group_add) while perf_group_attach() and perf_group_detach() "
		"run on the task's CPU.",
	.needs = PMX_NEED_CALLS | PMX_NEED_FAULTS,
	.run = run,
};
