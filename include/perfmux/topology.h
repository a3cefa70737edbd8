/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * topology.h - where a CPU sits: core, cluster, cache, die, socket, node
 */
#ifndef PERFMUX_TOPOLOGY_H
#define PERFMUX_TOPOLOGY_H

#include <perfmux/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How counts are put together. The levels from PMX_AGGR_CORE on need the topology. */
enum pmx_aggr {
	PMX_AGGR_GLOBAL,  /* one row an event */
	PMX_AGGR_CPU,	  /* -A: "CPU3" */
	PMX_AGGR_THREAD,  /* --per-thread: "comm-tid" */
	PMX_AGGR_CORE,	  /* "S0-D0-C3" */
	PMX_AGGR_CLUSTER, /* "S0-D0-CLS2" */
	PMX_AGGR_CACHE,	  /* "S0-D0-L3-ID0"; the last level, or pmx_place.cache_level */
	PMX_AGGR_DIE,	  /* "S0-D0" */
	PMX_AGGR_SOCKET,  /* "S0" */
	PMX_AGGR_NODE,	  /* "N0" */
};

/* Each is the kernel's own number, -1 where the machine does not say. */
struct pmx_place {
	int cpu, core, cluster, die, socket, node;
	int cache_level; /* of the cache that cache names: 1 to 4, or 0 */
	int cache;	 /* the cache's id; where sysfs has none, the first CPU that shares it */
};

/*
 * Finds the place of @cpu. @cache_level: which cache to name, 0 for the last level.
 * Only the files that @aggr needs are read. Always fills @out; files that are missing give -1.
 */
void pmx_topology_place(struct pmx_machine *machine, int cpu, enum pmx_aggr aggr, int cache_level,
			struct pmx_place *out);

/*
 * True when both CPUs belong into the same row. The numbers of cores start again in every cluster
 * on some machines (arm64 with a device tree), so PMX_AGGR_CORE tells clusters apart too.
 */
bool pmx_place_is_same(const struct pmx_place *a, const struct pmx_place *b, enum pmx_aggr aggr);

/* Orders places for reports: by socket, die, then the smaller parts; <0, 0, >0. */
int pmx_place_compare(const struct pmx_place *a, const struct pmx_place *b, enum pmx_aggr aggr);

/* Writes the label shown in the comments of enum pmx_aggr; returns its full length. */
size_t pmx_place_label(const struct pmx_place *place, enum pmx_aggr aggr, char *buf, size_t size);

#ifdef __cplusplus
}
#endif
#endif
