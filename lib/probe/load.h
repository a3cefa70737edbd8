/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * load.h - workloads that cause a known number of events in the calling thread
 */
#ifndef PERFMUX_PROBE_LOAD_H
#define PERFMUX_PROBE_LOAD_H

#include <stdint.h>

#include <perfmux/session.h>

/*
 * One run of a workload. It prepares, calls load_begin(), does what is to be counted, calls
 * load_end(), and says between which numbers the count must be.
 */
struct load {
	struct pmx_session *session;
	long arg; /* from the calibration: a system call's number, instructions a turn, ... */
	uint64_t low, high;
	volatile long *word; /* what breakpoints watch */
};

/* 0, or -errno where it cannot be done here: the event is then not checked. */
typedef int load_fn(struct load *load);

load_fn load_spin;     /* nothing to check: about a millisecond on the CPU */
load_fn load_wait;     /* the same for events of a CPU: 20 ms, in which slow counters move */
load_fn load_clock;    /* nanoseconds on the CPU */
load_fn load_tsc;      /* turns of the time stamp counter (x86) */
load_fn load_faults;   /* page faults of new memory */
load_fn load_switches; /* switches to another task and back */
load_fn load_moves;    /* moves between two CPUs */
load_fn load_calls;    /* system calls; arg: the number, with LOAD_ANY_CALL if all are counted */
load_fn load_turns;    /* turns of a loop, arg times each; see load_cycles */
load_fn load_cycles;   /* cycles of that loop: what any processor may take for it */
load_fn load_writes;   /* writes to *word */
load_fn load_reads;    /* reads of it */
load_fn load_executes; /* calls of load_target() */

#define LOAD_ANY_CALL 0x10000

/* The function that load_executes() calls. */
void load_target(void);

#endif
