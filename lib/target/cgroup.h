/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - opening a cgroup once the mount is known
 */
#ifndef PMX_TARGET_CGROUP_H
#define PMX_TARGET_CGROUP_H

#include <perfmux/error.h>
#include <perfmux/machine.h>

/* As pmx_cgroup_open(). */
int pmx_cgroup_open_named(struct pmx_machine *machine, const char *mount, const char *typed,
			  struct pmx_error *err);

/* Hints at the sibling that is most like the first component of @name that does not exist. */
void pmx_cgroup_hint(struct pmx_machine *machine, const char *mount, const char *name,
		     struct pmx_error *err);

#endif
