// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_mixed_limit.c - the same with siblings whose own reads are small
 */
#include "scenario/group.h"

enum { MAX = 4200 }; /* 65536 bytes for the leader's read need 4095 */

static void run(struct kit *kit)
{
	group_fill(kit, 0, MAX);
}

const struct pmx_scenario scenario_group_mixed_limit = {
	.name = "group.mixed-limit",
	.summary = "a leader reads more than its siblings would",
	.about = "CVE-2023-6931: size of a leader's read",
	.explain =
		"Opens page fault events in one group, of which only the leader reads the whole "
		"group, until the kernel refuses one more or there are 4200. Each must be refused "
		"for want of room, or be read. Kernels before 6.7, and stable ones without its "
		"correction, look at the new member's own read only (perf_event_validate_size); "
		"the leader's size passes 16 bits, and its read writes past the end of a small "
		"buffer. This corrupts the kernel's memory, so the scenario runs only where that "
		"may happen.",
	.needs = PMX_NEED_FAULTS,
	.dangerous = true,
	.run = run,
};
