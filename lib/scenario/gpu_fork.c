// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_fork.c - a process's memory is reported by others, also after it has ended
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "gpu/pids.h"
#include "scenario/gpu.h"

#define OWNER_NAME "gpu-owner"

enum { OWNERS = 3, UPDATES = 20, LATE = 5, SIZE = 1 << 20 };

struct shared {
	struct kit_gate gate;
	struct gpu_said said[OWNERS];
	pid_t pid[OWNERS];
};

struct task {
	const struct kit_gpu *gpu;
	struct shared *shared;
	unsigned number;
};

static void report(struct kit *kit, const struct task *task, unsigned owner, uint64_t size)
{
	kit_gpu_report(kit, task->gpu, task->gpu->number[0], (uint32_t)task->shared->pid[owner],
		       size);
	gpu_say(&task->shared->said[owner], size);
}

static void own(struct kit *kit, void *arg)
{
	const struct task *task = arg;

	gpu_pin(kit, task->number);
	prctl(PR_SET_NAME, OWNER_NAME);
	task->shared->pid[task->number] = getpid();
	for (unsigned i = 0; i < UPDATES; i++)
		report(kit, task, task->number, (i + 1) * SIZE);
}

/* On another CPU than each owner's, where there is one. The first owner gives all back. */
static void work(struct kit *kit, void *arg)
{
	const struct task *task = arg;
	struct gpu_beside beside = gpu_beside_open(kit, task->gpu, 0);

	for (unsigned owner = 0; owner < OWNERS; owner++) {
		gpu_pin(kit, owner + 1);
		for (unsigned i = LATE; i-- > 0;)
			report(kit, task, owner, (i + owner) * SIZE);
		beside.reports += LATE;
		gpu_beside_work(&beside);
	}
	gpu_beside_check(kit, &beside);
}

/* --- what is made of it --------------------------------------------------------------------- */

struct reader {
	struct kit *kit;
	const struct kit_gpu *gpu;
	pid_t worker;
	uint64_t by_worker;
};

static void take(void *ctx, const struct pmx_gpu_update *update, uint64_t pid, const char *comm)
{
	struct reader *reader = ctx;

	(void)pid;
	if (update->gpu != reader->gpu->number[0])
		return;
	reader->by_worker += update->task_pid == reader->worker;
	if (strcmp(comm, OWNER_NAME))
		kit_breach(reader->kit, "attributed",
			   "a report about process %llu: its name is '%s'",
			   (unsigned long long)update->pid, comm);
}

static void check_marks(struct kit *kit, const struct pmx_gpu_row *row, unsigned owner)
{
	unsigned wanted = PMX_GPU_ENDED | (owner ? 0 : PMX_GPU_GONE);
	unsigned unwanted = PMX_GPU_UNSEEN | PMX_GPU_REUSED | PMX_GPU_OUTSIDE |
			    (owner ? PMX_GPU_GONE : 0);

	if ((row->marks & wanted) != wanted || row->marks & unwanted)
		kit_breach(kit, "attributed", "process %u ended and has %llu bytes: marks %#x",
			   owner + 1, (unsigned long long)row->total.last, row->marks);
	if (strcmp(row->comm, OWNER_NAME))
		kit_breach(kit, "attributed", "process %u is called '%s'", owner + 1, row->comm);
	kit_check(kit, pmx_oracle_exact(kit->breach, "reports after a process's end",
					row->updates_late, LATE, LATE));
}

static void check(struct reader *reader, const struct pmx_gpu_report *report,
		  const struct shared *shared)
{
	struct kit *kit = reader->kit;
	const struct pmx_gpu_device *device = gpu_device(kit, report, reader->gpu->number[0]);
	char what[32];

	if (device)
		kit_check(kit, pmx_oracle_exact(kit->breach, "processes that have a gauge",
						device->row_count, OWNERS, OWNERS));
	for (unsigned owner = 0; owner < OWNERS; owner++) {
		const struct pmx_gpu_row *row =
			gpu_row(kit, report, reader->gpu->number[0], shared->pid[owner]);

		snprintf(what, sizeof(what), "process %u", owner + 1);
		if (!row)
			continue;
		gpu_check_gauge(kit, what, &row->total, &shared->said[owner]);
		check_marks(kit, row, owner);
	}
	kit_check(kit, pmx_oracle_exact(kit->breach, "reports made by the worker",
					reader->by_worker, OWNERS * LATE, OWNERS * LATE));
}

/* Its number stays its own until it is waited for. */
static void wait_for_end(struct kit *kit, pid_t pid)
{
	siginfo_t info;

	if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT))
		kit_error(kit, "waitid(%d): %s", pid, strerror(errno));
}

static void run(struct kit *kit)
{
	struct shared *shared = kit_shared(kit, sizeof(*shared));
	struct kit_gpu gpu;
	struct task task = { .gpu = &gpu, .shared = shared };
	struct reader reader = { .kit = kit, .gpu = &gpu };
	struct pmx_gpu_monitor *monitor;

	if (!gpu_pids_are_initial(kit->machine))
		kit_skip(kit, "drivers know processes by other numbers than this pid namespace "
			      "has");
	gpu_few_cpus(kit);
	kit_gpu_open(kit, &gpu);
	monitor = gpu_monitor(kit, &gpu, take, &reader);
	for (task.number = 0; task.number < OWNERS; task.number++)
		wait_for_end(kit, kit_fork(kit, own, &task));
	reader.worker = kit_fork(kit, work, &task);
	kit_wait(kit, reader.worker);
	check(&reader, gpu_finish(kit, monitor), shared);
}

const struct pmx_scenario scenario_gpu_fork = {
	.name = "gpu.fork",
	.summary = "memory reported by another after its owner's end",
	.about = "records of tasks: fork, name and exit beside reports of others",
	.explain = "Three processes take a name, report memory of their own and end. Then a worker "
		   "reports for each of them: the first gives all of it back, two still have some. "
		   "Each report must count for the process that it is about, not for the one that "
		   "made it, and those after the end must be known as late, which takes the exit "
		   "record's time to be before theirs and after its owner's last. Names come from "
		   "PERF_RECORD_COMM, who made a report from PERF_SAMPLE_TID: "
		   "perf_event_task_output() and the sample's header fill these from the task that "
		   "runs, on whichever CPU that is.",
	.needs = PMX_NEED_TRACEFS | PMX_NEED_CPU_EVENTS | PMX_NEED_FAULTS,
	.run = run,
};
