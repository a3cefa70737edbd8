/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * command.h - which files a command will have in its memory when it begins, found without running
 * it
 *
 * Scripts are followed to their interpreter, libraries as the dynamic linker of glibc looks for
 * them. What is found is used to say early that a symbol does not exist; where it really is, is
 * read from the process.
 */
#ifndef PERFMUX_SYMBOL_COMMAND_H
#define PERFMUX_SYMBOL_COMMAND_H

#include "symbol/object.h"

enum { PMX_COMMAND_MAX_FILES = 512 };

struct pmx_command_files {
	struct pmx_object *list[PMX_COMMAND_MAX_FILES]; /* the program, then its libraries */
	size_t count;
	bool is_script; /* the program is its interpreter */
	bool is_whole;	/* nothing that it needs was not found */
};

/*
 * -ENOEXEC: no program that we can look into. -EPERM: it changes its user when it is executed, and
 * then neither be traced nor counted.
 */
int pmx_command_files(struct pmx_objects *objects, const char *path, struct pmx_command_files *out,
		      struct pmx_error *err);

#endif
