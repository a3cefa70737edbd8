/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * choose.h - which of the symbols with a name is meant
 *
 * A global symbol of the program is the one that the dynamic linker would take, too. Else there
 * must be only one: in a file or from a source file that was named, or at all.
 */
#ifndef PERFMUX_SYMBOL_CHOOSE_H
#define PERFMUX_SYMBOL_CHOOSE_H

#include <perfmux/symbol.h>

#include "symbol/object.h"

/* The files of one process, the program first. */
struct pmx_files {
	struct pmx_object *const *list;
	size_t count;
	const char *what; /* for messages: "the command", "process 12" */
	bool is_script;	  /* the program is an interpreter, and what a script of it */
};

/* What was chosen. */
struct pmx_choice {
	struct pmx_object *object;
	uint64_t vaddr, size;
	uint32_t length, access;
};

/* 0, -ENOENT, -EEXIST, -ENOTSUP or -EINVAL, as pmx_symbols_new(). */
int pmx_choose(struct pmx_objects *objects, const struct pmx_files *files,
	       const struct pmx_event *event, struct pmx_choice *out, struct pmx_error *err);

/* The messages for -ENOENT and -EEXIST. */
int pmx_choose_none(struct pmx_objects *objects, const struct pmx_files *files,
		    const struct pmx_event *event, bool has_file, struct pmx_error *err);

struct pmx_chosen {
	struct pmx_object *object;
	const struct pmx_candidate *candidate;
};

int pmx_choose_several(const struct pmx_event *event, const struct pmx_chosen *list, size_t count,
		       struct pmx_error *err);

#endif
