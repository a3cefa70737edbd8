// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdinfo.c - one fdinfo file, taken apart
 *
 * A line is "key:\tvalue". Keys of memory are drm-KIND-REGION, and their values a number of bytes,
 * KiB or MiB. drm-memory-REGION is what drm-resident-REGION was called first: amdgpu writes both,
 * and then the newer one holds.
 */
#include "gpu/fdinfo.h"

#include <errno.h>
#include <string.h>

#include "base/num.h"

/* --- values ------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Without blanks on either side. */
static char *trim(char *text)
{
	char *end;

	while (is_blank(*text))
		text++;
	end = text + strlen(text);
	while (end > text && is_blank(end[-1]))
		*--end = '\0';
	return text;
}

static const struct {
	const char *name;
	unsigned shift;
} units[] = { { "", 0 }, { "KiB", 10 }, { "MiB", 20 } };

/* "1234 KiB" in bytes. */
static bool parse_size(const char *text, uint64_t *bytes)
{
	const char *unit = text;
	uint64_t number;

	if (pmx_num_decimal_prefix(&unit, UINT64_MAX, &number))
		return false;
	while (is_blank(*unit))
		unit++;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(unit, units[i].name) != 0)
			continue;
		if (number > UINT64_MAX >> units[i].shift)
			return false;
		*bytes = number << units[i].shift;
		return true;
	}
	return false;
}

/* False when it does not fit, and then nothing is copied: half a name is another one. */
static bool copy(char *to, size_t size, const char *from)
{
	size_t length = strlen(from);

	if (length >= size)
		return false;
	memcpy(to, from, length + 1);
	return true;
}

/* --- regions ------------------------------------------------------------------------------ */

static struct pmx_fdinfo_region *region(struct fdinfo_text *out, const char *name)
{
	struct pmx_fdinfo_region *added = &out->regions[out->region_count];

	for (size_t i = 0; i < out->region_count; i++)
		if (strcmp(out->regions[i].name, name) == 0)
			return &out->regions[i];
	if (out->region_count == PMX_FDINFO_REGIONS)
		return NULL;
	*added = (struct pmx_fdinfo_region){ .has_total = false };
	if (!name[0] || !copy(added->name, sizeof(added->name), name))
		return NULL;
	out->region_count++;
	return added;
}

static void set_total(struct pmx_fdinfo_region *region, uint64_t bytes)
{
	region->has_total = true;
	region->total = bytes;
}

static void set_shared(struct pmx_fdinfo_region *region, uint64_t bytes)
{
	region->has_shared = true;
	region->shared = bytes;
}

static void set_resident(struct pmx_fdinfo_region *region, uint64_t bytes)
{
	region->has_resident = true;
	region->is_alias = false;
	region->resident = bytes;
}

static void set_alias(struct pmx_fdinfo_region *region, uint64_t bytes)
{
	if (region->has_resident && !region->is_alias)
		return;
	region->has_resident = region->is_alias = true;
	region->resident = bytes;
}

static const struct {
	const char *prefix;
	void (*set)(struct pmx_fdinfo_region *region, uint64_t bytes);
} kinds[] = {
	{ "drm-total-", set_total },
	{ "drm-shared-", set_shared },
	{ "drm-resident-", set_resident },
	{ "drm-memory-", set_alias },
};

/* Cycles of an engine, "drm-total-cycles-rcs", are no memory. */
#define CYCLES "drm-total-cycles-"

static void take_memory(struct fdinfo_text *out, const char *key, const char *value)
{
	if (strncmp(key, CYCLES, strlen(CYCLES)) == 0)
		return;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t length = strlen(kinds[i].prefix);
		struct pmx_fdinfo_region *to;
		uint64_t bytes;

		if (strncmp(key, kinds[i].prefix, length) != 0)
			continue;
		if (!parse_size(value, &bytes)) {
			out->bad++;
			return;
		}
		to = region(out, key + length);
		if (to)
			kinds[i].set(to, bytes);
		else
			out->left_out++;
		return;
	}
}

/* --- lines -------------------------------------------------------------------------------- */

static void take_line(struct fdinfo_text *out, char *line)
{
	char *colon = strchr(line, ':');
	const char *key, *value;

	if (!colon)
		return;
	*colon = '\0';
	key = trim(line);
	value = trim(colon + 1);
	if (strcmp(key, "drm-driver") == 0)
		copy(out->driver, sizeof(out->driver), value);
	else if (strcmp(key, "drm-pdev") == 0)
		copy(out->pdev, sizeof(out->pdev), value);
	else if (strcmp(key, "drm-client-id") == 0)
		out->has_id = pmx_num_decimal(value, UINT64_MAX, &out->id) == 0;
	else
		take_memory(out, key, value);
}

void gpu_fdinfo_parse(struct fdinfo_text *out, char *text)
{
	char *next;

	*out = (struct fdinfo_text){ .region_count = 0 };
	for (char *line = text; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		take_line(out, line);
	}
}
