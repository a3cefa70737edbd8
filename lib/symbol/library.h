/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * library.h - libelf, loaded when the first symbol is looked up
 *
 * Nothing is linked to it, so that runs without symbols do not pay for loading it and libz. A
 * static program may carry it (link with --whole-archive libelf.a) and uses it then.
 */
#ifndef PERFMUX_SYMBOL_LIBRARY_H
#define PERFMUX_SYMBOL_LIBRARY_H

#include <gelf.h>

#include <perfmux/error.h>

#include "base/library.h"

#define PMX_LIBELF_FUNCTIONS(X) \
	X(elf_version)          \
	X(elf_begin)            \
	X(elf_end)              \
	X(elf_kind)             \
	X(elf_errno)            \
	X(elf_errmsg)           \
	X(elf_getphdrnum)       \
	X(elf_nextscn)          \
	X(elf_getscn)           \
	X(elf_getdata)          \
	X(elf_getdata_rawchunk) \
	X(gelf_getehdr)         \
	X(gelf_getphdr)         \
	X(gelf_getshdr)         \
	X(gelf_getsym)          \
	X(gelf_getversym)       \
	X(gelf_getdyn)

struct pmx_libelf {
	void *handle; /* NULL: linked in, or not loaded */
	PMX_LIBELF_FUNCTIONS(PMX_LIBRARY_MEMBER)
};

/* 0, -ENOMEM, or -ENOSYS with what is missing. */
int pmx_libelf_load(struct pmx_libelf *lib, struct pmx_error *err);
void pmx_libelf_unload(struct pmx_libelf *lib);

/* What it says of its last failure. */
const char *pmx_libelf_why(const struct pmx_libelf *lib);

#endif
