// SPDX-License-Identifier: GPL-2.0-only
/*
 * map.c - a hash table from two numbers to a pointer: open addressing, linear probing
 *
 * Removal moves later slots of a run back, so that tables in which processes come and go for days
 * do not fill with tombs.
 */
#include "gpu/map.h"

#include <errno.h>
#include <stdlib.h>

enum { FIRST_ROOM = 64 };

/* The finalizer of splitmix64 (Steele, Lea, Flood 2014): neighbouring pids go far apart. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static size_t home(const struct pmx_map *map, uint64_t a, uint64_t b)
{
	return (size_t)mix(mix(a + UINT64_C(0x9e3779b97f4a7c15)) ^ b) & (map->room - 1);
}

/* Where the key is, or the empty slot where it would be. */
static struct pmx_map_slot *find(const struct pmx_map *map, uint64_t a, uint64_t b)
{
	size_t i = home(map, a, b);

	while (map->slots[i].value && (map->slots[i].a != a || map->slots[i].b != b))
		i = (i + 1) & (map->room - 1);
	return &map->slots[i];
}

void *pmx_map_get(const struct pmx_map *map, uint64_t a, uint64_t b)
{
	return map->room ? find(map, a, b)->value : NULL;
}

static int grow(struct pmx_map *map)
{
	struct pmx_map larger = { .room = map->room ? map->room * 2 : FIRST_ROOM };

	larger.slots = calloc(larger.room, sizeof(*larger.slots));
	if (!larger.slots)
		return -ENOMEM;
	for (size_t i = 0; i < map->room; i++)
		if (map->slots[i].value)
			*find(&larger, map->slots[i].a, map->slots[i].b) = map->slots[i];
	larger.count = map->count;
	free(map->slots);
	*map = larger;
	return 0;
}

int pmx_map_put(struct pmx_map *map, uint64_t a, uint64_t b, void *value)
{
	struct pmx_map_slot *slot;

	if ((map->count + 1) * 4 > map->room * 3 && grow(map))
		return -ENOMEM;
	slot = find(map, a, b);
	map->count += !slot->value;
	*slot = (struct pmx_map_slot){ .a = a, .b = b, .value = value };
	return 0;
}

void *pmx_map_remove(struct pmx_map *map, uint64_t a, uint64_t b)
{
	struct pmx_map_slot *hole = map->room ? find(map, a, b) : NULL;
	void *value = hole ? hole->value : NULL;
	size_t mask = map->room - 1, empty, i;

	if (!value)
		return NULL;
	empty = (size_t)(hole - map->slots);
	for (i = (empty + 1) & mask; map->slots[i].value; i = (i + 1) & mask) {
		size_t at = home(map, map->slots[i].a, map->slots[i].b);

		/* it may move back as long as the hole does not lie before its home */
		if (((i - at) & mask) < ((i - empty) & mask))
			continue;
		map->slots[empty] = map->slots[i];
		empty = i;
	}
	map->slots[empty].value = NULL;
	map->count--;
	return value;
}

void pmx_map_free(struct pmx_map *map)
{
	free(map->slots);
	*map = (struct pmx_map){ .slots = NULL };
}
