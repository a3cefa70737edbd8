// SPDX-License-Identifier: GPL-2.0-only
/*
 * noise_cpu.c - what CPUs do by themselves that changes times: other clocks, shared cores, heat
 *
 * Sources: Documentation/admin-guide/pm/cpufreq.rst and intel_pstate.rst of the kernel, its
 * Documentation/ABI/testing/sysfs-devices-system-cpu.
 */
#include <stdio.h>
#include <string.h>

#include "base/list.h"
#include "base/machine_private.h"
#include "bench/noise.h"

#define CPU_DIR	 "/sys/devices/system/cpu"
#define NO_TURBO CPU_DIR "/intel_pstate/no_turbo"
#define BOOST	 CPU_DIR "/cpufreq/boost"
#define SMT	 CPU_DIR "/smt/"

/* Governors that leave the frequency where it is. */
static bool is_steady(const char *governor)
{
	return !strcmp(governor, "performance") || !strcmp(governor, "userspace");
}

/* A governor is a word; what is behind one is none of the kernel's. False when there is no word. */
static bool cut_to_word(char *text)
{
	char *end = text;

	while (*end > ' ' && *end < 0x7f)
		end++;
	*end = '\0';
	return end > text;
}

int noise_frequency(struct look *look)
{
	char governors[96] = "", where[160];
	struct pmx_cpus scaled;

	pmx_cpus_clear(&scaled);
	if (!look->knows_cpus)
		return 0;
	pmx_cpus_for_each(cpu, &look->cpus) {
		char path[96], governor[32];

		snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cpufreq/scaling_governor", cpu);
		if (pmx_machine_read(look->machine, path, governor, sizeof(governor)) <= 0 ||
		    !cut_to_word(governor) || is_steady(governor))
			continue;
		pmx_cpus_add(&scaled, cpu);
		if (!strstr(governors, governor))
			pmx_list_append(governors, sizeof(governors), governor);
	}
	if (pmx_cpus_is_empty(&scaled))
		return 0;
	noise_cpus(&scaled, where, sizeof(where));
	return noise_say(look,
			 "the frequency of %s is scaled (governor %s): "
			 "cpupower frequency-set -g performance",
			 where, governors);
}

int noise_turbo(struct look *look)
{
	static const struct {
		const char *path;
		long on;
		const char *mend;
	} switches[] = {
		{ NO_TURBO, 0, "echo 1 >" NO_TURBO },
		{ BOOST, 1, "echo 0 >" BOOST },
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		long state;

		if (pmx_machine_read_long(look->machine, switches[i].path, &state))
			continue;
		if (state != switches[i].on)
			return 0;
		return noise_say(look,
				 "turbo is on, so that clocks depend on heat and on what other "
				 "CPUs do: %s",
				 switches[i].mend);
	}
	return 0;
}

/* Finds the CPUs that share a core with another of them, and one of each core. */
static void find_siblings(struct look *look, struct pmx_cpus *shared, struct pmx_cpus *first)
{
	pmx_cpus_clear(shared);
	pmx_cpus_clear(first);
	pmx_cpus_for_each(cpu, &look->cpus) {
		struct pmx_cpus core;
		char path[96];

		snprintf(path, sizeof(path), CPU_DIR "/cpu%d/topology/thread_siblings_list", cpu);
		if (pmx_machine_read_cpus(look->machine, path, &core))
			continue;
		pmx_cpus_and(&core, &look->cpus);
		if (pmx_cpus_count(&core) > 1)
			pmx_cpus_add(shared, cpu);
		if (pmx_cpus_next(&core, -1) == cpu)
			pmx_cpus_add(first, cpu);
	}
}

int noise_siblings(struct look *look)
{
	struct pmx_cpus shared, first;
	char where[160], list[96];
	long active;

	if (!look->knows_cpus || pmx_machine_read_long(look->machine, SMT "active", &active) ||
	    active != 1)
		return 0;
	find_siblings(look, &shared, &first);
	if (pmx_cpus_is_empty(&shared))
		return 0;
	noise_cpus(&shared, where, sizeof(where));
	if (pmx_cpus_format(&first, list, sizeof(list)) >= sizeof(list))
		return noise_say(look,
				 "%s share cores (SMT), and what runs on one slows its sibling: "
				 "echo off >" SMT "control",
				 where);
	return noise_say(look,
			 "%s share cores (SMT), and what runs on one slows its sibling: --pin %s, "
			 "one of each core",
			 where, list);
}

/* Events of one CPU so far; false where it does not count them. */
static bool add_throttled(struct look *look, int cpu)
{
	static const char *const files[] = { "core_throttle_count", "package_throttle_count" };
	bool counts = false;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char path[96];
		long count;

		snprintf(path, sizeof(path), CPU_DIR "/cpu%d/thermal_throttle/%s", cpu, files[i]);
		if (pmx_machine_read_long(look->machine, path, &count) || count < 0)
			continue;
		look->out->throttled += (uint64_t)count;
		counts = true;
	}
	return counts;
}

/* CPUs of a package all count its events: there were some, but how many is not told. */
int noise_throttling(struct look *look)
{
	if (!look->knows_cpus)
		return 0;
	pmx_cpus_for_each(cpu, &look->cpus)
		if (!add_throttled(look, cpu))
			break; /* a machine has these files for all or for none */
	if (!look->before || look->out->throttled <= look->before->throttled)
		return 0;
	return noise_say(look, "CPUs became too hot meanwhile and were throttled: better cooling, "
			       "a lower clock, or fewer CPUs at work would help");
}
