// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint.c - so many breakpoints as there is room for
 */
#include "scenario/breakpoint.h"

#include <unistd.h>

struct breakpoint_set breakpoint_fill(struct kit *kit, pid_t pid, int cpu, int max)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	struct breakpoint_set set = { 0 };

	while (set.count < max && set.count < BREAKPOINT_MAX) {
		int fd = kit_open(kit, &meter->attr, pid, cpu, -1);

		if (fd < 0) {
			set.refusal = fd;
			break;
		}
		set.fd[set.count++] = fd;
	}
	return set;
}

void breakpoint_close(struct breakpoint_set *set)
{
	while (set->count)
		close(set->fd[--set->count]);
}

int breakpoint_room(struct kit *kit, pid_t pid, int cpu)
{
	struct breakpoint_set set = breakpoint_fill(kit, pid, cpu, BREAKPOINT_MAX);
	int count = set.count;

	breakpoint_close(&set);
	return count;
}
