// SPDX-License-Identifier: GPL-2.0-only
/*
 * time.c - where and how long the calling thread runs
 */
#include <errno.h>
#include <sched.h>
#include <time.h>

#include "kit/kit.h"

static uint64_t now_on(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

uint64_t kit_now(void)
{
	return now_on(CLOCK_MONOTONIC_RAW);
}

void kit_spin(uint64_t ns)
{
	uint64_t end = now_on(CLOCK_THREAD_CPUTIME_ID) + ns;

	while (now_on(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

void kit_sleep(uint64_t ns)
{
	struct timespec rest = { .tv_sec = (time_t)(ns / 1000000000u),
				 .tv_nsec = (long)(ns % 1000000000u) };

	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
		;
}

bool kit_pin(int cpu)
{
	struct pmx_cpus set = { 0 };

	pmx_cpus_add(&set, cpu);
	return !sched_setaffinity(0, sizeof(set), (cpu_set_t *)&set);
}

void kit_unpin(const struct kit *kit)
{
	sched_setaffinity(0, sizeof(kit->cpus), (const cpu_set_t *)&kit->cpus);
}

int kit_cpu(const struct kit *kit, unsigned index)
{
	int cpu = -1, count = pmx_cpus_count(&kit->cpus);

	for (unsigned i = 0; i <= index % (unsigned)(count ? count : 1); i++)
		cpu = pmx_cpus_next(&kit->cpus, cpu);
	return cpu;
}
