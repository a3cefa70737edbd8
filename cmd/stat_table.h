/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_table.h - the option table of `perfmux stat`, and the handlers it names
 */
#ifndef PMX_CMD_STAT_TABLE_H
#define PMX_CMD_STAT_TABLE_H

#include "options.h"

extern const struct opt_table stat_table;

/* -e, -G, --pfm-events, --filter: opt->min says which step it is. */
opt_call_fn stat_call_step;
/* -A and --per-...: opt->min is the enum pmx_aggr. */
opt_call_fn stat_call_aggr;
/* --per-cache[=L2] */
opt_call_fn stat_call_cache;
/* --passes auto|N */
opt_call_fn stat_call_passes;
opt_call_fn stat_call_separator;
opt_call_fn stat_call_control;
opt_call_fn stat_call_columns;

#endif
