// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene.c - what a machine has for a storm
 */
#include <unistd.h>

#include "kit/found.h"
#include "storm/world.h"

void storm_scene_find(const struct kit *kit, unsigned home, struct storm_scene *out)
{
	const struct kit_pmu *pmu[STORM_HARDWARE_LAST - STORM_HARDWARE + 1];
	size_t pmus = kit_pmus(kit, pmu, sizeof(pmu) / sizeof(pmu[0]));
	int cpus = pmx_cpus_count(&kit->cpus);

	*out = (struct storm_scene){
		.cpus = (uint8_t)(cpus < STORM_NONE ? cpus : STORM_NONE - 1),
		.home = (uint8_t)home,
		.cpu_events = kit->found->serves & PMX_NEED_CPU_EVENTS,
		.may_map = geteuid() == 0,
	};
	for (unsigned i = 0; i < KIT_METERS; i++) {
		const struct kit_meter *meter = kit_meter(kit, (enum kit_meter_kind)i);

		if (meter)
			out->usable |= (uint16_t)(1u << i);
		out->slack[i] = meter ? meter->slack : 0;
	}
	for (unsigned i = STORM_DUMMY; i < STORM_HARDWARE + pmus; i++)
		out->usable |= (uint16_t)(1u << i);
}
