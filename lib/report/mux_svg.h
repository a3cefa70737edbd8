/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_svg.h - the measures of the multiplexing picture
 */
#ifndef PERFMUX_REPORT_MUX_SVG_H
#define PERFMUX_REPORT_MUX_SVG_H

#include <perfmux/report_mux.h>

#include "report/mux_cells.h"
#include "report/out.h"

enum {
	PMX_MUX_SVG_WIDTH = 1000,
	PMX_MUX_SVG_EDGE = 20,	 /* left and right of everything */
	PMX_MUX_SVG_LEFT = 226,	 /* of the plot */
	PMX_MUX_SVG_PLOT = 520,	 /* its width */
	PMX_MUX_SVG_COUNT = 874, /* right edges of the columns */
	PMX_MUX_SVG_BOUND = 930,
	PMX_MUX_SVG_SHARE = 980,
	PMX_MUX_SVG_ROW = 22,
};

struct pmx_mux_picture {
	const struct pmx_mux_report *report;
	const struct pmx_pmu **pmus; /* a colour each */
	size_t pmu_count;
	struct pmx_cell_time *cells; /* of one row at a time */
	size_t cell_count;
};

/* The class of a PMU's colour. */
const char *pmx_mux_color(const struct pmx_mux_picture *picture, const struct pmx_pmu *pmu);

/* Where on the plot a time since the start is. */
double pmx_mux_x(const struct pmx_mux_picture *picture, double ns);

/* Row @i of the report, its upper edge at @y. */
void pmx_mux_svg_row(struct pmx_out *out, const struct pmx_mux_picture *picture, size_t i,
		     double y);

#endif
