/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_events.h - the events of `perfmux stat`: what -e, -G, --filter and the default lists come to
 */
#ifndef PMX_CMD_STAT_EVENTS_H
#define PMX_CMD_STAT_EVENTS_H

#include <perfmux/event.h>

#include "stat.h"

/* Fills @events from the options; @cpus: whole CPUs are measured, which changes the defaults. */
int stat_events_make(struct pmx_events *events, struct pmx_resolver *resolver,
		     struct pmx_machine *machine, const struct stat_options *options, bool cpus,
		     struct pmx_error *err);

/* True when any event is measured for one cgroup. */
bool stat_events_have_cgroup(const struct pmx_events *events);

/*
 * Opens each cgroup once: *fds has a descriptor, or -1, for each event. Closed by
 * stat_cgroups_close(). Left NULL when no event has a cgroup.
 */
int stat_cgroups_open(int **fds, const struct pmx_events *events, struct pmx_machine *machine,
		      struct pmx_error *err);
void stat_cgroups_close(int *fds, const struct pmx_events *events);

#endif
