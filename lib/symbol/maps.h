/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * maps.h - which files a process has in its memory, and where
 */
#ifndef PERFMUX_SYMBOL_MAPS_H
#define PERFMUX_SYMBOL_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <perfmux/error.h>

#include "symbol/elf.h"

enum { PMX_MAPS_MAX_FILES = 4096, PMX_MAPS_MAX = 1 << 20 };

struct pmx_mapping {
	uint64_t start, end, offset;
	uint32_t file; /* index */
};

struct pmx_mapped_file {
	char *path; /* as the process sees it */
	char device[16];
	uint64_t inode;
	uint32_t first; /* the first of its mappings */
	bool has_code, is_deleted;
};

struct pmx_maps {
	pid_t pid;
	struct pmx_mapping *list; /* by address */
	size_t count, room;
	struct pmx_mapped_file *files;
	size_t file_count, file_room;
};

/* 0; -ESRCH, -EACCES (not ours to look into), -ENOMEM. */
int pmx_maps_read(struct pmx_maps *maps, pid_t pid, struct pmx_error *err);
/* Adds what @in says, which is such a file. 0, -ENOMEM, or the -errno of reading. */
int pmx_maps_take(struct pmx_maps *maps, FILE *in);
void pmx_maps_free(struct pmx_maps *maps);

/*
 * Opens one of the files, whatever was done to its name meanwhile; a descriptor or -errno. @path:
 * by which it was opened.
 */
int pmx_maps_open(const struct pmx_maps *maps, size_t file, char *path, size_t size);

/*
 * What is to be added to the addresses in an ELF file with these segments to get those in the
 * process. -ENOENT: mapped, but not loaded as a program or library is.
 */
int pmx_maps_bias(const struct pmx_maps *maps, size_t file, const struct pmx_elf_segment *segments,
		  size_t segment_count, uint64_t *bias);

/* Where the program begins (not its interpreter): AT_ENTRY. 0 where that is not known. */
uint64_t pmx_maps_entry(pid_t pid);

#endif
