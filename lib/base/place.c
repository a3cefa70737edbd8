// SPDX-License-Identifier: GPL-2.0-only
/*
 * place.c - comparing and naming the places of CPUs
 */
#include <stdio.h>
#include <string.h>

#include <perfmux/topology.h>

/* What tells places apart, most significant first; cpu only where it is all there is. */
#define FIELD(name) (1 + (int)offsetof(struct pmx_place, name))

static const int keys[][4] = {
	[PMX_AGGR_GLOBAL] = { 0 },
	[PMX_AGGR_CPU] = { FIELD(cpu) },
	[PMX_AGGR_THREAD] = { 0 },
	[PMX_AGGR_CORE] = { FIELD(socket), FIELD(die), FIELD(core), FIELD(cluster) },
	[PMX_AGGR_CLUSTER] = { FIELD(socket), FIELD(die), FIELD(cluster) },
	[PMX_AGGR_CACHE] = { FIELD(socket), FIELD(die), FIELD(cache_level), FIELD(cache) },
	[PMX_AGGR_DIE] = { FIELD(socket), FIELD(die) },
	[PMX_AGGR_SOCKET] = { FIELD(socket) },
	[PMX_AGGR_NODE] = { FIELD(node) },
};

static int field_of(const struct pmx_place *place, int key)
{
	int value;

	memcpy(&value, (const char *)place + key - 1, sizeof(value));
	return value;
}

int pmx_place_compare(const struct pmx_place *a, const struct pmx_place *b, enum pmx_aggr aggr)
{
	for (size_t i = 0; i < sizeof(keys[0]) / sizeof(keys[0][0]) && keys[aggr][i]; i++) {
		int of_a = field_of(a, keys[aggr][i]), of_b = field_of(b, keys[aggr][i]);

		if (of_a != of_b)
			return of_a < of_b ? -1 : 1;
	}
	return 0;
}

bool pmx_place_is_same(const struct pmx_place *a, const struct pmx_place *b, enum pmx_aggr aggr)
{
	return !pmx_place_compare(a, b, aggr);
}

/* Kernels before 5.2 and most architectures have no dies: a socket is then its only die. */
static int die_of(const struct pmx_place *place)
{
	return place->die < 0 ? 0 : place->die;
}

static int label_length(const struct pmx_place *p, enum pmx_aggr aggr, char *buf, size_t size)
{
	switch (aggr) {
	case PMX_AGGR_CPU:
		return snprintf(buf, size, "CPU%d", p->cpu);
	case PMX_AGGR_CORE:
		return snprintf(buf, size, "S%d-D%d-C%d", p->socket, die_of(p), p->core);
	case PMX_AGGR_CLUSTER:
		return snprintf(buf, size, "S%d-D%d-CLS%d", p->socket, die_of(p), p->cluster);
	case PMX_AGGR_CACHE:
		return snprintf(buf, size, "S%d-D%d-L%d-ID%d", p->socket, die_of(p), p->cache_level,
				p->cache);
	case PMX_AGGR_DIE:
		return snprintf(buf, size, "S%d-D%d", p->socket, die_of(p));
	case PMX_AGGR_SOCKET:
		return snprintf(buf, size, "S%d", p->socket);
	case PMX_AGGR_NODE:
		return snprintf(buf, size, "N%d", p->node);
	case PMX_AGGR_GLOBAL:
	case PMX_AGGR_THREAD: /* named by its thread, not by a place */
		break;
	}
	return snprintf(buf, size, "%s", "");
}

size_t pmx_place_label(const struct pmx_place *place, enum pmx_aggr aggr, char *buf, size_t size)
{
	int length = label_length(place, aggr, buf, size);

	return length < 0 ? 0 : (size_t)length;
}
