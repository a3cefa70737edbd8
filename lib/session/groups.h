/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * groups.h - is every {} group one that some kernel could schedule?
 */
#ifndef PMX_SESSION_GROUPS_H
#define PMX_SESSION_GROUPS_H

#include <perfmux/event.h>

/*
 * 0, or -EINVAL with @err naming the group and the split that would work: a group's events are on
 * the PMU whole or not at all, so all of them but software-class events must be of one PMU.
 */
int pmx_groups_check(const struct pmx_events *events, struct pmx_error *err);

/*
 * The members' names of the group that @first belongs to, as "{a,b,c}"; cut with "..." when too
 * long.
 */
void pmx_groups_describe(const struct pmx_events *events, size_t first, char *buf, size_t size);

#endif
