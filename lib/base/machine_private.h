/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine_private.h - what lib/base knows of a machine, and reads that only the library needs
 */
#ifndef PERFMUX_BASE_MACHINE_PRIVATE_H
#define PERFMUX_BASE_MACHINE_PRIVATE_H

#include <dirent.h>

#include <perfmux/machine.h>

struct pmx_topology;

struct pmx_machine {
	int root; /* descriptor of the sysroot, -1 on the live machine */

	bool knows_online;
	struct pmx_cpus online;

	bool knows_paranoid;
	int paranoid;

	bool knows_tracefs;
	const char *tracefs; /* static, or NULL: then */
	int tracefs_why;     /* says why */

	struct pmx_topology *topology; /* made on first use; topology.c's */
};

/* Opens @path, absolute and seen from inside the machine, close-on-exec. A descriptor or -errno. */
int pmx_machine_open(struct pmx_machine *machine, const char *path, int flags);

/* A directory in the machine, closed with closedir(). 0 or -errno. */
int pmx_machine_dir_stream(struct pmx_machine *machine, const char *path, DIR **out);

/* As pmx_machine_list(), but directories only, none of them hidden. */
ssize_t pmx_machine_list_directories(struct pmx_machine *machine, const char *path, size_t limit,
				     char ***names);

/* Reads a file that holds a list of CPUs. 0 or -errno. */
int pmx_machine_read_cpus(struct pmx_machine *machine, const char *path, struct pmx_cpus *out);

void pmx_topology_free(struct pmx_topology *topology);

#endif
