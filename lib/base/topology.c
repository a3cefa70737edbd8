// SPDX-License-Identifier: GPL-2.0-only
/*
 * topology.c - where a CPU sits, read from sysfs once and kept
 *
 * Source: Documentation/ABI/stable/sysfs-devices-system-cpu and sysfs-devices-node of the kernel.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/topology.h>

#include "base/cleanup.h"
#include "base/machine_private.h"
#include "base/num.h"

#define CPU_DIR	 "/sys/devices/system/cpu"
#define NODE_DIR "/sys/devices/system/node"

enum field { CORE = 1, CLUSTER = 2, DIE = 4, SOCKET = 8, NODE = 16, CACHE = 32 };

enum {
	MAX_CACHES = 16, /* caches of one CPU: index0, index1, ...; real machines have 3 to 5 */
	MAX_LEVEL = 4,	 /* of a cache, as struct pmx_place promises */
	MAX_NODE_NAMES = 4096, /* names in the nodes' directory; Linux has at most 1024 nodes */
};

/* Fields that are one number in one file. */
static const struct {
	enum field field;
	size_t offset; /* in struct pmx_place */
	const char *file;
} numbers[] = {
	{ CORE, offsetof(struct pmx_place, core), "core_id" },
	{ CLUSTER, offsetof(struct pmx_place, cluster), "cluster_id" },
	{ DIE, offsetof(struct pmx_place, die), "die_id" },
	{ SOCKET, offsetof(struct pmx_place, socket), "physical_package_id" },
};

static const unsigned needs[] = {
	[PMX_AGGR_GLOBAL] = 0,
	[PMX_AGGR_CPU] = 0,
	[PMX_AGGR_THREAD] = 0,
	[PMX_AGGR_CORE] = SOCKET | DIE | CLUSTER | CORE,
	[PMX_AGGR_CLUSTER] = SOCKET | DIE | CLUSTER,
	[PMX_AGGR_CACHE] = SOCKET | DIE | CACHE,
	[PMX_AGGR_DIE] = SOCKET | DIE,
	[PMX_AGGR_SOCKET] = SOCKET,
	[PMX_AGGR_NODE] = NODE,
};

struct record {
	struct pmx_place place;
	unsigned known;	 /* fields of place that were asked for */
	int cache_asked; /* the level that place.cache is the answer for */
};

struct pmx_topology {
	struct record cpus[PMX_MAX_CPUS]; /* from calloc(): pages nobody asks for cost nothing */
	bool knows_nodes;
};

static const struct pmx_place nowhere = { -1, -1, -1, -1, -1, -1, 0, -1 };

void pmx_topology_free(struct pmx_topology *topology)
{
	free(topology);
}

/* A number from a file of @cpu, -1 when there is none. */
static int read_number(struct pmx_machine *machine, int cpu, const char *dir, const char *file)
{
	char path[128];
	long value;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/%s/%s", cpu, dir, file);
	if (pmx_machine_read_long(machine, path, &value) || value < 0 || value > INT_MAX)
		return -1;
	return (int)value;
}

static void read_numbers(struct pmx_machine *machine, struct pmx_place *place, unsigned fields)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		int value;

		if (!(fields & numbers[i].field))
			continue;
		value = read_number(machine, place->cpu, "topology", numbers[i].file);
		if (value == UINT16_MAX) /* the kernel's -1, where it was stored in 16 bits */
			value = -1;
		memcpy((char *)place + numbers[i].offset, &value, sizeof(value));
	}
}

static bool is_instruction_cache(struct pmx_machine *machine, int cpu, int index)
{
	char path[128], type[32];

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/type", cpu, index);
	return pmx_machine_read(machine, path, type, sizeof(type)) > 0 &&
	       !strcmp(type, "Instruction");
}

static int cache_id(struct pmx_machine *machine, int cpu, int index)
{
	struct pmx_cpus shared;
	char dir[32], path[128];
	int id;

	snprintf(dir, sizeof(dir), "cache/index%d", index);
	id = read_number(machine, cpu, dir, "id");
	if (id >= 0)
		return id;
	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
	return pmx_machine_read_cpus(machine, path, &shared) ? -1 : pmx_cpus_next(&shared, -1);
}

/* The cache of level @wanted, or of the last level when that is 0. */
static void read_cache(struct pmx_machine *machine, struct pmx_place *place, int wanted)
{
	int best = -1, best_level = 0;

	for (int index = 0; index < MAX_CACHES; index++) {
		char dir[32];
		int level;

		snprintf(dir, sizeof(dir), "cache/index%d", index);
		level = read_number(machine, place->cpu, dir, "level");
		if (level < 0)
			break;
		if (level > MAX_LEVEL || (wanted ? level != wanted : level <= best_level))
			continue;
		if (is_instruction_cache(machine, place->cpu, index))
			continue;
		best = index;
		best_level = level;
	}
	place->cache_level = best_level;
	place->cache = best < 0 ? -1 : cache_id(machine, place->cpu, best);
}

/* A node's file names all its CPUs: cheaper than looking through a directory of every CPU. */
static void read_node(struct pmx_machine *machine, const char *name, struct pmx_topology *topology)
{
	struct pmx_cpus cpus;
	uint64_t node;
	char path[320];

	if (strncmp(name, "node", 4) || pmx_num_decimal(name + 4, INT_MAX, &node))
		return;
	snprintf(path, sizeof(path), NODE_DIR "/%s/cpulist", name);
	if (pmx_machine_read_cpus(machine, path, &cpus))
		return;
	pmx_cpus_for_each(cpu, &cpus)
		topology->cpus[cpu].place.node = (int)node;
}

static void read_nodes(struct pmx_machine *machine, struct pmx_topology *topology)
{
	char **names;

	for (int cpu = 0; cpu < PMX_MAX_CPUS; cpu++)
		topology->cpus[cpu].place.node = -1;
	topology->knows_nodes = true;
	if (pmx_machine_list(machine, NODE_DIR, MAX_NODE_NAMES, &names) < 0)
		return;
	for (char **name = names; *name; name++)
		read_node(machine, *name, topology);
	pmx_names_free(names);
}

static void learn(struct pmx_machine *machine, struct pmx_topology *topology, int cpu,
		  unsigned fields, int cache_level)
{
	struct record *record = &topology->cpus[cpu];

	if (record->cache_asked != cache_level)
		record->known &= ~(unsigned)CACHE;
	fields &= ~record->known;
	record->place.cpu = cpu;
	read_numbers(machine, &record->place, fields);
	if (fields & CACHE)
		read_cache(machine, &record->place, cache_level);
	if ((fields & NODE) && !topology->knows_nodes)
		read_nodes(machine, topology);
	if (fields & CACHE)
		record->cache_asked = cache_level;
	record->known |= fields;
}

void pmx_topology_place(struct pmx_machine *machine, int cpu, enum pmx_aggr aggr, int cache_level,
			struct pmx_place *out)
{
	const struct pmx_place *found;

	*out = nowhere;
	if (cpu < 0 || cpu >= PMX_MAX_CPUS)
		return;
	out->cpu = cpu;
	if (!needs[aggr])
		return;
	if (!machine->topology)
		machine->topology = calloc(1, sizeof(*machine->topology));
	if (!machine->topology)
		return;
	learn(machine, machine->topology, cpu, needs[aggr], cache_level);
	found = &machine->topology->cpus[cpu].place;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (needs[aggr] & numbers[i].field)
			memcpy((char *)out + numbers[i].offset,
			       (const char *)found + numbers[i].offset, sizeof(int));
	if (needs[aggr] & NODE)
		out->node = found->node;
	if (needs[aggr] & CACHE) {
		out->cache_level = found->cache_level;
		out->cache = found->cache;
	}
}
