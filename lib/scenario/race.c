// SPDX-License-Identifier: GPL-2.0-only
/*
 * race.c - what scenarios of races have in common
 */
#include "scenario/race.h"

const struct kit_meter *race_meter(struct kit *kit)
{
	/*
	 * QEMU counts an access for one breakpoint only, and a uprobe's event may not survive its
	 * inheritance: they come last.
	 */
	static const enum kit_meter_kind kinds[] = { KIT_CALLS, KIT_WRITES, KIT_PROBE };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kit_meter(kit, kinds[i]))
			return kit_meter(kit, kinds[i]);
	kit_skip(kit, "no event that counts known work exactly");
}

struct noise {
	void (*body)(struct kit *kit, void *arg);
	void *arg;
	unsigned index;
};

static void make_noise(struct kit *kit, void *arg)
{
	const struct noise *noise = arg;

	kit_pin(kit_cpu(kit, noise->index));
	kit_unpin(kit);
	for (;;)
		noise->body(kit, noise->arg);
}

void race_noise(struct kit *kit, unsigned count, void (*body)(struct kit *kit, void *arg),
		void *arg)
{
	struct noise noise = { .body = body, .arg = arg };

	for (noise.index = 0; noise.index < count; noise.index++)
		kit_fork(kit, make_noise, &noise);
}
