// SPDX-License-Identifier: GPL-2.0-only
/*
 * calibrate.c - which workload tells the truth about which event
 */
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "probe/calibrate.h"

#define HW(id)	 PERF_TYPE_HARDWARE, PERF_COUNT_HW_##id
#define SW(id)	 PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##id
#define PER_LOOP 2 /* instructions a turn */

static const struct {
	uint32_t type;
	uint64_t config;
	struct calibration how;
} generic[] = {
	{ SW(CPU_CLOCK), { load_clock, 0, "ns" } },
	{ SW(TASK_CLOCK), { load_clock, 0, "ns" } },
	{ SW(PAGE_FAULTS), { load_faults, 0, "page faults" } },
	{ SW(PAGE_FAULTS_MIN), { load_faults, 0, "page faults" } },
	{ SW(CONTEXT_SWITCHES), { load_switches, 0, "switches" } },
	{ SW(CPU_MIGRATIONS), { load_moves, 0, "moves" } },
	{ HW(CPU_CYCLES), { load_cycles, PER_LOOP, "cycles" } },
	{ HW(INSTRUCTIONS), { load_turns, PER_LOOP, "instructions" } },
	{ HW(BRANCH_INSTRUCTIONS), { load_turns, 1, "branches" } },
};

/* Names of tracepoints and sysfs events; system calls that change nothing. */
static const struct {
	const char *name;
	struct calibration how;
} named[] = {
	{ "msr/tsc/", { load_tsc, 0, "cycles" } },
	{ "exceptions:page_fault_user", { load_faults, 0, "page faults" } },
	{ "sched:sched_switch", { load_switches, 0, "switches" } },
	{ "raw_syscalls:sys_enter", { load_calls, SYS_getppid | LOAD_ANY_CALL, "calls" } },
	{ "raw_syscalls:sys_exit", { load_calls, SYS_getppid | LOAD_ANY_CALL, "calls" } },
};

static const struct {
	const char *name;
	long number;
} calls[] = {
	{ "getppid", SYS_getppid },	    { "getpid", SYS_getpid },
	{ "gettid", SYS_gettid },	    { "getuid", SYS_getuid },
	{ "geteuid", SYS_geteuid },	    { "getgid", SYS_getgid },
	{ "getegid", SYS_getegid },	    { "getpriority", SYS_getpriority },
	{ "sched_yield", SYS_sched_yield },
};

/* What is caused by each access that a listed form ends in. */
static const struct {
	const char *access;
	struct calibration how;
} accesses[] = {
	{ ":w", { load_writes, 0, "writes" } },
	{ ":rw", { load_writes, 0, "writes" } },
	{ ":r", { load_reads, 0, "reads" } },
	{ ":x", { load_executes, 0, "calls" } },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool find_generic(const struct pmx_event *event, struct calibration *out)
{
	uint32_t type;
	uint64_t config;

	if (pmx_event_generic(event, &type, &config))
		return false;
	for (size_t i = 0; i < COUNT(generic); i++) {
		if (generic[i].type != type || generic[i].config != config)
			continue;
		*out = generic[i].how;
		return true;
	}
	return false;
}

static bool find_named(const char *name, struct calibration *out)
{
	static const char *const sides[] = { "syscalls:sys_enter_", "syscalls:sys_exit_" };

	for (size_t i = 0; i < COUNT(named); i++) {
		if (strcmp(name, named[i].name) != 0)
			continue;
		*out = named[i].how;
		return true;
	}
	for (size_t i = 0; i < COUNT(sides) * COUNT(calls); i++) {
		const char *side = sides[i % 2];
		size_t length = strlen(side);

		if (strncmp(name, side, length) != 0 ||
		    strcmp(name + length, calls[i / 2].name) != 0)
			continue;
		*out = (struct calibration){ load_calls, calls[i / 2].number, "calls" };
		return true;
	}
	return false;
}

static bool find_access(const char *form, struct calibration *out)
{
	const char *access = strrchr(form, ':');

	for (size_t i = 0; access && i < COUNT(accesses); i++) {
		if (strcmp(access, accesses[i].access) != 0)
			continue;
		*out = accesses[i].how;
		return true;
	}
	return false;
}

bool calibration_find(const struct pmx_event *event, const struct pmx_listed_event *listed,
		      struct calibration *out)
{
	if (listed->section == PMX_LIST_BREAKPOINT)
		return find_access(listed->name, out);
	return find_generic(event, out) || find_named(listed->name, out);
}

const char *calibration_spec(const struct pmx_listed_event *listed, volatile long *word, char *buf,
			     size_t size)
{
	struct calibration how;

	if (listed->section != PMX_LIST_BREAKPOINT || !find_access(listed->name, &how))
		return NULL;
	if (how.load == load_executes)
		snprintf(buf, size, "mem:0x%llx:x", (unsigned long long)(uintptr_t)load_target);
	else
		snprintf(buf, size, "mem:0x%llx/%zu%s", (unsigned long long)(uintptr_t)word,
			 sizeof(*word), strrchr(listed->name, ':'));
	return buf;
}
