// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene.c - what a machine has for a storm
 */
#include <unistd.h>

#include "kit/found.h"
#include "storm/world.h"

/* By trying. */
static uint8_t breakpoint_slots(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	int fd[16];
	uint8_t count = 0;

	while (meter && count < 16) {
		fd[count] = kit_open(kit, &meter->attr, 0, -1, -1);
		if (fd[count] < 0)
			break;
		count++;
	}
	for (unsigned i = 0; i < count; i++)
		close(fd[i]);
	return count;
}

void storm_scene_find(struct kit *kit, unsigned home, struct storm_scene *out)
{
	const struct kit_pmu *pmu[STORM_HARDWARE_LAST - STORM_HARDWARE + 1];
	size_t pmus = kit_pmus(kit, pmu, sizeof(pmu) / sizeof(pmu[0]));
	int cpus = pmx_cpus_count(&kit->cpus);

	*out = (struct storm_scene){
		.cpus = (uint8_t)(cpus < STORM_NONE ? cpus : STORM_NONE - 1),
		.slots = breakpoint_slots(kit),
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
