// SPDX-License-Identifier: GPL-2.0-only
/*
 * calls.c - tracepoints of different system calls
 */
#include "kit/calls.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "kit/found.h"

/*
 * Without arguments that matter, with the same name on all architectures, and used by no library.
 */
static const struct {
	const char *name;
	long number;
} calls[KIT_CALLS_MAX] = {
	{ "getpriority", SYS_getpriority },
	{ "getsid", SYS_getsid },
	{ "getpgid", SYS_getpgid },
	{ "sched_getscheduler", SYS_sched_getscheduler },
};

void kit_calls(struct kit *kit, struct kit_meter *out, size_t max)
{
	char tracepoint[64];

	for (size_t i = 0; i < max; i++) {
		long id;

		out[i] = kit->found->meter[KIT_CALLS];
		if (!i)
			continue; /* the others differ from it in two things */
		snprintf(tracepoint, sizeof(tracepoint), "syscalls/sys_enter_%s", calls[i].name);
		id = kit_tracepoint(kit, tracepoint);
		if (id < 0)
			kit_skip(kit, "no tracepoint %s: %s", tracepoint, strerror((int)-id));
		out[i].name = calls[i].name;
		out[i].attr.config = (uint64_t)id;
		out[i].call = calls[i].number;
	}
}
