/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * elf.h - one ELF file: its segments, its symbols, the libraries that it wants
 *
 * A file may hold anything: what contradicts itself is an error or is left out, and nothing in it
 * makes us read or allocate more than the limits below.
 */
#ifndef PERFMUX_SYMBOL_ELF_H
#define PERFMUX_SYMBOL_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbol/library.h"

enum {
	PMX_ELF_MAX_SEGMENTS = 64,  /* PT_LOAD; more are left out */
	PMX_ELF_MAX_NEEDED = 256,   /* DT_NEEDED; more are left out */
	PMX_ELF_MAX_TABLE = 1 << 29 /* bytes of a symbol table or its strings */
};

struct pmx_elf_segment {
	uint64_t vaddr, memsz, offset, filesz;
	bool is_code;
};

struct pmx_elf {
	const struct pmx_libelf *lib;
	Elf *elf;
	int fd;		      /* the caller's */
	bool is_64, is_fixed; /* ET_EXEC: loaded where it says */
	uint16_t machine;
	uint64_t entry;
	bool has_interpreter; /* PT_INTERP: dynamically linked */
	bool has_dynamic;
	uint64_t dynamic_offset, dynamic_size;
	struct pmx_elf_segment segments[PMX_ELF_MAX_SEGMENTS]; /* as in the file: by vaddr */
	size_t segment_count;
};

/* 0; -ENOEXEC when @fd is no ELF file that could be loaded; -EIO when libelf refuses it. */
int pmx_elf_open(struct pmx_elf *elf, const struct pmx_libelf *lib, int fd, const char *path,
		 struct pmx_error *err);
void pmx_elf_close(struct pmx_elf *elf);

/* The segment that holds @vaddr, or NULL. */
const struct pmx_elf_segment *pmx_elf_segment_of(const struct pmx_elf_segment *list, size_t count,
						 uint64_t vaddr);

struct pmx_elf_symbol {
	const char *name;
	const char *source; /* of a local symbol, where the file says it; or NULL */
	uint64_t value, size;
	unsigned char type; /* STT_* */
	bool is_local;
	bool is_exported; /* in .dynsym */
	bool is_old;	  /* a version that is not the default */
};

/*
 * Calls @visit for each defined symbol of .symtab, then of .dynsym, until it returns non-zero,
 * which is returned. *has_symtab: there is a .symtab; a stripped file has none. Tables that cannot
 * be read are left out.
 */
int pmx_elf_symbols(struct pmx_elf *elf,
		    int (*visit)(void *ctx, const struct pmx_elf_symbol *symbol), void *ctx,
		    bool *has_symtab);

/* What the dynamic linker is told. Texts are allocated, NULL where there is none. */
struct pmx_elf_dynamic {
	char *needed[PMX_ELF_MAX_NEEDED];
	size_t needed_count;
	char *rpath, *runpath, *soname;
};

/* A file without a dynamic section, or with one that makes no sense, gives an empty @out. */
void pmx_elf_dynamic(struct pmx_elf *elf, struct pmx_elf_dynamic *out);
void pmx_elf_dynamic_free(struct pmx_elf_dynamic *dynamic);

#endif
