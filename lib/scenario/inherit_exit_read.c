// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_exit_read.c - the parent reads without a break while its children end
 */
#include <stdlib.h>
#include <sys/wait.h>

#include "scenario/inherit.h"

enum { CHILDREN = 16, READS = 20000 };

struct common { /* in shared memory */
	struct kit_gate go;
	uint32_t calls[CHILDREN];
};

struct child {
	struct common *common;
	int index;
};

static void work(struct kit *kit, void *arg)
{
	const struct child *child = arg;

	kit_gate_wait(&child->common->go, 1);
	kit_work(kit_meter(kit, KIT_CALLS), child->common->calls[child->index]);
}

/* Reads until all children have ended; how many readings were kept. */
static size_t read_meanwhile(struct kit *kit, int fd, struct pmx_reading *series)
{
	int left = CHILDREN;
	size_t count = 0;
	pid_t pid;

	while (left) {
		/* when there is no more room, the last place is for the latest */
		series[count < READS ? count++ : READS - 1] = kit_read(kit, fd);
		while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
			left--;
		if (pid < 0)
			break;
	}
	return count;
}

static void run(struct kit *kit)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct pmx_reading *series = calloc(READS, sizeof(*series)), last;
	struct perf_event_attr attr = kit_meter(kit, KIT_CALLS)->attr;
	uint64_t done = 0, start = kit_now();
	size_t count;
	int fd;

	if (!series)
		kit_error(kit, "out of memory for %d readings", READS);
	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (int i = 0; i < CHILDREN; i++) {
		struct child child = { common, i };

		common->calls[i] = kit_random_below(&kit->random, 4000);
		done += common->calls[i];
		kit_fork(kit, work, &child);
	}
	kit_gate_open(&common->go, 1);
	count = read_meanwhile(kit, fd, series);
	kit_check(kit, pmx_oracle_monotone(kit->breach, "read while children end", series, count));
	last = kit_read(kit, fd);
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "calls of 16 children", last.value, done, done));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "calls of 16 children", &last));
	kit_check(kit, pmx_oracle_times(kit->breach, "calls of 16 children", &last,
					kit_now() - start, CHILDREN + 1, 0));
	kit_count(kit, count);
	free(series);
}

const struct pmx_scenario scenario_inherit_exit_read = {
	.name = "inherit.exit-read",
	.summary = "reads while children end never go back",
	.about = "sync_child_event against perf_event_read_value",
	.explain =
		"Sixteen children with an inherited event make known numbers of system calls and "
		"end, while their parent reads without a break. From one reading to the next "
		"neither count nor times may fall, and the last must have all calls. At a child's "
		"exit its count moves from its own event to the parent's; a reader in between must "
		"see it in exactly one place.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
