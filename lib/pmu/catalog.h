/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * catalog.h - the PMUs of a machine, as lib/pmu keeps them
 */
#ifndef PERFMUX_PMU_CATALOG_H
#define PERFMUX_PMU_CATALOG_H

#include <perfmux/pmu.h>

#define PMX_PMU_DEVICES "/sys/bus/event_source/devices"

/* Room for any path below a PMU: two names of at most 255 bytes, and what stands between. */
#define PMX_PMU_PATH 640

struct pmx_pmu_list {
	const struct pmx_pmu **list;
	size_t count, room;
};

struct pmx_pmu_terms {
	struct pmx_pmu_term *list;
	size_t count, room;
};

/* A PMU and what was read of it so far. Its address does not change. */
struct pmx_pmu_entry {
	struct pmx_pmu pmu;
	struct pmx_pmu_terms seen; /* terms that were asked for one by one */
	struct pmx_pmu_terms all;  /* every term, once knows_all */
	bool knows_all;
};

struct pmx_pmus {
	struct pmx_machine *machine;
	struct pmx_pmu_entry **entries; /* in the order in which they were asked for */
	size_t count, room;
	char **names; /* of all PMUs, sorted; NULL until somebody asks */
	size_t name_count;
	bool knows_all, knows_core;
	struct pmx_pmu_list all, core, matched;
};

/* A name that sysfs can have: not empty, not hidden, no "/" that would lead elsewhere. */
bool pmx_pmu_name_is_valid(const char *name);

/* The entry behind @pmu; NULL for a PMU that is none of ours. */
struct pmx_pmu_entry *pmx_pmu_entry_of(struct pmx_pmus *pmus, const struct pmx_pmu *pmu);

/* Reads pmus->names, once. 0 or -errno. */
int pmx_pmus_read_names(struct pmx_pmus *pmus, struct pmx_error *err);

int pmx_pmu_list_add(struct pmx_pmu_list *list, const struct pmx_pmu *pmu, struct pmx_error *err);

void pmx_pmu_terms_free(struct pmx_pmu_terms *terms);

#endif
