/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs.h - tracefs for those whom a directory's fd (kit_tracefs()) does not help
 */
#ifndef PERFMUX_KIT_TRACEFS_H
#define PERFMUX_KIT_TRACEFS_H

#include "kit/kit.h"

/* What a path that kit_undo_write() is given may begin with: "tracefs:uprobe_events". */
#define KIT_TRACEFS "tracefs:"

/* What follows that in @path, or NULL. */
const char *kit_tracefs_name(const char *path);

/* As kit_write_file(), to a file of tracefs by its name in there, mounted or not. */
int kit_tracefs_write(const char *name, const char *text);

/*
 * From now on kit->machine has a path of tracefs. Where it is not mounted it is mounted for the
 * calling process and its children alone. Any failure ends the scenario.
 */
void kit_tracefs_mount(struct kit *kit);

#endif
