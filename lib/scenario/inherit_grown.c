// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_grown.c - a group grows and shrinks after a child has inherited it
 */
#include <errno.h>
#include <unistd.h>

#include "scenario/inherit.h"

enum { TIMES = 100, CHILD_TIMES = 40 };

struct common { /* in shared memory */
	struct kit_gate gate;
};

static void work(struct kit *kit, void *arg)
{
	struct common *common = arg;

	kit_work(kit_meter(kit, KIT_CALLS), CHILD_TIMES);
	kit_gate_open(&common->gate, 1);
	kit_gate_wait(&common->gate, 2);
}

/* Right counts of all members, or that the groups are no longer alike. */
static void check_grown(struct kit *kit, int leader)
{
	struct pmx_reading group[3];
	int got = kit_read_group(kit, leader, group, 3);

	if (got < 0) {
		kit_check(kit, pmx_oracle_errno(kit->breach, "read() of a group that has grown",
						got, (const int[]){ ECHILD }, 1));
		return;
	}
	kit_check(kit, pmx_oracle_exact(kit->breach, "members of a group that has grown",
					(uint64_t)got, 3, 3));
	for (int i = 0; i < got; i++) {
		uint64_t done = TIMES + (i < 2 ? CHILD_TIMES : 0);

		kit_check(kit, pmx_oracle_exact(kit->breach, "a group that has grown",
						group[i].value, done, done));
	}
}

static void check(struct kit *kit, const char *what, int leader, const uint64_t *done, size_t count)
{
	struct pmx_reading group[3] = { 0 };
	int got = kit_read_group(kit, leader, group, 3);

	kit_check(kit,
		  pmx_oracle_exact(kit->breach, what, got < 0 ? 0 : (uint64_t)got, count, count));
	for (size_t i = 0; i < count; i++)
		kit_check(kit,
			  pmx_oracle_exact(kit->breach, what, group[i].value, done[i], done[i]));
}

static void run(struct kit *kit)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	struct perf_event_attr attr = meter->attr;
	struct perf_event_attr dummy = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	const uint64_t both = TIMES + CHILD_TIMES;
	int leader, sibling, grown;
	pid_t child;

	attr.inherit = 1;
	attr.read_format |= PERF_FORMAT_GROUP;
	leader = kit_must_open(kit, &attr, 0, -1, -1);
	sibling = kit_must_open(kit, &attr, 0, -1, leader);
	/* not inherited: else the kernel might swap contexts, see inherit.grown-swapped */
	kit_must_open(kit, &dummy, 0, -1, -1);
	child = kit_fork(kit, work, common);
	kit_gate_wait(&common->gate, 1);
	check(kit, "a group as it was inherited", leader,
	      (const uint64_t[]){ CHILD_TIMES, CHILD_TIMES }, 2);
	grown = kit_must_open(kit, &attr, 0, -1, leader);
	kit_work(meter, TIMES);
	check_grown(kit, leader);
	close(grown);
	kit_gate_open(&common->gate, 2);
	kit_wait(kit, child);
	check(kit, "a group that had grown, its child ended", leader,
	      (const uint64_t[]){ both, both }, 2);
	close(sibling);
	kit_work(meter, TIMES);
	check(kit, "a leader left alone", leader, (const uint64_t[]){ both + TIMES }, 1);
}

const struct pmx_scenario scenario_inherit_grown = {
	.name = "inherit.grown",
	.summary = "a group that grows after a fork, read",
	.about = "mismatched groups of parent and child, CVE-2023-5717",
	.explain =
		"A child inherits a group; then its parent adds a member and reads the group, "
		"which the child has smaller. The kernel must refuse with ECHILD or give each "
		"member its own count: adding up the members of both groups side by side without a "
		"look at their number wrote beyond the buffer (CVE-2023-5717). When the new member "
		"is closed and the child has ended, all counts must be exact again.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
