// SPDX-License-Identifier: GPL-2.0-only
/*
 * line.c - the course of a gauge in a bounded number of points
 *
 * A point holds the time from itself to the next one. Those that fall into the same stretch of
 * width ns are one: with the area of both, the higher peak, and the last value of the later.
 */
#include "gpu/line.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* Of a line's first points: so short that hardly two updates of one process fall into it. */
#define FIRST_WIDTH 1024

enum { LEAST_POINTS = 16 };

size_t gpu_line_share(const struct line_budget *budget)
{
	size_t share = PMX_GPU_LINE_POINTS / (budget->lines ? budget->lines : 1);

	if (share > PMX_GPU_POINTS)
		return PMX_GPU_POINTS;
	return share < LEAST_POINTS ? LEAST_POINTS : share;
}

static bool is_together(const struct line *line, uint64_t a, uint64_t b)
{
	return a / line->width == b / line->width;
}

static void take_in(struct pmx_gpu_point *point, const struct pmx_gpu_point *later)
{
	point->last = later->last;
	point->imported = later->imported;
	point->area += later->area;
	if (later->peak > point->peak)
		point->peak = later->peak;
}

static void fold(struct line *line)
{
	uint32_t kept = 0;

	line->width *= 2;
	for (uint32_t i = 1; i < line->count; i++) {
		const struct pmx_gpu_point *point = &line->points[i];

		if (is_together(line, line->points[kept].at, point->at))
			take_in(&line->points[kept], point);
		else
			line->points[++kept] = *point;
	}
	line->count = kept + 1;
}

static void fold_to(struct line *line, struct line_budget *budget, size_t count)
{
	budget->points -= line->count;
	while (line->count > count)
		fold(line);
	budget->points += line->count;
}

static bool make_room(struct line *line, struct line_budget *budget)
{
	size_t share = gpu_line_share(budget), room = line->room;
	struct pmx_gpu_point *grown;

	if (line->count >= share)
		fold_to(line, budget, share / 2);
	grown = pmx_array_room(line->points, &room, line->count + 1, sizeof(*grown));
	if (!grown)
		return false;
	line->points = grown;
	line->room = (uint32_t)room;
	return true;
}

static struct pmx_gpu_point *last_of(const struct line *line)
{
	return line->count ? &line->points[line->count - 1] : NULL;
}

static void push(struct line *line, struct line_budget *budget, const struct pmx_gpu_point *point)
{
	budget->lines += !line->count;
	budget->points++;
	line->points[line->count++] = *point;
}

/* Making room may widen the last point so that the new one fits into it. */
static void put_in(struct line *line, struct line_budget *budget, const struct pmx_gpu_point *point)
{
	struct pmx_gpu_point *last = last_of(line);
	bool has_room = true;

	if (!last || !is_together(line, last->at, point->at))
		has_room = make_room(line, budget);
	last = last_of(line);
	if (last && (!has_room || is_together(line, last->at, point->at)))
		take_in(last, point);
	else if (has_room)
		push(line, budget, point);
}

void gpu_line_add(struct line *line, struct line_budget *budget, uint64_t time, uint64_t value,
		  uint64_t imported)
{
	struct pmx_gpu_point point = {
		.at = time, .last = value, .peak = value, .imported = imported
	};
	struct pmx_gpu_point *last = last_of(line);

	if (last && time < line->upto)
		return;
	if (last)
		last->area += (double)last->last * (double)(time - line->upto);
	else
		line->width = FIRST_WIDTH;
	line->upto = time;
	put_in(line, budget, &point);
}

void gpu_line_shrink(struct line *line, struct line_budget *budget, size_t share)
{
	struct pmx_gpu_point *smaller;

	if (line->count <= share && line->room <= share)
		return;
	fold_to(line, budget, share);
	smaller = realloc(line->points, share * sizeof(*smaller));
	if (!smaller)
		return;
	line->points = smaller;
	line->room = (uint32_t)share;
}

struct pmx_gpu_line gpu_line_read(const struct line *line)
{
	return (struct pmx_gpu_line){
		.points = line->points,
		.count = line->count,
		.width = line->width,
		.upto = line->upto,
	};
}

void gpu_line_free(struct line *line, struct line_budget *budget)
{
	budget->points -= line->count;
	budget->lines -= line->count != 0;
	free(line->points);
	*line = (struct line){ .points = NULL };
}

/* --- in columns --------------------------------------------------------------------------- */

/* One column while the pieces of the line that lie in it are put in. */
struct column {
	double area, known; /* bytes x ns, ns */
	double peak;
};

/* The value was @value on average, and @peak at most, from @from to @to. */
static void put(struct column *column, uint64_t begin, uint64_t end, uint64_t from, uint64_t to,
		double value, double peak)
{
	uint64_t a = from > begin ? from : begin, b = to < end ? to : end;

	if (a >= b)
		return;
	column->area += value * (double)(b - a);
	column->known += (double)(b - a);
	if (peak > column->peak)
		column->peak = peak;
}

/* A point's part of a column; the last point's value goes on after what is known of its area. */
static void put_point(struct column *column, uint64_t begin, uint64_t end,
		      const struct pmx_gpu_line *line, size_t i)
{
	const struct pmx_gpu_point *point = &line->points[i];
	bool is_last = i + 1 == line->count;
	uint64_t to = is_last ? line->upto : line->points[i + 1].at;
	double mean = to > point->at ? point->area / (double)(to - point->at) : 0;

	put(column, begin, end, point->at, to, mean, (double)point->peak);
	if (is_last)
		put(column, begin, end, to, UINT64_MAX, (double)point->last, (double)point->last);
}

/* The point that holds at @time, looked for from point @i on. */
static size_t advance(const struct pmx_gpu_line *line, size_t i, uint64_t time)
{
	while (i + 1 < line->count && line->points[i + 1].at <= time)
		i++;
	return i;
}

void pmx_gpu_line_columns(const struct pmx_gpu_line *line, uint64_t from, uint64_t to, size_t count,
			  double *mean, double *peak)
{
	double width = to > from && count ? (double)(to - from) / (double)count : 0;
	size_t first = 0;

	for (size_t c = 0; c < count; c++) {
		uint64_t begin = from + (uint64_t)(width * (double)c);
		uint64_t end = c + 1 == count ? to : from + (uint64_t)(width * (double)(c + 1));
		struct column column = { .area = 0 };

		first = advance(line, first, begin);
		for (size_t i = first; i < line->count && line->points[i].at < end; i++)
			put_point(&column, begin, end, line, i);
		mean[c] = column.known > 0 ? column.area / column.known : NAN;
		if (peak)
			peak[c] = column.known > 0 ? column.peak : NAN;
	}
}
