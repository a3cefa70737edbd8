// SPDX-License-Identifier: GPL-2.0-only
/*
 * lists.c - the PMUs of a machine together: all of them, the core PMUs, the one with some number
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine_private.h"
#include "pmu/catalog.h"
#include "pmu/classify.h"

int pmx_pmus_read_names(struct pmx_pmus *pmus, struct pmx_error *err)
{
	ssize_t count;

	if (pmus->names)
		return 0;
	count = pmx_machine_list(pmus->machine, PMX_PMU_DEVICES, PMX_MAX_PMUS, &pmus->names);
	if (count == -ENOENT) { /* no sysfs: what needs none still counts */
		pmus->names = calloc(1, sizeof(*pmus->names));
		count = pmus->names ? 0 : -ENOMEM;
	}
	if (count < 0)
		return pmx_error_set(err, (int)count, "cannot list PMUs: %s: %s", PMX_PMU_DEVICES,
				     strerror((int)-count));
	pmus->name_count = (size_t)count;
	return 0;
}

ssize_t pmx_pmus_all(struct pmx_pmus *pmus, const struct pmx_pmu *const **list,
		     struct pmx_error *err)
{
	int ret = pmx_pmus_read_names(pmus, err);

	for (size_t i = 0; !ret && !pmus->knows_all && i < pmus->name_count; i++) {
		/* One that went away, or that cannot be read, is not there for anybody. */
		const struct pmx_pmu *pmu = pmx_pmus_find(pmus, pmus->names[i], NULL);

		if (pmu)
			ret = pmx_pmu_list_add(&pmus->all, pmu, err);
	}
	if (ret) {
		pmus->all.count = 0;
		return ret;
	}
	pmus->knows_all = true;
	*list = pmus->all.list;
	return (ssize_t)pmus->all.count;
}

/* Asks the name first, then whether there is a "cpus" file, without reading it. */
static bool may_be_core(struct pmx_pmus *pmus, const char *name)
{
	const struct pmx_pmu_rule *rule = pmx_classify_name(name);
	char path[PMX_PMU_PATH];
	int fd;

	if (rule)
		return rule->kind == PMX_PMU_CORE;
	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/cpus", name);
	fd = pmx_machine_open(pmus->machine, path, O_RDONLY);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

static int read_core(struct pmx_pmus *pmus, struct pmx_error *err)
{
	/* Where there is a "cpu", it is the only one; that saves looking at the others. */
	const struct pmx_pmu *pmu = pmx_pmus_find(pmus, "cpu", NULL);
	int ret;

	if (pmu)
		return pmx_pmu_list_add(&pmus->core, pmu, err);
	ret = pmx_pmus_read_names(pmus, err);
	for (size_t i = 0; !ret && i < pmus->name_count; i++) {
		if (!may_be_core(pmus, pmus->names[i]))
			continue;
		pmu = pmx_pmus_find(pmus, pmus->names[i], NULL);
		if (pmu && pmu->kind == PMX_PMU_CORE)
			ret = pmx_pmu_list_add(&pmus->core, pmu, err);
	}
	return ret;
}

ssize_t pmx_pmus_core(struct pmx_pmus *pmus, const struct pmx_pmu *const **list,
		      struct pmx_error *err)
{
	int ret = pmus->knows_core ? 0 : read_core(pmus, err);

	if (ret) {
		pmus->core.count = 0;
		return ret;
	}
	pmus->knows_core = true;
	*list = pmus->core.list;
	return (ssize_t)pmus->core.count;
}

static const struct pmx_pmu *search_type(const struct pmx_pmu *const *list, ssize_t count,
					 uint32_t type)
{
	for (ssize_t i = 0; i < count; i++)
		if (list[i]->type == type)
			return list[i];
	return NULL;
}

const struct pmx_pmu *pmx_pmus_find_type(struct pmx_pmus *pmus, uint32_t type)
{
	static const char *const fixed[] = { "software", "tracepoint", "breakpoint" };
	const struct pmx_pmu *const *list = NULL;
	ssize_t count;

	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		if (pmx_classify_name(fixed[i])->type == (int)type)
			return pmx_pmus_find(pmus, fixed[i], NULL);
	for (size_t i = 0; i < pmus->count; i++)
		if (pmus->entries[i]->pmu.type == type)
			return &pmus->entries[i]->pmu;
	/* Numbers below PERF_TYPE_MAX are never given to other PMUs. */
	count = type < PERF_TYPE_MAX ? pmx_pmus_core(pmus, &list, NULL) :
				       pmx_pmus_all(pmus, &list, NULL);
	return list ? search_type(list, count, type) : NULL;
}
