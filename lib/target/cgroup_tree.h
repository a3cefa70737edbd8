/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup_tree.h - paths of cgroups below the mount that perf events use
 *
 * A path here has no slash at either end; "" is the mount itself.
 */
#ifndef PMX_TARGET_CGROUP_TREE_H
#define PMX_TARGET_CGROUP_TREE_H

#include <stddef.h>

#include <perfmux/machine.h>

/* A tree that is larger is not searched: the user is told to name the cgroups. */
#define PMX_MAX_CGROUPS 65536

struct pmx_paths {
	char **list; /* ends in a NULL, as pmx_names_free() wants it; NULL while empty */
	size_t count, room;
};

/* Takes @path over, also when it fails; NULL stands for a failed allocation. 0 or -ENOMEM. */
int pmx_paths_add(struct pmx_paths *paths, char *path);
void pmx_paths_free(struct pmx_paths *paths); /* what it holds; it is empty then */

/* The directory of cgroup @name, as a descriptor of the caller's, or -errno. */
int pmx_cgroup_open_below(struct pmx_machine *machine, const char *mount, const char *name);

/*
 * Adds the paths of the cgroups right below @parent. One that is gone, or closed to us, has none:
 * cgroups come and go while they are listed. -E2BIG: @paths has PMX_MAX_CGROUPS already.
 */
int pmx_cgroup_children(struct pmx_machine *machine, const char *mount, const char *parent,
			struct pmx_paths *paths);

#endif
