// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_ring.c - a ring buffer is mapped, unmapped, redirected and closed at the same time
 */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "scenario/race.h"

enum { THREADS = 3, MSECS = 300, TIMES = 1000 };

struct rings {
	struct kit *kit;
	const struct kit_meter *meter;
	int fd[2];
	uint64_t end, rounds;
};

static void *map_and_unmap(void *arg)
{
	struct rings *rings = arg;
	const struct pmx_sys *sys = rings->kit->sys;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *memory;

	while (kit_now() < rings->end) {
		if (!sys->map(sys->ctx, rings->fd[0], 3 * page, true, &memory))
			sys->unmap(sys->ctx, memory, 3 * page);
		__atomic_fetch_add(&rings->rounds, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void *redirect(void *arg)
{
	struct rings *rings = arg;

	while (kit_now() < rings->end) {
		kit_ioctl(rings->kit, rings->fd[1], PERF_EVENT_IOC_SET_OUTPUT,
			  (unsigned long)rings->fd[0]);
		kit_ioctl(rings->kit, rings->fd[1], PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)-1);
	}
	return NULL;
}

static void run(struct kit *kit)
{
	struct rings rings = { .kit = kit, .meter = race_meter(kit) };
	struct perf_event_attr attr = rings.meter->attr;
	pthread_t thread[THREADS];
	struct pmx_reading it;
	uint64_t done = 0;

	attr.sample_period = 100; /* more samples, and the kernel throttles the event */
	attr.sample_type = PERF_SAMPLE_TID;
	rings.fd[0] = kit_must_open(kit, &attr, 0, -1, -1);
	rings.fd[1] = kit_must_open(kit, &attr, 0, -1, -1);
	rings.end = kit_now() + MSECS * KIT_MSEC;
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, i ? map_and_unmap : redirect, &rings))
			kit_error(kit, "no thread");
	while (kit_now() < rings.end) {
		kit_work(rings.meter, TIMES);
		done += TIMES;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	kit_count(kit, rings.rounds);
	for (int i = 0; i < 2; i++) {
		it = kit_read(kit, rings.fd[i]);
		kit_check(kit,
			  pmx_oracle_exact(kit->breach, "work beside a ring that comes and goes",
					   it.value, done, done));
	}
}

const struct pmx_scenario scenario_race_ring = {
	.name = "race.ring",
	.summary = "a ring mapped, unmapped and redirected at once",
	.about = "mmap against munmap and SET_OUTPUT: the ring's life",
	.explain =
		"Two threads map and unmap the ring buffer of an event, a third redirects another "
		"event's output to it and back, while the main thread does known work that writes "
		"samples into it. Both counts must be exact, and the kernel must live. Several fixes of "
		"perf_mmap() and perf_mmap_close() were for this race: a kernel without them frees the "
		"buffer while it is in use. Hence it is dangerous.",
	.dangerous = true,
	.run = run,
};
