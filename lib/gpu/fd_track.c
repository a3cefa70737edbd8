// SPDX-License-Identifier: GPL-2.0-only
/*
 * fd_track.c - readings of fdinfo to gauges: by device, region and process
 *
 * A reading is sorted as the tracks are, and the two are merged: what only the tracks have is gone,
 * what only the reading has is new. When there are too many, what is gone is given up.
 */
#include "gpu/fd_track.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TRACKS PMX_FDINFO_CLIENTS

/* --- a reading as tracks ------------------------------------------------------------------- */

static int compare_tracks(const void *a, const void *b)
{
	const struct fd_track *one = a, *other = b;
	int order = strcmp(one->device, other->device);

	if (!order)
		order = strcmp(one->region, other->region);
	if (order)
		return order;
	if (one->pid != other->pid)
		return one->pid < other->pid ? -1 : 1;
	return one->started < other->started ? -1 : one->started > other->started;
}

static void set(struct fd_track *track, size_t sum, bool is_told, uint64_t bytes)
{
	track->sums[sum].is_told = is_told;
	track->sums[sum].bytes = bytes;
}

static void fill(struct fd_track *track, const struct pmx_fdinfo_client *client,
		 const struct pmx_fdinfo_region *region)
{
	*track = (struct fd_track){
		.pid = client->pid, .ppid = client->ppid, .started = client->started, .clients = 1
	};
	memcpy(track->device, client->device, sizeof(track->device));
	memcpy(track->driver, client->driver, sizeof(track->driver));
	memcpy(track->region, region->name, sizeof(track->region));
	memcpy(track->comm, client->comm, sizeof(track->comm));
	set(track, FD_TOTAL, region->has_total, region->total);
	set(track, FD_SHARED, region->has_shared, region->shared);
	set(track, FD_RESIDENT, region->has_resident, region->resident);
}

/* Another client of the same process. */
static void merge(struct fd_track *into, const struct fd_track *from)
{
	into->clients += from->clients;
	for (size_t i = 0; i < FD_SUMS; i++) {
		uint64_t bytes = from->sums[i].bytes, *sum = &into->sums[i].bytes;

		into->sums[i].is_told |= from->sums[i].is_told;
		*sum = bytes > UINT64_MAX - *sum ? UINT64_MAX : *sum + bytes;
	}
}

static size_t unite(struct fd_track *list, size_t count)
{
	size_t kept = 0;

	qsort(list, count, sizeof(*list), compare_tracks);
	for (size_t i = 1; i < count; i++)
		if (compare_tracks(&list[kept], &list[i]) == 0)
			merge(&list[kept], &list[i]);
		else
			list[++kept] = list[i];
	return kept + 1;
}

static size_t count_regions(const struct pmx_fdinfo *fdinfo)
{
	size_t count = 0;

	for (size_t i = 0; i < fdinfo->count; i++)
		count += fdinfo->clients[i].region_count;
	return count;
}

/* The reading as a sorted list; NULL: no memory. */
static struct fd_track *list_reading(struct fd_tracks *tracks, const struct pmx_fdinfo *fdinfo,
				     size_t *count)
{
	size_t all = count_regions(fdinfo), room = all < MAX_TRACKS ? all : MAX_TRACKS, n = 0;
	struct fd_track *list = calloc(room + 1, sizeof(*list));

	if (!list)
		return NULL;
	for (size_t i = 0; i < fdinfo->count; i++)
		for (size_t j = 0; j < fdinfo->clients[i].region_count && n < room; j++)
			fill(&list[n++], &fdinfo->clients[i], &fdinfo->clients[i].regions[j]);
	tracks->left_out += all - n + fdinfo->left_out;
	*count = n ? unite(list, n) : 0;
	return list;
}

/* --- tracks ------------------------------------------------------------------------------- */

static void take_sums(struct fd_tracks *tracks, struct fd_track *track, uint64_t time)
{
	size_t drawn = track->sums[FD_TOTAL].is_told ? FD_TOTAL : FD_RESIDENT;

	for (size_t i = 0; i < FD_SUMS; i++) {
		track->gauges[i].seen.source = PMX_GPU_FDINFO;
		if (track->sums[i].is_told)
			gpu_gauge_add(&track->gauges[i], time, track->sums[i].bytes);
	}
	if (track->sums[drawn].is_told)
		gpu_line_add(&track->line, &tracks->budget, time, track->sums[drawn].bytes,
			     PMX_GPU_UNKNOWN);
}

static void renew(struct fd_track *track, const struct fd_track *reading)
{
	track->clients = reading->clients;
	memcpy(track->comm, reading->comm, sizeof(track->comm));
	memcpy(track->sums, reading->sums, sizeof(track->sums));
}

/* It has no client any more: nothing is left, of whatever it had. */
static void lose(struct fd_tracks *tracks, struct fd_track *track, uint64_t time)
{
	if (!track->clients)
		return;
	track->has_ended = !tracks->exists ||
			   !tracks->exists(tracks->ctx, track->pid, track->started);
	track->clients = 0;
	for (size_t i = 0; i < FD_SUMS; i++)
		track->sums[i].bytes = 0;
	take_sums(tracks, track, time);
}

static void keep(struct fd_tracks *tracks, struct fd_track *track, uint64_t time)
{
	if (!track->is_target)
		track->is_target = !tracks->is_target ||
				   tracks->is_target(tracks->ctx, track->pid, track->ppid);
	take_sums(tracks, track, time);
}

/* Merges the tracks and the reading @list into @to, which has room for all of both. */
static size_t merge_lists(struct fd_tracks *tracks, const struct fd_track *list, size_t count,
			  struct fd_track *to, uint64_t time)
{
	size_t i = 0, j = 0, n = 0;

	while (i < tracks->count || j < count) {
		int order = i == tracks->count ? 1 :
			    j == count	       ? -1 :
						 compare_tracks(&tracks->list[i], &list[j]);

		to[n] = order <= 0 ? tracks->list[i++] : list[j];
		if (order == 0)
			renew(&to[n], &list[j]);
		if (order >= 0) {
			keep(tracks, &to[n], time);
			j++;
		} else {
			lose(tracks, &to[n], time);
		}
		n++;
	}
	return n;
}

static void give_up_gone(struct fd_tracks *tracks)
{
	size_t kept = 0;

	for (size_t i = 0; i < tracks->count; i++) {
		if (tracks->list[i].clients) {
			tracks->list[kept++] = tracks->list[i];
			continue;
		}
		gpu_line_free(&tracks->list[i].line, &tracks->budget);
		tracks->left_out++;
	}
	tracks->count = kept;
}

static void share_points(struct fd_tracks *tracks)
{
	size_t share = gpu_line_share(&tracks->budget);

	for (size_t i = 0; tracks->budget.points > PMX_GPU_LINE_POINTS && i < tracks->count; i++)
		gpu_line_shrink(&tracks->list[i].line, &tracks->budget, share);
}

int gpu_fd_tracks_add(struct fd_tracks *tracks, const struct pmx_fdinfo *fdinfo, uint64_t time)
{
	size_t count = 0;
	struct fd_track *list = list_reading(tracks, fdinfo, &count), *merged;

	merged = list ? calloc(tracks->count + count + 1, sizeof(*merged)) : NULL;
	if (!merged) {
		free(list);
		return -ENOMEM;
	}
	count = merge_lists(tracks, list, count, merged, time);
	free(list);
	free(tracks->list);
	tracks->list = merged;
	tracks->count = count;
	if (count > MAX_TRACKS)
		give_up_gone(tracks);
	share_points(tracks);
	tracks->readings++;
	tracks->hidden = fdinfo->hidden;
	return 0;
}

void gpu_fd_tracks_next_interval(struct fd_tracks *tracks)
{
	for (size_t i = 0; i < tracks->count; i++)
		for (size_t j = 0; j < FD_SUMS; j++)
			gpu_gauge_next_interval(&tracks->list[i].gauges[j]);
}

void gpu_fd_tracks_free(struct fd_tracks *tracks)
{
	for (size_t i = 0; i < tracks->count; i++)
		gpu_line_free(&tracks->list[i].line, &tracks->budget);
	free(tracks->list);
	*tracks = (struct fd_tracks){ .count = 0 };
}
