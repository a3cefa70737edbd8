// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit.c - a family of tasks that take turns on one CPU
 */
#include "scenario/inherit.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kit/steady.h"
#include "kit/thread.h"
#include "kit/turns.h"

enum { ROUNDS = 6 };

/* What the tasks of a family share. */
struct common {
	struct kit_turns turns;
	const struct inherit_family *family;
	uint32_t amount[INHERIT_TASKS][INHERIT_EVENTS]; /* in each of its turns */
};

struct member {
	struct common *common;
	uint32_t me;
};

size_t inherit_meters(struct kit *kit, const struct kit_meter **out)
{
	const struct kit_meter *all[KIT_METERS];
	size_t count = kit_meters(kit, all, KIT_METERS), kept = 0;

	for (size_t i = 0; i < count; i++)
		if (all[i]->kind != KIT_PROBE)
			out[kept++] = all[i];
	if (kept < 2)
		kit_skip(kit, "two PMUs but uprobes that count exactly: %zu of them", kept);
	return kept;
}

void inherit_work(struct kit *kit, uint64_t times)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);

	for (size_t i = 0; i < count; i++)
		kit_work(meters[i], times);
}

static void take_turns(struct kit *kit, void *arg)
{
	const struct member *member = arg;
	struct common *common = member->common;

	if (common->family->threads && !kit_steady())
		kit_skip(kit, "the right to go before other tasks (CAP_SYS_NICE)");
	for (uint32_t round = 0; round < ROUNDS; round++) {
		kit_turn_wait(&common->turns, member->me, round);
		for (size_t i = 0; i < common->family->events; i++)
			kit_work(common->family->event[i].meter, common->amount[member->me][i]);
		kit_turn_end(&common->turns, member->me, round);
	}
	if (common->family->threads)
		kit_turn_wait(&common->turns, 0, ROUNDS);
}

static void open_events(struct kit *kit, const struct inherit_family *family, int *fd)
{
	for (size_t i = 0; i < family->events; i++) {
		const struct inherit_event *event = &family->event[i];
		struct perf_event_attr attr = event->meter->attr;

		attr.inherit = 1;
		attr.inherit_stat = family->stat;
		attr.pinned = event->pinned;
		fd[i] = kit_must_open(kit, &attr, 0, event->cpu,
				      event->leader < 0 ? -1 : fd[event->leader]);
	}
}

/* The children have their turns after the parent's, and have ended when this comes back. */
static void work(struct kit *kit, struct common *common)
{
	struct member member[INHERIT_TASKS];
	struct kit_thread thread[INHERIT_TASKS] = { 0 };
	pid_t child[INHERIT_TASKS] = { 0 };

	for (uint32_t i = 0; i < INHERIT_TASKS; i++)
		member[i] = (struct member){ .common = common, .me = i };
	for (uint32_t i = 1; i < INHERIT_TASKS; i++)
		if (common->family->threads)
			thread[i] = kit_thread(kit, take_turns, &member[i]);
		else
			child[i] = kit_fork(kit, take_turns, &member[i]);
	take_turns(kit, &member[0]);
	for (uint32_t i = 1; i < INHERIT_TASKS; i++)
		if (common->family->threads)
			kit_thread_wait(kit, &thread[i]);
		else
			kit_wait(kit, child[i]);
}

struct inherit_counts inherit_run(struct kit *kit, const struct inherit_family *family)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct perf_event_attr dummy = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	struct inherit_counts counts = { 0 };
	int fd[INHERIT_EVENTS] = { 0 }, apart = -1;

	common->family = family;
	common->turns.tasks = INHERIT_TASKS;
	for (int i = 0; i < INHERIT_TASKS; i++)
		for (size_t k = 0; k < family->events; k++)
			common->amount[i][k] = 20 + kit_random_below(&kit->random, 200);
	kit_pin(kit_cpu(kit, 0));
	open_events(kit, family, fd);
	if (family->apart)
		apart = kit_must_open(kit, &dummy, 0, -1, -1);
	work(kit, common);
	for (size_t k = 0; k < family->events; k++) {
		const struct inherit_event *event = &family->event[k];
		bool here = event->cpu < 0 || event->cpu == kit_cpu(kit, 0);

		counts.reading[k] = kit_read(kit, fd[k]);
		counts.counted[k] = counts.reading[k].value;
		for (int i = 0; i < INHERIT_TASKS && here; i++)
			counts.done[k] += (uint64_t)ROUNDS * common->amount[i][k];
		counts.slack[k] = here ? INHERIT_TASKS * event->meter->slack : 0;
		close(fd[k]);
	}
	if (apart >= 0)
		close(apart);
	kit_unpin(kit);
	munmap(common, sizeof(*common));
	return counts;
}

bool inherit_is_exact(const struct inherit_family *family, const struct inherit_counts *counts)
{
	for (size_t i = 0; i < family->events; i++)
		if (!pmx_oracle_exact(NULL, "", counts->counted[i], counts->done[i],
				      counts->done[i] + counts->slack[i]))
			return false;
	return true;
}

void inherit_check(struct kit *kit, const struct inherit_family *family,
		   const struct inherit_counts *counts)
{
	uint64_t whole = 0, slack = 0;
	char what[160];

	for (size_t i = 0; i < family->events; i++) {
		snprintf(what, sizeof(what), "%s, %s", family->event[i].meter->name, family->name);
		kit_check(kit,
			  pmx_oracle_exact(kit->breach, what, counts->counted[i], counts->done[i],
					   counts->done[i] + counts->slack[i]));
		whole += counts->done[i];
		slack += counts->slack[i];
	}
	snprintf(what, sizeof(what), "all events, %s", family->name);
	kit_check(kit, pmx_oracle_conserved(kit->breach, what, counts->counted, family->events,
					    whole, slack));
}
