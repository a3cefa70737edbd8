/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * meter_task.h - a task that sleeps, and runs for a moment on a CPU when it is told to
 *
 * It is a thread of ours: whatever the rights of this process are, it may count its own threads;
 * it is no child that somebody's waitpid() could find; and it cannot outlive us.
 */
#ifndef PERFMUX_MUX_METER_TASK_H
#define PERFMUX_MUX_METER_TASK_H

#include <sys/types.h>

#include <perfmux/error.h>

struct pmx_meter_task;

int pmx_meter_task_new(struct pmx_meter_task **out, struct pmx_error *err);
void pmx_meter_task_free(struct pmx_meter_task *task);

pid_t pmx_meter_task_tid(const struct pmx_meter_task *task);

/* From its next moment on it runs on @cpu only. -EINVAL: it may not, or the CPU is not there. */
int pmx_meter_task_move(struct pmx_meter_task *task, int cpu, struct pmx_error *err);

/* Wakes it, and returns when it has run. -ETIME: the CPU had no time for it for seconds. */
int pmx_meter_task_run(struct pmx_meter_task *task, struct pmx_error *err);

#endif
