/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * runs.h - the same row in two results
 */
#ifndef PERFMUX_STATS_RUNS_H
#define PERFMUX_STATS_RUNS_H

#include <perfmux/result.h>

/*
 * The row of @in that is for the same event and place as @row, or NULL. Rows keep their order from
 * run to run: it is looked for from *hint on, where the last one was; 0 at first.
 */
struct pmx_row *pmx_row_find(const struct pmx_result *in, const struct pmx_row *row, size_t *hint);

#endif
