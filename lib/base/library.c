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

/* The loader's reason, less the name of the file that it begins with, or NULL. */
static const char *loaders_reason(const struct pmx_library *library)
{
	const char *why = dlerror();
	size_t length = strlen(library->file);

	if (why && !strncmp(why, library->file, length) && !strncmp(why + length, ": ", 2))
		why += length + 2;
	return why;
}

static int not_loaded(const struct pmx_library *library, struct pmx_error *err)
{
	const char *why = loaders_reason(library);

	pmx_error_set(err, library->code, "%s: %s cannot be loaded%s%s", library->purpose,
		      library->file, why ? ": " : "", why ? why : "");
	/* glibc's words for an address space that has no room for it (ulimit -v) */
	if (why && strstr(why, "failed to map"))
		return library->code;
	return pmx_error_hint(err, "install %s", library->package);
}

static int lacks_functions(const struct pmx_library *library, struct pmx_error *err)
{
	pmx_error_set(err, library->code, "%s: %s lacks functions of version %s", library->purpose,
		      library->file, library->version);
	return pmx_error_hint(err, "install %s", library->package);
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
	if (!*handle)
		return not_loaded(library, err);
	pmx_library_unload(handle);
	return lacks_functions(library, err);
}

void pmx_library_unload(void **handle)
{
	if (*handle)
		dlclose(*handle);
	*handle = NULL;
}
