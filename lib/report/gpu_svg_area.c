// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_svg_area.c - the shapes in a panel of the GPU memory picture: steps, drawn as short as can be
 */
#include <math.h>

#include "report/gpu_svg.h"
#include "report/svg.h"

double pmx_gpu_svg_x(const struct pmx_gpu_panel *panel, size_t column)
{
	return PMX_GPU_SVG_LEFT +
	       (double)PMX_GPU_SVG_PLOT * (double)column / (double)panel->picture->count;
}

/* Half pixels are fine enough, and short. */
double pmx_gpu_svg_y(const struct pmx_gpu_panel *panel, double bytes)
{
	return panel->bottom - floor(bytes / panel->most * PMX_GPU_SVG_HEIGHT * 2 + 0.5) / 2;
}

/* Columns @from to @to, which have an area each: along the tops, and back along the bases. */
static void put_stretch(struct pmx_out *out, const struct pmx_gpu_panel *panel, size_t from,
			size_t to)
{
	const double *top = panel->picture->top, *base = panel->picture->base;

	pmx_svg_move(out, pmx_gpu_svg_x(panel, from), pmx_gpu_svg_y(panel, base[from]));
	for (size_t c = from; c < to; c++) {
		if (c == from || pmx_gpu_svg_y(panel, top[c]) != pmx_gpu_svg_y(panel, top[c - 1])) {
			if (c > from)
				pmx_svg_across(out, pmx_gpu_svg_x(panel, c));
			pmx_svg_down(out, pmx_gpu_svg_y(panel, top[c]));
		}
	}
	pmx_svg_across(out, pmx_gpu_svg_x(panel, to));
	pmx_svg_down(out, pmx_gpu_svg_y(panel, base[to - 1]));
	for (size_t c = to - 1; c > from; c--) {
		if (pmx_gpu_svg_y(panel, base[c]) == pmx_gpu_svg_y(panel, base[c - 1]))
			continue;
		pmx_svg_across(out, pmx_gpu_svg_x(panel, c));
		pmx_svg_down(out, pmx_gpu_svg_y(panel, base[c - 1]));
	}
	pmx_out_text(out, "Z");
}

void pmx_gpu_svg_area(struct pmx_out *out, const struct pmx_gpu_panel *panel, const char *class)
{
	const double *top = panel->picture->top, *base = panel->picture->base;
	size_t end;

	pmx_svg_path(out, class);
	for (size_t c = 0; c < panel->picture->count; c = end) {
		end = c + 1;
		if (!(top[c] > base[c]))
			continue;
		while (end < panel->picture->count && top[end] > base[end])
			end++;
		put_stretch(out, panel, c, end);
	}
	pmx_svg_path_end(out);
}

void pmx_gpu_svg_line(struct pmx_out *out, const struct pmx_gpu_panel *panel)
{
	const double *line = panel->picture->line;
	bool is_begun = false;

	pmx_svg_path(out, "mark");
	for (size_t c = 0; c < panel->picture->count; c++) {
		if (!isfinite(line[c])) {
			is_begun = false;
			continue;
		}
		if (!is_begun)
			pmx_svg_move(out, pmx_gpu_svg_x(panel, c), pmx_gpu_svg_y(panel, line[c]));
		else if (pmx_gpu_svg_y(panel, line[c]) != pmx_gpu_svg_y(panel, line[c - 1]))
			pmx_svg_down(out, pmx_gpu_svg_y(panel, line[c]));
		is_begun = true;
		if (c + 1 == panel->picture->count || !isfinite(line[c + 1]) ||
		    pmx_gpu_svg_y(panel, line[c + 1]) != pmx_gpu_svg_y(panel, line[c]))
			pmx_svg_across(out, pmx_gpu_svg_x(panel, c + 1));
	}
	pmx_svg_path_end(out);
}
