// SPDX-License-Identifier: GPL-2.0-only
/*
 * library.c - libelf, linked in or loaded
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "symbol/library.h"

/* Weak: NULL unless the program was linked with them. */
#define WEAK(name) extern __typeof__(name) name __attribute__((weak));
PMX_LIBELF_FUNCTIONS(WEAK)
#undef WEAK

static bool find_functions(struct pmx_libelf *lib)
{
#define FIND(name)                                                                         \
	lib->name = lib->handle ? (__typeof__(lib->name))dlsym(lib->handle, #name) : name; \
	if (!lib->name)                                                                    \
		return false;
	PMX_LIBELF_FUNCTIONS(FIND)
#undef FIND
	return true;
}

int pmx_libelf_load(struct pmx_libelf *lib, struct pmx_error *err)
{
	bool is_complete;

	*lib = (struct pmx_libelf){ .handle = NULL };
	is_complete = find_functions(lib);
	if (!is_complete) {
		errno = 0;
		lib->handle = dlopen("libelf.so.1", RTLD_NOW | RTLD_LOCAL);
		if (!lib->handle && errno == ENOMEM)
			return pmx_error_nomem(err);
		is_complete = lib->handle && find_functions(lib);
	}
	if (!is_complete) {
		pmx_error_set(err, -ENOSYS, "symbols cannot be looked up: libelf.so.1 %s",
			      lib->handle ? "lacks functions of version 0.130" : "cannot be loaded");
		pmx_libelf_unload(lib);
		return pmx_error_hint(err, "install libelf (Debian: libelf1), or write the address "
					   "that nm shows: mem:0x1000/8:w");
	}
	if (lib->elf_version(EV_CURRENT) != EV_NONE)
		return 0;
	pmx_libelf_unload(lib);
	return pmx_error_set(err, -ENOSYS, "symbols cannot be looked up: libelf knows no ELF");
}

void pmx_libelf_unload(struct pmx_libelf *lib)
{
	if (lib->handle)
		dlclose(lib->handle);
	lib->handle = NULL;
}

const char *pmx_libelf_why(const struct pmx_libelf *lib)
{
	const char *why = lib->elf_errmsg(-1);

	return why ? why : "it is not as ELF files are";
}
