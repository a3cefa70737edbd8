/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * modifiers.h - the letters behind an event: cycles:u, {a,b}:kD
 */
#ifndef PERFMUX_EVENT_MODIFIERS_H
#define PERFMUX_EVENT_MODIFIERS_H

#include <linux/perf_event.h>

#include <perfmux/error.h>
#include <perfmux/pmu.h>

#include "event/span.h"

enum {
	PMX_MOD_USER = 1 << 0,	      /* u */
	PMX_MOD_KERNEL = 1 << 1,      /* k */
	PMX_MOD_HV = 1 << 2,	      /* h: hypervisor */
	PMX_MOD_GUEST = 1 << 3,	      /* G */
	PMX_MOD_HOST = 1 << 4,	      /* H */
	PMX_MOD_IDLE = 1 << 5,	      /* I: not while idle */
	PMX_MOD_MAX_PRECISE = 1 << 6, /* P */
	PMX_MOD_SAMPLE_READ = 1 << 7, /* S */
	PMX_MOD_PINNED = 1 << 8,      /* D */
	PMX_MOD_EXCLUSIVE = 1 << 9,   /* e */
	PMX_MOD_WEAK = 1 << 10,	      /* W */
	PMX_MOD_LEVELS = PMX_MOD_USER | PMX_MOD_KERNEL | PMX_MOD_HV,
};

struct pmx_modifiers {
	unsigned set;	  /* PMX_MOD_* */
	unsigned precise; /* number of p */
};

/* True when every letter is a modifier: the text may still be none, as in "ppppp". */
bool pmx_modifiers_is_like(struct pmx_span text);

/* Reads modifiers of @spec (for messages). 0, or -EINVAL. */
int pmx_modifiers_parse(struct pmx_span text, struct pmx_span spec, struct pmx_modifiers *out,
			struct pmx_error *err);

/* Those of a member and of its group together; -EINVAL when that is too many p. */
int pmx_modifiers_join(struct pmx_modifiers *mods, const struct pmx_modifiers *group,
		       struct pmx_span spec, struct pmx_error *err);

/*
 * Puts them into @attr, with the defaults of an event that names no level. @given: the levels in
 * @attr came with the event (libpfm4) and stand where no modifier says otherwise.
 */
void pmx_modifiers_apply(const struct pmx_modifiers *mods, const struct pmx_pmu *pmu, bool given,
			 struct perf_event_attr *attr);

#endif
