/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * found.h - what calibration found: which events count known work, and what this machine serves
 */
#ifndef PERFMUX_KIT_FOUND_H
#define PERFMUX_KIT_FOUND_H

#include <limits.h>

#include "kit/kit.h"

#define KIT_MAX_PMUS 8

struct kit_found {
	struct kit_meter meter[KIT_METERS];
	bool disturbed; /* a uprobe that is called makes breakpoints inexact: not in kit_meters() */
	char probe_path[PATH_MAX]; /* what the uprobe's attr points to */
	long words[4][16]; /* the first of each: what breakpoints watch; each its cache line */
	struct kit_pmu pmu[KIT_MAX_PMUS];
	unsigned pmus;
	unsigned serves; /* bits of enum pmx_need */
	char missing[PMX_NEEDS][160];
	struct pmx_calibration calibration[KIT_METERS + KIT_MAX_PMUS];
	unsigned calibrations;
};

/* The function whose calls the uprobe counts. */
void kit_probe_target(void);

/*
 * Counts known work with each kind of event, and fills @found, whose memory stays where it is.
 * kit->found may be NULL. Moves the calling thread between CPUs; takes some tens of milliseconds.
 */
void kit_find(struct kit *kit, struct kit_found *found);

/* Its parts: the events of known work; the PMUs that multiplex; what the machine allows. */
void kit_find_meters(struct kit *kit, struct kit_found *found);
void kit_find_pmus(struct kit *kit, struct kit_found *found);
void kit_find_needs(struct kit *kit, struct kit_found *found);

#endif
