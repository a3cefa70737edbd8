/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fdinfo.h - one fdinfo file, taken apart, and the clients that such files tell of
 */
#ifndef PERFMUX_GPU_FDINFO_PARSE_H
#define PERFMUX_GPU_FDINFO_PARSE_H

#include <perfmux/gpu_fdinfo.h>

#include "gpu/map.h"

struct fdinfo_text {
	char driver[32]; /* "": no DRM client */
	char pdev[64];	 /* "" where the driver does not say */
	bool has_id;
	uint64_t id;
	struct pmx_fdinfo_region regions[PMX_FDINFO_REGIONS];
	size_t region_count;
	size_t bad, left_out;
};

/* Takes @text apart, and overwrites it meanwhile. */
void gpu_fdinfo_parse(struct fdinfo_text *out, char *text);

enum { MAX_DEVICES = 64 };

/* Clients by device and id, while processes are gone through by ascending pid. */
struct clients {
	struct pmx_machine *machine;
	struct pmx_fdinfo *out;
	size_t room;
	struct pmx_map index; /* (device, id) -> 1 + its place in out->clients */
	char devices[MAX_DEVICES][64];
	size_t device_count;
};

/*
 * A descriptor of process @pid, a link to @node ("renderD128"), has that fdinfo. 0, also when it is
 * beyond the bounds and left out, or -ENOMEM.
 */
int gpu_clients_add(struct clients *clients, pid_t pid, const char *node,
		    const struct fdinfo_text *text);
void gpu_clients_sort(struct clients *clients);
void gpu_clients_free(struct clients *clients); /* but not what they found */

#endif
