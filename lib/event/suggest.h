/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * suggest.h - "did you mean": the names nearest to one that nobody knows
 */
#ifndef PERFMUX_EVENT_SUGGEST_H
#define PERFMUX_EVENT_SUGGEST_H

#include "event/resolve.h"

enum { PMX_SUGGEST_MAX = 3, PMX_SUGGEST_LENGTH = 128 };

struct pmx_suggest {
	char wanted[PMX_SUGGEST_LENGTH]; /* in lower case; "" for a name too long to compare */
	unsigned limit;			 /* names further away are no near misses */
	unsigned nearest;		 /* distance of those in best */
	char best[PMX_SUGGEST_MAX][PMX_SUGGEST_LENGTH];
	size_t count;
};

void pmx_suggest_begin(struct pmx_suggest *suggest, struct pmx_span wanted);

/* Offers @name; if it is near, @shown is what the message says. */
void pmx_suggest_offer(struct pmx_suggest *suggest, const char *name, const char *shown);

/* Offers the generic names: of hardware and cache events, of software events. */
void pmx_suggest_generic(struct pmx_suggest *suggest, bool hardware, bool software);

/* Sets @err to -ENOENT with the text and, where something is near, "; did you mean ...?". */
int pmx_suggest_error(const struct pmx_suggest *suggest, struct pmx_error *err, const char *fmt,
		      ...) __attribute__((format(printf, 3, 4)));

/* The message for a word between slashes that is no event or term of @pmu; returns -ENOENT. */
int pmx_suggest_pmu_word(struct pmx_resolving *r, const struct pmx_pmu *pmu, struct pmx_span word);

/* Offers names of libpfm4's events, if it is loaded. */
void pmx_pfm_suggest(struct pmx_suggest *suggest, struct pmx_resolver *resolver);

/* Offers tracepoints: of the systems that are near, or where no system is typed, of all. */
void pmx_tracepoint_suggest(struct pmx_suggest *suggest, struct pmx_resolver *resolver,
			    struct pmx_span wanted);

#endif
