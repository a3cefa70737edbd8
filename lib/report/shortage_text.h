/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shortage_text.h - that there were too few counters, and what would help, in one sentence
 */
#ifndef PERFMUX_REPORT_SHORTAGE_TEXT_H
#define PERFMUX_REPORT_SHORTAGE_TEXT_H

#include <stdbool.h>

#include <perfmux/machine.h>
#include <perfmux/result.h>

/*
 * "cpu had counters for 3 of 8 events at a time: --passes auto counts each of them whole; the NMI
 * watchdog holds a counter of cpu, which sysctl kernel.nmi_watchdog=0 frees". @way_out is what
 * stands behind the colon, or NULL where there is no such way. False when there is nothing to say.
 */
bool pmx_shortage_text(const struct pmx_result *result, struct pmx_machine *machine,
		       const char *way_out, char *buf, size_t size);

#endif
