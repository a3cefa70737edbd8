/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux.h - scenarios about events that share the counters of a PMU
 */
#ifndef PERFMUX_SCENARIO_MUX_H
#define PERFMUX_SCENARIO_MUX_H

#include "kit/kit.h"

#define MUX_SCENARIOS(X)   \
	X(mux_equal)       \
	X(mux_sizes)       \
	X(mux_pinned)      \
	X(mux_pinned_rest) \
	X(mux_exclusive)   \
	X(mux_bursty)      \
	X(mux_changes)     \
	X(mux_inherited)   \
	X(mux_interval)    \
	X(mux_software)    \
	X(mux_two_pmus)

#define MUX_MAX 64 /* events */

/* --- events that fit on any counter ---------------------------------------------------------- */

/* The @index-th of many events on this PMU: its neighbours count other things where they can. */
struct perf_event_attr mux_attr(const struct kit_pmu *pmu, size_t index);

/*
 * That the @index-th event counted what it ran, give or take what going on and off takes, which it
 * did at most @slices times. Asks nothing where it counts no time.
 */
void mux_check_rate(struct kit *kit, const struct kit_pmu *pmu, size_t index, const char *how,
		    const struct pmx_reading *it, uint64_t slices);
/* The same for an event that counts @rate a nanosecond. */
void mux_check_timed(struct kit *kit, const char *what, double rate, const struct pmx_reading *it,
		     uint64_t slices);

/*
 * From here on the calling thread runs on one CPU of this PMU, undisturbed if it may. Skips when
 * none.
 */
void mux_place(struct kit *kit, const struct kit_pmu *pmu);
/* The time of a turn on it, ns; and the file that has it in ms, into @path of MUX_PATH bytes. */
uint64_t mux_interval(struct kit *kit, const struct kit_pmu *pmu);
const char *mux_interval_path(const struct kit_pmu *pmu, char *path);
#define MUX_PATH 160

/* --- many of them ---------------------------------------------------------------------------- */

struct mux_set {
	const struct kit_pmu *pmu;
	int fd[MUX_MAX];
	size_t count; /* of events that are read: each leads a group, or is alone */
};

/* Opens @count (at most MUX_MAX) of them for the calling task, and enables them. */
void mux_open(struct kit *kit, struct mux_set *set, const struct kit_pmu *pmu, size_t count);
void mux_close(struct mux_set *set);

/*
 * What happened to each while the calling task spun for @time, and how steadily: kit_spin_share().
 */
double mux_spin(struct kit *kit, const struct mux_set *set, uint64_t time, struct pmx_reading *out);
/*
 * kit_read() of an event that may go on or off at this moment: the kernel reads the two times one
 * after the other, and what happens between them makes one longer that should not be.
 */
struct pmx_reading mux_read(struct kit *kit, int fd);

/* kit_share() of each. */
void mux_shares(const struct pmx_reading *readings, size_t count, double *shares);

/*
 * That an event, or a group, was on for @due of the time that it was enabled, which are @turns of
 * all events: at each end a part of a turn may be missing or too much. @due is the least where
 * @more may be.
 */
void mux_check_share(struct kit *kit, const char *what, const struct pmx_reading *it, double due,
		     unsigned turns, bool more);

/* Below this a task was disturbed too often for its events to have had equal turns. */
#define MUX_STEADY 0.97

#endif
