// SPDX-License-Identifier: GPL-2.0-only
/*
 * fd_report.c - what readings of fdinfo came to, as writers see it
 */
#include "gpu/fd_track.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void fill_row(struct pmx_gpu_fd_row *row, const struct fd_track *track, uint64_t now)
{
	uint64_t until = track->clients ? now : 0;

	*row = (struct pmx_gpu_fd_row){
		.device = track->device,
		.driver = track->driver,
		.region = track->region,
		.pid = track->pid,
		.marks = (track->clients ? 0u : PMX_GPU_GONE) |
			 (track->has_ended ? PMX_GPU_ENDED : 0u),
		.is_target = track->is_target,
		.clients = track->clients,
		.total = gpu_gauge_read(&track->gauges[FD_TOTAL], until),
		.shared = gpu_gauge_read(&track->gauges[FD_SHARED], until),
		.resident = gpu_gauge_read(&track->gauges[FD_RESIDENT], until),
		.line = gpu_line_read(&track->line),
	};
	memcpy(row->comm, track->comm, sizeof(row->comm));
}

static uint64_t peak_of(const struct pmx_gpu_fd_row *row)
{
	return row->total.updates ? row->total.peak : row->resident.peak;
}

static int compare_rows(const void *a, const void *b)
{
	const struct pmx_gpu_fd_row *one = a, *other = b;
	int order = strcmp(one->device, other->device);

	if (!order)
		order = strcmp(one->region, other->region);
	if (order)
		return order;
	if (peak_of(one) != peak_of(other))
		return peak_of(one) > peak_of(other) ? -1 : 1;
	return one->pid < other->pid ? -1 : one->pid > other->pid;
}

int gpu_fd_tracks_report(const struct fd_tracks *tracks, struct pmx_gpu_report *report,
			 uint64_t now)
{
	free(report->fd_rows);
	report->fd_rows = calloc(tracks->count + 1, sizeof(*report->fd_rows));
	report->fd_row_count = report->fd_rows ? tracks->count : 0;
	if (!report->fd_rows)
		return -ENOMEM;
	for (size_t i = 0; i < tracks->count; i++)
		fill_row(&report->fd_rows[i], &tracks->list[i], now);
	qsort(report->fd_rows, report->fd_row_count, sizeof(*report->fd_rows), compare_rows);
	report->fd_readings = tracks->readings;
	report->fd_hidden = tracks->hidden;
	report->fd_left_out = tracks->left_out;
	return 0;
}
