// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_small_ring.c - a ring that is far too small tells exactly what it lost, and where
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "scenario/gpu.h"

enum {
	MAX_CPUS = 4,
	ROUNDS = 6,
	SMALLEST = 64, /* bytes of a record, at least */
};

/* The first round is read when it is over, the others also meanwhile. */
struct shared {
	struct kit_gate begin, end; /* a round; by how many tasks */
	uint32_t burst;		    /* reports of a task in a round */
};

struct task {
	const struct kit_gpu *gpu;
	struct shared *shared;
	unsigned number;
};

static void report(struct kit *kit, void *arg)
{
	const struct task *task = arg;
	struct shared *shared = task->shared;
	uint32_t number = 0, burst;

	gpu_pin(kit, task->number);
	for (uint32_t round = 0; round <= ROUNDS; round++) {
		kit_gate_wait(&shared->begin, round + 1);
		/* one more in the end: it tells what was lost before it */
		burst = round == ROUNDS ? 1 : shared->burst;
		for (uint32_t i = 0; i < burst; i++)
			kit_gpu_report(kit, task->gpu, task->gpu->number[0], task->number + 1,
				       number++);
		kit_gate_step(&shared->end);
	}
}

/* --- what arrives --------------------------------------------------------------------------- */

struct reader {
	struct kit *kit;
	const struct kit_gpu *gpu;
	struct {
		uint64_t next; /* number of the report that is due */
		uint64_t told; /* lost since the last that came */
	} lane[PMX_MAX_CPUS];
	uint64_t told; /* lost, over all CPUs */
};

static void check_gap(struct reader *reader, int cpu, uint64_t number)
{
	uint64_t due = reader->lane[cpu].next + reader->lane[cpu].told;
	char what[96];

	snprintf(what, sizeof(what), "the next report on CPU %d, after %" PRIu64 " told as lost",
		 cpu, reader->lane[cpu].told);
	gpu_expect(reader->kit, what, number, due);
	reader->lane[cpu].next = number + 1;
	reader->lane[cpu].told = 0;
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct reader *reader = ctx;
	struct pmx_gpu_update update;

	if (record->kind == PMX_RECORD_LOST) {
		reader->lane[record->cpu].told += record->lost;
		reader->told += record->lost;
	} else if (record->kind == PMX_RECORD_SAMPLE &&
		   pmx_gpu_variant_decode(&reader->gpu->variant, PMX_GPU_TOTAL, record, &update)) {
		check_gap(reader, record->cpu, update.total);
	} else {
		kit_breach(reader->kit, "readable", "a record of kind %d, %zu bytes", record->kind,
			   record->size);
	}
	return 0;
}

/* --- the whole ------------------------------------------------------------------------------ */

static void read_round(struct reader *reader, struct pmx_recorder *recorder, struct shared *shared,
		       uint32_t round, uint32_t tasks)
{
	kit_gate_open(&shared->begin, round + 1);
	while (round && round < ROUNDS &&
	       __atomic_load_n(&shared->end.stage, __ATOMIC_ACQUIRE) < (round + 1) * tasks) {
		pmx_recorder_drain(recorder, true, take, reader);
		kit_sleep(kit_random_below(&reader->kit->random, KIT_MSEC / 3));
	}
	kit_gate_wait(&shared->end, (round + 1) * tasks);
	pmx_recorder_drain(recorder, true, take, reader);
}

static void check(struct reader *reader, struct pmx_recorder *recorder, uint64_t done,
		  uint64_t least_lost)
{
	struct kit *kit = reader->kit;
	struct pmx_recorded recorded;

	if (pmx_recorder_recorded(recorder, 0, &recorded))
		kit_breach(kit, "readable", "the count of reports that were recorded");
	gpu_check_recorded(kit, &recorded);
	kit_check(kit, pmx_oracle_exact(kit->breach, "reports, by the event that records",
					recorded.counted, done, done));
	kit_check(kit, pmx_oracle_exact(kit->breach, "lost, as records tell it", reader->told,
					recorded.lost, recorded.lost));
	kit_check(kit, pmx_oracle_exact(kit->breach, "lost from rings that were full",
					recorded.lost, least_lost, done));
}

static void run(struct kit *kit)
{
	struct shared *shared = kit_shared(kit, sizeof(*shared));
	uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE), tasks;
	struct kit_gpu gpu;
	struct reader reader = { .kit = kit, .gpu = &gpu };
	struct pmx_recorder *recorder;
	uint64_t counted = 0;
	int fd[MAX_CPUS];

	gpu_few_cpus(kit);
	kit_gpu_open(kit, &gpu);
	tasks = (uint32_t)pmx_cpus_count(&kit->cpus);
	shared->burst = 4 * page / SMALLEST;
	recorder = kit_gpu_record(kit, &gpu, &kit->cpus, page);
	for (uint32_t i = 0; i < tasks; i++) {
		struct task task = { .gpu = &gpu, .shared = shared, .number = i };

		fd[i] = kit_gpu_count(kit, &gpu, -1, kit_cpu(kit, i));
		kit_fork(kit, report, &task);
	}
	for (uint32_t round = 0; round <= ROUNDS; round++)
		read_round(&reader, recorder, shared, round, tasks);
	for (uint32_t i = 0; i < tasks; i++)
		counted += kit_read(kit, fd[i]).value;
	kit_check(kit, pmx_oracle_exact(kit->breach, "reports, by counters beside", counted,
					tasks * (ROUNDS * shared->burst + 1),
					tasks * (ROUNDS * shared->burst + 1)));
	check(&reader, recorder, counted, (uint64_t)tasks * (shared->burst - page / SMALLEST));
}

const struct pmx_scenario scenario_gpu_small_ring = {
	.name = "gpu.small-ring",
	.summary = "a ring too small tells what it lost, and where",
	.about = "ring buffer: lost records against PERF_FORMAT_LOST and the count",
	.explain =
		"On each CPU a process makes reports of GPU memory several times as many as its "
		"ring has room for, at first while nobody reads, then while the rings are read. "
		"The event must count every report; what was recorded and what PERF_FORMAT_LOST "
		"says was lost must be that count; and between two records that arrive, "
		"PERF_RECORD_LOST must tell exactly as many as are missing there. "
		"__perf_output_begin() counts a loss in two places, of the ring and of the event, "
		"and tells the first with the next record that finds room: what is forgotten, told "
		"twice or told elsewhere shows here.",
	.needs = PMX_NEED_TRACEFS | PMX_NEED_CPU_EVENTS,
	.run = run,
};
