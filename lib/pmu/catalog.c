// SPDX-License-Identifier: GPL-2.0-only
/*
 * catalog.c - the PMUs of a machine, each read when it is first asked for
 *
 * A server has hundreds of PMUs, and a run uses one or two: finding a PMU reads its files only,
 * and those whose number is ABI have none to read.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/machine_private.h"
#include "pmu/catalog.h"
#include "pmu/classify.h"

int pmx_pmus_new(struct pmx_pmus **out, struct pmx_machine *machine, struct pmx_error *err)
{
	struct pmx_pmus *pmus = calloc(1, sizeof(*pmus));

	if (!pmus)
		return pmx_error_nomem(err);
	pmus->machine = machine;
	*out = pmus;
	return 0;
}

static void free_entry(struct pmx_pmu_entry *entry)
{
	if (!entry)
		return;
	pmx_pmu_terms_free(&entry->seen);
	pmx_pmu_terms_free(&entry->all);
	free((char *)entry->pmu.name);
	free(entry);
}

void pmx_pmus_free(struct pmx_pmus *pmus)
{
	if (!pmus)
		return;
	for (size_t i = 0; i < pmus->count; i++)
		free_entry(pmus->entries[i]);
	free(pmus->entries);
	pmx_names_free(pmus->names);
	free(pmus->all.list);
	free(pmus->core.list);
	free(pmus->matched.list);
	free(pmus);
}

bool pmx_pmu_name_is_valid(const char *name)
{
	size_t length = strnlen(name, NAME_MAX + 1);

	return length > 0 && length <= NAME_MAX && name[0] != '.' && !strchr(name, '/');
}

struct pmx_pmu_entry *pmx_pmu_entry_of(struct pmx_pmus *pmus, const struct pmx_pmu *pmu)
{
	for (size_t i = 0; i < pmus->count; i++)
		if (&pmus->entries[i]->pmu == pmu)
			return pmus->entries[i];
	return NULL;
}

int pmx_pmu_list_add(struct pmx_pmu_list *list, const struct pmx_pmu *pmu, struct pmx_error *err)
{
	const struct pmx_pmu **grown =
		pmx_array_room(list->list, &list->room, list->count + 1, sizeof(*grown));

	if (!grown)
		return pmx_error_nomem(err);
	list->list = grown;
	grown[list->count++] = pmu;
	return 0;
}

ssize_t pmx_pmu_alias(struct pmx_pmus *pmus, const char *name, char *buf, size_t size)
{
	char path[PMX_PMU_PATH];
	ssize_t length;

	if (!pmx_pmu_name_is_valid(name))
		return -ENOENT;
	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/alias", name);
	length = pmx_machine_read(pmus->machine, path, buf, size);
	if (length == -ENOTDIR || (length >= 0 && !pmx_pmu_name_is_valid(buf)))
		return -ENOENT;
	return length;
}

static int read_type(struct pmx_machine *machine, struct pmx_pmu *pmu, struct pmx_error *err)
{
	char path[PMX_PMU_PATH];
	long type = 0;
	int ret;

	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/type", pmu->name);
	ret = pmx_machine_read_long(machine, path, &type);
	if (ret == -ENOENT || ret == -ENOTDIR)
		return pmx_error_set(err, -ENOENT,
				     "this machine has no PMU called "
				     "'%s'",
				     pmu->name);
	if (!ret && (type < 0 || type > INT_MAX))
		ret = -EINVAL;
	if (ret)
		return pmx_error_set(err, ret, "cannot use PMU '%s': %s: %s", pmu->name, path,
				     ret == -EINVAL ? "not a type number" : strerror(-ret));
	pmu->type = (uint32_t)type;
	return 0;
}

/* Reads the PMU's "cpus" or "cpumask", skipping a file that its kind never has. */
static int read_cpus(struct pmx_machine *machine, struct pmx_pmu *pmu,
		     const struct pmx_pmu_rule *rule, enum pmx_pmu_files *files,
		     struct pmx_error *err)
{
	static const struct {
		const char *file;
		enum pmx_pmu_files found;
		enum pmx_pmu_kind never;
	} sources[] = {
		{ "cpus", PMX_HAS_CPUS, PMX_PMU_UNCORE },
		{ "cpumask", PMX_HAS_CPUMASK, PMX_PMU_CORE },
	};

	*files = PMX_HAS_NEITHER;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		char path[PMX_PMU_PATH];
		int ret;

		if (rule && rule->kind == sources[i].never)
			continue;
		snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/%s", pmu->name, sources[i].file);
		ret = pmx_machine_read_cpus(machine, path, &pmu->cpus);
		if (ret == -ENOENT)
			continue;
		if (ret)
			return pmx_error_set(err, ret, "cannot use PMU '%s': %s: %s", pmu->name,
					     path,
					     ret == -EINVAL || ret == -ERANGE ?
						     "not a list of CPUs" :
						     strerror(-ret));
		*files = sources[i].found;
		pmu->has_cpus = true;
		break;
	}
	return 0;
}

static int read_pmu(struct pmx_machine *machine, struct pmx_pmu *pmu, struct pmx_error *err)
{
	const struct pmx_pmu_rule *rule = pmx_classify_name(pmu->name);
	enum pmx_pmu_files files = PMX_HAS_NEITHER;
	int ret = 0;

	if (rule && rule->type >= 0)
		pmu->type = (uint32_t)rule->type;
	else
		ret = read_type(machine, pmu, err);
	/* Software-class PMUs count on every CPU: there is nothing to ask. */
	if (!ret && !(rule && pmx_classify_is_software(rule->kind)))
		ret = read_cpus(machine, pmu, rule, &files, err);
	if (ret)
		return ret;
	pmu->kind = pmx_classify(rule, files);
	pmu->software_class = pmx_classify_is_software(pmu->kind);
	return 0;
}

static int keep_entry(struct pmx_pmus *pmus, struct pmx_pmu_entry *entry, struct pmx_error *err)
{
	struct pmx_pmu_entry **grown;

	if (pmus->count >= PMX_MAX_PMUS)
		return pmx_error_set(err, -E2BIG, "more than %d PMUs", PMX_MAX_PMUS);
	grown = pmx_array_room(pmus->entries, &pmus->room, pmus->count + 1, sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(err);
	pmus->entries = grown;
	grown[pmus->count++] = entry;
	return 0;
}

static const struct pmx_pmu *load(struct pmx_pmus *pmus, const char *name, struct pmx_error *err)
{
	struct pmx_pmu_entry *entry = calloc(1, sizeof(*entry));
	int ret;

	if (entry)
		entry->pmu.name = strdup(name);
	if (!entry || !entry->pmu.name) {
		free_entry(entry);
		pmx_error_nomem(err);
		return NULL;
	}
	ret = read_pmu(pmus->machine, &entry->pmu, err);
	if (!ret)
		ret = keep_entry(pmus, entry, err);
	if (ret) {
		free_entry(entry);
		return NULL;
	}
	return &entry->pmu;
}

const struct pmx_pmu *pmx_pmus_find(struct pmx_pmus *pmus, const char *name, struct pmx_error *err)
{
	if (!pmx_pmu_name_is_valid(name)) {
		pmx_error_set(err, -ENOENT, "'%s' cannot be the name of a PMU", name);
		return NULL;
	}
	for (size_t i = 0; i < pmus->count; i++)
		if (!strcmp(pmus->entries[i]->pmu.name, name))
			return &pmus->entries[i]->pmu;
	return load(pmus, name, err);
}
