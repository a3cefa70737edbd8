// SPDX-License-Identifier: GPL-2.0-only
/*
 * library.c - libjansson, linked in or loaded
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "bench/library.h"

/* Weak: NULL unless the program was linked with them. */
#define WEAK(name) extern __typeof__(name) name __attribute__((weak));
PMX_JANSSON_FUNCTIONS(WEAK)
#undef WEAK

static bool find_functions(struct pmx_jansson *lib)
{
#define FIND(name)                                                                         \
	lib->name = lib->handle ? (__typeof__(lib->name))dlsym(lib->handle, #name) : name; \
	if (!lib->name)                                                                    \
		return false;
	PMX_JANSSON_FUNCTIONS(FIND)
#undef FIND
	return true;
}

int pmx_jansson_load(struct pmx_jansson *lib, struct pmx_error *err)
{
	bool is_complete;

	*lib = (struct pmx_jansson){ .handle = NULL };
	is_complete = find_functions(lib);
	if (!is_complete) {
		lib->handle = dlopen("libjansson.so.4", RTLD_NOW | RTLD_LOCAL);
		is_complete = lib->handle && find_functions(lib);
	}
	if (is_complete)
		return 0;
	pmx_error_set(err, -ENOSYS, "a baseline cannot be read: libjansson.so.4 %s",
		      lib->handle ? "lacks functions of version 2.11" : "cannot be loaded");
	pmx_jansson_unload(lib);
	return pmx_error_hint(err, "install libjansson (Debian: libjansson4)");
}

void pmx_jansson_unload(struct pmx_jansson *lib)
{
	if (lib->handle)
		dlclose(lib->handle);
	lib->handle = NULL;
}
