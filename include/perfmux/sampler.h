/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sampler.h - error bounds at low cost: a few snapshots while a measurement runs
 *
 * What counters gained between snapshots are the items from which bound.h tells how far a scaled
 * count may be off. At most PMX_SAMPLER_ITEMS are kept: when they are used up, each takes in its
 * neighbour and snapshots come half as often, so that a long run costs little more than a short
 * one. Software-class events are never multiplexed, and cost nothing.
 */
#ifndef PERFMUX_SAMPLER_H
#define PERFMUX_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/machine.h>
#include <perfmux/session.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PMX_SAMPLER_ITEMS 16

struct pmx_sampler;

/* *out stays NULL when no event of @plan can be multiplexed. -ENOMEM. */
int pmx_sampler_new(struct pmx_sampler **out, const struct pmx_plan *plan, struct pmx_error *err);
void pmx_sampler_free(struct pmx_sampler *sampler);

/* A measurement begins at @now (CLOCK_MONOTONIC): what is known is forgotten. */
void pmx_sampler_begin(struct pmx_sampler *sampler, uint64_t now);

/* When the next snapshot is due; UINT64_MAX: never, since nothing is multiplexed. */
uint64_t pmx_sampler_next(const struct pmx_sampler *sampler);

/*
 * A snapshot, counted from the beginning. @cost_ns: CPU time that it took, and @spent_ns all CPU
 * time of the tool so far: when they take more than a tenth of it, only half as many are kept.
 */
void pmx_sampler_add(struct pmx_sampler *sampler, const struct pmx_snapshot *snap, uint64_t now,
		     uint64_t cost_ns, uint64_t spent_ns);

/*
 * What a snapshot at the end of an interval gained over the one before it: nothing more is asked
 * of the kernel. The last PMX_SAMPLER_ITEMS intervals are kept.
 */
void pmx_sampler_add_interval(struct pmx_sampler *sampler, const struct pmx_snapshot *delta);

/*
 * For each counter of the plan, half the 95 % interval around its scaled count in @snap, in counts:
 * 0 where it is exact, NAN where it is not known. Owned by the sampler, until it is asked again.
 * @machine is asked for the intervals of the PMUs' rotation.
 */
const double *pmx_sampler_halves(struct pmx_sampler *sampler, const struct pmx_snapshot *snap,
				 struct pmx_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
