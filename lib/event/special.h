/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * special.h - terms that are about the event as perf handles it, not about the PMU: name=, period=
 */
#ifndef PERFMUX_EVENT_SPECIAL_H
#define PERFMUX_EVENT_SPECIAL_H

#include "event/resolve.h"
#include "event/terms.h"

struct pmx_special {
	char name[256];	 /* "" unless given */
	uint64_t period; /* 0 unless given */
};

/*
 * Takes @term if it is name= or period=. 0; -ENOENT and no message for another term; -EINVAL for
 * a wrong value.
 */
int pmx_special_take(struct pmx_resolving *r, const struct pmx_term *term, struct pmx_special *out);

/* The message for a term that perf knows and that means nothing here; -ENOENT if it is none. */
int pmx_special_refuse(struct pmx_resolving *r, const struct pmx_term *term);

/* Reads the item's terms where only special ones are allowed: of a generic event, a tracepoint. */
int pmx_special_only(struct pmx_resolving *r, struct pmx_special *out);

#endif
