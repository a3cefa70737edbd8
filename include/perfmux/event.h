/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event.h - event specs, the text that a user types, and the events they resolve to
 *
 * A spec such as "cycles:u", "{instructions,branches}:S", "cpu/event=0x3c,umask=1/",
 * "sched:sched_switch" or "mem:0x1000/8:w" resolves to one event, or to several where it names
 * several PMUs or a wildcard.
 */
#ifndef PERFMUX_EVENT_H
#define PERFMUX_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/error.h>
#include <perfmux/machine.h>
#include <perfmux/pmu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Events a list may hold; more is an error, so that no wildcard can exhaust memory. */
#define PMX_MAX_EVENTS 65536

/*
 * A place in memory by name, mem:[FILE:]SYMBOL[+OFFSET] or mem:FILE:ADDRESS: it has an address in
 * a process only, which symbol.h finds there.
 */
struct pmx_symbol {
	char *file;	 /* the ELF file, or the source file of a local symbol; or NULL */
	char *name;	 /* NULL: offset is an address as the file has it, and as nm shows it */
	uint64_t offset; /* behind the symbol */
	bool has_length, has_access; /* typed, and in attr; else what the symbol suggests */
};

struct pmx_event {
	/*
	 * Shown in reports: as typed, modifiers included; where a spec names several PMUs, with the
	 * PMU's own name: "cpu_core/cycles/", "uncore_imc_0/clockticks/".
	 */
	char *name;
	const struct pmx_pmu *pmu; /* owned by the resolver that made the event; never NULL */
	/*
	 * Says what is counted: type, config*, exclude_*, precise_ip, pinned, exclusive, bp_*.
	 * How it is counted (disabled, inherit, read_format, enable_on_exec) is the session's.
	 */
	union {
		struct perf_event_attr attr;
		/*
		 * as long for every version of linux/perf_event.h, so that the ABI does not hang on
		 * it
		 */
		uint64_t attr_room[32];
	};
	char *unit;		   /* of the count once scaled, or NULL */
	double scale;		   /* factor for the reported value, 1 in most cases */
	char *filter;		   /* tracepoint filter, or NULL */
	char *cgroup;		   /* as typed with -G or --for-each-cgroup, or NULL */
	struct pmx_symbol *symbol; /* a breakpoint whose attr.bp_addr is not known yet; else NULL */
	/*
	 * Number of the spec it came from. Several events have it in common where the spec names
	 * several PMUs: the same counted in several places, to be merged as the report likes. Each
	 * tracepoint behind a wildcard has a number of its own.
	 */
	unsigned spec;
	char *merged; /* name for the sum over its spec, as typed, "cycles:u"; NULL when alone */
	int group;    /* number of its {} group, or -1 */
	bool weak;    /* W: its group may be split when it does not fit */
	bool gauge; /* holds a value that is, not one that adds up: differences of it say nothing */
	bool msec;  /* counts nanoseconds and is shown in milliseconds: task-clock, cpu-clock */
	/*
	 * A generic hardware event for one of several core PMUs: that PMU's own code for it,
	 * should the kernel not know the extended type in attr.config.
	 */
	bool has_own_code;
	uint64_t own_code;
	/*
	 * Not what a user typed: measures how long tasks are on this PMU's CPUs. It is opened for
	 * each task on each of them, and has no row in reports. NULL for all other events.
	 */
	const struct pmx_pmu *residency_of;
};

struct pmx_events {
	struct pmx_event *list; /* members of a group are neighbours, the leader first */
	size_t count, room;
	unsigned specs; /* number of specs so far */
	int groups;	/* number of groups so far */
};

/* Frees what it holds, not @events itself; it is empty then. */
void pmx_events_free(struct pmx_events *events);

/* Appends a deep copy of @event; 0, -ENOMEM, or -E2BIG at PMX_MAX_EVENTS. */
int pmx_events_append(struct pmx_events *events, const struct pmx_event *event,
		      struct pmx_error *err);

/*
 * What an event counts in the kernel's generic words, whichever way it was written: type
 * PERF_TYPE_HARDWARE, PERF_TYPE_HW_CACHE or PERF_TYPE_SOFTWARE, and config without the PMU type
 * that a hybrid machine carries in its upper half. 0, or -ENOENT when it is none of these: an
 * event in a PMU's own code is not recognised even where it counts the same. Either result may be
 * NULL.
 */
int pmx_event_generic(const struct pmx_event *event, uint32_t *type, uint64_t *config);

/*
 * True when a ratio of the two counts means something: same PMU, same exclude bits, same cgroup.
 * Where one is a clock (task-clock, cpu-clock) the cgroup alone decides: a clock is on a PMU of
 * its own, and its exclude bits change nothing.
 */
bool pmx_event_is_comparable(const struct pmx_event *a, const struct pmx_event *b);

/*
 * How many breakpoints a task or CPU of this kind of machine can have at once, of whatever kind; 0
 * where it depends on the CPU (Arm) and only the kernel knows.
 */
unsigned pmx_breakpoint_slots(void);

struct pmx_resolve_options {
	bool all_user, all_kernel; /* --all-user, --all-kernel */
	bool pfm_only;		   /* --pfm-events: names are libpfm4's and nothing else */
	const char *cputype;	   /* only core PMUs called so, "core" for "cpu_core"; or NULL */
};

struct pmx_resolver; /* holds the machine's PMUs and, once needed, libpfm4 */

/* Of @machine, which must outlive it. 0 or -ENOMEM; freed with pmx_resolver_free(). */
int pmx_resolver_new(struct pmx_resolver **out, struct pmx_machine *machine, struct pmx_error *err);
void pmx_resolver_free(struct pmx_resolver *resolver);
/* The machine's PMUs, owned by the resolver. */
struct pmx_pmus *pmx_resolver_pmus(struct pmx_resolver *resolver);

/*
 * Resolves @specs (separated by commas, groups in braces) and appends to @events; on failure
 * @events is as before, and @err names the spec, why, and where possible the near misses ("did
 * you mean ...?"). -EINVAL: the text is not a spec; -ENOENT: nobody knows the name; -EACCES: it
 * could not be looked up (tracefs unreadable); -E2BIG: more than PMX_MAX_EVENTS, or a longer text
 * than anybody types; -ENOMEM. A generic hardware event on a machine without a
 * core PMU is no error: the kernel says that it is not supported when it is opened.
 */
int pmx_resolve(struct pmx_resolver *resolver, const char *specs,
		const struct pmx_resolve_options *opts, struct pmx_events *events,
		struct pmx_error *err);

/*
 * Where a machine has several core PMUs and @events has events of them: appends events that
 * measure residency (pmx_event.residency_of), one for each core PMU. For targets that are tasks.
 * 0 or -errno.
 */
int pmx_events_add_residency(struct pmx_events *events, struct pmx_resolver *resolver,
			     struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
