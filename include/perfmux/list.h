/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list.h - what can be counted on a machine: its PMUs, and every event that has a name
 *
 * A lister hands out PMUs and events one after another; nothing is opened, and only the files that
 * the asked sections need are read. Whether an event really counts is probe.h's subject.
 */
#ifndef PERFMUX_LIST_H
#define PERFMUX_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <perfmux/event.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which they are listed. */
enum pmx_list_section {
	PMX_LIST_HARDWARE,   /* the kernel's generic hardware events */
	PMX_LIST_CACHE,	     /* generic events of the hardware caches */
	PMX_LIST_SOFTWARE,   /* the kernel's software events */
	PMX_LIST_PMU,	     /* what PMUs name in sysfs: "cpu_core/topdown-retiring/" */
	PMX_LIST_BREAKPOINT, /* forms: "mem:ADDR[/LEN]:w" */
	PMX_LIST_RAW,	     /* forms: "rHEX", "PMU/TERM=VALUE,.../" */
	PMX_LIST_TRACEPOINT,
	PMX_LIST_PFM, /* libpfm4's names for the PMUs of this processor */
	PMX_LIST_SECTIONS,
};

/* "hw", "cache", "sw", "pmu", "breakpoint", "raw", "tracepoint", "pfm": as typed, and in JSON. */
const char *pmx_list_section_name(enum pmx_list_section section);

/* Texts live until the function that was handed the event returns. */
struct pmx_listed_event {
	enum pmx_list_section section;
	const char *name;  /* as -e takes it; of a form with the parts to be filled in upper case */
	const char *alias; /* a second name, or NULL */
	const char *pmu;  /* of sysfs events: its name, or what instances have in common; or NULL */
	unsigned pmus;	  /* PMUs that have it, where that is more than one; else 0 */
	bool is_form;	  /* cannot be opened as it stands */
	const char *text; /* what it counts, or NULL */
	const char *terms; /* "event=0x3c"; a tracepoint's fields; libpfm4's unit masks; or NULL */
	const char *unit;  /* of the count once scaled, or NULL */
	double scale;	   /* 1 in most cases */
	const char *missing; /* why this machine cannot count it, where that is known; or NULL */
};

struct pmx_listed_pmu {
	const struct pmx_pmu *pmu;
	char *alias; /* its second name, or NULL */
	long events; /* that have names; -1: cannot be known (tracefs is not readable) */
	long mux_ms; /* perf_event_mux_interval_ms; -1: the machine does not say */
	char **caps; /* "branches=32", sorted; a NULL ends them */
	size_t cap_count;
};

struct pmx_list_options {
	/*
	 * Names of sections, and patterns: with *, ? or [ one for the whole name, else a part of a
	 * name, alias, PMU or description, upper and lower case alike. Listed is what is in one of
	 * the sections or matches one of the patterns; without filters all.
	 */
	char *const *filters;
	size_t filter_count;
	bool pfm;    /* libpfm4's, too, though no filter asks for them */
	bool detail; /* fields of every tracepoint, unit masks of libpfm4's events */
};

struct pmx_lister;

/* @resolver and the filters are the caller's and must outlive it. -ENOMEM. */
int pmx_lister_new(struct pmx_lister **out, struct pmx_resolver *resolver,
		   const struct pmx_list_options *opts, struct pmx_error *err);
void pmx_lister_free(struct pmx_lister *lister);

/*
 * True when the section is to be listed: named, or with no section named, one that is by default.
 */
bool pmx_lister_wants(const struct pmx_lister *lister, enum pmx_list_section section);

/* The same for the table of PMUs: a filter names the section "pmu", or no section. */
bool pmx_lister_wants_pmus(const struct pmx_lister *lister);

/* True when a filter is the name of the section. */
bool pmx_lister_names(const struct pmx_lister *lister, enum pmx_list_section section);

/* The same, or there are patterns, which ask for events by name. */
bool pmx_lister_is_asked(const struct pmx_lister *lister, enum pmx_list_section section);

/*
 * The @n-th of the filters that are no section's name and matched nothing of what was listed until
 * now; NULL: there are no more. It is the caller's own text.
 */
const char *pmx_lister_unmatched(const struct pmx_lister *lister, size_t n);

/* The PMUs that the patterns match, sorted by name, owned by the lister. Their number or -errno. */
ssize_t pmx_lister_pmus(struct pmx_lister *lister, const struct pmx_listed_pmu **list,
			struct pmx_error *err);

/*
 * Called with each event; anything but 0 ends the listing and is what pmx_lister_events() returns.
 */
typedef int pmx_list_fn(void *ctx, const struct pmx_listed_event *event);

/*
 * Hands the events of @section that match to @fn. 0 or -errno; files that cannot be read are left
 * out.
 */
int pmx_lister_events(struct pmx_lister *lister, enum pmx_list_section section, pmx_list_fn *fn,
		      void *ctx, struct pmx_error *err);

/*
 * Why the section is empty or not whole, in a sentence with the command that would help; NULL when
 * there is nothing to say. To be asked after pmx_lister_events(). Owned by the lister.
 */
const char *pmx_lister_note(const struct pmx_lister *lister, enum pmx_list_section section);

#ifdef __cplusplus
}
#endif
#endif
