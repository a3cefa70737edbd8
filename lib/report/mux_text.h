/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_text.h - the parts of the multiplexing report for people, in the order in which they come
 *
 * Each begins with an empty line, and writes nothing at all where it has nothing to say.
 */
#ifndef PERFMUX_REPORT_MUX_TEXT_H
#define PERFMUX_REPORT_MUX_TEXT_H

#include <perfmux/report_mux.h>

#include "report/out.h"

/* One line an event, below a heading where there are several places. */
void pmx_mux_put_table(struct pmx_out *out, const struct pmx_mux_view *view,
		       const struct pmx_mux_report *report);

/* A line for each distinct reason why a row of the table is not a plain count. */
void pmx_mux_put_reasons(struct pmx_out *out, const struct pmx_mux_view *view,
			 const struct pmx_mux_report *report);

void pmx_mux_put_timeline(struct pmx_out *out, const struct pmx_mux_view *view,
			  const struct pmx_mux_report *report);

/* Verbose only: counts if rates change evenly across gaps. */
void pmx_mux_put_interpolated(struct pmx_out *out, const struct pmx_mux_view *view,
			      const struct pmx_mux_report *report);

void pmx_mux_put_pmus(struct pmx_out *out, const struct pmx_mux_view *view,
		      const struct pmx_mux_report *report);

/* How it was observed, how closely, and what that cost. */
void pmx_mux_put_method(struct pmx_out *out, const struct pmx_mux_view *view,
			const struct pmx_mux_report *report);

/* "CPU 3:" above @row when the row above it, NULL for none, is of another place. */
void pmx_mux_put_place(struct pmx_out *out, const struct pmx_mux_row *above,
		       const struct pmx_mux_row *row);

/* Columns that a report may fill. */
size_t pmx_mux_width(const struct pmx_mux_view *view);

/* @mark (text_marks.h) around what follows, where colours are wanted. */
void pmx_mux_mark(struct pmx_out *out, const struct pmx_mux_view *view, const char *mark);

#endif
