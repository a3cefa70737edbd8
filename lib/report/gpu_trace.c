// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_trace.c - GPU memory for trace viewers
 *
 * A process for each block; below it counters of the GPU and of each of its processes, and a thread
 * with remarks: ends, losses, and where a counter has to be left as it was because its value is not
 * known any more, for which the format has no word.
 *
 * Where many updates are one point of a line, its peak stands at its beginning and its last value
 * at the end of the stretch that they lie in: what is between is not known any better.
 */
#include <stdlib.h>

#include <perfmux/report_gpu.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "report/bytes.h"
#include "report/gpu_items.h"
#include "report/trace.h"
#include "report/words.h"

enum { REMARKS = 1 }; /* the thread */

struct track {
	struct pmx_gpu_item item;
	const char *main; /* what the line is of; NULL: there is none */
	unsigned pid;	  /* in the trace */
	bool has_private; /* as written last */
};

enum kind { POINT, POINT_END, ENDED };

struct moment {
	uint64_t at; /* since the start */
	uint32_t track, point;
	enum kind kind;
};

struct trace {
	const struct pmx_gpu_report *report;
	struct track *tracks;
	size_t track_count, track_room;
	struct moment *moments;
	size_t moment_count, moment_room;
};

static void trace_free(struct trace *trace)
{
	free(trace->tracks);
	free(trace->moments);
}

/* --- what is to be written, and when ------------------------------------------------------- */

static bool add_moment(struct trace *t, uint64_t time, size_t point, enum kind kind)
{
	struct moment *grown =
		pmx_array_room(t->moments, &t->moment_room, t->moment_count + 1, sizeof(*grown));

	if (!grown)
		return false;
	t->moments = grown;
	t->moments[t->moment_count++] = (struct moment){
		.at = pmx_gpu_since(t->report, time),
		.track = (uint32_t)(t->track_count - 1),
		.point = (uint32_t)point,
		.kind = kind,
	};
	return true;
}

/* When the next point begins, or nothing more is known. */
static uint64_t end_of(const struct pmx_gpu_line *line, size_t i)
{
	return i + 1 < line->count ? line->points[i + 1].at : line->upto;
}

static bool add_point(struct trace *t, const struct pmx_gpu_item *item, size_t i)
{
	const struct pmx_gpu_line *line = item->line;
	const struct pmx_gpu_point *point = &line->points[i];
	uint64_t begin = point->at, end = end_of(line, i), known = item->main->first_at;

	/* before its first update the line may be of something else */
	if (begin < known && end > known)
		begin = known;
	if (begin < known && i + 1 < line->count)
		return true;
	if (!add_moment(t, begin, i, POINT))
		return false;
	if (point->peak == point->last)
		return true;
	if (line->width && point->at / line->width * line->width + line->width < end)
		end = point->at / line->width * line->width + line->width;
	return add_moment(t, end > begin ? end : begin, i, POINT_END);
}

static bool add_track(struct trace *t, const struct pmx_gpu_block *block,
		      const struct pmx_gpu_item *item, unsigned pid)
{
	struct track *grown =
		pmx_array_room(t->tracks, &t->track_room, t->track_count + 1, sizeof(*grown));

	if (!grown)
		return false;
	t->tracks = grown;
	t->tracks[t->track_count++] = (struct track){
		.item = *item,
		.main = pmx_gpu_main_name(block->main),
		.pid = pid,
	};
	for (size_t i = 0; item->line && i < item->line->count; i++)
		if (!add_point(t, item, i))
			return false;
	return !item->ended_at || add_moment(t, item->ended_at, 0, ENDED);
}

static bool add_block(struct trace *t, const struct pmx_gpu_block *block, unsigned pid)
{
	struct pmx_gpu_item item;

	if (block->device) {
		pmx_gpu_block_whole(block, &item);
		if (!add_track(t, block, &item, pid))
			return false;
	}
	for (size_t i = 0; i < block->count; i++) {
		pmx_gpu_block_item(block, i, &item);
		if (!add_track(t, block, &item, pid))
			return false;
	}
	return true;
}

static int compare(const void *a, const void *b)
{
	const struct moment *one = a, *other = b;

	if (one->at != other->at)
		return one->at < other->at ? -1 : 1;
	if (one->track != other->track)
		return one->track < other->track ? -1 : 1;
	if (one->point != other->point)
		return one->point < other->point ? -1 : 1;
	return (int)one->kind - (int)other->kind;
}

/* --- writing it ----------------------------------------------------------------------------- */

static void say_name(struct pmx_words *words, const struct pmx_gpu_item *item)
{
	if (item->device) {
		pmx_say(words, "whole GPU");
		return;
	}
	pmx_say(words, "%s (%llu", *item->comm ? item->comm : "-", (unsigned long long)item->pid);
	if (item->row && item->row->generation) /* another process than the first of this number */
		pmx_say(words, " #%u", item->row->generation + 1);
	pmx_say(words, ")");
}

static void put_counter(struct pmx_tef *tef, const struct track *track, const char *what,
			uint64_t at, uint64_t value)
{
	struct pmx_words words = { 0 };

	say_name(&words, &track->item);
	pmx_say(&words, " %s", what);
	pmx_tef_counter(tef, track->pid, words.text, "bytes", at, (double)value);
}

static void put_remark(struct pmx_tef *tef, const struct track *track, uint64_t at,
		       const char *what)
{
	struct pmx_words words = { 0 };

	say_name(&words, &track->item);
	pmx_say(&words, "%s", what);
	pmx_tef_instant(tef, track->pid, REMARKS, words.text, at);
}

/* What the total is made of, at the end of a point. */
static void put_parts(struct pmx_tef *tef, struct track *track, uint64_t at,
		      const struct pmx_gpu_point *point)
{
	bool has_private = point->imported <= point->last;

	if (point->imported == PMX_GPU_UNKNOWN || track->item.main != track->item.total)
		return;
	put_counter(tef, track, "imported", at, point->imported);
	if (has_private)
		put_counter(tef, track, "private", at, point->last - point->imported);
	else if (track->has_private)
		put_remark(tef, track, at,
			   ": more imported than in total, what is private is not known");
	track->has_private = has_private;
}

static void put_ended(struct pmx_tef *tef, const struct track *track, uint64_t at)
{
	const struct pmx_gpu_item *item = &track->item;
	struct pmx_words words = { 0 };
	char size[PMX_BYTES_SIZE];

	pmx_say(&words, " ended");
	if (pmx_gpu_has(item->main) && item->main->last) {
		pmx_bytes(size, (double)item->main->last);
		pmx_say(&words, ", and has %s still", size);
	}
	put_remark(tef, track, at, words.text);
}

static void put_moment(struct pmx_tef *tef, struct trace *t, const struct moment *moment)
{
	struct track *track = &t->tracks[moment->track];
	const struct pmx_gpu_point *point;

	if (moment->kind == ENDED) {
		put_ended(tef, track, moment->at);
		return;
	}
	point = &track->item.line->points[moment->point];
	put_counter(tef, track, track->main, moment->at,
		    moment->kind == POINT ? point->peak : point->last);
	if (moment->kind == POINT_END || point->peak == point->last)
		put_parts(tef, track, moment->at, point);
}

/* Losses are of no process: they stand with the first GPU, before what is later. */
static void put_moments(struct pmx_tef *tef, struct trace *t)
{
	const struct pmx_gpu_report *report = t->report;
	uint64_t lost_at = pmx_gpu_since(report, report->lost_at);
	bool has_lost = report->lost && report->gpu_count;
	struct pmx_words words = { 0 };

	pmx_say(&words, "records were lost, the last of %llu", (unsigned long long)report->lost);
	for (size_t i = 0; i <= t->moment_count; i++) {
		if (has_lost && (i == t->moment_count || t->moments[i].at > lost_at)) {
			pmx_tef_instant(tef, 1, REMARKS, words.text, lost_at);
			has_lost = false;
		}
		if (i < t->moment_count)
			put_moment(tef, t, &t->moments[i]);
	}
}

static void put_names(struct pmx_tef *tef, const struct pmx_gpu_block *block, unsigned pid)
{
	char name[PMX_GPU_BLOCK_NAME];
	struct pmx_words words = { 0 };

	pmx_say(&words, "%s%s", pmx_gpu_block_name(block, name), block->device ? "" : " (fdinfo)");
	pmx_tef_process(tef, pid, words.text);
	pmx_tef_thread(tef, pid, REMARKS, "remarks");
}

void pmx_gpu_trace(FILE *file, const struct pmx_gpu_report *report, const char *title)
{
	__attribute__((cleanup(trace_free))) struct trace t = { .report = report };
	struct pmx_gpu_block block = { 0 };
	bool has_room = true;
	unsigned pid = 0;
	PMX_OUT(out, file);
	struct pmx_tef tef = { .out = &out, .space = PMX_TEF_GPU, .start = report->start };

	pmx_tef_begin(&tef, title ? title : "nothing");
	while (pmx_gpu_block_next(report, &block)) {
		put_names(&tef, &block, ++pid);
		has_room = has_room && add_block(&t, &block, pid);
	}
	if (has_room) {
		if (t.moment_count)
			qsort(t.moments, t.moment_count, sizeof(*t.moments), compare);
		put_moments(&tef, &t);
	}
	pmx_tef_end(&tef);
}
