// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_command.c - the command that repeats a run of a scenario
 */
#include <inttypes.h>

#include <perfmux/report_stress.h>

#define NS_A_MS 1000000u

const char *pmx_stress_command(const struct pmx_stress_result *result, char *buf, size_t size)
{
	char duration[40] = "";

	if (result->duration)
		snprintf(duration, sizeof(duration), "--duration %" PRIu64 "ms ",
			 result->duration / NS_A_MS);
	snprintf(buf, size, "perfmux stress %s%s--seed 0x%" PRIx64 " %s",
		 result->scenario->dangerous ? "--dangerous " : "", duration, result->seed,
		 result->scenario->name);
	return buf;
}
