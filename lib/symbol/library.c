// SPDX-License-Identifier: GPL-2.0-only
/*
 * library.c - libelf, linked in or loaded
 */
#include <errno.h>

#include "symbol/library.h"

PMX_LIBELF_FUNCTIONS(PMX_LIBRARY_WEAK)

#define ENTRY(name) PMX_LIBRARY_ENTRY(struct pmx_libelf, name)
static const struct pmx_library_function functions[] = { PMX_LIBELF_FUNCTIONS(ENTRY) };

static const struct pmx_library library = {
	.file = "libelf.so.1",
	.version = "0.130",
	.purpose = "symbols cannot be looked up",
	.package = "libelf (Debian: libelf1), or write the address that nm shows: mem:0x1000/8:w",
	.code = -ENOSYS,
	.functions = functions,
	.count = sizeof(functions) / sizeof(functions[0]),
};

int pmx_libelf_load(struct pmx_libelf *lib, struct pmx_error *err)
{
	int ret = pmx_library_load(&library, lib, &lib->handle, err);

	if (ret || lib->elf_version(EV_CURRENT) != EV_NONE)
		return ret;
	pmx_libelf_unload(lib);
	return pmx_error_set(err, -ENOSYS, "symbols cannot be looked up: libelf knows no ELF");
}

void pmx_libelf_unload(struct pmx_libelf *lib)
{
	pmx_library_unload(&lib->handle);
}

const char *pmx_libelf_why(const struct pmx_libelf *lib)
{
	const char *why = lib->elf_errmsg(-1);

	return why ? why : "it is not as ELF files are";
}
