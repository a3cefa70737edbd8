/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of the session share: one record a counter, one a unit, one an event
 */
#ifndef PMX_SESSION_INTERNAL_H
#define PMX_SESSION_INTERNAL_H

#include <sys/resource.h>

#include <perfmux/session.h>

#include "session/libperf.h"
#include "session/sys.h"

/* What went wrong with a counter, if anything. */
enum fault {
	FAULT_NONE,
	FAULT_OPEN,	/* err: the errno of perf_event_open */
	FAULT_GROUP,	/* the group it stands in does not fit its PMU */
	FAULT_LEADER,	/* the leader of its group could not be opened */
	FAULT_PINNED,	/* end of file: a pinned event in error */
	FAULT_READ,	/* err: the errno of read */
	FAULT_SHORT,	/* fewer bytes, or fewer values, than the format says */
	FAULT_BACKWARD, /* a count or a time fell */
	FAULT_WAITING,	/* not opened yet: the address of a symbol in its unit is not known */
	FAULT_CPU_GONE, /* its CPU went offline, and the kernel took the event off it for good */
};

struct counter_state {
	int16_t err;
	uint8_t fault;
};

struct event_state {
	struct pmx_fds *fds;
	bool user_only; /* opened without the kernel's part */
	bool own_code;	/* opened by the PMU's own code, since the kernel knows no extended type */
	int sampling;	/* how a PMU that counts only while it samples was opened: see open.c */
	bool opened;	/* at least once */
	int refused;	/* -errno that this event gets everywhere: not tried again */
	char *name;	/* with ":u", when user_only */
};

/* A sentence that was composed for one event and one fault; kept until the session ends. */
struct reason {
	struct reason *next;
	uint32_t event;
	struct counter_state state;
	int cpu;
	char text[];
};

struct pmx_session {
	const struct pmx_plan *plan;
	const struct pmx_sys *sys;
	struct pmx_machine *machine;
	const int *cgroup_fds;
	const struct pmx_symbols *symbols;
	bool is_located; /* pmx_session_open_located() was called */
	enum pmx_start start;
	struct event_state *events;
	struct counter_state *counters;
	int *fds;		/* by counter */
	struct pmx_value *last; /* by counter: what was read last */
	bool *split;		/* by unit: its members are opened and read one by one */
	uint64_t last_ns;	/* when last was read; 0: never */
	uint64_t rights; /* capabilities at the start; they may be dropped before we are asked */
	size_t open_count;
	size_t places;	   /* rows of the descriptor tables */
	int16_t *place_of; /* by CPU: its row; NULL when no counter names a CPU */
	size_t fds_beside; /* the caller's */
	struct rlimit nofile;
	bool nofile_raised, enabled, has_pinned;
	struct reason *reasons;
	uint64_t buffer[3 + PMX_MAX_UNIT]; /* nr, enabled, running, values */
};

static inline const struct pmx_event *counter_event(const struct pmx_session *s, size_t i)
{
	return &s->plan->events->list[s->plan->counters[i].event];
}

static inline size_t counter_place(const struct pmx_session *s, size_t i)
{
	int cpu = s->plan->counters[i].cpu;

	return cpu < 0 ? 0 : (size_t)s->place_of[cpu];
}

/* -1: not open. What libperf's tables say, in one row: a read must not go through all of them. */
static inline int counter_fd(const struct pmx_session *s, size_t i)
{
	return s->fds[i];
}

/* attempt.c: opens one counter; its descriptor or -errno, which is kept with the counter. */
int pmx_session_open_counter(struct pmx_session *s, size_t i, int leader, bool group_format);
/* Where the kernel's part is forbidden, the user's is asked for. */
bool pmx_counts_in_user_mode(const struct pmx_event *event);

/* open.c: opens all counters of one unit. */
void pmx_session_open_unit(struct pmx_session *s, size_t unit);
/* Closes a unit's counters and opens them again one by one. */
void pmx_session_split_unit(struct pmx_session *s, size_t unit);

/*
 * slots.c: the breakpoints that are open where counter @i is to be opened. Their number; their
 * names in @names, unless that is NULL.
 */
unsigned pmx_slots_used(const struct pmx_session *s, size_t i, char *names, size_t size);
/* The sentence for a breakpoint that found no slot. */
void pmx_slots_why(const struct pmx_session *s, size_t i, char *buf, size_t size);

/* read.c: reads one unit into s->last. */
int pmx_session_read_unit(struct pmx_session *s, size_t unit);

/* limits.c */
int pmx_session_raise_limit(struct pmx_session *s, struct pmx_error *err);

/* why.c: composes the sentence. */
const char *pmx_why_compose(const struct pmx_session *s, size_t counter, char *buf, size_t size);

#endif
