// SPDX-License-Identifier: GPL-2.0-only
/*
 * listen_library.c - libmicrohttpd, linked in or loaded
 */
#include "listen_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

/* Weak: NULL unless the program was linked with them. */
#define WEAK(name) extern __typeof__(name) name __attribute__((weak));
LISTEN_FUNCTIONS(WEAK)
#undef WEAK

static bool find_functions(struct listen_library *lib)
{
#define FIND(name)                                                                         \
	lib->name = lib->handle ? (__typeof__(lib->name))dlsym(lib->handle, #name) : name; \
	if (!lib->name)                                                                    \
		return false;
	LISTEN_FUNCTIONS(FIND)
#undef FIND
	return true;
}

int listen_library_load(struct listen_library *lib, struct pmx_error *err)
{
	bool is_complete;

	*lib = (struct listen_library){ .handle = NULL };
	is_complete = find_functions(lib);
	if (!is_complete) {
		lib->handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
		is_complete = lib->handle && find_functions(lib);
	}
	if (is_complete)
		return 0;
	pmx_error_set(err, -ENOSYS, "--listen cannot serve metrics: libmicrohttpd.so.12 %s",
		      lib->handle ? "lacks functions of version 0.9.52" : "cannot be loaded");
	listen_library_unload(lib);
	return pmx_error_hint(err, "install libmicrohttpd (Debian: libmicrohttpd12)");
}

void listen_library_unload(struct listen_library *lib)
{
	if (lib->handle)
		dlclose(lib->handle);
	lib->handle = NULL;
}
