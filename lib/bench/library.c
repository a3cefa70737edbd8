// SPDX-License-Identifier: GPL-2.0-only
/*
 * library.c - libjansson, linked in or loaded
 */
#include <errno.h>

#include "bench/library.h"

PMX_JANSSON_FUNCTIONS(PMX_LIBRARY_WEAK)

#define ENTRY(name) PMX_LIBRARY_ENTRY(struct pmx_jansson, name)
static const struct pmx_library_function functions[] = { PMX_JANSSON_FUNCTIONS(ENTRY) };

static const struct pmx_library library = {
	.file = "libjansson.so.4",
	.version = "2.11",
	.purpose = "a baseline cannot be read",
	.package = "libjansson (Debian: libjansson4)",
	.code = -ENOSYS,
	.functions = functions,
	.count = sizeof(functions) / sizeof(functions[0]),
};

int pmx_jansson_load(struct pmx_jansson *lib, struct pmx_error *err)
{
	return pmx_library_load(&library, lib, &lib->handle, err);
}

void pmx_jansson_unload(struct pmx_jansson *lib)
{
	pmx_library_unload(&lib->handle);
}
