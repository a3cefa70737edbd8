/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_mux.h - the multiplexing report as text, JSON, SVG and trace
 *
 * As in report.h: writers print to the caller's FILE, know no locale, and quote what the system or
 * a user named.
 */
#ifndef PERFMUX_REPORT_MUX_H
#define PERFMUX_REPORT_MUX_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include <perfmux/mux.h>
#include <perfmux/report.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_mux_view {
	FILE *out;
	const char *title; /* "'make -j4'", "process id '123'"; quotes included */
	unsigned width;	   /* columns of the terminal, 80 where there is none */
	bool color;
	bool utf8; /* blocks may be drawn; else '#' */
	bool no_big_num;
	bool verbose; /* the method's details, interpolated counts */
};

/* A table of events, a timeline with a row an event, a paragraph for each PMU, advice. */
void pmx_mux_text(const struct pmx_mux_view *view, const struct pmx_mux_report *report);

/* The JSON document, schema "perfmux-mux/1"; perfmux-json(5) has its members. */
void pmx_mux_json(FILE *out, const struct pmx_mux_report *report, const struct pmx_json_head *head);

/* One SVG picture: axes, legend, a row an event, an event's colour its PMU's. */
void pmx_mux_svg(FILE *out, const struct pmx_mux_report *report, const char *title);

/*
 * Chrome's Trace Event Format (a JSON object), which Perfetto opens, too: a process for each PMU, a track
 * for each event with its slices, a counter track for each PMU with the counters in use. Times in
 * microseconds since the start.
 */
void pmx_mux_trace(FILE *out, const struct pmx_mux_report *report, const char *title);

#ifdef __cplusplus
}
#endif
#endif
