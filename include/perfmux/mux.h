/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux.h - multiplexing: when each event was on its PMU, what that did to its count, what to do
 *
 * pmx_observer watches the counters of a session from a thread of its own. What it sees of one
 * counter becomes a track: slices, gaps and an error bound, added up as they come, so that memory
 * does not grow with the run. pmx_mux_analyse() puts the tracks together into a report, the
 * only thing that writers see.
 *
 * Two clocks: times of slices and gaps are enabled time, which stands still while a task does not
 * run; places on the timeline are CLOCK_MONOTONIC.
 */
#ifndef PERFMUX_MUX_H
#define PERFMUX_MUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/bound.h>
#include <perfmux/result.h>
#include <perfmux/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- what was seen of one counter --------------------------------------------------------- */

/* A stay on the PMU, or what is known of it. CLOCK_MONOTONIC, ns. */
struct pmx_slice {
	uint64_t start, end;
};

/*
 * How much of each part of the run a counter was on its PMU. A run that outgrows the bins makes
 * each of them cover twice the time, so that there are always PMX_BINS / 2 to PMX_BINS.
 */
#define PMX_BINS 4096

struct pmx_bins {
	uint64_t start;	     /* of the first bin, CLOCK_MONOTONIC ns */
	uint64_t width;	     /* ns */
	size_t count;	     /* in use */
	float on[PMX_BINS];  /* ns on the PMU */
	float due[PMX_BINS]; /* ns in which it was enabled and its target ran */
};

/* One reading of a counter, from its page or by a system call. */
struct pmx_point {
	uint64_t time;	  /* CLOCK_MONOTONIC ns */
	uint64_t enabled; /* ns, as the kernel gives them */
	uint64_t running;
	uint64_t raw;
	bool is_edge;	 /* a page was written: the event was put on its PMU or taken off then */
	uint32_t missed; /* updates of the page since the last point that were not seen */
};

/* Slices that a track keeps for a trace at most; older ones are dropped, and counted. */
#define PMX_TRACK_SLICES 16384

struct pmx_track {
	struct pmx_point first, last; /* last.time 0: no point yet */
	bool on;		      /* since the edge that came last */
	bool was_mixed;		      /* the last piece had an edge inside */
	struct pmx_point slice;	      /* where the slice began that goes on, or went last */
	struct pmx_point edge;	      /* where that slice ended, unless it goes on */
	struct pmx_point cycle;	      /* where the item of the bound began */
	uint64_t gap_before;	      /* ns between that slice and the one before it */
	double rate;		      /* of the last slice that was added up; counts per ns */
	double between;		      /* counts in gaps if rates change evenly across them */
	uint64_t slices, slice_sum, slice_longest; /* ns enabled time */
	uint64_t gaps, gap_sum, gap_longest;	   /* the same */
	uint64_t gap_longest_at;		   /* when it began, CLOCK_MONOTONIC */
	uint64_t folded; /* pieces with several edges inside: only their sum is known */
	uint64_t missed; /* page updates that were not seen; at most two an edge */
	uint64_t points;
	struct pmx_bound bound;	 /* an item for each cycle of slice and gap */
	struct pmx_bound coarse; /* an item for each reading, with the time when it was due */
	struct pmx_bins *bins;
	struct pmx_slice *ring; /* NULL until the first slice */
	size_t ring_room;	/* slices in it; 0 stands for PMX_TRACK_SLICES */
	uint64_t ring_pushed;	/* slices put into it so far */
};

/* -ENOMEM. @start: CLOCK_MONOTONIC; @bin_ns: width of a bin at first. */
int pmx_track_init(struct pmx_track *track, uint64_t start, uint64_t bin_ns);
void pmx_track_free(struct pmx_track *track);

/* A point, later than those before it; one whose times fall is taken for as late as the last. */
void pmx_track_add(struct pmx_track *track, const struct pmx_point *point);

/* After the last point: the slice or gap that goes on ends there. */
void pmx_track_end(struct pmx_track *track);

/* Slices that are still in the ring; slice @i of them, 0 for the oldest. */
size_t pmx_track_kept(const struct pmx_track *track);
struct pmx_slice pmx_track_slice(const struct pmx_track *track, size_t i);

/* Were slices told apart, or did several edges lie between most points? */
bool pmx_track_is_resolved(const struct pmx_track *track);

/* The raw count with what the gaps held if rates change evenly across them; after the end. */
double pmx_track_interpolated(const struct pmx_track *track);

/* --- observing ---------------------------------------------------------------------------- */

enum pmx_method {
	PMX_METHOD_NONE,  /* nothing to observe: all events are software-class */
	PMX_METHOD_PAGES, /* pages of the events, polled without system calls */
	PMX_METHOD_READS, /* reads at a fixed rate: inherited events of a task have no page */
};

struct pmx_observer_options {
	uint64_t period_ns; /* between two polls; 0: without pause */
	uint64_t read_ns;   /* between two readings of all counters; 0: chosen from their cost */
	const struct pmx_sys *sys; /* the system-call gate (lib/session/sys.h); NULL: the kernel */
};

/* What observing was like. */
struct pmx_observed {
	enum pmx_method method;
	const char *why_reads; /* why not pages, or NULL */
	uint64_t period_ns;    /* between two sweeps over all counters: the mean that was reached */
	uint64_t period_longest; /* the longest time that nobody looked */
	uint64_t sweeps, polls, reads, missed, folded;
	uint64_t cpu_ns;   /* CPU time of the observer */
	double read_share; /* of the time, spent in reading: what it may cost the target */
	bool alone;	   /* no other CPU was left to observe from */
};

struct pmx_observer;

/*
 * Maps the pages of the session's hardware events. The session must outlive the observer and be
 * used by nobody else between start and stop. 0 or -ENOMEM: where pages cannot be mapped it reads.
 */
int pmx_observer_new(struct pmx_observer **out, struct pmx_session *session,
		     const struct pmx_plan *plan, const struct pmx_observer_options *opts,
		     struct pmx_error *err);
/* Starts its thread. 0 or -errno. */
int pmx_observer_start(struct pmx_observer *observer, struct pmx_error *err);
/* After a last reading; more than once is no error. */
void pmx_observer_stop(struct pmx_observer *observer);
const struct pmx_observed *pmx_observer_observed(const struct pmx_observer *observer);
/*
 * The most counters of @pmu that were on at once in one place, for more than moments; 0: not known.
 */
unsigned pmx_observer_peak(const struct pmx_observer *observer, const struct pmx_pmu *pmu);
/* By counter of the plan; NULL where there is nothing to observe. Owned by the observer. */
const struct pmx_track *pmx_observer_track(const struct pmx_observer *observer, size_t counter);
/* All counters at the end. Owned by the observer. */
const struct pmx_snapshot *pmx_observer_last(const struct pmx_observer *observer);
void pmx_observer_free(struct pmx_observer *observer);

/* --- the report --------------------------------------------------------------------------- */

/* What became of an event. */
enum pmx_mux_verdict {
	PMX_MUX_ALWAYS,	     /* on its PMU whenever it was due */
	PMX_MUX_SHARED,	     /* multiplexed */
	PMX_MUX_STARVED,     /* due, and on its PMU never or nearly never */
	PMX_MUX_ELSEWHERE,   /* its target never ran on this PMU's CPUs */
	PMX_MUX_SOFTWARE,    /* software-class: never multiplexed */
	PMX_MUX_ERROR,	     /* pinned, found no counter, and is out for good */
	PMX_MUX_UNSUPPORTED, /* could not be opened: count.reason says why */
};

/* "always", "shared", ...: for JSON. */
const char *pmx_mux_verdict_name(enum pmx_mux_verdict verdict);

/* One event in one place, or in all places together. */
struct pmx_mux_row {
	const struct pmx_event *event;
	const char *name; /* lives as long as the session */
	int cpu;	  /* or -1 */
	pid_t tid;	  /* or 0 */
	unsigned places;  /* counters behind the row */
	struct pmx_count count;
	enum pmx_mux_verdict verdict;
	int group; /* number of the {} group that it stands in, or -1 */
	bool pinned;
	double share;	     /* running / due; 0 where it was never due */
	double factor;	     /* due / running; 0 when it never ran */
	double half;	     /* of the 95 % interval, in counts; 0: exact; NAN: too few slices */
	double interpolated; /* count.value if rates change evenly across gaps; NAN: not known */
	uint64_t slices, slice_mean,
		slice_longest; /* ns, enabled time; 0 slices when none was told apart */
	uint64_t blind;	       /* longest gap, ns enabled time */
	uint64_t blind_at;     /* when it began, ns since the start */
	uint64_t burst_mean;   /* ns that the target ran before it left the CPU; 0: it never did */
	uint64_t demand_ahead; /* counters that the other events of its PMU want */
	const struct pmx_track *track; /* NULL for several places, or where nothing was observed */
	const struct pmx_bins *bins;   /* NULL: nothing was observed; of several places their sum */
};

/* One PMU, as far as events of the session are on it. */
struct pmx_mux_pmu {
	const struct pmx_pmu *pmu;
	unsigned demand; /* counters that all events together want, in one place */
	double capacity; /* counters in use on average while events waited; 0: none did, unknown */
	unsigned counters;   /* that the PMU has, from the kernel's log; 0: not known */
	bool waits;	     /* an event was not on it all the time that it was due */
	double used;	     /* counters in use on average */
	double head_of_line; /* counters of capacity, idle while groups that do not fit were next */
	double jain;	     /* Jain's fairness index over equal events; NAN with fewer than two */
	uint64_t interval_set;	   /* perf_event_mux_interval_ms, ns; 0: not known */
	uint64_t interval_seen;	   /* between rotations, ns: median; 0: not seen */
	const char *interval_from; /* "rotations" (tracepoint), "slices", or NULL */
	uint64_t rotations;	   /* seen */
	bool watchdog;		   /* the NMI watchdog holds a counter */
	bool shared_context; /* before Linux 6.2, with events of another PMU in the same tasks */
};

/* A sentence of advice, with the command or the option that follows from it. */
struct pmx_mux_advice {
	char text[320];
	char command[320]; /* "" for none */
};
#define PMX_MUX_ADVICE 8

struct pmx_mux_report {
	struct pmx_mux_row *rows; /* by place, then in the order of the specs */
	size_t row_count;
	struct pmx_mux_pmu *pmus;
	size_t pmu_count;
	struct pmx_mux_advice advice[PMX_MUX_ADVICE];
	size_t advice_count;
	struct pmx_observed observed;
	uint64_t start, end; /* CLOCK_MONOTONIC, ns */
	uint64_t target_ns;  /* CPU time of the target as far as known, else 0 */
	unsigned passes;     /* runs for every event to be always on; 1: this one; 0: not known */
	const struct pmx_plan *plan;
	const char *no_rotations;  /* why they were not recorded, or NULL; the caller's */
	struct pmx_result *result; /* names and reasons that rows point to; the report's own */
};

/* Rotation instants of the CPUs, when somebody recorded them (mux/rotation.h); or NULL. */
struct pmx_rotations;

struct pmx_mux_options {
	bool by_place;	     /* a row for each place, not one for all together */
	uint64_t start, end; /* CLOCK_MONOTONIC, ns: the measurement */
	uint64_t target_ns;  /* CPU time of the command, or 0 */
	uint64_t switches;   /* how often it left its CPU */
	const struct pmx_rotations *rotations;
	const char *no_rotations; /* why there are none, or NULL */
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
};

/* -ENOMEM. The observer must be stopped, and outlive @out. */
int pmx_mux_analyse(const struct pmx_observer *observer, const struct pmx_session *session,
		    const struct pmx_plan *plan, const struct pmx_mux_options *opts,
		    struct pmx_mux_report *out, struct pmx_error *err);
void pmx_mux_report_free(struct pmx_mux_report *report);

#ifdef __cplusplus
}
#endif
#endif
