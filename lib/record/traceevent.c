// SPDX-License-Identifier: GPL-2.0-only
/*
 * traceevent.c - libtraceevent, linked in or loaded
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "record/traceevent.h"

/* Weak: NULL unless the program was linked with them. */
#define WEAK(name) extern __typeof__(name) name __attribute__((weak));
PMX_TRACEEVENT_FUNCTIONS(WEAK)
#undef WEAK

static bool find_functions(struct pmx_traceevent *lib)
{
#define FIND(name)                                                                         \
	lib->name = lib->handle ? (__typeof__(lib->name))dlsym(lib->handle, #name) : name; \
	if (!lib->name)                                                                    \
		return false;
	PMX_TRACEEVENT_FUNCTIONS(FIND)
#undef FIND
	return true;
}

int pmx_traceevent_load(struct pmx_traceevent *lib, struct pmx_error *err)
{
	bool is_complete;

	*lib = (struct pmx_traceevent){ .handle = NULL };
	is_complete = find_functions(lib);
	if (!is_complete) {
		errno = 0;
		lib->handle = dlopen("libtraceevent.so.1", RTLD_NOW | RTLD_LOCAL);
		is_complete = lib->handle && find_functions(lib);
	}
	if (is_complete)
		return 0;
	if (!lib->handle && errno == ENOMEM)
		return pmx_error_nomem(err);
	pmx_error_set(err, -ENOTSUP, "formats of tracepoints cannot be read: libtraceevent.so.1 %s",
		      lib->handle ? "lacks functions of version 1.0" : "cannot be loaded");
	pmx_traceevent_unload(lib);
	pmx_error_hint(err, "install libtraceevent (Debian: libtraceevent1)");
	return -ENOTSUP;
}

void pmx_traceevent_unload(struct pmx_traceevent *lib)
{
	if (lib->handle)
		dlclose(lib->handle);
	lib->handle = NULL;
}
