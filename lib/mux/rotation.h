/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rotation.h - when the kernel rotates events, recorded as root
 *
 * A timer of each PMU and CPU runs while events wait for a counter there; each time it expires the
 * kernel moves the first group that is on the PMU to the end of the row. Expirations are seen in
 * the tracepoint timer:hrtimer_expire_entry, filtered in the kernel by the timer's function, so
 * that nothing else is recorded. The expiration after which nothing waits any more is one of them.
 */
#ifndef PMX_MUX_ROTATION_H
#define PMX_MUX_ROTATION_H

#include <perfmux/record.h>

struct pmx_rotations;

struct pmx_rotations_options {
	const struct pmx_cpus *cpus; /* that are online */
	const char *function;	     /* of another timer; NULL: perf_mux_hrtimer_handler */
	const struct pmx_sys *sys;   /* the system-call gate, or NULL for the kernel */
};

/*
 * Opens the tracepoint on all CPUs, disabled. -EACCES, -ENODEV, -ENOTSUP and others: rotations
 * cannot be recorded, and @err says why.
 */
int pmx_rotations_new(struct pmx_rotations **out, struct pmx_machine *machine,
		      const struct pmx_rotations_options *opts, struct pmx_error *err);
int pmx_rotations_start(struct pmx_rotations *rotations, struct pmx_error *err);
int pmx_rotations_fd(const struct pmx_rotations *rotations); /* readable when it is time to drain */
int pmx_rotations_drain(struct pmx_rotations *rotations);    /* 0 or -errno */
void pmx_rotations_stop(struct pmx_rotations *rotations);    /* and drains what is left */
/* Closing a tracepoint takes the kernel 5 to 60 ms: print first. */
void pmx_rotations_free(struct pmx_rotations *rotations);

/* What was seen on one CPU, or on all. */
struct pmx_rotation_summary {
	uint64_t count;			    /* expirations */
	uint64_t intervals;		    /* between two of the same timer */
	uint64_t median, shortest, longest; /* ns; 0 without intervals */
	uint64_t lost;			    /* records that did not fit into the buffer */
	unsigned timers; /* different ones: PMUs with events that wait, on each CPU */
};

/* @cpu: -1 for all together. */
void pmx_rotations_summary(const struct pmx_rotations *rotations, int cpu,
			   struct pmx_rotation_summary *out);

#endif
