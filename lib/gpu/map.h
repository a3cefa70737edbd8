/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * map.h - a hash table from two numbers to a pointer
 */
#ifndef PERFMUX_GPU_MAP_H
#define PERFMUX_GPU_MAP_H

#include <stddef.h>
#include <stdint.h>

struct pmx_map_slot {
	uint64_t a, b;
	void *value; /* NULL: empty */
};

struct pmx_map {
	struct pmx_map_slot *slots; /* NULL at first */
	size_t count, room; /* room is a power of two, and a quarter of it at least is empty */
};

void *pmx_map_get(const struct pmx_map *map, uint64_t a, uint64_t b); /* or NULL */
/* Adds or replaces; @value is not NULL. 0 or -ENOMEM. */
int pmx_map_put(struct pmx_map *map, uint64_t a, uint64_t b, void *value);
/* What was there is the caller's, or NULL. */
void *pmx_map_remove(struct pmx_map *map, uint64_t a, uint64_t b);
void pmx_map_free(struct pmx_map *map); /* the table, not the values */

#endif
