// SPDX-License-Identifier: GPL-2.0-only
/*
 * listen_library.c - libmicrohttpd, linked in or loaded
 */
#include "listen_library.h"

#include <errno.h>

LISTEN_FUNCTIONS(PMX_LIBRARY_WEAK)

#define ENTRY(name) PMX_LIBRARY_ENTRY(struct listen_library, name)
static const struct pmx_library_function functions[] = { LISTEN_FUNCTIONS(ENTRY) };

static const struct pmx_library library = {
	.file = "libmicrohttpd.so.12",
	.version = "0.9.52",
	.purpose = "--listen cannot serve metrics",
	.package = "libmicrohttpd (Debian: libmicrohttpd12)",
	.code = -ENOSYS,
	.functions = functions,
	.count = sizeof(functions) / sizeof(functions[0]),
};

int listen_library_load(struct listen_library *lib, struct pmx_error *err)
{
	return pmx_library_load(&library, lib, &lib->handle, err);
}

void listen_library_unload(struct listen_library *lib)
{
	pmx_library_unload(&lib->handle);
}
