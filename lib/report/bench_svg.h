/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_svg.h - the measures of the picture of repeated runs, and its parts
 */
#ifndef PERFMUX_REPORT_BENCH_SVG_H
#define PERFMUX_REPORT_BENCH_SVG_H

#include <perfmux/report_bench.h>

#include "report/bench_amount.h"
#include "report/out.h"

enum {
	PMX_BENCH_SVG_WIDTH = 1000,
	PMX_BENCH_SVG_EDGE = 20,  /* left and right of everything */
	PMX_BENCH_SVG_LEFT = 270, /* of the plot */
	PMX_BENCH_SVG_PLOT = 700, /* its width */
	PMX_BENCH_SVG_HEADER = 26,
	PMX_BENCH_SVG_ROW = 52, /* a command */
	PMX_BENCH_SVG_FOOT = 48,
};

struct pmx_bench_picture {
	const struct pmx_bench_result *result;
	size_t commands; /* drawn, of those that there are */
	size_t points;	 /* of each in a panel, at most */
};

/* What the plot of a metric covers: all of its values, but for outliers that are far away. */
struct pmx_bench_axis {
	double low, high;
	struct pmx_bench_scale scale; /* of the labels */
	double step;
};

void pmx_bench_axis_set(struct pmx_bench_axis *axis, const struct pmx_bench_picture *picture,
			size_t metric);
double pmx_bench_axis_x(const struct pmx_bench_axis *axis, double value);
/* Lines from @top to @bottom, and labels below. */
void pmx_bench_svg_axis(struct pmx_out *out, const struct pmx_bench_axis *axis, double top,
			double bottom);

/* The distribution of a metric of a command around the height @y, and its values in it. */
void pmx_bench_svg_shape(struct pmx_out *out, const struct pmx_bench_picture *picture,
			 const struct pmx_bench_axis *axis, size_t command, size_t metric,
			 double y);

/* The panel of a metric, its upper edge at @y; then its height. */
void pmx_bench_svg_panel(struct pmx_out *out, const struct pmx_bench_picture *picture,
			 size_t metric, double y);
double pmx_bench_svg_panel_height(const struct pmx_bench_picture *picture);

/* Classes "v0" to "v6" are distributions, "d0" to "d6" values, in the colours of c0 to c6. */
enum { PMX_BENCH_SVG_COLORS = 7 };

#endif
