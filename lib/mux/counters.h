/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counters.h - how many counters the core PMUs have, by what the kernel logged when it found them
 *
 * No file says it. The log does, as long as those lines are still in its ring and we may read it:
 *
 *	hw perfevents: enabled with armv8_pmuv3_0 PMU driver, 7 (0,8000003f) counters available
 *	... generic registers:      4
 *	... fixed-purpose events:   3
 *
 * x86 prints its lines below "Performance Events: ...", or on a hybrid machine once for each PMU
 * below "core: cpu_core PMU driver:"; Linux 6.17 calls both kinds "counters".
 */
#ifndef PERFMUX_MUX_COUNTERS_H
#define PERFMUX_MUX_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/pmu.h>

struct pmx_counters {
	char pmu[64];
	unsigned general; /* take any event, or nearly */
	unsigned fixed;	  /* take one event each, among them */
	bool cycles, instructions;
};

#define PMX_COUNTERS_MAX 16

/* Zero before the first line. */
struct pmx_counters_log {
	struct pmx_counters list[PMX_COUNTERS_MAX];
	size_t count;
	char heading[64]; /* the PMU that x86's lines are about; "" for none */
};

/* Reads the live kernel's log; @log stays empty where it does not tell, and for a sysroot. */
void pmx_counters_read(struct pmx_machine *machine, struct pmx_counters_log *log);

/*
 * The next record as /dev/kmsg gives it, "6,12,3456,-;text", terminated. Not the kernel's: ignored.
 */
void pmx_counters_add(struct pmx_counters_log *log, const char *record);

/* NULL when the log does not say. */
const struct pmx_counters *pmx_counters_find(const struct pmx_counters_log *log,
					     const struct pmx_pmu *pmu);

/* How many of them could count @event: the general ones, and a fixed one that is for it. */
unsigned pmx_counters_for(const struct pmx_counters *counters, const struct pmx_event *event);

#endif
