// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_gauges.c - gauges made from records end with what was said, whatever else the machine does
 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "scenario/gpu.h"

enum {
	TASKS = 3,
	UPDATES = 240, /* of each */
	BATCH = 12,
	PAGE = 4096, /* bytes: sizes are multiples of it */
	HOG_NICE = 10,
	MAX_LOAD = 5, /* a hog on each of four CPUs, and one more */
	READ_MS = 3,  /* between two readings of the rings */
};

struct shared {
	struct kit_gate load;	    /* there is */
	struct kit_gate begin, end; /* by how many tasks that report */
	pthread_mutex_t lock;	    /* of what follows: as a driver has it for its totals */
	uint64_t total;
	struct gpu_said whole;
	struct gpu_said said[TASKS][2];
	pid_t pid[TASKS];
};

struct task {
	const struct kit_gpu *gpu;
	struct shared *shared;
	unsigned number;
};

static void make_shared(struct kit *kit, struct shared *shared)
{
	pthread_mutexattr_t attr;

	if (pthread_mutexattr_init(&attr) ||
	    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) ||
	    pthread_mutex_init(&shared->lock, &attr))
		kit_error(kit, "no lock that processes share");
}

/* --- reports -------------------------------------------------------------------------------- */

/* Of the whole GPU: in the order in which its total changes. */
static void report_whole(struct kit *kit, const struct task *task, uint64_t before, uint64_t now)
{
	struct shared *shared = task->shared;

	pthread_mutex_lock(&shared->lock);
	shared->total += now - before;
	kit_gpu_report(kit, task->gpu, task->gpu->number[0], 0, shared->total);
	gpu_say(&shared->whole, shared->total);
	pthread_mutex_unlock(&shared->lock);
}

static void report_one(struct kit *kit, const struct task *task, struct gpu_beside *beside,
		       uint64_t size, unsigned gpu)
{
	struct gpu_said *said = &task->shared->said[task->number][gpu];
	uint64_t before = said->last;

	kit_gpu_report(kit, task->gpu, task->gpu->number[gpu], (uint32_t)getpid(), size);
	gpu_say(said, size);
	if (gpu)
		return;
	report_whole(kit, task, before, size);
	beside->reports += 2;
}

static void report(struct kit *kit, void *arg)
{
	const struct task *task = arg;
	struct gpu_beside beside = gpu_beside_open(kit, task->gpu, task->number);
	struct kit_random random = { kit->seed + ((uint64_t)task->number << 32) };

	kit_gate_wait(&task->shared->begin, 1);
	for (unsigned i = 0; i < UPDATES; i++) {
		uint64_t size = (uint64_t)kit_random_below(&random, 1 << 20) * PAGE;

		report_one(kit, task, &beside, size, kit_random_chance(&random, 3));
		if (i % BATCH == 0) {
			gpu_beside_work(&beside);
			kit_sleep(KIT_MSEC);
		}
	}
	gpu_beside_check(kit, &beside);
	kit_gate_step(&task->shared->end);
}

/* --- load ----------------------------------------------------------------------------------- */

/* Never sleeps, and makes way for whoever has something to do: it is switched from and to. */
static void hog(struct kit *kit, void *arg)
{
	setpriority(PRIO_PROCESS, 0, HOG_NICE);
	gpu_pin(kit, *(const unsigned *)arg);
	for (;;)
		kit_spin(KIT_MSEC);
}

/* Events of the same tracepoint and of another PMU, of a task and of CPUs, come and go. */
static void come_and_go(struct kit *kit, void *arg)
{
	const struct task *task = arg;
	struct perf_event_attr faults = kit_meter(kit, KIT_FAULTS)->attr;

	for (unsigned i = 0;; i++) {
		int cpu = kit_cpu(kit, i);
		int fd[] = {
			kit_gpu_count(kit, task->gpu, 0, -1),
			kit_gpu_count(kit, task->gpu, -1, cpu),
			kit_must_open(kit, &faults, -1, cpu, -1),
		};

		kit_sleep(KIT_MSEC / 5);
		for (size_t k = 0; k < sizeof(fd) / sizeof(fd[0]); k++)
			close(fd[k]);
		kit_count(kit, sizeof(fd) / sizeof(fd[0]));
		kit_gate_open(&task->shared->load, 1);
	}
}

struct load {
	pid_t pid[MAX_LOAD];
	unsigned count;
};

static struct load start_load(struct kit *kit, const struct kit_gpu *gpu, struct shared *shared)
{
	struct task task = { .gpu = gpu, .shared = shared };
	unsigned cpus = (unsigned)pmx_cpus_count(&kit->cpus);
	struct load load = { .count = 0 };

	for (unsigned i = 0; i < cpus; i++)
		load.pid[load.count++] = kit_fork(kit, hog, &i);
	load.pid[load.count++] = kit_fork(kit, come_and_go, &task);
	kit_gate_wait(&shared->load, 1);
	return load;
}

/*
 * Before the tracepoint's last user goes, which the kernel takes its time for: it should be us, and
 * not someone who has been killed and is waited for.
 */
static void end_load(struct kit *kit, const struct load *load)
{
	for (unsigned i = 0; i < load->count; i++)
		kill(load->pid[i], SIGKILL);
	for (unsigned i = 0; i < load->count; i++)
		kit_wait(kit, load->pid[i]);
}

/* --- what is made of it --------------------------------------------------------------------- */

/* Until all reports are made. What is known so far only ever grows. */
static void watch(struct kit *kit, struct pmx_gpu_monitor *monitor, const struct shared *shared)
{
	struct pollfd ready = { .fd = pmx_gpu_monitor_fd(monitor), .events = POLLIN };
	struct pmx_reading seen[2] = { 0 };
	struct pmx_error err = { 0 };

	while (__atomic_load_n(&shared->end.stage, __ATOMIC_ACQUIRE) < TASKS) {
		const struct pmx_gpu_report *report;

		poll(&ready, 1, READ_MS);
		if (pmx_gpu_monitor_drain(monitor, false, &err) ||
		    !(report = pmx_gpu_monitor_report(monitor, &err)))
			kit_error(kit, "%s", err.text);
		seen[1].value = report->updates;
		kit_check(kit, pmx_oracle_monotone(kit->breach, "updates taken in", seen, 2));
		seen[0] = seen[1];
	}
}

static void check_rows(struct kit *kit, const struct pmx_gpu_report *report,
		       const struct kit_gpu *gpu, const struct shared *shared)
{
	const struct pmx_gpu_device *device = gpu_device(kit, report, gpu->number[0]);
	char what[48];

	if (device)
		gpu_check_gauge(kit, "the whole GPU", &device->total, &shared->whole);
	for (unsigned task = 0; task < TASKS; task++)
		for (unsigned i = 0; i < 2; i++) {
			const struct pmx_gpu_row *row =
				gpu_row(kit, report, gpu->number[i], shared->pid[task]);

			snprintf(what, sizeof(what), "process %u on GPU %u", task + 1, i + 1);
			if (row)
				gpu_check_gauge(kit, what, &row->total, &shared->said[task][i]);
		}
}

static void run(struct kit *kit)
{
	struct shared *shared = kit_shared(kit, sizeof(*shared));
	struct kit_gpu gpu;
	struct pmx_gpu_monitor *monitor;
	const struct pmx_gpu_report *final;
	struct load load;

	make_shared(kit, shared);
	gpu_few_cpus(kit);
	kit_gpu_open(kit, &gpu);
	monitor = gpu_monitor(kit, &gpu, NULL, NULL);
	for (unsigned i = 0; i < TASKS; i++) {
		struct task task = { .gpu = &gpu, .shared = shared, .number = i };

		shared->pid[i] = kit_fork(kit, report, &task);
	}
	load = start_load(kit, &gpu, shared);
	kit_gate_open(&shared->begin, 1);
	watch(kit, monitor, shared);
	end_load(kit, &load);
	final = gpu_finish(kit, monitor);
	if (final->checks[PMX_GPU_TOTAL].recorded.lost)
		kit_note(kit, "%llu records were lost, so no gauge was compared",
			 (unsigned long long) final->checks[PMX_GPU_TOTAL].recorded.lost);
	else
		check_rows(kit, final, &gpu, shared);
}

const struct pmx_scenario scenario_gpu_gauges = {
	.name = "gpu.gauges",
	.summary = "gauges from records, on CPUs that are busy",
	.about = "tracepoint records: order and completeness under load",
	.explain =
		"Three processes report sizes that go up and down, each of its own memory on two "
		"GPUs, and of the first GPU as a whole, whose total they keep under a lock as a "
		"driver does. Each CPU has a task that never sleeps, and events of the same "
		"tracepoint come and go. The records are read meanwhile and made into gauges: "
		"number of updates, first, last, highest and lowest value of each must be what was "
		"said. A gauge of the whole GPU gets its updates from all CPUs in turn: its last "
		"value is right only when records have their true order in time. perf_trace_add() "
		"and perf_trace_del() change the list of events that perf_tp_event() walks on the "
		"same CPU; a record lost or doubled there shows here.",
	.needs = PMX_NEED_TRACEFS | PMX_NEED_CPU_EVENTS | PMX_NEED_FAULTS,
	.limit_ms = 30000, /* emulated CPUs that never sleep leave one another little */
	.run = run,
};
