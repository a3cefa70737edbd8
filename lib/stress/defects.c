// SPDX-License-Identifier: GPL-2.0-only
/*
 * defects.c - what kernels are known to get wrong
 *
 * An entry says which breach it explains; it never makes one. Each was seen on the kernels it names,
 * and does not show on the others.
 */
#include <perfmux/stress.h>

static const struct pmx_defect defects[] = {
	{ 0 },
};

const struct pmx_defect *pmx_defects(void)
{
	return defects;
}
