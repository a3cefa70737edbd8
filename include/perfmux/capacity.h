/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * capacity.h - how many counters of a PMU can be had now, and which events fit on it together
 *
 * It is measured, not looked up: events are opened on a task that runs for a moment on a CPU of the
 * PMU (events that count CPUs only: on that CPU). With room for all of them each is on its PMU
 * whenever it is enabled; with one too many some are not, which is seen before the kernel's first
 * turn. What the NMI watchdog, those who measure CPUs, or a hypervisor hold is missing from the
 * result; what only some counters can count is found out by opening the very events. It holds for
 * the CPU and for the moment.
 */
#ifndef PERFMUX_CAPACITY_H
#define PERFMUX_CAPACITY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/plan.h>
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
	unsigned counters; /* that could count it, from the kernel's log; 0: not known */
	int cpu;	   /* where it was measured */
	int code;	   /* errno when it could not be opened, else 0 */
};

struct pmx_sys;
struct pmx_meter; /* the task on which events are tried */

/*
 * Starts a task that sleeps until it is needed. @machine must outlive the meter. @sys: the
 * system-call gate, or NULL for the kernel. 0 or -errno: -EINVAL for a sysroot, unless @sys stands
 * in for its kernel.
 */
int pmx_meter_new(struct pmx_meter **out, struct pmx_machine *machine, const struct pmx_sys *sys,
		  struct pmx_error *err);
void pmx_meter_free(struct pmx_meter *meter);

/*
 * How often @event fits on its PMU at once: so many do, and one more does not. -errno when that
 * could not be found out, as when the event cannot be opened; @out has pmu, name, cpu and code
 * then, too. A software-class event is -EINVAL.
 */
int pmx_meter_capacity(struct pmx_meter *meter, const struct pmx_event *event,
		       struct pmx_capacity *out, struct pmx_error *err);

/*
 * True when these events of a list (indices) are all on their PMUs at once; groups whole. What is
 * software-class or cannot be opened takes no counter, and is no hindrance. 0, with the answer in
 * *fits, or -errno.
 */
int pmx_meter_fits(struct pmx_meter *meter, const struct pmx_events *events, const size_t *index,
		   size_t count, bool *fits, struct pmx_error *err);

/*
 * Divides @events into few passes (first-fit decreasing), so that within a pass every event is
 * always on its PMU: pass[i] from 0 for each event. At most @limit passes (0: any number): then
 * what is left over shares the last one. What is software-class or cannot be opened takes no room,
 * and is in pass 0. What opens and does not fit even alone would keep others waiting: it is in the
 * last pass, which it has to itself below the limit. Returns the number of passes, at least 1, or
 * -errno.
 */
int pmx_meter_passes(struct pmx_meter *meter, const struct pmx_events *events, unsigned limit,
		     unsigned *pass, struct pmx_error *err);

/*
 * The same for a whole plan, whose events may be in cgroups, or have no counter where it measures:
 * pass[i] from 1 for each of its events, 0 for what every pass is to count, since it needs no
 * counter of a PMU. Those of two cgroups do not compete unless one is in the other. What one spec
 * names on several PMUs stays in one pass, and so does a group with all its members. Returns the
 * number of passes, or -errno: also when one would do because nothing can be opened (@err says why
 * the first cannot).
 */
int pmx_meter_divide(struct pmx_meter *meter, const struct pmx_plan *plan, unsigned limit,
		     unsigned *pass, struct pmx_error *err);

/* --- who else has events ------------------------------------------------------------------ */

/* A process that has perf events open. Which they are, and whether they count, nobody can see. */
struct pmx_holder {
	pid_t pid;
	char comm[16]; /* may hold any bytes; terminated */
	unsigned events;
};

struct pmx_holders {
	struct pmx_holder *list; /* the one with the most events first */
	size_t count, room;
	size_t hidden; /* processes that we may not look into */
};

/*
 * All but our own, as /proc has them; kernel threads and BPF programs have no file there. 0 or
 * -errno: /proc cannot be listed, or -ENOMEM; @out is empty then.
 */
int pmx_holders_find(struct pmx_machine *machine, struct pmx_holders *out, struct pmx_error *err);
void pmx_holders_free(struct pmx_holders *holders);

#ifdef __cplusplus
}
#endif
#endif
