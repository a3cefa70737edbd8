/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * together.h - were two counts on the PMU at the same time?
 *
 * Of two events that took turns each saw a part of the run, and not the same part. Scaling makes
 * each of them as large as the whole, but what happened in one's part need not be what happened in
 * the other's: their ratio can be of nothing that ever was.
 */
#ifndef PERFMUX_STATS_TOGETHER_H
#define PERFMUX_STATS_TOGETHER_H

#include <stdbool.h>

#include <perfmux/result.h>

/* Both counted, in the same place. */
bool pmx_rows_are_together(const struct pmx_row *a, const struct pmx_row *b);

#endif
