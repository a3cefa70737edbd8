// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_output_race.c - rings are mapped, unmapped and redirected by threads while events sample
 */
#include <errno.h>
#include <unistd.h>

#include "kit/ring.h"
#include "kit/thread.h"
#include "scenario/control.h"

enum { EVENTS = 3, THREADS = 3, ROUNDS = 150, LEAST_ROUNDS = 8, PAGES = 2 };

/* Where the others' calls reach this task's CPU slowly, fewer rounds must do. */
#define ENOUGH (150 * KIT_MSEC)

struct common {
	int fd[EVENTS];
	uint32_t stop;
	uint64_t done;
};

struct changer {
	struct common *common;
	uint64_t seed;
};

static void work(struct kit *kit, void *arg)
{
	struct common *common = arg;

	for (int i = 0; i < EVENTS; i++) {
		struct perf_event_attr attr = kit_sampling(&kit_meter(kit, KIT_CALLS)->attr, 1);
		int fd = kit_must_open(kit, &attr, 0, -1, -1);

		__atomic_store_n(&common->fd[i], fd, __ATOMIC_RELEASE);
	}
	while (!__atomic_load_n(&common->stop, __ATOMIC_ACQUIRE)) {
		kit_work(kit_meter(kit, KIT_CALLS), 10);
		common->done += 10;
	}
	for (int i = 0; i < EVENTS; i++)
		control_check_value(kit, "calls, while rings came and went", common->fd[i],
				    common->done);
}

/* What may come of a request that others have made impossible in the meantime. */
static void change(struct kit *kit, const struct common *common)
{
	const int map_errors[] = { 0, EINVAL, EBUSY, EPERM, ENODEV },
		  output_errors[] = { 0, EINVAL };
	int from = common->fd[kit_random_below(&kit->random, EVENTS)];
	int to = common->fd[kit_random_below(&kit->random, EVENTS)];
	struct kit_ring ring;
	int ret;

	if (kit_random_chance(&kit->random, 2)) {
		ret = kit_ioctl(kit, from, PERF_EVENT_IOC_SET_OUTPUT,
				kit_random_chance(&kit->random, 3) ? (unsigned long)-1 :
								     (unsigned long)to);
		kit_check(kit, pmx_oracle_errno(kit->breach, "SET_OUTPUT between running events",
						ret, output_errors, 2));
		return;
	}
	ret = kit_ring_map(kit, from, PAGES, &ring);
	kit_check(kit,
		  pmx_oracle_errno(kit->breach, "a ring of a running event", ret, map_errors, 5));
	if (!ret)
		kit_ring_unmap(kit, &ring);
}

static void change_all(struct kit *kit, void *arg)
{
	const struct changer *changer = arg;
	uint64_t start = kit_now();

	kit->random.state = changer->seed;
	for (int i = 0; i < ROUNDS && (i < LEAST_ROUNDS || kit_now() - start < ENOUGH); i++)
		change(kit, changer->common);
}

static void run(struct kit *kit)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct changer changer[THREADS];
	struct kit_thread worker, thread[THREADS];

	for (int i = 0; i < EVENTS; i++)
		common->fd[i] = -1;
	worker = kit_thread(kit, work, common);
	while (__atomic_load_n(&common->fd[EVENTS - 1], __ATOMIC_ACQUIRE) < 0)
		kit_sleep(KIT_MSEC / 10);
	for (int i = 0; i < THREADS; i++) {
		changer[i] = (struct changer){ common, kit_random_next(&kit->random) };
		thread[i] = kit_thread(kit, change_all, &changer[i]);
	}
	for (int i = 0; i < THREADS; i++)
		kit_thread_wait(kit, &thread[i]);
	__atomic_store_n(&common->stop, 1, __ATOMIC_RELEASE);
	kit_thread_wait(kit, &worker);
}

const struct pmx_scenario scenario_control_output_race = {
	.name = "control.output-race",
	.summary = "rings come and go while events sample",
	.about = "perf_mmap, perf_mmap_close, ring_buffer_attach",
	.explain =
		"A thread's events sample every system call, while three other threads map and "
		"unmap their rings and redirect them to one another at random. Requests may be "
		"refused when another was faster, but only with the errnos for that; each event "
		"must have counted all calls. A ring must not be freed while an event still writes "
		"to it, whichever of mmap_mutex and references that hangs on; what goes wrong "
		"there shows in the kernel's log. Several fixes of perf_mmap() and "
		"perf_mmap_close() were for this race: a kernel without them frees the buffer "
		"while it is in use. Hence it is dangerous.",
	.needs = PMX_NEED_CALLS,
	.dangerous = true,
	.run = run,
};
