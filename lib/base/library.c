// SPDX-License-Identifier: GPL-2.0-only
/*
 * library.c - other libraries, linked in or loaded when they are needed
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/library.h"

static bool find_functions(const struct pmx_library *library, void *lib, void *handle)
{
	for (size_t i = 0; i < library->count; i++) {
		const struct pmx_library_function *it = &library->functions[i];
		void *function = handle ? dlsym(handle, it->name) : it->linked;

		if (!function)
			return false;
		memcpy((char *)lib + it->member, &function, sizeof(function));
	}
	return true;
}

int pmx_library_load(const struct pmx_library *library, void *lib, void **handle,
		     struct pmx_error *err)
{
	*handle = NULL;
	if (find_functions(library, lib, NULL))
		return 0;
	errno = 0;
	*handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
	if (*handle && find_functions(library, lib, *handle))
		return 0;
	if (!*handle && errno == ENOMEM)
		return pmx_error_nomem(err);
	if (*handle)
		pmx_error_set(err, library->code, "%s: %s lacks functions of version %s",
			      library->purpose, library->file, library->version);
	else
		pmx_error_set(err, library->code, "%s: %s cannot be loaded", library->purpose,
			      library->file);
	pmx_library_unload(handle);
	pmx_error_hint(err, "install %s", library->package);
	return library->code;
}

void pmx_library_unload(void **handle)
{
	if (*handle)
		dlclose(*handle);
	*handle = NULL;
}
