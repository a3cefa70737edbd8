// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - the events that a PMU names in sysfs
 *
 * Source: Documentation/ABI/testing/sysfs-bus-event_source-devices-events of the kernel: the file
 * EVENT holds its terms; EVENT.unit, EVENT.scale, EVENT.per-pkg and EVENT.snapshot go with it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "pmu/catalog.h"

/* Names in an "events" directory; real PMUs have at most some hundreds. */
#define MAX_EVENT_FILES 65536

/* Longest name that an event with its longest suffix can have as a file. */
#define MAX_EVENT_NAME 240

static const char *const suffixes[] = { ".unit", ".scale", ".per-pkg", ".snapshot" };

static bool has_suffix(const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t suffix = strlen(suffixes[i]);

		if (length > suffix && !strcmp(name + length - suffix, suffixes[i]))
			return true;
	}
	return false;
}

/* Reads events/NAME or a file that goes with it; @suffix is "" for the event itself. */
static ssize_t read_file(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
			 const char *suffix, char *buf, size_t size)
{
	char path[PMX_PMU_PATH];
	ssize_t length;

	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/events/%s%s", pmu->name, name, suffix);
	length = pmx_machine_read(pmus->machine, path, buf, size);
	return length == -ENOTDIR ? -ENOENT : length;
}

static int unusable(const struct pmx_pmu *pmu, const char *name, const char *suffix, int code,
		    struct pmx_error *err)
{
	const char *why = code == -EINVAL || code == -ERANGE ? "not what it should be" :
			  code == -EFBIG		     ? "too long" :
							       strerror(-code);

	return pmx_error_set(err, code, "cannot use event '%s' of PMU '%s': %s/%s/events/%s%s: %s",
			     name, pmu->name, PMX_PMU_DEVICES, pmu->name, name, suffix, why);
}

static int read_unit(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		     struct pmx_pmu_event *out)
{
	ssize_t length = read_file(pmus, pmu, name, ".unit", out->unit, sizeof(out->unit));

	if (length == -ENOENT)
		out->unit[0] = '\0';
	return length < 0 && length != -ENOENT ? (int)length : 0;
}

/* A scale that cannot be read would make every count wrong: better none. */
static int read_scale(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		      struct pmx_pmu_event *out)
{
	char text[128];
	ssize_t length = read_file(pmus, pmu, name, ".scale", text, sizeof(text));
	int ret;

	out->scale = 1;
	if (length < 0)
		return length == -ENOENT ? 0 : (int)length;
	ret = pmx_num_double(text, &out->scale);
	if (!ret && out->scale <= 0)
		ret = -EINVAL;
	return ret;
}

/* A flag is set by a file with anything but "0" in it. */
static int read_flag(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		     const char *suffix, bool *flag)
{
	char text[16];
	ssize_t length = read_file(pmus, pmu, name, suffix, text, sizeof(text));

	*flag = length >= 0 && strcmp(text, "0") != 0;
	return length < 0 && length != -ENOENT ? (int)length : 0;
}

static int read_companions(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
			   struct pmx_pmu_event *out, struct pmx_error *err)
{
	int ret;

	ret = read_unit(pmus, pmu, name, out);
	if (ret)
		return unusable(pmu, name, ".unit", ret, err);
	ret = read_scale(pmus, pmu, name, out);
	if (ret)
		return unusable(pmu, name, ".scale", ret, err);
	ret = read_flag(pmus, pmu, name, ".per-pkg", &out->per_package);
	if (ret)
		return unusable(pmu, name, ".per-pkg", ret, err);
	ret = read_flag(pmus, pmu, name, ".snapshot", &out->snapshot);
	if (ret)
		return unusable(pmu, name, ".snapshot", ret, err);
	return 0;
}

static int find_exactly(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
			struct pmx_pmu_event *out, struct pmx_error *err)
{
	ssize_t length = read_file(pmus, pmu, name, "", out->terms, sizeof(out->terms));

	if (length == -ENOENT)
		return -ENOENT;
	if (!length)
		length = -EINVAL;
	if (length < 0)
		return unusable(pmu, name, "", (int)length, err);
	return read_companions(pmus, pmu, name, out, err);
}

/* Copies @name with every letter from @first on, 26 of them, moved to the other case. */
static bool change_case(const char *name, char first, char *out)
{
	bool changed = false;
	size_t i;

	for (i = 0; name[i]; i++) {
		bool is_letter = name[i] >= first && name[i] < first + 26;

		out[i] = is_letter ? (char)(name[i] ^ 0x20) : name[i];
		changed |= is_letter;
	}
	out[i] = '\0';
	return changed;
}

int pmx_pmu_event_find(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		       struct pmx_pmu_event *out, struct pmx_error *err)
{
	char changed[MAX_EVENT_NAME + 1];
	int ret;

	if (!pmx_pmu_entry_of(pmus, pmu) || !pmx_pmu_name_is_valid(name) ||
	    strlen(name) > MAX_EVENT_NAME || has_suffix(name))
		return -ENOENT;
	ret = find_exactly(pmus, pmu, name, out, err);
	if (ret == -ENOENT && change_case(name, 'A', changed))
		ret = find_exactly(pmus, pmu, changed, out, err);
	if (ret == -ENOENT && change_case(name, 'a', changed))
		ret = find_exactly(pmus, pmu, changed, out, err);
	return ret;
}

ssize_t pmx_pmu_event_names(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, char ***names)
{
	char path[PMX_PMU_PATH];
	ssize_t count, kept = 0;

	snprintf(path, sizeof(path), PMX_PMU_DEVICES "/%s/events", pmu->name);
	count = pmx_pmu_entry_of(pmus, pmu) ?
			pmx_machine_list(pmus->machine, path, MAX_EVENT_FILES, names) :
			-ENOENT;
	if (count == -ENOENT) { /* a PMU without named events */
		*names = calloc(1, sizeof(**names));
		return *names ? 0 : -ENOMEM;
	}
	for (ssize_t i = 0; i < count; i++) {
		if (has_suffix((*names)[i]))
			free((*names)[i]);
		else
			(*names)[kept++] = (*names)[i];
	}
	if (count >= 0)
		(*names)[kept] = NULL;
	return count < 0 ? count : kept;
}
