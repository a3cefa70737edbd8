// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_swapped.c - a child takes its parent's events away with it, and the parent goes on
 */
#include "scenario/inherit.h"

enum { CHILDREN = 4, TIMES = 100, MAX = KIT_METERS };

struct events {
	const struct kit_meter *meter[MAX];
	int fd[MAX];
	size_t count;
	uint64_t done, tasks;
};

static void do_work(struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		kit_work(events->meter[i], TIMES);
}

static void work(struct kit *kit, void *arg)
{
	(void)kit;
	do_work(arg);
}

static void control(struct kit *kit, const struct events *events, unsigned long request)
{
	for (size_t i = 0; i < events->count; i++)
		kit_ioctl(kit, events->fd[i], request, 0);
}

static void check(struct kit *kit, const char *what, const struct events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		struct pmx_reading it = kit_read(kit, events->fd[i]);

		kit_check(kit,
			  pmx_oracle_exact(kit->breach, what, it.value, events->done,
					   events->done + events->tasks * events->meter[i]->slack));
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
	}
}

/* A child takes the context, and ends; then the parent works, with events on, off and on again. */
static void lose_context(struct kit *kit, struct events *events)
{
	struct inherit_taker *taker = inherit_taker(kit);

	events->tasks++;
	do_work(events);
	events->done += TIMES;
	check(kit, "while a child has the parent's context", events);
	inherit_taker_end(kit, taker);
	do_work(events);
	events->done += TIMES;
	check(kit, "after a child has ended with the parent's context", events);
	control(kit, events, PERF_EVENT_IOC_DISABLE);
	do_work(events);
	check(kit, "disabled after a child has ended with the parent's context", events);
	control(kit, events, PERF_EVENT_IOC_ENABLE);
	do_work(events);
	events->done += TIMES;
	check(kit, "enabled after a child has ended with the parent's context", events);
}

static void run(struct kit *kit)
{
	struct events events = { .tasks = 1 };

	events.count = inherit_meters(kit, events.meter);
	kit_pin(kit_cpu(kit, 0));
	for (size_t i = 0; i < events.count; i++) {
		struct perf_event_attr attr = events.meter[i]->attr;

		attr.inherit = 1;
		events.fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	for (int i = 0; i < CHILDREN; i++) {
		lose_context(kit, &events);
		kit_wait(kit, kit_fork(kit, work, &events));
		events.tasks++;
		events.done += TIMES;
		check(kit, "a child of a parent that has another's context", &events);
	}
}

const struct pmx_scenario scenario_inherit_swapped = {
	.name = "inherit.swapped",
	.summary = "a child ends with its parent's context",
	.about = "context swap between clones",
	.explain =
		"A child runs when its parent goes to sleep, and sleeps before the parent runs "
		"again, so that the kernel swaps their contexts and the events that the parent "
		"opened are the child's; then it ends. What its parent has are copies, whose "
		"parent event is dead. They must count on, obey DISABLE and ENABLE, be inherited "
		"by the next child, and all known work must be counted exactly.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
