/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_svg.h - the measures of the GPU memory picture, and one panel of it
 */
#ifndef PERFMUX_REPORT_GPU_SVG_H
#define PERFMUX_REPORT_GPU_SVG_H

#include "report/gpu_items.h"
#include "report/out.h"

enum {
	PMX_GPU_SVG_WIDTH = 1000,
	PMX_GPU_SVG_EDGE = 20,	  /* left and right of everything */
	PMX_GPU_SVG_LEFT = 90,	  /* of the plot */
	PMX_GPU_SVG_PLOT = 640,	  /* its width */
	PMX_GPU_SVG_LEGEND = 750, /* left of the names */
	PMX_GPU_SVG_HEIGHT = 180, /* of the plot */
	PMX_GPU_SVG_PANEL = 266,  /* from one panel to the next */
};

struct pmx_gpu_picture {
	const struct pmx_gpu_report *report;
	size_t count;			   /* columns of a plot */
	double *value, *base, *top, *line; /* bytes in each column; the panel's own */
};

struct pmx_gpu_panel {
	const struct pmx_gpu_picture *picture;
	const struct pmx_gpu_block *block;
	double bottom; /* of the plot */
	double most;   /* bytes at its top */
};

/* Where the left edge of a column is, and a number of bytes. */
double pmx_gpu_svg_x(const struct pmx_gpu_panel *panel, size_t column);
double pmx_gpu_svg_y(const struct pmx_gpu_panel *panel, double bytes);

/* What lies between the picture's base and top; and its line. */
void pmx_gpu_svg_area(struct pmx_out *out, const struct pmx_gpu_panel *panel, const char *class);
void pmx_gpu_svg_line(struct pmx_out *out, const struct pmx_gpu_panel *panel);

/* The panel of @block, its upper edge at @y. */
void pmx_gpu_svg_panel(struct pmx_out *out, const struct pmx_gpu_picture *picture,
		       const struct pmx_gpu_block *block, double y);

#endif
