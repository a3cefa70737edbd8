// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene.c - what a machine has for a storm
 */
#include <unistd.h>

#include "kit/found.h"
#include "storm/world.h"

enum { TIMES = 10 };

/* Some emulated processors count a write for one breakpoint only, though several watch the word. */
static bool share_words(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	uint64_t counted = 0;
	int fd[2];

	for (int i = 0; i < 2; i++)
		fd[i] = meter ? kit_open(kit, &meter->attr, 0, -1, -1) : -1;
	if (fd[1] >= 0)
		kit_work(meter, TIMES);
	for (int i = 0; i < 2; i++)
		if (fd[i] >= 0) {
			counted += kit_read(kit, fd[i]).value;
			close(fd[i]);
		}
	return counted == 2 * TIMES;
}

void storm_scene_find(struct kit *kit, unsigned home, struct storm_scene *out)
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
	if (!share_words(kit))
		out->usable &= (uint16_t) ~(0xfu << KIT_WRITES);
	for (unsigned i = STORM_DUMMY; i < STORM_HARDWARE + pmus; i++)
		out->usable |= (uint16_t)(1u << i);
}
