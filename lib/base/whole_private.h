/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * whole_private.h - a file on its way, for the parts of whole.c
 */
#ifndef PMX_BASE_WHOLE_PRIVATE_H
#define PMX_BASE_WHOLE_PRIVATE_H

#include <sys/stat.h>

#include "base/own_path.h"
#include "base/whole.h"

enum {
	PMX_WHOLE_TRIES = 100,	  /* names left after a kill, with a process id that is ours now */
	PMX_WHOLE_NAME_KEPT = 200 /* of the file's name in that of the temporary */
};

struct pmx_whole {
	char *path;
	struct pmx_own_path at;
	enum pmx_whole_how how;
	int fd;
	int former;		      /* the file of that name, when it is to be replaced */
	bool is_direct;		      /* fd is the file itself */
	bool is_made;		      /* and was not there before; nothing has begun yet */
	bool in_memory;		      /* no temporary could be had in the directory */
	char temporary[NAME_MAX + 1]; /* "": it has no name */
};

#define PMX_WHOLE_SELF_SIZE 32

/* "cannot write 'PATH': ..." */
int pmx_whole_fail(const struct pmx_whole *whole, int code, struct pmx_error *err);

/* Puts into whole->temporary what its name is at the @attempt th try; it says whose it is. */
void pmx_whole_name_temporary(struct pmx_whole *whole, int attempt);

/* Where a file without a name can be given one from. */
void pmx_whole_self(const struct pmx_whole *whole, char path[PMX_WHOLE_SELF_SIZE]);

/* -EPERM when @fd may be somebody's trap: another file's name too, made where others make names. */
int pmx_whole_check_names(const struct pmx_whole *whole, int fd, struct pmx_error *err);

/*
 * Makes the temporary as the former file is: its owner where we may, its mode and access list;
 * nobody may read it who could not before.
 */
void pmx_whole_take_after(const struct pmx_whole *whole, const struct stat *former);

#endif
