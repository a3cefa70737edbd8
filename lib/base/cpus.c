// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpus.c - sets of CPU numbers
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/cpus.h>

#include "base/num.h"

#define WORD_BITS 64
#define WORDS	  (PMX_MAX_CPUS / WORD_BITS)

static bool is_in_range(int cpu)
{
	return cpu >= 0 && cpu < PMX_MAX_CPUS;
}

void pmx_cpus_clear(struct pmx_cpus *set)
{
	memset(set, 0, sizeof(*set));
}

void pmx_cpus_add(struct pmx_cpus *set, int cpu)
{
	if (is_in_range(cpu))
		set->bits[cpu / WORD_BITS] |= UINT64_C(1) << (cpu % WORD_BITS);
}

void pmx_cpus_and(struct pmx_cpus *set, const struct pmx_cpus *other)
{
	for (size_t i = 0; i < WORDS; i++)
		set->bits[i] &= other->bits[i];
}

bool pmx_cpus_has(const struct pmx_cpus *set, int cpu)
{
	return is_in_range(cpu) && (set->bits[cpu / WORD_BITS] >> (cpu % WORD_BITS) & 1);
}

bool pmx_cpus_is_empty(const struct pmx_cpus *set)
{
	return pmx_cpus_next(set, -1) < 0;
}

int pmx_cpus_count(const struct pmx_cpus *set)
{
	int count = 0;

	for (size_t i = 0; i < WORDS; i++)
		count += __builtin_popcountll(set->bits[i]);
	return count;
}

int pmx_cpus_next(const struct pmx_cpus *set, int cpu)
{
	unsigned next = cpu < 0 ? 0 : (unsigned)cpu + 1;
	uint64_t rest;

	if (next >= PMX_MAX_CPUS)
		return -1;
	rest = set->bits[next / WORD_BITS] & (~UINT64_C(0) << (next % WORD_BITS));
	for (size_t i = next / WORD_BITS;;) {
		if (rest)
			return (int)(i * WORD_BITS) + __builtin_ctzll(rest);
		if (++i == WORDS)
			return -1;
		rest = set->bits[i];
	}
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* One item, "3" or "0-3"; *cursor then stands behind it. */
static int parse_item(struct pmx_cpus *set, const char **cursor)
{
	uint64_t first = 0, last = 0;
	int ret = pmx_num_decimal_prefix(cursor, PMX_MAX_CPUS - 1, &first);

	if (ret)
		return ret;
	last = first;
	if (**cursor == '-') {
		++*cursor;
		ret = pmx_num_decimal_prefix(cursor, PMX_MAX_CPUS - 1, &last);
		if (ret)
			return ret;
	}
	if (last < first)
		return -ERANGE;
	for (uint64_t cpu = first; cpu <= last; cpu++)
		pmx_cpus_add(set, (int)cpu);
	return 0;
}

int pmx_cpus_parse(struct pmx_cpus *out, const char *list)
{
	const char *p = list;
	int ret;

	pmx_cpus_clear(out);
	while (*p && !is_space(*p)) {
		ret = parse_item(out, &p);
		if (ret)
			return ret;
		if (*p != ',')
			break;
		if (!*++p || is_space(*p))
			return -EINVAL;
	}
	while (is_space(*p))
		p++;
	return *p ? -EINVAL : 0;
}

size_t pmx_cpus_format(const struct pmx_cpus *set, char *buf, size_t size)
{
	size_t length = 0;

	if (size)
		buf[0] = '\0';
	for (int first = pmx_cpus_next(set, -1); first >= 0;) {
		int last = first;
		char item[32];
		size_t item_length;

		while (pmx_cpus_has(set, last + 1))
			last++;
		item_length = (size_t)snprintf(item, sizeof(item),
					       last > first ? "%s%d-%d" : "%s%d", length ? "," : "",
					       first, last);
		/* Items are written whole or not at all: half a number would be another CPU. */
		if (length + item_length < size)
			memcpy(buf + length, item, item_length + 1);
		else
			size = 0;
		length += item_length;
		first = pmx_cpus_next(set, last);
	}
	return length;
}
