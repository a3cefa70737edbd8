// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_slots_cpu.c - breakpoints of CPUs and of tasks share the room of each CPU
 */
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

static void expect(struct breakpoint_trial *trial, const struct rooms *got,
		   const struct rooms *expected)
{
	breakpoint_expect(trial, "room of the task on any CPU", got->task, expected->task);
	breakpoint_expect(trial, "room of the first CPU", got->cpu[0], expected->cpu[0]);
	breakpoint_expect(trial, "room of the second CPU", got->cpu[1], expected->cpu[1]);
	breakpoint_expect(trial,
			  "room of the task on the first "
			  "CPU",
			  got->own[0], expected->own[0]);
	breakpoint_expect(trial, "room of the task on the second CPU", got->own[1],
			  expected->own[1]);
}

/* @count of them are open for @pid on @cpu; the room that is left must be as expected. */
static void expect_beside(struct kit *kit, struct breakpoint_trial *trial, pid_t pid, int cpu,
			  int count, struct rooms expected)
{
	struct breakpoint_set set = breakpoint_fill(kit, pid, cpu, count);
	struct rooms left = measure(kit);

	breakpoint_close(&set);
	expect(trial, &left, &expected);
}

static void attempt(struct kit *kit, struct breakpoint_trial *trial)
{
	int all = trial->before, first = kit_cpu(kit, 0);
	struct rooms empty = measure(kit);

	/* what others have of their own tasks is in the way of CPUs only */
	if (empty.cpu[0] != all || empty.cpu[1] != all) {
		trial->before = -1;
		return;
	}
	expect_beside(kit, trial, 0, -1, 1,
		      (struct rooms){ all - 1, { all - 1, all - 1 }, { all - 1, all - 1 } });
	expect_beside(kit, trial, -1, first, 1,
		      (struct rooms){ all - 1, { all - 1, all }, { all - 1, all } });
	expect_beside(kit, trial, 0, first, 1,
		      (struct rooms){ all - 1, { all - 1, all }, { all - 1, all } });
	expect_beside(kit, trial, -1, first, all, (struct rooms){ 0, { 0, all }, { 0, all } });
	expect_beside(kit, trial, 0, -1, all, (struct rooms){ 0, { 0, 0 }, { 0, 0 } });
}

static void run(struct kit *kit)
{
	breakpoint_attempt(kit, attempt);
}

const struct pmx_scenario scenario_breakpoint_slots_cpu = {
	.name = "breakpoint.slots-cpu",
	.summary = "breakpoints of tasks and CPUs share room",
	.about = "toggle_bp_slot, fetch_bp_busy_slots",
	.explain =
		"Opens one breakpoint, or as many as fit, for a task on any CPU, for a task on one "
		"CPU, or for a CPU, and measures the room that is left for each of these on two "
		"CPUs. A CPU's own breakpoints and the most that any task has must fit beside each "
		"other, on that CPU only; a task on any CPU needs room on all. When all are closed "
		"all room must be back.",
	.needs = PMX_NEED_WRITES | PMX_NEED_CPU_EVENTS | PMX_NEED_TWO_CPUS,
	.alone = true,
	.run = run,
};
