/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_fdinfo.h - what DRM drivers write into /proc/PID/fdinfo/FD about the memory of a client
 *
 * A client is one opening of a device; several descriptors, of several processes too, may refer to
 * it. They are told apart by the device and the client's id, and each client counts once, for the
 * process with the lowest pid that has it. Regions (video memory, system memory, ...) are not
 * added up either.
 *
 * A reading looks at descriptors' links only, and opens nothing but the fdinfo of those that are
 * DRM devices: /dev/dri/..., or any other name below /dev that has the DRM's device number. Without
 * a DRM driver in /proc/devices no process is looked at. The keys are those of the kernel's
 * Documentation/gpu/drm-usage-stats.rst.
 */
#ifndef PERFMUX_GPU_FDINFO_H
#define PERFMUX_GPU_FDINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <perfmux/error.h>
#include <perfmux/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is beyond these is left out, and counted in "left_out". */
#define PMX_FDINFO_REGIONS 16	 /* of a client */
#define PMX_FDINFO_CLIENTS 16384 /* of a machine */

struct pmx_fdinfo_region {
	char name[32];
	bool has_total, has_shared, has_resident;
	/* bytes: of all buffers; of those that others have too; of those in physical memory */
	uint64_t total, shared, resident;
	bool is_alias; /* resident is from drm-memory-NAME, its older name */
};

struct pmx_fdinfo_client {
	char driver[32]; /* drm-driver */
	char device[64]; /* drm-pdev; else the device's name in sysfs; else the driver's */
	bool has_id;
	uint64_t id; /* drm-client-id; without one, all descriptors of a process are one client */
	pid_t pid;   /* the lowest that has it */
	pid_t ppid;  /* its parent; 0: not known */
	uint64_t started;     /* when it began, in clock ticks since boot; 0: not known */
	unsigned descriptors; /* that refer to it, in all processes */
	char comm[16];	      /* of that process, "" when it is gone */
	struct pmx_fdinfo_region *regions;
	size_t region_count;
};

struct pmx_fdinfo {
	struct pmx_fdinfo_client *clients; /* by device, then id */
	size_t count;
	size_t hidden;	 /* processes whose descriptors we may not see */
	size_t left_out; /* clients or regions beyond the bounds */
	size_t bad;	 /* keys of memory whose values are no numbers of bytes, KiB or MiB */
};

/* Is there a DRM device? False: pmx_fdinfo_read() finds nothing. */
bool pmx_fdinfo_is_possible(struct pmx_machine *machine);

/*
 * Reads the clients of all processes that we may see. 0, -ENOMEM, or -errno when /proc cannot be
 * read. A process that ends meanwhile is left out.
 */
int pmx_fdinfo_read(struct pmx_fdinfo *out, struct pmx_machine *machine, struct pmx_error *err);
void pmx_fdinfo_free(struct pmx_fdinfo *fdinfo); /* what it holds; it is empty then */

#ifdef __cplusplus
}
#endif
#endif
