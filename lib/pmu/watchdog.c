// SPDX-License-Identifier: GPL-2.0-only
/*
 * watchdog.c - the state of the NMI watchdog
 */
#include "pmu/watchdog.h"

int pmx_watchdog_state(struct pmx_machine *machine)
{
	long on;
	int ret = pmx_machine_read_long(machine, PMX_WATCHDOG_FILE, &on);

	return ret ? ret : on != 0;
}

bool pmx_watchdog_holds(struct pmx_machine *machine, const struct pmx_pmu *pmu)
{
	return pmu->kind == PMX_PMU_CORE && pmx_watchdog_state(machine) == 1;
}
