/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * monitor.h - what the files of the monitor share
 */
#ifndef PERFMUX_GPU_MONITOR_H
#define PERFMUX_GPU_MONITOR_H

#include "gpu/fd_track.h"
#include "gpu/state.h"
#include "session/sys.h"

struct pmx_gpu_monitor {
	struct pmx_machine *machine;
	const struct pmx_sys *sys;
	const char *system; /* of the tracepoints */
	struct pmx_gpu_variant variant;
	bool has_variant;
	struct pmx_recorder *recorder;		   /* NULL: no tracepoint is recorded */
	enum pmx_gpu_event events[PMX_GPU_EVENTS]; /* by the recorder's number */
	unsigned event_count;
	struct state state;
	uint64_t bad;

	bool reads_fdinfo;
	uint64_t fdinfo_ns;  /* between two readings; 0: only first and last */
	uint64_t fdinfo_due; /* UINT64_MAX: never */
	struct fd_tracks tracks;

	struct pmx_error why; /* no tracepoint is recorded */
	struct pmx_gpu_report report;
	uint64_t start, interval_at;
	bool is_final;
};

/* Opens a recorder for the tracepoints that there are. -errno as of pmx_gpu_monitor_new(). */
int gpu_monitor_open(struct pmx_gpu_monitor *monitor, const struct pmx_gpu_options *opts,
		     struct pmx_error *err);

#endif
