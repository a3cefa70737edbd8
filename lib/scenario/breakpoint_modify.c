// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_modify.c - a breakpoint is moved to another address, also a child's
 */
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <unistd.h>

#include "kit/found.h"
#include "scenario/breakpoint.h"

enum { WORDS = 3, MOVES = 9, TIMES = 20 };

struct common { /* in shared memory */
	struct kit_gate phase, done;
};

static struct perf_event_attr attr_of(const struct kit *kit, int word)
{
	struct perf_event_attr attr = kit->found->meter[KIT_WRITES + word].attr;

	attr.inherit = 1;
	return attr;
}

/* Each word is written another number of times. */
static void write_all(const struct kit *kit)
{
	for (int i = 0; i < WORDS; i++)
		kit_work(&kit->found->meter[KIT_WRITES + i], (uint64_t)TIMES * (i + 1));
}

static void work(struct kit *kit, void *arg)
{
	struct common *common = arg;

	for (uint32_t phase = 1; phase <= MOVES; phase++) {
		kit_gate_wait(&common->phase, phase);
		write_all(kit);
		kit_gate_open(&common->done, phase);
	}
}

static int modify(struct kit *kit, int fd, struct perf_event_attr *attr)
{
	return kit_ioctl(kit, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (unsigned long)attr);
}

static void check_refused(struct kit *kit, int fd)
{
	const int invalid[] = { EINVAL };
	struct perf_event_attr attr = attr_of(kit, 0);

	attr.type = PERF_TYPE_SOFTWARE;
	kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint made another kind of event",
					modify(kit, fd, &attr), invalid, 1));
	attr = attr_of(kit, 0);
	attr.sample_period = 7;
	kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint given another period",
					modify(kit, fd, &attr), invalid, 1));
	attr = attr_of(kit, 0);
	attr.bp_len = 16; /* Arm has all from 1 to 8 */
	kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint given a length that is none",
					modify(kit, fd, &attr), invalid, 1));
}

static void check_others(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	int fd = kit_must_open(kit, &attr, 0, -1, -1);

	kit_check(kit, pmx_oracle_errno(kit->breach, "attributes of another event modified",
					modify(kit, fd, &attr), (const int[]){ EOPNOTSUPP }, 1));
	close(fd);
}

static void run(struct kit *kit)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct perf_event_attr attr = attr_of(kit, 0);
	uint64_t counted = 0;
	pid_t child;
	int fd = kit_must_open(kit, &attr, 0, -1, -1);

	child = kit_fork(kit, work, common);
	for (uint32_t phase = 1; phase <= MOVES; phase++) {
		int word = (int)kit_random_below(&kit->random, WORDS);
		struct pmx_reading it;

		attr = attr_of(kit, word);
		attr.disabled = phase % 3 == 0;
		kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint moved",
						modify(kit, fd, &attr), (const int[]){ 0 }, 1));
		check_refused(kit, fd);
		kit_gate_open(&common->phase, phase);
		write_all(kit);
		kit_gate_wait(&common->done, phase);
		if (!attr.disabled)
			counted += 2 * (uint64_t)TIMES * (word + 1);
		it = kit_read(kit, fd);
		kit_check(kit, pmx_oracle_exact(kit->breach, "writes to the word it was moved to",
						it.value, counted, counted));
	}
	kit_wait(kit, child);
	check_others(kit);
}

const struct pmx_scenario scenario_breakpoint_modify = {
	.name = "breakpoint.modify",
	.summary = "a moved breakpoint counts its new address only",
	.about = "PERF_EVENT_IOC_MODIFY_ATTRIBUTES",
	.explain =
		"Moves an inherited breakpoint between three words by "
		"PERF_EVENT_IOC_MODIFY_ATTRIBUTES, at times disabled, while the task and a child "
		"write to all of them. It must count the writes of both to the word it is at, and "
		"none while disabled. What is not an address, a length or a kind of access may not "
		"be modified, a refused request must change nothing, and other events refuse it "
		"with EOPNOTSUPP. perf_event_modify_attr() must reach the children's events, too.",
	.needs = PMX_NEED_WRITES,
	.run = run,
};
