// SPDX-License-Identifier: GPL-2.0-only
/*
 * keep.c - events that stay open
 */
#include "kit/keep.h"

#include <unistd.h>

static void sleep_on(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
	for (;;)
		pause();
}

void kit_keep(struct kit *kit, const struct kit_meter *const *meters, size_t count)
{
	pid_t keeper = kit_fork(kit, sleep_on, NULL);

	for (size_t i = 0; i < count; i++)
		if (meters[i]->kind == KIT_CALLS)
			kit_must_open(kit, &meters[i]->attr, keeper, -1, -1);
}
