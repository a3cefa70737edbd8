/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmus.h - PMUs with counters, by their names
 */
#ifndef DEFECTS_PMUS_H
#define DEFECTS_PMUS_H

#include "tasks.h"

enum { CROWD = 16 }; /* more than a PMU of the lab has counters */

/* What a file of a PMU begins with, which is a number; -1 where there is no such file. */
static inline int pmu_number(const char *pmu, const char *name)
{
	char path[200];
	int number = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu, name);
	file = fopen(path, "re");
	if (!file)
		return -1;
	if (fscanf(file, "%d", &number) != 1)
		number = -1;
	fclose(file);
	return number;
}

/* An event that all counters of the PMU can count. */
static inline struct perf_event_attr pmu_attr(const char *pmu)
{
	int type = pmu_number(pmu, "type");

	if (type < 0)
		cannot("no PMU '%s'", pmu);
	return event_attr((uint32_t)type, 0);
}

/* Goes where the PMU counts, and stays there. */
static inline void pmu_pin(const char *pmu)
{
	int cpu = pmu_number(pmu, "cpus");

	pin(cpu < 0 ? 0 : cpu);
}

static inline void open_crowd(struct perf_event_attr attr, int *fd)
{
	for (int i = 0; i < CROWD; i++)
		fd[i] = open_event(attr, -1, -1);
}

#endif
