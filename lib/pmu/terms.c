// SPDX-License-Identifier: GPL-2.0-only
/*
 * terms.c - the terms that a PMU takes, and putting their values into an event
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/list.h"
#include "pmu/catalog.h"
#include "pmu/format.h"

enum {
	MAX_TERMS = 1024,  /* files in a "format" directory; real PMUs have below 40 */
	MAX_FORMAT = 1024, /* bytes in one; 64 single bits take less than 200 */
};

void pmx_pmu_terms_free(struct pmx_pmu_terms *terms)
{
	for (size_t i = 0; i < terms->count; i++)
		free((char *)terms->list[i].name);
	free(terms->list);
	*terms = (struct pmx_pmu_terms){ 0 };
}

static int keep_term(struct pmx_pmu_terms *terms, const struct pmx_pmu_term *term)
{
	struct pmx_pmu_term *grown =
		pmx_array_room(terms->list, &terms->room, terms->count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	terms->list = grown;
	grown[terms->count] = *term;
	grown[terms->count].name = strdup(term->name);
	if (!grown[terms->count].name)
		return -ENOMEM;
	terms->count++;
	return 0;
}

static const struct pmx_pmu_term *search(const struct pmx_pmu_terms *terms, const char *name)
{
	for (size_t i = 0; i < terms->count; i++)
		if (!strcmp(terms->list[i].name, name))
			return &terms->list[i];
	return NULL;
}

/*
 * Reads one file of "format"; term->name stays @name. 0, or -errno (-EINVAL: it holds no format).
 */
static int read_term(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		     struct pmx_pmu_term *term)
{
	char path[PMX_PMU_PATH], text[MAX_FORMAT];
	ssize_t length;

	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/format/%s", pmu->name, name);
	length = pmx_machine_read(pmus->machine, path, text, sizeof(text));
	if (length < 0)
		return length == -ENOTDIR ? -ENOENT : (int)length;
	term->name = name;
	return pmx_format_parse(text, term);
}

static int read_all(struct pmx_pmus *pmus, struct pmx_pmu_entry *entry)
{
	char path[PMX_PMU_PATH];
	char **names = NULL;
	ssize_t count;
	int ret = 0;

	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/format", entry->pmu.name);
	count = pmx_machine_list(pmus->machine, path, MAX_TERMS, &names);
	if (count == -ENOENT)
		return 0;
	if (count < 0)
		return (int)count;
	for (char **name = names; *name && !ret; name++) {
		struct pmx_pmu_term term = { 0 };

		if (!read_term(pmus, &entry->pmu, *name, &term))
			ret = keep_term(&entry->all, &term);
	}
	pmx_names_free(names);
	return ret;
}

ssize_t pmx_pmu_terms(struct pmx_pmus *pmus, const struct pmx_pmu *pmu,
		      const struct pmx_pmu_term **list, struct pmx_error *err)
{
	struct pmx_pmu_entry *entry = pmx_pmu_entry_of(pmus, pmu);
	int ret;

	*list = NULL;
	if (!entry)
		return 0;
	ret = entry->knows_all ? 0 : read_all(pmus, entry);
	if (ret) {
		pmx_pmu_terms_free(&entry->all);
		return pmx_error_set(err, ret, "cannot read the terms of PMU '%s': %s", pmu->name,
				     strerror(-ret));
	}
	entry->knows_all = true;
	*list = entry->all.list;
	return (ssize_t)entry->all.count;
}

static int unknown_term(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
			struct pmx_error *err)
{
	char list[sizeof(err->hint) - sizeof("its terms: ")] = "";
	const struct pmx_pmu_term *terms = NULL;
	ssize_t count = err ? pmx_pmu_terms(pmus, pmu, &terms, NULL) : 0;

	for (ssize_t i = 0; terms && i < count; i++)
		pmx_list_append(list, sizeof(list), terms[i].name);
	for (unsigned i = 0; pmx_format_config_name(i); i++)
		pmx_list_append(list, sizeof(list), pmx_format_config_name(i));
	pmx_error_set(err, -ENOENT, "PMU '%s' has no term '%s'", pmu->name, name);
	return err ? pmx_error_hint(err, "its terms: %s", list) : -ENOENT;
}

static int find_term(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		     struct pmx_pmu_term *out, struct pmx_error *err)
{
	struct pmx_pmu_entry *entry = pmx_pmu_entry_of(pmus, pmu);
	const struct pmx_pmu_term *known;
	int ret;

	if (!entry || !pmx_pmu_name_is_valid(name))
		return unknown_term(pmus, pmu, name, err);
	known = search(&entry->all, name);
	if (!known)
		known = search(&entry->seen, name);
	if (known) {
		*out = *known;
		return 0;
	}
	ret = read_term(pmus, pmu, name, out);
	if (ret == -ENOENT)
		return unknown_term(pmus, pmu, name, err);
	if (ret)
		return pmx_error_set(err, ret,
				     "cannot use term '%s' of PMU '%s': %s/%s/format/%s: %s", name,
				     pmu->name, PMX_PMU_DEVICES, pmu->name, name,
				     ret == -EINVAL ? "not a format" : strerror(-ret));
	ret = keep_term(&entry->seen, out);
	return ret ? pmx_error_nomem(err) : 0;
}

int pmx_pmu_set_term(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *term,
		     uint64_t value, struct perf_event_attr *attr, struct pmx_error *err)
{
	struct pmx_pmu_term found = { .mask = UINT64_MAX, .max = UINT64_MAX };
	int number = pmx_format_config_number(term, strlen(term));
	__u64 *config;
	int ret;

	if (number >= 0) {
		found.config = (unsigned char)number;
	} else {
		ret = find_term(pmus, pmu, term, &found, err);
		if (ret)
			return ret;
	}
	if (value > found.max) {
		pmx_error_set(err, -ERANGE,
			      "%s=%#" PRIx64 " does not fit into the term of PMU "
			      "'%s'",
			      term, value, pmu->name);
		pmx_error_hint(err, "the largest value of '%s' is %#" PRIx64 " (%" PRIu64 ")", term,
			       found.max, found.max);
		return -ERANGE;
	}
	config = pmx_format_config(attr, found.config);
	if (!config)
		return pmx_error_set(err, -EOPNOTSUPP,
				     "term '%s' needs config3, which this build "
				     "does not know",
				     term);
	*config = (*config & ~found.mask) | pmx_format_scatter(found.mask, value);
	return 0;
}
