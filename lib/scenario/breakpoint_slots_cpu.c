// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_slots_cpu.c - breakpoints of CPUs and of tasks share the room of each CPU
 */
#include <errno.h>

#include "scenario/breakpoint.h"

struct rooms {
	int task;   /* of a task on any CPU */
	int cpu[2]; /* of a CPU */
	int own[2]; /* of a task on one CPU */
};

static struct rooms measure(struct kit *kit)
{
	struct rooms rooms = { .task = breakpoint_room(kit, 0, -1) };

	for (unsigned i = 0; i < 2; i++) {
		rooms.cpu[i] = breakpoint_room(kit, -1, kit_cpu(kit, i));
		rooms.own[i] = breakpoint_room(kit, 0, kit_cpu(kit, i));
	}
	return rooms;
}

static bool is_empty(const struct rooms *rooms, int all)
{
	return rooms->task == all && rooms->cpu[0] == all && rooms->cpu[1] == all &&
	       rooms->own[0] == all && rooms->own[1] == all;
}

static void check(struct kit *kit, const char *what, int room, int expected)
{
	kit_check(kit, pmx_oracle_exact(kit->breach, what, (uint64_t)room, (uint64_t)expected,
					(uint64_t)expected));
}

static void check_rooms(struct kit *kit, const struct rooms *got, const struct rooms *expected)
{
	check(kit, "room of the task on any CPU", got->task, expected->task);
	check(kit, "room of the first CPU", got->cpu[0], expected->cpu[0]);
	check(kit, "room of the second CPU", got->cpu[1], expected->cpu[1]);
	check(kit, "room of the task on the first CPU", got->own[0], expected->own[0]);
	check(kit, "room of the task on the second CPU", got->own[1], expected->own[1]);
}

/* @count of them are open for @pid on @cpu; the room there then is must be as expected. */
static void check_beside(struct kit *kit, pid_t pid, int cpu, int count, struct rooms expected,
			 int all)
{
	struct breakpoint_set set = breakpoint_fill(kit, pid, cpu, count);
	struct rooms during = measure(kit), after;

	breakpoint_close(&set);
	after = measure(kit);
	if (set.refusal || !is_empty(&after, all))
		kit_skip(kit, "others come and go with breakpoints of their own");
	check_rooms(kit, &during, &expected);
}

static void run(struct kit *kit)
{
	struct rooms empty = measure(kit);
	int all = empty.task, first = kit_cpu(kit, 0);

	if (!is_empty(&empty, all))
		kit_skip(kit,
			 "others have breakpoints: there is room for %d on one CPU, %d on another, "
			 "%d of a task",
			 empty.cpu[0], empty.cpu[1], all);
	check_beside(kit, 0, -1, 1,
		     (struct rooms){ all - 1, { all - 1, all - 1 }, { all - 1, all - 1 } }, all);
	check_beside(kit, -1, first, 1,
		     (struct rooms){ all - 1, { all - 1, all }, { all - 1, all } }, all);
	check_beside(kit, 0, first, 1,
		     (struct rooms){ all - 1, { all - 1, all }, { all - 1, all } }, all);
	check_beside(kit, -1, first, all, (struct rooms){ 0, { 0, all }, { 0, all } }, all);
	check_beside(kit, 0, -1, all, (struct rooms){ 0, { 0, 0 }, { 0, 0 } }, all);
}

const struct pmx_scenario scenario_breakpoint_slots_cpu = {
	.name = "breakpoint.slots-cpu",
	.summary = "breakpoints of tasks and CPUs share room",
	.about = "toggle_bp_slot, fetch_bp_busy_slots",
	.explain =
		"Opens one breakpoint, or as many as fit, for a task on any CPU, for a task on one CPU, "
		"or for a CPU, and measures the room that is left for each of these on two CPUs. A CPU's "
		"own breakpoints and the most that any task has must fit beside each other, on that CPU "
		"only; a task on any CPU needs room on all. When all are closed all room must be back.",
	.needs = PMX_NEED_WRITES | PMX_NEED_CPU_EVENTS | PMX_NEED_TWO_CPUS,
	.alone = true,
	.run = run,
};
