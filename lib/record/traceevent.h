/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * traceevent.h - libtraceevent, loaded when the first format is read
 *
 * Nothing is linked to it, so that runs without records do not pay for loading it. A static
 * program may carry it (link with --whole-archive libtraceevent.a) and uses it then.
 */
#ifndef PERFMUX_RECORD_TRACEEVENT_H
#define PERFMUX_RECORD_TRACEEVENT_H

#include <event-parse.h>

#include <perfmux/error.h>

#include "base/library.h"

#define PMX_TRACEEVENT_FUNCTIONS(X) \
	X(tep_alloc)                \
	X(tep_free)                 \
	X(tep_parse_format)

struct pmx_traceevent {
	void *handle; /* NULL: linked in, or not loaded */
	PMX_TRACEEVENT_FUNCTIONS(PMX_LIBRARY_MEMBER)
};

/* 0, or -ENOTSUP with what is missing. */
int pmx_traceevent_load(struct pmx_traceevent *lib, struct pmx_error *err);
void pmx_traceevent_unload(struct pmx_traceevent *lib);

#endif
