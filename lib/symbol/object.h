/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * object.h - the programs and libraries that were looked into, and what of them was wanted
 *
 * A file is read once, however many processes have it and however often a command is run.
 */
#ifndef PERFMUX_SYMBOL_OBJECT_H
#define PERFMUX_SYMBOL_OBJECT_H

#include <sys/types.h>
#include <time.h>

#include "event/suggest.h"
#include "symbol/elf.h"

enum { PMX_OBJECT_MAX_CANDIDATES = 64 }; /* of one name in one file; more are left out */

/* A symbol of the name that is wanted. */
struct pmx_candidate {
	const char *name; /* as wanted, not as in the file */
	char *source;	  /* or NULL */
	uint64_t vaddr, size;
	unsigned char type; /* STT_* */
	bool is_code, is_local, is_old;
};

struct pmx_object {
	dev_t device;
	ino_t inode;
	off_t bytes;
	struct timespec changed;
	char *path;	 /* for people */
	char *open_path; /* by which it can be opened again */
	bool is_64, is_fixed, has_interpreter, has_symtab;
	uint16_t machine;
	uint64_t entry;
	struct pmx_elf_segment segments[PMX_ELF_MAX_SEGMENTS];
	size_t segment_count;
	struct pmx_elf_dynamic dynamic;
	struct pmx_candidate *candidates;
	size_t candidate_count, candidate_room;
};

struct pmx_objects {
	struct pmx_libelf lib;
	bool is_loaded;	     /* lib */
	const char **wanted; /* names, sorted, each once; the events' own */
	size_t wanted_count;
	struct pmx_object **list;
	size_t count, room;
};

/*
 * The object behind @fd, which stays the caller's. @path is shown to people; @open_path opens the
 * file again. -ENOEXEC: it is none; -ENOSYS: no libelf; -EIO, -ENOMEM and others.
 */
int pmx_objects_get(struct pmx_objects *objects, int fd, const char *path, const char *open_path,
		    struct pmx_object **out, struct pmx_error *err);
void pmx_objects_free(struct pmx_objects *objects);

/* Offers all its symbols as near misses. */
void pmx_object_offer(struct pmx_objects *objects, const struct pmx_object *object,
		      struct pmx_suggest *suggest);

/* The name behind the last slash. */
const char *pmx_object_short_name(const struct pmx_object *object);

#endif
