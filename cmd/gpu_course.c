// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_course.c - GPU memory from the start of a run until its processes have had time to return it
 */
#include "gpu_course.h"

#include <signal.h>

/* Late updates fill no buffer that would wake us: they are looked for this often. */
#define LOOK_NS (20 * RUN_MSEC)

/* Tasks come process by process. */
static int follow_tasks(struct gpu_course *c, const struct pmx_target *target,
			struct pmx_error *err)
{
	int ret = 0;

	for (size_t i = 0; i < target->task_count && !ret; i++)
		if (!i || target->tasks[i].pid != target->tasks[i - 1].pid)
			ret = pmx_gpu_monitor_follow(c->monitor, target->tasks[i].pid, err);
	return ret;
}

int gpu_course_start(struct gpu_course *c, struct run *run, const struct pmx_target *target,
		     struct pmx_error *err)
{
	int ret = 0;

	if (target->kind == PMX_TARGET_TASKS)
		ret = follow_tasks(c, target, err);
	else if (target->kind == PMX_TARGET_COMMAND)
		ret = pmx_gpu_monitor_follow(c->monitor, pmx_launch_pid(run->launch), err);
	if (!ret && !c->is_on)
		ret = pmx_gpu_monitor_start(c->monitor, err);
	c->is_on |= !ret;
	return ret;
}

bool gpu_course_drain(struct gpu_course *c, bool all)
{
	if (!c->failed.code)
		pmx_gpu_monitor_drain(c->monitor, all, &c->failed);
	return !c->failed.code;
}

static void finish(struct gpu_course *c)
{
	struct pmx_error err = { 0 };

	c->is_over = true;
	if (pmx_gpu_monitor_finish(c->monitor, &err) && !c->failed.code)
		c->failed = err;
}

void gpu_course_end(struct gpu_course *c, struct run *run)
{
	if (run->launch)
		finish(c);
	else
		gpu_course_drain(c, true);
}

/* True when a signal has come that is for us. */
static bool sleep_until(struct run *run, uint64_t until)
{
	static const int none[RUN_SIGNALS_FDS] = { -1, -1, -1 };
	uint64_t now = run_now();
	bool from_terminal;
	unsigned readable;
	int number = 0;

	if (until > now)
		number = run_signals_wait(&run->signals, until - now, none, &from_terminal,
					  &readable);
	return number && number != SIGCHLD;
}

/* Whoever ends meanwhile has a grace period of its own: that is not waited for. */
void gpu_course_settle(struct gpu_course *c, struct run *run)
{
	uint64_t enough, over, now;
	bool is_cut = false;

	if (c->is_over)
		return;
	over = enough = pmx_gpu_monitor_grace_over(c->monitor);
	while (over && !is_cut && (now = run_now()) < enough) {
		over = over < enough ? over : enough;
		is_cut = sleep_until(run, over < now + LOOK_NS ? over : now + LOOK_NS);
		if (!gpu_course_drain(c, true))
			break;
		over = pmx_gpu_monitor_grace_over(c->monitor);
	}
	finish(c);
}
