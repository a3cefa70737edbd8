// SPDX-License-Identifier: GPL-2.0-only
/*
 * snapshot.c - all counters at one time, and the difference of two times
 */
#include <errno.h>
#include <stdlib.h>

#include <perfmux/session.h>

int pmx_snapshot_init(struct pmx_snapshot *snap, size_t count)
{
	*snap = (struct pmx_snapshot){ .count = count };
	snap->values = calloc(count ? count : 1, sizeof(*snap->values));
	return snap->values ? 0 : -ENOMEM;
}

void pmx_snapshot_free(struct pmx_snapshot *snap)
{
	free(snap->values);
	*snap = (struct pmx_snapshot){ 0 };
}

/* What was lost during an interval still has what it counted until then. */
static struct pmx_value value_delta(const struct pmx_value *now, const struct pmx_value *before)
{
	struct pmx_value delta = { .status = now->status, .gauge = now->gauge };
	uint64_t base = now->gauge ? 0 : before->raw;

	if (now->raw < base || now->enabled < before->enabled || now->running < before->running) {
		delta.status = PMX_FAILED;
		return delta;
	}
	delta.raw = now->raw - base;
	delta.enabled = now->enabled - before->enabled;
	delta.running = now->running - before->running;
	if (delta.status == PMX_COUNTED && delta.running == 0)
		delta.status = PMX_NOT_COUNTED;
	return delta;
}

void pmx_snapshot_delta(const struct pmx_snapshot *now, const struct pmx_snapshot *before,
			struct pmx_snapshot *delta)
{
	for (size_t i = 0; i < now->count; i++)
		delta->values[i] = value_delta(&now->values[i], &before->values[i]);
	delta->time_ns = now->time_ns;
}
