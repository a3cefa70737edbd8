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

#include <perfmux/capacity.h>
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

/*
 * One SVG picture: axes, legend, a row an event, an event's colour its PMU's. It has a dark side,
 * for readers who want one, and at most a thousand rows; it says so when there are more.
 */
void pmx_mux_svg(FILE *out, const struct pmx_mux_report *report, const char *title);

/*
 * Chrome's Trace Event Format (a JSON object), which Perfetto opens, too: a process for each PMU, a
 * track for each event with its slices, a counter track for each PMU with the counters in use,
 * added up over all places. Times in microseconds of CLOCK_MONOTONIC. An event in several places
 * has a counter track with its share of the time instead of slices.
 */
void pmx_mux_trace(FILE *out, const struct pmx_mux_report *report, const char *title);

/* --- capacity ----------------------------------------------------------------------------- */

/* The capacity of one PMU, or why it is not known. */
struct pmx_capacity_row {
	struct pmx_capacity capacity;
	char *why;     /* it could not be measured; NULL when it was */
	bool watchdog; /* the NMI watchdog holds one of its counters */
};

struct pmx_capacity_report {
	struct pmx_capacity_row *rows;
	size_t count;
	struct pmx_holders holders;
	const struct pmx_events *events; /* that were divided into passes; NULL when none were */
	const unsigned *pass;		 /* of each event */
	unsigned passes;
	bool last_waits; /* what is in the last pass does not fit even there */
};

/* A table with a row a PMU, who may hold the other counters, and the passes. */
void pmx_capacity_text(FILE *out, const struct pmx_capacity_report *report);

/* The JSON document, schema "perfmux-capacity/1"; of @head its versions are used. */
void pmx_capacity_json(FILE *out, const struct pmx_capacity_report *report,
		       const struct pmx_json_head *head);

#ifdef __cplusplus
}
#endif
#endif
