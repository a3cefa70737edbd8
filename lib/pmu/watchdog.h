/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watchdog.h - the NMI watchdog, which holds a counter of each CPU for as long as it is on
 */
#ifndef PERFMUX_PMU_WATCHDOG_H
#define PERFMUX_PMU_WATCHDOG_H

#include <stdbool.h>

#include <perfmux/machine.h>
#include <perfmux/pmu.h>

#define PMX_WATCHDOG_FILE "/proc/sys/kernel/nmi_watchdog"

/* What turns it off. */
#define PMX_WATCHDOG_MEND "sysctl kernel.nmi_watchdog=0"

/* 1: on, 0: off, -errno: the file does not tell; a live machine has none where the kernel lacks it. */
int pmx_watchdog_state(struct pmx_machine *machine);

/* True when it holds a counter of this PMU: it counts cycles, so it is on core PMUs only. */
bool pmx_watchdog_holds(struct pmx_machine *machine, const struct pmx_pmu *pmu);

#endif
