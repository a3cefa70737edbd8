// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_command.c - the command that repeats a run of a scenario
 */
#include <inttypes.h>

#include <perfmux/report_stress.h>

const char *pmx_stress_command(const struct pmx_stress_result *result, char *buf, size_t size)
{
	snprintf(buf, size, "perfmux stress %s--seed 0x%" PRIx64 " %s",
		 result->scenario->dangerous ? "--dangerous " : "", result->seed,
		 result->scenario->name);
	return buf;
}
