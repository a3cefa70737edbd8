// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_svg_shape.c - the values of a metric of a command, and the shape of their distribution
 *
 * The shape is a kernel density estimate with a Gaussian kernel, whose width is by Silverman's rule
 * of thumb (Density Estimation for Statistics and Data Analysis, 1986, equation 3.31): 0.9 times
 * the lesser of standard deviation and quartile distance / 1.34, times n^(-1/5). Each shape is as
 * high as the others at its highest. A value is drawn at its place, at a height within the shape
 * that its index decides.
 */
#include <math.h>

#include "report/bench_svg.h"
#include "report/bench_words.h"
#include "report/svg.h"

enum {
	FINE = 512,
	COLUMNS = 70, /* of a shape as wide as the plot */
	FEW_COLUMNS = 6,
	NARROW = 3, /* pixels: there is no shape in them */
	HALF = 19,
};

struct shape {
	const struct pmx_bench_axis *axis;
	const struct pmx_summary *summary;
	double fine[FINE];	    /* how many values there are */
	double low, high;	    /* where it begins and ends, as parts of the axis */
	size_t columns;		    /* it is divided into; 0: it is too narrow to be drawn */
	double height[COLUMNS + 1]; /* 0 to 1, at their edges */
};

/* --- density ------------------------------------------------------------------------------ */

static double part_of(const struct pmx_bench_axis *axis, double value)
{
	return (value - axis->low) / (axis->high - axis->low);
}

static void count(struct shape *shape, const struct pmx_bench_values *values)
{
	for (size_t i = 0; i < values->count; i++) {
		double at = part_of(shape->axis, values->values[i]) * FINE;

		if (at >= 0 && at < FINE) /* false for NAN, too */
			shape->fine[(size_t)at]++;
	}
}

/*
 * The kernel's width as a part of the axis. Values were counted in steps, and it is one at least.
 */
static double kernel_of(const struct shape *shape)
{
	const struct pmx_summary *it = shape->summary;
	double distance = (it->fence_high - it->fence_low) / 4; /* of the quartiles */
	double sigma = it->stddev, width;

	if (distance > 0)
		sigma = fmin(sigma, distance / 1.34);
	width = 0.9 * sigma * pow((double)it->count, -0.2) / (shape->axis->high - shape->axis->low);
	return isfinite(width) ? fmax(width, 1.0 / FINE) : 1.0 / FINE;
}

static double density_at(const struct shape *shape, double at, double kernel)
{
	double sum = 0;

	for (size_t i = 0; i < FINE; i++) {
		double z = (at - ((double)i + 0.5) / FINE) / kernel;

		if (shape->fine[i] > 0 && fabs(z) < 4)
			sum += shape->fine[i] * exp(-z * z / 2);
	}
	return sum;
}

/* There is nothing below the smallest and above the largest value. */
static void set_ends(struct shape *shape)
{
	shape->low = fmin(fmax(part_of(shape->axis, shape->summary->min), 0), 1);
	shape->high = fmin(fmax(part_of(shape->axis, shape->summary->max), 0), 1);
	if ((shape->high - shape->low) * PMX_BENCH_SVG_PLOT < NARROW)
		return;
	shape->columns = (size_t)ceil((shape->high - shape->low) * COLUMNS);
	if (shape->columns < FEW_COLUMNS)
		shape->columns = FEW_COLUMNS;
}

static double edge_of(const struct shape *shape, size_t i)
{
	return shape->low + (shape->high - shape->low) * (double)i / (double)shape->columns;
}

static void estimate(struct shape *shape)
{
	double kernel = kernel_of(shape), most = 0;

	for (size_t i = 0; i <= shape->columns && shape->columns; i++) {
		shape->height[i] = density_at(shape, edge_of(shape, i), kernel);
		most = fmax(most, shape->height[i]);
	}
	for (size_t i = 0; i <= shape->columns; i++)
		shape->height[i] = most > 0 ? shape->height[i] / most : 1;
}

/* Between two edges it is a line. */
static double height_at(const struct shape *shape, double value)
{
	double at = (part_of(shape->axis, value) - shape->low) / (shape->high - shape->low);
	double place = fmin(fmax(at, 0), 1) * (double)shape->columns, whole = floor(place);
	size_t i = shape->columns ? (size_t)whole : 0;

	if (i >= shape->columns)
		return shape->height[shape->columns];
	return shape->height[i] + (place - whole) * (shape->height[i + 1] - shape->height[i]);
}

/* --- drawing ------------------------------------------------------------------------------ */

static void put_class(struct pmx_out *out, char kind, size_t command)
{
	const char class[] = { kind, (char)('0' + command % PMX_BENCH_SVG_COLORS), '\0' };

	pmx_svg_path(out, class);
}

static void line_to(struct pmx_out *out, double at, double y, bool is_first)
{
	pmx_out_text(out, is_first ? "M" : "L");
	pmx_svg_number(out, PMX_BENCH_SVG_LEFT + at * PMX_BENCH_SVG_PLOT);
	pmx_out_text(out, " ");
	pmx_svg_number(out, y);
}

static void put_outline(struct pmx_out *out, const struct shape *shape, size_t command, double y)
{
	if (!shape->columns)
		return;
	put_class(out, 'v', command);
	for (size_t i = 0; i <= shape->columns; i++)
		line_to(out, edge_of(shape, i), y - HALF * shape->height[i], i == 0);
	for (size_t i = shape->columns + 1; i-- > 0;)
		line_to(out, edge_of(shape, i), y + HALF * shape->height[i], false);
	pmx_out_text(out, "Z");
	pmx_svg_path_end(out);
}

/* From -1 to 1, evenly, and the same for the same @i: multiples of the golden ratio. */
static double scatter(size_t i)
{
	double at = (double)i * 0.6180339887498949;

	return 2 * (at - floor(at)) - 1;
}

static bool is_outlier(const struct pmx_summary *summary, double value)
{
	return value < summary->fence_low || value > summary->fence_high;
}

static bool is_inside(const struct pmx_bench_axis *axis, double value)
{
	return value >= axis->low && value <= axis->high; /* false for NAN, too */
}

/* A dot is a line without length. Of many values some are drawn, but outliers always. */
static void put_points(struct pmx_out *out, const struct shape *shape,
		       const struct pmx_bench_values *values, size_t most, size_t command, double y)
{
	size_t count = values->count, step = most && count > most ? (count + most - 1) / most : 1;

	put_class(out, 'd', command);
	for (size_t i = 0; i < count; i++) {
		double value = values->values[i], height;

		if (!is_inside(shape->axis, value) ||
		    (i % step && !is_outlier(shape->summary, value)))
			continue;
		height = HALF * 0.85 * height_at(shape, value);
		pmx_svg_move(out, pmx_bench_axis_x(shape->axis, value), y + scatter(i) * height);
		pmx_out_text(out, "h0");
	}
	pmx_svg_path_end(out);
}

void pmx_bench_svg_shape(struct pmx_out *out, const struct pmx_bench_picture *picture,
			 const struct pmx_bench_axis *axis, size_t command, size_t metric, double y)
{
	const struct pmx_bench_values *values =
		&picture->result->bench->commands[command].metric[metric];
	struct shape shape = {
		.axis = axis, .summary = &pmx_bench_cell(picture->result, command, metric)->summary
	};

	count(&shape, values);
	set_ends(&shape);
	estimate(&shape);
	put_outline(out, &shape, command, y);
	put_points(out, &shape, values, picture->points, command, y);
}
