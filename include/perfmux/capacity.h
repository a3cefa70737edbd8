/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * capacity.h - how many counters of a PMU can be had now, and which events fit on it together
 *
 * It is measured, not looked up: events are opened pinned on a task that runs for a moment on a
 * CPU of the PMU. A pinned event is always on its PMU or in error, so that a millisecond tells. What
 * the NMI watchdog, other sessions or a hypervisor hold is missing from the result; what only some
 * counters can count is found out by opening the very events.
 */
#ifndef PERFMUX_CAPACITY_H
#define PERFMUX_CAPACITY_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/pmu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Equal events that are tried at most. */
#define PMX_CAPACITY_MAX 64

struct pmx_capacity {
	const struct pmx_pmu *pmu;
	const char *name;  /* of the event that was opened again and again */
	unsigned usable;   /* as many were on the PMU together */
	unsigned counters; /* that the PMU has, from the kernel's log; 0: not known */
	int cpu;	   /* where it was measured */
	int code;	   /* errno when the first could not be opened, else 0 */
};

struct pmx_sys;
struct pmx_meter; /* the task on which events are tried */

/* @sys: the system-call gate, or NULL for the kernel. Starts a task that sleeps until it is needed. */
int pmx_meter_new(struct pmx_meter **out, struct pmx_machine *machine, const struct pmx_sys *sys,
		  struct pmx_error *err);
void pmx_meter_free(struct pmx_meter *meter);

/* How often @event fits on its PMU at once. -errno when that could not be found out. */
int pmx_meter_capacity(struct pmx_meter *meter, const struct pmx_event *event,
		       struct pmx_capacity *out, struct pmx_error *err);

/*
 * True when these events of a list (indices) are all on their PMUs at once; groups whole. What is
 * software-class always is.
 */
int pmx_meter_fits(struct pmx_meter *meter, const struct pmx_events *events, const size_t *index,
		   size_t count, bool *fits, struct pmx_error *err);

/*
 * Divides @events into as few passes as first-fit decreasing finds, so that within a pass every
 * event is always on its PMU: pass[i] from 0 for each event. At most @limit passes (0: any number):
 * then what is left over shares the last one. An event that does not fit even alone is in pass 0.
 * Returns the number of passes or -errno.
 */
int pmx_meter_passes(struct pmx_meter *meter, const struct pmx_events *events, unsigned limit,
		     unsigned *pass, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
