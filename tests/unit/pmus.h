/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmus.h - the PMUs of a fixture, or of a machine made up by the test
 */
#ifndef PERFMUX_TEST_PMUS_H
#define PERFMUX_TEST_PMUS_H

#include "rooted.h"

#include <perfmux/pmu.h>

/* Below, a PMU of the made-up machine. */
#define DEV "/sys/bus/event_source/devices"

static struct pmx_pmus *pmus;

static inline void open_pmus(struct pmx_machine *of)
{
	machine = of;
	assert_int_equal(pmx_pmus_new(&pmus, machine, NULL), 0);
}

static inline void close_pmus(void)
{
	pmx_pmus_free(pmus);
	pmx_machine_free(machine);
}

static inline int make_pmus(void **state)
{
	make_root(state);
	open_pmus(machine);
	return 0;
}

static inline int remove_pmus(void **state)
{
	pmx_pmus_free(pmus);
	return remove_root(state);
}

static inline const struct pmx_pmu *find(const char *name)
{
	struct pmx_error err;
	const struct pmx_pmu *pmu = pmx_pmus_find(pmus, name, &err);

	if (!pmu)
		fail_msg("%s", err.text);
	return pmu;
}

#define WITH_PMUS(test) cmocka_unit_test_setup_teardown(test, make_pmus, remove_pmus)

#endif
