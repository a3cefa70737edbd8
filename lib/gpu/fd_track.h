/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fd_track.h - readings of fdinfo to gauges: by device, region and process
 */
#ifndef PERFMUX_GPU_FD_TRACK_H
#define PERFMUX_GPU_FD_TRACK_H

#include <perfmux/gpu.h>

#include "gpu/gauge.h"
#include "gpu/line.h"

enum { FD_TOTAL, FD_SHARED, FD_RESIDENT, FD_SUMS };

/* A process's memory in one region of a device, of all its clients there. */
struct fd_track {
	char device[64], region[32], driver[32];
	pid_t pid, ppid;
	uint64_t started;
	char comm[16];
	unsigned clients; /* 0: it has none any more */
	bool is_target, has_ended;
	struct {
		bool is_told;
		uint64_t bytes;
	} sums[FD_SUMS]; /* of the last reading */
	struct gauge gauges[FD_SUMS];
	struct line line;
};

struct fd_tracks {
	struct fd_track *list; /* by device, region, process */
	size_t count;
	struct line_budget budget;
	uint64_t readings, left_out;
	size_t hidden;
	/* Is this process, or one that it descends from, the target? NULL: everything is. */
	bool (*is_target)(void *ctx, pid_t pid, pid_t parent);
	/* Asked about one that has no clients any more; @started: 0 where it is not known. */
	bool (*exists)(void *ctx, pid_t pid, uint64_t started);
	void *ctx;
};

/* Takes in a reading made at @time. 0 or -ENOMEM. */
int gpu_fd_tracks_add(struct fd_tracks *tracks, const struct pmx_fdinfo *fdinfo, uint64_t time);
void gpu_fd_tracks_next_interval(struct fd_tracks *tracks);
/* Fills the part of a report that is about fdinfo; names in it are the tracks'. 0 or -ENOMEM. */
int gpu_fd_tracks_report(const struct fd_tracks *tracks, struct pmx_gpu_report *report,
			 uint64_t now);
void gpu_fd_tracks_free(struct fd_tracks *tracks);

#endif
