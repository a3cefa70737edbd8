/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg.h - the elements of a picture: SVG 1.1 that stands alone, without scripts, fonts or links
 *
 * All colours are classes of one style sheet, which has a dark set for readers who want one. Text
 * is escaped, and what XML has no place for is shown as "\xNN". Lengths are in pixels.
 */
#ifndef PERFMUX_REPORT_SVG_H
#define PERFMUX_REPORT_SVG_H

#include "report/out.h"

/* Colours that tell series apart, for eyes of every kind: class "c0" to "c7". */
enum { PMX_SVG_COLORS = 8 };

/*
 * Other classes. Of text: "title", "text", "dim", "bad", each with "end" or "mid" for where x is.
 * Of shapes: "back" (behind what could be there), "grid", "axis" and "mark" (lines).
 */

/* The picture, its background, and its title for those who cannot see it. */
void pmx_svg_begin(struct pmx_out *out, double width, double height, const char *title);
void pmx_svg_end(struct pmx_out *out);

/* What follows until the end shows @tooltip under the pointer. */
void pmx_svg_group(struct pmx_out *out, const char *tooltip);
void pmx_svg_group_end(struct pmx_out *out);

void pmx_svg_text(struct pmx_out *out, double x, double y, const char *class, const char *text);
void pmx_svg_rect(struct pmx_out *out, double x, double y, double width, double height,
		  const char *class);
void pmx_svg_line(struct pmx_out *out, double x1, double y1, double x2, double y2,
		  const char *class);

/* A path: begin, then commands ("M", "H", "V") with their numbers, then end. */
void pmx_svg_path(struct pmx_out *out, const char *class);
void pmx_svg_move(struct pmx_out *out, double x, double y);
void pmx_svg_across(struct pmx_out *out, double x);
void pmx_svg_down(struct pmx_out *out, double y);
void pmx_svg_path_end(struct pmx_out *out);

/* At most two digits behind the point. */
void pmx_svg_number(struct pmx_out *out, double value);

#endif
