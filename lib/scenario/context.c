// SPDX-License-Identifier: GPL-2.0-only
/*
 * context.c - what scenarios about contexts share
 */
#include "scenario/context.h"

#include <stdio.h>
#include <unistd.h>

enum { GROUPS = 10, TIMES = 200 };

static void work_on(struct kit *kit, void *arg)
{
	struct context_worker *worker = arg;

	(void)kit;
	while (!__atomic_load_n(&worker->stop, __ATOMIC_RELAXED)) {
		__atomic_store_n(&worker->begun, worker->begun + 1, __ATOMIC_SEQ_CST);
		kit_work(worker->meter, 1);
		__atomic_store_n(&worker->done, worker->done + 1, __ATOMIC_SEQ_CST);
	}
}

struct context_worker *context_worker(struct kit *kit, const struct kit_meter *meter)
{
	struct context_worker *worker = kit_shared(kit, sizeof(*worker));

	worker->meter = meter;
	worker->pid = kit_fork(kit, work_on, worker);
	while (!context_done(worker))
		kit_sleep(KIT_MSEC / 20);
	return worker;
}

uint64_t context_begun(const struct context_worker *worker)
{
	return __atomic_load_n(&worker->begun, __ATOMIC_SEQ_CST);
}

uint64_t context_done(const struct context_worker *worker)
{
	return __atomic_load_n(&worker->done, __ATOMIC_SEQ_CST);
}

void context_worker_end(struct kit *kit, struct context_worker *worker)
{
	__atomic_store_n(&worker->stop, 1, __ATOMIC_RELAXED);
	kit_wait(kit, worker->pid);
}

void context_check_late_sibling(struct kit *kit, const struct kit_meter *leader,
				const struct kit_meter *sibling)
{
	char what[120];

	snprintf(what, sizeof(what), "%s, added to a running group led by %s", sibling->name,
		 leader->name);
	for (int i = 0; i < GROUPS; i++) {
		int first = kit_must_open(kit, &leader->attr, 0, -1, -1);
		int late = kit_must_open(kit, &sibling->attr, 0, -1, first);
		struct pmx_reading it;

		kit_work(sibling, TIMES);
		it = kit_read(kit, late);
		close(late);
		close(first);
		/* a count may be right by luck, when a switch comes in time */
		if (!kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it)) ||
		    !kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, TIMES,
						     TIMES + sibling->slack)))
			break;
	}
}
