/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_output.h - where results go and in which format: one writer for people or scripts, and the
 * JSON document
 */
#ifndef PMX_CMD_STAT_OUTPUT_H
#define PMX_CMD_STAT_OUTPUT_H

#include <perfmux/report.h>
#include <perfmux/report_gpu.h>

#include "out_file.h"
#include "stat.h"
#include "stat_trace.h"

/*
 * Lines below the text report, in this order; a later one of a kind takes the place of the first.
 */
enum stat_note {
	STAT_NOTE_USER_ONLY,
	STAT_NOTE_REFUSED,
	STAT_NOTE_CONTEXT,
	STAT_NOTE_PASSES,
	STAT_NOTE_SHORTAGE,
	STAT_NOTE_GPU,
	STAT_NOTES,
};

enum { STAT_FILES = 3 }; /* the report, the document, the trace */

struct stat_output {
	const struct stat_options *options;
	struct pmx_report report;
	struct pmx_report json;
	struct pmx_json_head head;
	struct utsname kernel; /* which the head names */
	struct stat_trace trace;
	char *title;
	char *notes[STAT_NOTES];	  /* NULL where there is nothing to say */
	const struct pmx_gpu_report *gpu; /* beside the next result, or NULL; not ours */
	struct pmx_gpu_live gpu_lines;	  /* of each interval */
	bool started;			  /* by stat_output_begin() */
	bool begun, ended;
	bool clear; /* --interval-clear, on a terminal */
};

/* Opens the files. On failure nothing is left open. @kind is what is measured. */
int stat_output_open(struct stat_output *output, const struct stat_options *options,
		     enum pmx_target_kind kind, struct pmx_error *err);

/* Opens one more, which must be none of these files. 0 or -errno; it is the caller's to close. */
int stat_output_try(struct stat_output *output, const struct out_file *other,
		    struct pmx_error *err);

/* Nothing is refused any more: what is written directly is emptied, and begun. */
int stat_output_begin(struct stat_output *output, struct pmx_error *err);

/*
 * True when the report is for programs and does not go where people look: notes have to go there.
 */
bool stat_output_is_silent_file(const struct stat_output *output);

/* True when nothing that is written arrives anywhere any more: nobody is left to measure for. */
bool stat_output_is_lost(const struct stat_output *output);

/* What goes along with the results that are written from now on; NULL: nothing. */
void stat_output_gpu(struct stat_output *output, const struct pmx_gpu_report *report);

/* Keeps a copy of @text for below the report. NULL, or no memory: there is nothing to say. */
void stat_output_note(struct stat_output *output, enum stat_note which, const char *text);

/*
 * The next results are of @runs runs, which took @seconds each (or NULL). In formats that are
 * perf's a field is there for -r, and not because there were several passes.
 */
void stat_output_runs(struct stat_output *output, unsigned runs, const double *seconds);

/* Writes one result, and flushes it where somebody may be waiting for it. */
void stat_output_write(struct stat_output *output, const struct pmx_result *result);

/*
 * Ends the formats that have an end and closes the files. @last: the last result that was
 * written, or NULL. -errno when anything did not reach its file; the files are closed all the
 * same.
 */
int stat_output_close(struct stat_output *output, const struct pmx_result *last, int exit_status,
		      struct pmx_error *err);

#endif
