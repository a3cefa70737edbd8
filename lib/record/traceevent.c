// SPDX-License-Identifier: GPL-2.0-only
/*
 * traceevent.c - libtraceevent, linked in or loaded
 */
#include <errno.h>

#include "record/traceevent.h"

PMX_TRACEEVENT_FUNCTIONS(PMX_LIBRARY_WEAK)

#define ENTRY(name) PMX_LIBRARY_ENTRY(struct pmx_traceevent, name)
static const struct pmx_library_function functions[] = { PMX_TRACEEVENT_FUNCTIONS(ENTRY) };

static const struct pmx_library library = {
	.file = "libtraceevent.so.1",
	.version = "1.0",
	.purpose = "formats of tracepoints cannot be read",
	.package = "libtraceevent (Debian: libtraceevent1)",
	.code = -ENOTSUP,
	.functions = functions,
	.count = sizeof(functions) / sizeof(functions[0]),
};

int pmx_traceevent_load(struct pmx_traceevent *lib, struct pmx_error *err)
{
	return pmx_library_load(&library, lib, &lib->handle, err);
}

void pmx_traceevent_unload(struct pmx_traceevent *lib)
{
	pmx_library_unload(&lib->handle);
}
