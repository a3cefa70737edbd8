// SPDX-License-Identifier: GPL-2.0-only
/*
 * catalogue.c - all scenarios, family by family
 */
#include <string.h>

#include <perfmux/stress.h>

#include "scenario/families.h"

#define DECLARE(name) extern const struct pmx_scenario scenario_##name;
SCENARIOS(DECLARE)

#define LIST(name) &scenario_##name,
static const struct pmx_scenario *const scenarios[] = { SCENARIOS(LIST) NULL };

const struct pmx_scenario *const *pmx_scenarios(void)
{
	return scenarios;
}

const struct pmx_scenario *pmx_scenario_find(const char *name)
{
	for (const struct pmx_scenario *const *it = scenarios; *it; it++)
		if (!strcmp((*it)->name, name))
			return *it;
	return NULL;
}
