/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watchdog.h - the NMI watchdog, which may hold a counter of each CPU for as long as it is on
 *
 * Since Linux 6.5 there are two kinds: one counts cycles and is interrupted by the counter, in the
 * other each CPU looks after its neighbour and no counter is needed. A kernel has one of them.
 */
#ifndef PERFMUX_PMU_WATCHDOG_H
#define PERFMUX_PMU_WATCHDOG_H

#include <stdbool.h>

#include <perfmux/machine.h>
#include <perfmux/pmu.h>

#define PMX_WATCHDOG_FILE "/proc/sys/kernel/nmi_watchdog"

/* What turns it off. */
#define PMX_WATCHDOG_MEND "sysctl kernel.nmi_watchdog=0"

/*
 * 1: on, 0: off, -errno: the file does not tell; a live machine has none where the kernel lacks it.
 */
int pmx_watchdog_state(struct pmx_machine *machine);

/*
 * True for the kind that counts, on or off, and where it is not known which kind it is. May take
 * ten milliseconds: worth asking only of one that is on.
 */
bool pmx_watchdog_counts(struct pmx_machine *machine);

/* True when it holds a counter of this PMU: it counts cycles, so it is on core PMUs only. */
bool pmx_watchdog_holds(struct pmx_machine *machine, const struct pmx_pmu *pmu);

#endif
