/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_gpu.h - GPU memory as text, lines, a live view, CSV, JSON, SVG and trace
 *
 * As in report.h: writers print to the caller's FILE, know no locale, and quote what the system or
 * a user named. What nobody reported is '-', empty or null, never 0; tracepoints and fdinfo stand
 * apart, and are never added. Times are written as since the start.
 *
 * Without intervals: pmx_gpu_text(), and pmx_gpu_csv_begin() with one pmx_gpu_csv_write(), once the
 * report is final. With intervals (-I): pmx_gpu_live_draw(), pmx_gpu_csv_write() and
 * pmx_gpu_json_write() for each, the last and shorter one too, before
 * pmx_gpu_monitor_next_interval(); then pmx_gpu_text() and pmx_gpu_json_end() all the same.
 */
#ifndef PERFMUX_REPORT_GPU_H
#define PERFMUX_REPORT_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include <perfmux/gpu.h>
#include <perfmux/report.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_gpu_view {
	FILE *out;
	const char *title; /* "'make -j4'", "process id '123'"; quotes included */
	unsigned width;	   /* columns of the terminal, 80 where there is none */
	bool color;
	bool utf8;	  /* blocks may be drawn; else '#' */
	bool verbose;	  /* exact bytes, and every process */
	bool only_target; /* processes that are not the target are one row together */
};

/* --- for people ----------------------------------------------------------------------------- */

/*
 * The report when all is over: a table for each GPU with its total, its processes and what is left
 * of the total; one for each device and region of fdinfo; what is wrong with any of them in
 * sentences; where the numbers are from, and what became of the records.
 */
void pmx_gpu_text(const struct pmx_gpu_view *view, const struct pmx_gpu_report *report);

/*
 * The tables alone and what is wrong with them, each beginning with an empty line, for reports that
 * have more to say than this: nothing at all where there was no update and no reading.
 */
void pmx_gpu_text_section(const struct pmx_gpu_view *view, const struct pmx_gpu_report *report);

/* What is drawn while it runs. All zero but view and is_terminal at the beginning. */
struct pmx_gpu_live {
	struct pmx_gpu_view view; /* width may change between two drawings */
	unsigned height;	  /* rows of the terminal, 24 where it is 0; may change, too */
	bool is_terminal;	  /* false: lines only */
	/* the writer's own */
	unsigned long drawn;		/* drawings so far */
	unsigned lines;			/* of the last */
	unsigned was_width, was_height; /* at the last */
};

/*
 * At the end of each interval. On a terminal it draws over what it drew before: each GPU and its
 * largest processes with a bar, no more than fits, with the cursor hidden. Elsewhere it writes a
 * line for each entry that was updated or has ended in the interval, below a heading, and one that
 * says so where there was none.
 */
void pmx_gpu_live_draw(struct pmx_gpu_live *live, const struct pmx_gpu_report *report);

/*
 * Shows the cursor again, below what was drawn. To be called however the run ends; twice is safe.
 */
void pmx_gpu_live_end(struct pmx_gpu_live *live);

/* --- for programs --------------------------------------------------------------------------- */

struct pmx_gpu_csv {
	FILE *out;
	const char *separator; /* NULL: "," */
	/*
	 * Several reports follow one another: what had ended with nothing before an interval is
	 * left out of it.
	 */
	bool interval;
};

/* A first line that names the columns; perfmux-json(5) has them. */
void pmx_gpu_csv_begin(const struct pmx_gpu_csv *csv);

/* A line for each GPU, each process on it, and each process, device and region of fdinfo. */
void pmx_gpu_csv_write(const struct pmx_gpu_csv *csv, const struct pmx_gpu_report *report);

/*
 * The JSON document, schema "perfmux-gpu/1"; perfmux-json(5) has its members. Written as it grows:
 * what is in the file after an interrupted run and pmx_gpu_json_end() is a whole document. All zero
 * but out, interval and started at the beginning.
 */
struct pmx_gpu_json {
	FILE *out;
	bool interval;	       /* -I was given */
	time_t started;	       /* wall clock, 0 where it is not known */
	unsigned long written; /* intervals so far; the writer's own */
};

/* The document of schema "perfmux-gpu/1": its head, an interval each, and the rest. */
void pmx_gpu_json_begin(struct pmx_gpu_json *json, const struct pmx_json_head *head);
void pmx_gpu_json_write(struct pmx_gpu_json *json, const struct pmx_gpu_report *report);
/* @report: the final one, which has the course of each value, too; NULL: there is none. */
void pmx_gpu_json_end(struct pmx_gpu_json *json, const struct pmx_json_head *head,
		      const struct pmx_gpu_report *report);

/* The object that a document has as its member "result", alone, for documents of other commands. */
void pmx_gpu_json_object(FILE *out, const struct pmx_gpu_report *report);

/*
 * Chrome's Trace Event Format (a JSON object), which Perfetto opens, too: a process for each GPU
 * and each device and region of fdinfo; below it counter tracks of the total, the imported and the
 * private bytes of all of it and of each process, and remarks where one ended or records were lost.
 */
void pmx_gpu_trace(FILE *out, const struct pmx_gpu_report *report, const char *title);

/*
 * One SVG picture: for each GPU, and each device and region of fdinfo, the memory of its processes
 * over time as areas on top of one another, the largest with names, and the GPU's total as a line;
 * at most 32 of them, and it says so when there are more.
 */
void pmx_gpu_svg(FILE *out, const struct pmx_gpu_report *report, const char *title);

#ifdef __cplusplus
}
#endif
#endif
