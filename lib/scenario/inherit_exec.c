// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_exec.c - events that are attached to a task stay with it when it executes a program
 */
#include "kit/program.h"
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	struct inherit_executor *executor = inherit_executor(kit, kit_program(kit));
	struct perf_event_attr attr = kit_meter(kit, KIT_CALLS)->attr;
	struct perf_event_attr grouped = attr;
	struct pmx_reading it, group[2];
	uint64_t whole = executor->before + KIT_PROGRAM_CALLS, start = kit_now();
	int alone = kit_must_open(kit, &attr, executor->pid, -1, -1), leader, off;

	grouped.read_format |= PERF_FORMAT_GROUP;
	leader = kit_must_open(kit, &grouped, executor->pid, -1, -1);
	kit_must_open(kit, &attr, executor->pid, -1, leader);
	attr.disabled = 1;
	off = kit_must_open(kit, &attr, executor->pid, -1, -1);
	inherit_have_worked(executor);
	it = kit_read(kit, alone);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls before exec", it.value,
					executor->before, executor->before));
	inherit_have_executed(kit, executor);

	it = kit_read(kit, alone);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls before and after exec", it.value, whole,
					whole));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "calls before and after exec", &it));
	kit_check(kit, pmx_oracle_times(kit->breach, "calls before and after exec", &it,
					kit_now() - start, 1, 0));
	if (kit_check(kit, kit_read_group(kit, leader, group, 2) == 2 &&
				   pmx_oracle_group(kit->breach, "a group kept through exec", group,
						    2, 0)))
		kit_check(kit, pmx_oracle_exact(kit->breach, "calls, in a group, across exec",
						group[1].value, whole, whole));
	it = kit_read(kit, off);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls, by an event that was never enabled",
					it.value + it.enabled + it.running, 0, 0));
}

const struct pmx_scenario scenario_inherit_exec = {
	.name = "inherit.exec",
	.summary = "events of a task count on when it execs",
	.about = "perf_event_exec",
	.explain =
		"Attaches events to a child, alone, in a group and disabled; the child makes known "
		"system calls and then executes a program that makes more. All must be counted, by "
		"the enabled events and by them only, which must have been on all the time. "
		"perf_event_exec() takes the context apart to enable and to remove what wants it; "
		"the rest must not notice.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
