// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_records.c - reports of several processes on several CPUs, each recorded once and in order
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "scenario/gpu.h"

enum {
	TASKS = 4,
	UPDATES = 240, /* of each; a multiple of BATCH */
	BATCH = 8,
	RING = 512 * 1024, /* bytes: more than all records take */
	ALL = TASKS * UPDATES,
};

struct shared {
	struct kit_gate gate;
	pid_t pid[TASKS];
};

struct task {
	const struct kit_gpu *gpu;
	struct shared *shared;
	unsigned number;
};

/* All but the last stay where they are; that one goes from CPU to CPU. */
static unsigned place_of(unsigned task, unsigned update)
{
	return task < TASKS - 1 ? task : update / BATCH;
}

static uint64_t size_of(unsigned task, unsigned update)
{
	return (uint64_t)task << 32 | update;
}

static void report(struct kit *kit, void *arg)
{
	const struct task *task = arg;
	struct gpu_beside beside = gpu_beside_open(kit, task->gpu, task->number);
	uint32_t pid = (uint32_t)getpid();

	kit_gate_wait(&task->shared->gate, 1);
	for (unsigned i = 0; i < UPDATES; i++) {
		if (i % BATCH == 0) {
			gpu_pin(kit, place_of(task->number, i));
			gpu_beside_work(&beside);
		}
		kit_gpu_report(kit, task->gpu, task->gpu->number[0], pid, size_of(task->number, i));
	}
	beside.reports = UPDATES;
	gpu_beside_check(kit, &beside);
}

/* --- what arrives --------------------------------------------------------------------------- */

struct reader {
	struct kit *kit;
	const struct kit_gpu *gpu;
	const struct shared *shared;
	unsigned next[TASKS];
	uint64_t newest, newest_on[PMX_MAX_CPUS];
};

static void check_time(struct kit *kit, const char *what, uint64_t *newest, uint64_t time)
{
	struct pmx_reading pair[] = { { .value = *newest }, { .value = time } };

	kit_check(kit, pmx_oracle_monotone(kit->breach, what, pair, 2));
	*newest = time;
}

/* One record: is it the next of its task, from where that was, and by whom it says? */
static void check_record(struct reader *reader, const struct pmx_record *record,
			 const struct pmx_gpu_update *update)
{
	unsigned task = (unsigned)(update->total >> 32), number = (uint32_t)update->total;
	struct kit *kit = reader->kit;
	uint64_t cpu, pid;
	char what[64];

	if (task >= TASKS || number >= UPDATES) {
		kit_breach(kit, "complete", "a report of %" PRIx64 " bytes that nobody made",
			   update->total);
		return;
	}
	cpu = (uint64_t)kit_cpu(kit, place_of(task, number));
	pid = (uint64_t)reader->shared->pid[task];
	snprintf(what, sizeof(what), "the next report of task %u", task);
	gpu_expect(kit, what, number, reader->next[task]);
	reader->next[task] = number + 1;
	snprintf(what, sizeof(what), "the CPU of report %u of task %u", number, task);
	gpu_expect(kit, what, (uint64_t)record->cpu, cpu);
	snprintf(what, sizeof(what), "who made report %u of task %u", number, task);
	gpu_expect(kit, what, (uint64_t)record->pid, pid);
	snprintf(what, sizeof(what), "whom report %u of task %u is about", number, task);
	gpu_expect(kit, what, update->pid, pid);
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct reader *reader = ctx;
	struct pmx_gpu_update update;

	check_time(reader->kit, "time of records, merged", &reader->newest, record->time);
	check_time(reader->kit, "time of records of one CPU", &reader->newest_on[record->cpu],
		   record->time);
	if (record->kind != PMX_RECORD_SAMPLE)
		return 0;
	if (pmx_gpu_variant_decode(&reader->gpu->variant, PMX_GPU_TOTAL, record, &update))
		check_record(reader, record, &update);
	else
		kit_breach(reader->kit, "readable", "a record of %zu bytes", record->size);
	return 0;
}

/* --- what was counted ----------------------------------------------------------------------- */

static uint64_t expected_on(const struct kit *kit, int cpu)
{
	uint64_t count = 0;

	for (unsigned task = 0; task < TASKS; task++)
		for (unsigned i = 0; i < UPDATES; i++)
			count += kit_cpu(kit, place_of(task, i)) == cpu;
	return count;
}

static void check_cpus(struct kit *kit, const int *fd)
{
	char what[48];

	pmx_cpus_for_each(cpu, &kit->cpus) {
		struct pmx_reading it = kit_read(kit, *fd++);
		uint64_t done = expected_on(kit, cpu);

		snprintf(what, sizeof(what), "reports on CPU %d", cpu);
		kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, done, done));
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
	}
}

static void check_recorder(struct reader *reader, struct pmx_recorder *recorder)
{
	struct kit *kit = reader->kit;
	struct pmx_recorded recorded;
	struct pmx_error err = { 0 };

	if (pmx_recorder_disable(recorder, &err))
		kit_error(kit, "%s", err.text);
	pmx_recorder_drain(recorder, true, take, reader);
	if (pmx_recorder_recorded(recorder, 0, &recorded))
		kit_breach(kit, "readable", "the count of reports that were recorded");
	kit_check(kit, pmx_oracle_exact(kit->breach, "reports, by the event that records",
					recorded.counted, ALL, ALL));
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "reports recorded", recorded.samples, ALL, ALL));
	kit_check(kit, pmx_oracle_exact(kit->breach, "reports lost from a ring with room for all",
					recorded.lost, 0, 0));
	gpu_check_recorded(kit, &recorded);
}

static void run(struct kit *kit)
{
	struct shared *shared = kit_shared(kit, sizeof(*shared));
	struct kit_gpu gpu;
	struct reader reader = { .kit = kit, .gpu = &gpu, .shared = shared };
	struct pmx_recorder *recorder;
	int fd[8], *next = fd;

	gpu_few_cpus(kit);
	kit_gpu_open(kit, &gpu);
	recorder = kit_gpu_record(kit, &gpu, &kit->cpus, RING);
	pmx_cpus_for_each(cpu, &kit->cpus)
		*next++ = kit_gpu_count(kit, &gpu, -1, cpu);
	for (unsigned i = 0; i < TASKS; i++) {
		struct task task = { .gpu = &gpu, .shared = shared, .number = i };

		shared->pid[i] = kit_fork(kit, report, &task);
	}
	kit_gate_open(&shared->gate, 1);
	for (unsigned i = 0; i < TASKS; i++)
		kit_wait(kit, shared->pid[i]);
	check_recorder(&reader, recorder);
	check_cpus(kit, fd);
}

const struct pmx_scenario scenario_gpu_records = {
	.name = "gpu.records",
	.summary = "reports on all CPUs, recorded once and in order",
	.about = "tracepoint records: rings of CPUs beside counters of tasks",
	.explain =
		"Four processes make reports of GPU memory, three of them each on one CPU, the "
		"fourth on one after the other, while all reports are recorded into a ring a CPU "
		"and counted by each process and on each CPU; a meter of another PMU counts other "
		"work of the process. Every report must be recorded once, on the CPU on which it "
		"was made, with the process that made it, in the order of each process, and in the "
		"order of time when the rings are merged. All counts must be exact. "
		"perf_tp_event() hands one occurrence to all events of its CPU, through a filter "
		"of each and a buffer that they share; a record that goes to the wrong ring, "
		"twice, or without a count, shows here.",
	.needs = PMX_NEED_TRACEFS | PMX_NEED_CPU_EVENTS | PMX_NEED_FAULTS,
	.run = run,
};
