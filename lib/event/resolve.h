/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * resolve.h - what the sources of events share: the resolver, the item at hand, and how a source
 * hands over what it found
 *
 * A source is a file that knows one kind of name. It is asked with an item; it answers with 0
 * after having added events, with -ENOENT and no message when the name is not one of its kind, and
 * with another -errno and a message when the name is its, but wrong.
 */
#ifndef PERFMUX_EVENT_RESOLVE_H
#define PERFMUX_EVENT_RESOLVE_H

#include <perfmux/event.h>

#include "event/grammar.h"
#include "event/modifiers.h"

struct pmx_pfm;

struct pmx_resolver {
	struct pmx_machine *machine;
	struct pmx_pmus *pmus;
	/* Stands for the core PMU of a machine without one: the kernel then refuses its events. */
	struct pmx_pmu no_core;
	const struct pmx_pmu *only; /* a list of one: no_core, or what --cputype chose */
	struct pmx_pfm *pfm;	    /* NULL until a name needs libpfm4 */
};

struct pmx_resolving {
	struct pmx_resolver *resolver;
	const struct pmx_resolve_options *opts;
	struct pmx_events *events;
	struct pmx_error *err;	     /* never NULL */
	const struct pmx_item *item; /* the item at hand */
	struct pmx_modifiers group;  /* modifiers of its group */
	struct pmx_modifiers mods;   /* its own and its group's */
	/*
	 * A name that may be a tracepoint and could not be looked up: said if nobody else knows it
	 * either. code is 0 for none.
	 */
	struct pmx_error unread;
};

/* One event that a source found; texts are copied. */
struct pmx_found {
	const struct pmx_pmu *pmu;
	struct perf_event_attr attr; /* without levels, unless levels_given */
	const char *name;
	const char *unit;	   /* NULL or "" for none */
	struct pmx_symbol *symbol; /* or NULL */
	double scale;		   /* 0 stands for 1 */
	bool gauge;		   /* see pmx_event */
	bool levels_given;	   /* attr's exclude bits are meant */
};

/* Adds it, with modifiers, defaults and options applied. */
int pmx_resolving_add(struct pmx_resolving *r, const struct pmx_found *found);

/* Puts the item before the text of the message that is in r->err; returns its code. */
int pmx_resolving_blame(struct pmx_resolving *r);

/*
 * Reads @text as modifiers of the item and joins its group's. The first thing a source does once
 * it knows that the name is its.
 */
int pmx_resolving_modifiers(struct pmx_resolving *r, struct pmx_span text);

/*
 * The core PMUs that --cputype leaves; at least one, perhaps resolver->no_core. *is_hybrid: there
 * are others, or would be without --cputype. Their number or -errno.
 */
ssize_t pmx_resolving_core(struct pmx_resolving *r, const struct pmx_pmu *const **list,
			   bool *is_hybrid);

/*
 * attr for the generic hardware event or cache event on @pmu: on a machine with several core PMUs
 * the PMU's type goes into the upper half of config.
 */
struct perf_event_attr pmx_generic_attr(uint32_t type, uint64_t config, const struct pmx_pmu *pmu,
					bool is_hybrid);

/* The sources. */
int pmx_source_generic(struct pmx_resolving *r);    /* cycles, L1-dcache-loads, task-clock, r1a8 */
int pmx_source_core_sysfs(struct pmx_resolving *r); /* topdown-retiring, of the core PMUs */
int pmx_source_pmu(struct pmx_resolving *r);	    /* pmu/terms/ */
int pmx_source_tracepoint(struct pmx_resolving *r); /* sched:sched_switch */
int pmx_source_breakpoint(struct pmx_resolving *r); /* mem:0x1000/8:w */
int pmx_source_pfm(struct pmx_resolving *r);	    /* spr::INST_RETIRED:ANY_P */

/* Frees what libpfm4 needed. NULL is allowed. */
void pmx_pfm_free(struct pmx_pfm *pfm);

/* The message for a name that no source knows, with near misses; returns its code, -ENOENT. */
int pmx_resolving_unknown(struct pmx_resolving *r);

#endif
