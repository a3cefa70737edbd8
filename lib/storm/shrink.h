/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shrink.h - from a program that fails to a short one that fails in the same way
 *
 * By delta debugging (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, 2002):
 * first all that has nothing to do with the slots of the last operation is left out at once, then
 * ever smaller pieces, then single operations until none can be spared, then what remains is made
 * simpler: fewer flags, smaller numbers, no leader.
 */
#ifndef PERFMUX_STORM_SHRINK_H
#define PERFMUX_STORM_SHRINK_H

#include "storm/op.h"

/*
 * Runs @program: after how many of its operations it fails in the same way, or 0: it does not, or
 * there is no time left.
 */
typedef size_t storm_fails_fn(void *ctx, const struct storm_op *program, size_t count);

/*
 * Shortens @program of @count operations, of which the last one failed; returns how many are left.
 * @scratch has room for as many.
 */
size_t storm_shrink(struct storm_op *program, size_t count, struct storm_op *scratch,
		    storm_fails_fn *fails, void *ctx);

#endif
