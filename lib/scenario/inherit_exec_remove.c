// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_exec_remove.c - events that an exec removes, of a task and of children
 */
#include <errno.h>
#include <unistd.h>

#include "kit/program.h"
#include "scenario/inherit.h"

enum { CHILDREN = 2 };

static void check(struct kit *kit, const char *what, int fd, uint64_t calls,
		  struct pmx_reading *out)
{
	*out = kit_read(kit, fd);
	kit_check(kit, pmx_oracle_exact(kit->breach, what, out->value, calls, calls));
	kit_check(kit, pmx_oracle_always_on(kit->breach, what, out));
}

static void check_refused(struct kit *kit, struct perf_event_attr attr)
{
	int fd;

	attr.disabled = 1;
	attr.enable_on_exec = 1;
	fd = kit_open(kit, &attr, 0, -1, -1);
	kit_check(kit, pmx_oracle_errno(kit->breach, "enable_on_exec with remove_on_exec", fd,
					(const int[]){ EINVAL }, 1));
	if (fd >= 0)
		close(fd);
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = kit_meter(kit, KIT_CALLS)->attr;
	struct inherit_executor *executor[CHILDREN];
	int program = kit_program(kit), inherited, own, stays;
	struct pmx_reading it, again;
	uint64_t before = 0;

	attr.remove_on_exec = 1;
	attr.inherit = 1;
	inherited = kit_must_open(kit, &attr, 0, -1, -1);
	for (int i = 0; i < CHILDREN; i++) {
		executor[i] = inherit_executor(kit, program);
		before += executor[i]->before;
	}
	attr.inherit = 0;
	own = kit_must_open(kit, &attr, executor[0]->pid, -1, -1);
	check_refused(kit, attr);
	attr.remove_on_exec = 0;
	stays = kit_must_open(kit, &attr, executor[0]->pid, -1, -1);
	for (int i = 0; i < CHILDREN; i++)
		inherit_have_worked(executor[i]);
	check(kit, "a child's event, removed on exec, before it", own, executor[0]->before, &it);
	for (int i = 0; i < CHILDREN; i++)
		inherit_have_executed(kit, executor[i]);
	check(kit, "an inherited event, removed on exec", inherited, before, &it);
	check(kit, "a child's event that stays beside it", stays,
	      executor[0]->before + KIT_PROGRAM_CALLS, &it);
	check(kit, "a child's event, removed on exec", own, executor[0]->before, &it);
	again = kit_read(kit, own);
	kit_check(kit, pmx_oracle_held(kit->breach, "an event that exec removed", &it, &again));
	kit_work(kit_meter(kit, KIT_CALLS), 100);
	check(kit, "an inherited event whose children's were removed, and work of the parent's",
	      inherited, before + 100, &it);
}

const struct pmx_scenario scenario_inherit_exec_remove = {
	.name = "inherit.exec-remove",
	.summary = "remove_on_exec counts until the exec",
	.about = "remove_on_exec",
	.explain =
		"Opens events with remove_on_exec: one that two children inherit, and one of a "
		"child, beside one that stays. The children make known system calls and execute a "
		"program that makes more. The removed events must have the calls before exec, keep "
		"them, and leave the others alone; the parent's own event goes on. "
		"perf_event_remove_on_exec() takes events out of a running task's context, and a "
		"child's count must get to its parent exactly once.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
