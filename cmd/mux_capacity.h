/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_capacity.h - `perfmux mux --capacity`: how many counters each PMU has for us
 */
#ifndef PMX_CMD_MUX_CAPACITY_H
#define PMX_CMD_MUX_CAPACITY_H

#include <perfmux/event.h>
#include <perfmux/machine.h>

#include "mux.h"

/*
 * Measures the core PMUs, and those that @listed events are on, and divides these events into
 * passes. The report goes to standard output or where --output says, the document of --json to its
 * file. @listed is empty when the user named none. 0, or -errno when nothing could be measured or
 * written.
 */
int mux_capacity_print(const struct mux_options *options, struct pmx_machine *machine,
		       struct pmx_resolver *resolver, const struct pmx_events *listed,
		       struct pmx_error *err);

#endif
