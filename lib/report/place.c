// SPDX-License-Identifier: GPL-2.0-only
/*
 * place.c - which numbers each level has
 */
#include <string.h>

#include "report/place.h"

#define AT(member) offsetof(struct pmx_place, member)

static const struct {
	enum pmx_aggr aggr;
	const char *key;
	size_t offset;
} numbers[] = {
	{ PMX_AGGR_CPU, "cpu", AT(cpu) },
	{ PMX_AGGR_CORE, "socket", AT(socket) },
	{ PMX_AGGR_CORE, "die", AT(die) },
	{ PMX_AGGR_CORE, "core", AT(core) },
	{ PMX_AGGR_CLUSTER, "socket", AT(socket) },
	{ PMX_AGGR_CLUSTER, "die", AT(die) },
	{ PMX_AGGR_CLUSTER, "cluster", AT(cluster) },
	{ PMX_AGGR_CACHE, "socket", AT(socket) },
	{ PMX_AGGR_CACHE, "die", AT(die) },
	{ PMX_AGGR_CACHE, "cache_level", AT(cache_level) },
	{ PMX_AGGR_CACHE, "cache", AT(cache) },
	{ PMX_AGGR_DIE, "socket", AT(socket) },
	{ PMX_AGGR_DIE, "die", AT(die) },
	{ PMX_AGGR_SOCKET, "socket", AT(socket) },
	{ PMX_AGGR_NODE, "node", AT(node) },
};

size_t pmx_place_numbers(const struct pmx_place *place, enum pmx_aggr aggr,
			 struct pmx_place_number out[PMX_PLACE_NUMBERS])
{
	size_t count = 0;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		int value;

		if (numbers[i].aggr != aggr)
			continue;
		memcpy(&value, (const char *)place + numbers[i].offset, sizeof(value));
		if (value >= 0)
			out[count++] = (struct pmx_place_number){ numbers[i].key, value };
	}
	return count;
}
