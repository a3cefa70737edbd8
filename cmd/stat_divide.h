/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_divide.h - which events are counted in which run
 */
#ifndef PMX_CMD_STAT_DIVIDE_H
#define PMX_CMD_STAT_DIVIDE_H

#include <perfmux/plan.h>

/*
 * Divides the events of @plan over as many passes as it takes for each to be always on its PMU, at
 * most @limit of them (0: any number). *pass, which the caller frees, has the pass of each event,
 * from 1, or 0 where every pass is to count it: what needs no counter. What one spec names is
 * never torn apart, nor is a group. Returns the number of passes.
 *
 * -errno, and @err says why, when it cannot be found out what fits: nothing can be tried here, or
 * nothing of it can be opened.
 */
int stat_divide(unsigned **pass, const struct pmx_plan *plan, struct pmx_machine *machine,
		unsigned limit, struct pmx_error *err);

#endif
