/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * session.h - a plan, opened: enable, read, disable, close
 *
 * One counter's failure never ends a session: it is kept with that counter. The kernel is not
 * trusted: short reads, the end of file of a pinned event in error, values that go backwards, and
 * times that contradict each other are found here, and are said with the counter.
 */
#ifndef PERFMUX_SESSION_H
#define PERFMUX_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/machine.h>
#include <perfmux/plan.h>
#include <perfmux/symbol.h>

#ifdef __cplusplus
extern "C" {
#endif

enum pmx_status {
	PMX_COUNTED,
	PMX_NOT_COUNTED,   /* open, but never on the PMU while the target ran */
	PMX_NOT_SUPPORTED, /* could not be opened */
	PMX_FAILED,	   /* opened, but lost: pinned and in error, read short, its CPU gone */
};

/* What one counter holds. Times in nanoseconds as the kernel gives them. */
struct pmx_value {
	uint64_t raw;
	uint64_t enabled;
	uint64_t running;
	enum pmx_status status;
	bool gauge; /* raw is a value that is, and may fall */
};

/* All counters of a session at one time, in the plan's order. */
struct pmx_snapshot {
	struct pmx_value *values;
	size_t count;
	uint64_t time_ns; /* CLOCK_MONOTONIC, before the first read */
};

/* 0 or -ENOMEM; free with pmx_snapshot_free(), which leaves it empty. */
int pmx_snapshot_init(struct pmx_snapshot *snap, size_t count);
void pmx_snapshot_free(struct pmx_snapshot *snap);

/*
 * @delta = @now - @before, counter by counter. A value that went backwards becomes PMX_FAILED; a
 * gauge keeps its value of @now, and has the times of the difference. @delta may be one of the two
 * others; all have the same count.
 */
void pmx_snapshot_delta(const struct pmx_snapshot *now, const struct pmx_snapshot *before,
			struct pmx_snapshot *delta);

enum pmx_start {
	PMX_START_ON_EXEC,  /* the kernel enables them when the command execs */
	PMX_START_DISABLED, /* until pmx_session_enable() */
	PMX_START_ENABLED,  /* from their opening on */
};

struct pmx_session_options {
	enum pmx_start start;
	/* The caller's, while the session lives: */
	const int *cgroup_fds; /* by event index: its cgroup's directory, or -1; NULL for none */
	const struct pmx_symbols *symbols; /* of the events; NULL when none has one */
	struct pmx_machine *machine;	   /* asked, after a failure, why it failed; or NULL */
	const struct pmx_sys *sys; /* the system-call gate (lib/session/sys.h); NULL: the kernel */
	size_t beside; /* descriptors that the caller will want while it is open, above some 16 */
};

struct pmx_session;

/*
 * Opens every counter of @plan, which must outlive the session. Raises RLIMIT_NOFILE when it
 * must; the limit is restored by pmx_session_free(). -EMFILE: not enough descriptors, said before
 * anything is opened; -ENOMEM. A counter that cannot be opened is no failure of the session: ask
 * pmx_session_why().
 */
int pmx_session_new(struct pmx_session **out, const struct pmx_plan *plan,
		    const struct pmx_session_options *opts, struct pmx_error *err);

/*
 * Opens the counters that waited, once pmx_symbols_locate() has found the addresses in the stopped
 * command: of events with symbols, and of what is in a group with them. They count from then on,
 * unless the session started disabled. With every exec they end, as the address then means
 * something else (not in a group, and not before Linux 5.13). -EMFILE cannot happen: they were
 * reckoned with.
 */
void pmx_session_open_located(struct pmx_session *session);

/* Enable or disable all. 0, or the first -errno after all were tried. */
int pmx_session_enable(struct pmx_session *session, struct pmx_error *err);
int pmx_session_disable(struct pmx_session *session, struct pmx_error *err);

/*
 * Sets the tracepoint filters of the plan's events, before anything is enabled. 0, or -errno of
 * the first that the kernel refuses, -EINVAL for one that it does not understand.
 */
int pmx_session_filter(struct pmx_session *session, struct pmx_error *err);

/*
 * Reads all counters, one system call a unit. A counter that fails is marked in the snapshot and
 * does not end the reading; once lost it keeps the last value that was read.
 */
void pmx_session_read(struct pmx_session *session, struct pmx_snapshot *snap);

/* How many counters are open. */
size_t pmx_session_open_count(const struct pmx_session *session);

/*
 * Why counter @index is not supported or failed: a sentence for people, and the errno behind it
 * in *code (0 if none). NULL when nothing is wrong. Owned by the session.
 */
const char *pmx_session_why(const struct pmx_session *session, size_t index, int *code);

/*
 * True when event @event of the plan could be opened only without the kernel's part, for want of
 * rights. It counts user mode then, and pmx_session_event_name() says so by ":u".
 */
bool pmx_session_is_user_only(const struct pmx_session *session, size_t event);

/*
 * The event's name as reports show it. Owned by the session; with a NULL @session the event's own.
 */
const char *pmx_session_event_name(const struct pmx_session *session,
				   const struct pmx_events *events, size_t event);

/*
 * Closes everything. Closing the last user of a tracepoint takes the kernel 5 to 60 ms: print
 * first.
 */
void pmx_session_free(struct pmx_session *session);

/*
 * Descriptors that a session has room made for besides its counters': standard streams, those of
 * signals and control, and some for what it does not know of.
 */
#define PMX_SESSION_FDS_BESIDE 16

/* Descriptors that the counters of a plan need at once. */
size_t pmx_session_fds_needed(const struct pmx_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
