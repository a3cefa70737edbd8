// SPDX-License-Identifier: GPL-2.0-only
/*
 * format.c - the bits that a term's value goes to
 *
 * Source: Documentation/ABI/testing/sysfs-bus-event_source-devices-format. The bits of a term are a
 * set: the order in which its ranges are written says nothing.
 */
#include <errno.h>
#include <string.h>

#include "base/num.h"
#include "pmu/format.h"

static const char *const configs[] = { "config", "config1", "config2", "config3" };

int pmx_format_config_number(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(configs) / sizeof(configs[0]); i++)
		if (strlen(configs[i]) == length && !memcmp(configs[i], word, length))
			return (int)i;
	return -1;
}

__u64 *pmx_format_config(struct perf_event_attr *attr, unsigned config)
{
	switch (config) {
	case 0:
		return &attr->config;
	case 1:
		return &attr->config1;
	case 2:
		return &attr->config2;
#ifdef PERF_ATTR_SIZE_VER8
	case 3:
		return &attr->config3;
#endif
	default:
		return NULL;
	}
}

const char *pmx_format_config_name(unsigned config)
{
	return config < sizeof(configs) / sizeof(configs[0]) ? configs[config] : NULL;
}

static uint64_t ones(unsigned count)
{
	return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* One range, "0-7" or "5"; *cursor then stands behind it. */
static int parse_range(const char **cursor, uint64_t *mask)
{
	uint64_t first = 0, last = 0;

	if (pmx_num_decimal_prefix(cursor, 63, &first))
		return -EINVAL;
	last = first;
	if (**cursor == '-') {
		++*cursor;
		if (pmx_num_decimal_prefix(cursor, 63, &last) || last < first)
			return -EINVAL;
	}
	*mask |= ones((unsigned)(last - first) + 1) << first;
	return 0;
}

int pmx_format_parse(const char *text, struct pmx_pmu_term *out)
{
	const char *p = strchr(text, ':');
	uint64_t mask = 0;
	int config = p ? pmx_format_config_number(text, (size_t)(p - text)) : -1;

	if (config < 0)
		return -EINVAL;
	do {
		p++;
		if (parse_range(&p, &mask))
			return -EINVAL;
	} while (*p == ',');
	if (*p)
		return -EINVAL;
	out->config = (unsigned char)config;
	out->mask = mask;
	out->max = ones((unsigned)__builtin_popcountll(mask));
	return 0;
}

uint64_t pmx_format_scatter(uint64_t mask, uint64_t value)
{
	uint64_t scattered = 0;

	for (; mask && value; mask &= mask - 1, value >>= 1)
		if (value & 1)
			scattered |= mask & -mask;
	return scattered;
}
