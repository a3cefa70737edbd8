/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * groups.h - making groups of events that were resolved one by one
 */
#ifndef PERFMUX_EVENT_GROUPS_H
#define PERFMUX_EVENT_GROUPS_H

#include <perfmux/event.h>

/*
 * Makes the events from index @first on a group, or where a member stands for several PMUs, one
 * group for each PMU. 0 or -ENOMEM.
 */
int pmx_groups_close(struct pmx_events *events, size_t first, struct pmx_error *err);

#endif
