// SPDX-License-Identifier: GPL-2.0-only
/*
 * match.c - the PMUs that a user means: by name, without its number, or by pattern
 *
 * Source: Documentation/ABI/testing/sysfs-bus-event_source-devices of the kernel: PMUs that differ
 * by a number at the end, decimal or hexadecimal of more than two digits, are instances of one.
 */
#include <errno.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/glob.h"
#include "base/list.h"
#include "pmu/catalog.h"

#define UNCORE "uncore_"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* True for what may follow a name: "0", "_0", "_2b402". */
static bool is_number_suffix(const char *suffix)
{
	size_t digits, hex;

	if (is_digit(*suffix))
		return !suffix[strspn(suffix, "0123456789")];
	if (*suffix++ != '_')
		return false;
	digits = strspn(suffix, "0123456789");
	hex = strspn(suffix, "0123456789abcdef");
	return (digits && !suffix[digits]) || (hex > 2 && !suffix[hex]);
}

static bool matches_part(const char *pattern, const char *name)
{
	size_t length = strlen(pattern);

	if (pmx_glob_is_pattern(pattern))
		return pmx_glob_match(pattern, name);
	if (!length || strncmp(pattern, name, length) != 0)
		return false;
	/* The number 1 is not the beginning of the number 10. */
	if (is_digit(pattern[length - 1]) && is_digit(name[length]))
		return false;
	return !name[length] || is_number_suffix(name + length);
}

static bool matches(const char *pattern, const char *name)
{
	return matches_part(pattern, name) || (!strncmp(name, UNCORE, strlen(UNCORE)) &&
					       matches_part(pattern, name + strlen(UNCORE)));
}

static void hint_names(struct pmx_pmus *pmus, struct pmx_error *err)
{
	char list[sizeof(err->hint) - sizeof("PMUs here: ")] = "";

	for (size_t i = 0; i < pmus->name_count; i++)
		pmx_list_append(list, sizeof(list), pmus->names[i]);
	pmx_error_hint(err, "PMUs here: %s", list);
}

/* @err says that there is no such PMU; adds the nearest name, or all of them. */
static void hint_nearest(struct pmx_pmus *pmus, const char *pattern, struct pmx_error *err)
{
	const char *nearest = NULL;
	unsigned best = 3; /* one more than the changes that still look like a slip */

	if (!err || !pmus->name_count)
		return;
	for (size_t i = 0; i < pmus->name_count; i++) {
		unsigned distance = pmx_text_distance(pattern, pmus->names[i], best);

		if (distance < best) {
			best = distance;
			nearest = pmus->names[i];
		}
	}
	if (nearest)
		pmx_error_hint(err, "did you mean '%s'?", nearest);
	else
		hint_names(pmus, err);
}

/* Adds all PMUs whose name, or alias, matches @pattern; @why says which could not be read. */
static int add_matching(struct pmx_pmus *pmus, const char *pattern, bool aliases,
			struct pmx_error *why, struct pmx_error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < pmus->name_count; i++) {
		const char *called = pmus->names[i];
		const struct pmx_pmu *pmu;
		char alias[256];

		if (aliases && pmx_pmu_alias(pmus, called, alias, sizeof(alias)) < 0)
			continue;
		if (!matches(pattern, aliases ? alias : called))
			continue;
		pmu = pmx_pmus_find(pmus, called, why);
		if (pmu)
			ret = pmx_pmu_list_add(&pmus->matched, pmu, err);
	}
	return ret;
}

/* Finds what is called or matches @pattern; @err says why there is nothing. */
static int find_matches(struct pmx_pmus *pmus, const char *pattern, struct pmx_error *err)
{
	struct pmx_error why = { .code = -ENOENT };
	const struct pmx_pmu *pmu = NULL;
	int ret;

	if (!pmx_glob_is_pattern(pattern))
		pmu = pmx_pmus_find(pmus, pattern, &why);
	if (pmu)
		return pmx_pmu_list_add(&pmus->matched, pmu, err);
	if (why.code != -ENOENT) {
		if (err)
			*err = why;
		return why.code;
	}
	ret = pmx_pmus_read_names(pmus, err);
	for (int aliases = 0; !ret && aliases < 2 && !pmus->matched.count; aliases++)
		ret = add_matching(pmus, pattern, aliases, &why, err);
	if (ret || pmus->matched.count)
		return ret;
	if (why.code != -ENOENT && err)
		*err = why;
	else
		pmx_error_set(err, -ENOENT, "this machine has no PMU called '%s'", pattern);
	return why.code;
}

ssize_t pmx_pmus_match(struct pmx_pmus *pmus, const char *pattern,
		       const struct pmx_pmu *const **list, struct pmx_error *err)
{
	int ret;

	pmus->matched.count = 0;
	ret = find_matches(pmus, pattern, err);
	if (ret == -ENOENT)
		hint_nearest(pmus, pattern, err);
	if (ret)
		return ret;
	*list = pmus->matched.list;
	return (ssize_t)pmus->matched.count;
}
