// SPDX-License-Identifier: GPL-2.0-only
/*
 * parallel.c - a storm on each CPU, and others in between
 *
 * The storms share nothing, so that each can still be predicted exactly. The others are there for
 * what the kernel does for all: they make tasks that end, and enable and disable events of their
 * own, on all CPUs.
 */
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "kit/found.h"
#include "storm/storm.h"

enum { MAX_STORMS = 64, PAUSE_MS = 1 };

struct worker {
	const struct storm_profile *profile;
	unsigned home;
	uint64_t seed;
};

static void run_worker(struct kit *kit, void *arg)
{
	const struct worker *worker = arg;
	struct kit own = *kit;

	own.random.state = worker->seed;
	storm_run(&own, worker->profile, worker->home);
}

static void end_at_once(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
}

/* Inherited events come and go. */
static void fork_on(struct kit *kit, void *arg)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	uint64_t end = kit_now() + kit->budget;

	(void)arg;
	attr.inherit = attr.exclude_kernel = 1;
	while (kit_now() < end) {
		int fd = kit_open(kit, &attr, 0, -1, -1);

		kit_wait(kit, kit_fork(kit, end_at_once, NULL));
		if (fd >= 0)
			close(fd);
		kit_sleep(PAUSE_MS * KIT_MSEC);
	}
}

/* On CPU after CPU, where others' events are. */
static void toggle(struct kit *kit, void *arg)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	uint64_t end = kit_now() + kit->budget;
	bool whole = kit->found->serves & PMX_NEED_CPU_EVENTS;

	(void)arg;
	attr.exclude_kernel = attr.disabled = 1;
	for (unsigned i = 0; kit_now() < end; i++) {
		int cpu = kit_cpu(kit, i), fd = kit_open(kit, &attr, whole ? -1 : 0, cpu, -1);

		for (int j = 0; j < 4 && fd >= 0; j++) {
			kit_ioctl(kit, fd, PERF_EVENT_IOC_ENABLE, 0);
			kit_ioctl(kit, fd, PERF_EVENT_IOC_DISABLE, 0);
		}
		if (fd >= 0)
			close(fd);
		kit_sleep(PAUSE_MS * KIT_MSEC);
	}
}

void storm_run_parallel(struct kit *kit, const struct storm_profile *profile)
{
	int cpus = pmx_cpus_count(&kit->cpus);
	struct worker worker[MAX_STORMS];
	pid_t pid[MAX_STORMS], noise[2];

	if (cpus > MAX_STORMS)
		cpus = MAX_STORMS;
	noise[0] = kit_fork(kit, fork_on, NULL);
	noise[1] = kit_fork(kit, toggle, NULL);
	for (int i = 0; i < cpus; i++) {
		worker[i] = (struct worker){
			.profile = profile,
			.home = (unsigned)i,
			.seed = kit_random_next(&kit->random),
		};
		pid[i] = kit_fork(kit, run_worker, &worker[i]);
	}
	for (int i = 0; i < cpus; i++)
		kit_wait(kit, pid[i]);
	for (int i = 0; i < 2; i++) {
		kill(noise[i], SIGTERM);
		kit_wait(kit, noise[i]);
	}
}
