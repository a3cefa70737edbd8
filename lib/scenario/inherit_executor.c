// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_executor.c - a child that works, and then executes a program that works
 */
#include "kit/program.h"
#include "scenario/inherit.h"

static void work_and_execute(struct kit *kit, void *arg)
{
	struct inherit_executor *executor = arg;

	kit_gate_wait(&executor->gate, INHERIT_WORK);
	kit_work(kit_meter(kit, KIT_CALLS), executor->before);
	kit_gate_open(&executor->gate, INHERIT_WORKED);
	kit_gate_wait(&executor->gate, INHERIT_EXEC);
	kit_exec(executor->program);
}

struct inherit_executor *inherit_executor(struct kit *kit, int program)
{
	struct inherit_executor *executor = kit_shared(kit, sizeof(*executor));

	executor->program = program;
	executor->before = 1 + kit_random_below(&kit->random, 500);
	executor->pid = kit_fork(kit, work_and_execute, executor);
	return executor;
}

void inherit_have_worked(struct inherit_executor *executor)
{
	kit_gate_open(&executor->gate, INHERIT_WORK);
	kit_gate_wait(&executor->gate, INHERIT_WORKED);
}

void inherit_have_executed(struct kit *kit, struct inherit_executor *executor)
{
	int status;

	kit_gate_open(&executor->gate, INHERIT_EXEC);
	status = kit_wait(kit, executor->pid);
	if (status)
		kit_error(kit, "the executed program ended with %d", status);
}
