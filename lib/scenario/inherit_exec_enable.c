// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_exec_enable.c - events that an exec enables, of a task and of children
 */
#include "kit/program.h"
#include "scenario/inherit.h"

enum { CHILDREN = 3 };

static struct perf_event_attr enabled_by_exec(const struct kit_meter *meter)
{
	struct perf_event_attr attr = meter->attr;

	attr.disabled = 1;
	attr.enable_on_exec = 1;
	return attr;
}

static void check_off(struct kit *kit, const char *what, int fd)
{
	struct pmx_reading it = kit_read(kit, fd);

	kit_check(kit,
		  pmx_oracle_exact(kit->breach, what, it.value + it.enabled + it.running, 0, 0));
}

static void check_on(struct kit *kit, const char *what, int fd, uint64_t calls)
{
	struct pmx_reading it = kit_read(kit, fd);

	kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, calls, calls));
	kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
}

/* One event more of a child, and a group, of which only the leader waits for the exec. */
static void check_child(struct kit *kit, struct inherit_executor *executor)
{
	struct perf_event_attr attr = enabled_by_exec(kit_meter(kit, KIT_CALLS));
	int alone = kit_must_open(kit, &attr, executor->pid, -1, -1);
	struct pmx_reading group[2];
	int leader;

	attr.read_format |= PERF_FORMAT_GROUP;
	leader = kit_must_open(kit, &attr, executor->pid, -1, -1);
	attr.disabled = 0;
	attr.enable_on_exec = 0;
	attr.read_format &= ~(uint64_t)PERF_FORMAT_GROUP;
	kit_must_open(kit, &attr, executor->pid, -1, leader);
	inherit_have_worked(executor);
	check_off(kit, "a child's event before exec", alone);
	inherit_have_executed(kit, executor);
	check_on(kit, "a child's event after exec", alone, KIT_PROGRAM_CALLS);
	if (kit_read_group(kit, leader, group, 2) != 2)
		kit_breach(kit, "group", "a leader enabled by exec has no sibling any more");
	else
		for (int i = 0; i < 2; i++)
			kit_check(kit, pmx_oracle_exact(kit->breach, "a group enabled by exec",
							group[i].value, KIT_PROGRAM_CALLS,
							KIT_PROGRAM_CALLS));
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = enabled_by_exec(kit_meter(kit, KIT_CALLS));
	struct inherit_executor *executor[CHILDREN];
	int program = kit_program(kit), fd;

	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (int i = 0; i < CHILDREN; i++)
		executor[i] = inherit_executor(kit, program);
	kit_work(kit_meter(kit, KIT_CALLS), 100);
	for (int i = 0; i < CHILDREN - 1; i++)
		inherit_have_worked(executor[i]);
	check_off(kit, "an inherited event before any exec", fd);
	for (int i = 0; i < CHILDREN - 1; i++)
		inherit_have_executed(kit, executor[i]);
	check_on(kit, "an inherited event after two of three children's exec", fd,
		 (uint64_t)(CHILDREN - 1) * KIT_PROGRAM_CALLS);
	check_child(kit, executor[CHILDREN - 1]);
	kit_work(kit_meter(kit, KIT_CALLS), 100);
	check_on(kit, "an inherited event after all children's exec", fd,
		 (uint64_t)CHILDREN * KIT_PROGRAM_CALLS);
}

const struct pmx_scenario scenario_inherit_exec_enable = {
	.name = "inherit.exec-enable",
	.summary = "enable_on_exec counts from the exec on",
	.about = "enable_on_exec",
	.explain =
		"Opens disabled events with enable_on_exec: one that three children inherit, and "
		"one and a group of one of them. Parent and children make system calls, and each "
		"child executes a program that makes a known number. Before, neither calls nor "
		"time may be counted; then each event must have the programs' calls exactly, the "
		"parent's own never. perf_event_enable_on_exec() must reach the events of the task "
		"that executes, and no others, though its context is a clone.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
