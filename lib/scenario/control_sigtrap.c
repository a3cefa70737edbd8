// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_sigtrap.c - a SIGTRAP for each overflow, before the next instruction
 */
#include <linux/hw_breakpoint.h>
#include <unistd.h>

#include "scenario/control.h"

enum { TIMES = 60, ROUNDS = 6, TRAP = 6 };

static void check_signals(struct kit *kit, const char *what, const struct control_tally *tally,
			  uint64_t expected)
{
	kit_check(kit, pmx_oracle_exact(kit->breach, what, tally->signals, expected, expected));
	if (tally->signals &&
	    (tally->code != TRAP || tally->type != PERF_TYPE_BREAKPOINT || tally->tid != gettid()))
		kit_breach(kit, "siginfo",
			   "a SIGTRAP with si_code %u, si_perf_type %u, in task %d, not %d",
			   tally->code, tally->type, tally->tid, gettid());
}

static void check(struct kit *kit, uint64_t period)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	struct control_tally *tally = kit_shared(kit, sizeof(*tally));
	struct perf_event_attr attr = control_sigtrap(meter, period, tally);
	int fd = kit_must_open(kit, &attr, 0, -1, -1);

	for (uint64_t i = 1; i <= TIMES; i++) {
		kit_work(meter, 1);
		check_signals(kit, "signals so far", tally, i / period);
	}
	control_check_value(kit, "writes, each with a signal", fd, TIMES);
	control_check(kit, "DISABLE", fd, PERF_EVENT_IOC_DISABLE, 0, 0);
	kit_work(meter, TIMES);
	check_signals(kit, "signals after DISABLE", tally, TIMES / period);
	close(fd);
}

static void run(struct kit *kit)
{
	control_tally_sigtraps(kit);
	check(kit, 1);
	for (int i = 0; i < ROUNDS; i++)
		check(kit, 1 + kit_random_below(&kit->random, TIMES / 2));
}

const struct pmx_scenario scenario_control_sigtrap = {
	.name = "control.sigtrap",
	.summary = "one SIGTRAP an overflow, before the next write",
	.about = "sigtrap, perf_pending_task",
	.explain =
		"Opens breakpoints with sigtrap that overflow at each access, or at each few, and "
		"writes to the word one by one: after each write there must have been exactly as "
		"many signals as overflows, with TRAP_PERF, the event's type and its sig_data, in "
		"the task itself. The signal is sent from task work that the overflow queues; "
		"queued twice, or not at all, it shows at the very write.",
	.needs = PMX_NEED_WRITES,
	.run = run,
};
