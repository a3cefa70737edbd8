/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace.h - Chrome's Trace Event Format, a JSON object that Perfetto and chrome://tracing open
 *
 * Tracks are named by numbers of our own: a process holds threads, a thread slices that follow one
 * another; a counter belongs to a process. Write events in the order of their times: viewers do not
 * need it, but whoever reads the file line by line does.
 *
 * Times are given in ns since the start and written as CLOCK_MONOTONIC, in microseconds with three
 * digits; the file names that clock. Traces of several commands that ran at the same time are
 * therefore one trace once their events are in one list, for which each has numbers of its own.
 */
#ifndef PERFMUX_REPORT_TRACE_H
#define PERFMUX_REPORT_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "report/out.h"

/* What is added to the numbers of processes. */
enum pmx_tef_space { PMX_TEF_MUX = 0, PMX_TEF_GPU = 1000000, PMX_TEF_STAT = 2000000 };

struct pmx_tef {
	struct pmx_out *out;
	enum pmx_tef_space space;
	uint64_t start; /* CLOCK_MONOTONIC, ns: that of all times here */
	bool any;	/* an event was written */
};

/*
 * Fills in what is left of @tef: out, space and start are the caller's. @title: what was measured.
 */
void pmx_tef_begin(struct pmx_tef *tef, const char *title);
void pmx_tef_end(struct pmx_tef *tef);

/* Names, and the order from top to bottom, which is that of the numbers. Numbers begin at 1. */
void pmx_tef_process(struct pmx_tef *tef, unsigned pid, const char *name);
void pmx_tef_thread(struct pmx_tef *tef, unsigned pid, unsigned tid, const char *name);

void pmx_tef_slice(struct pmx_tef *tef, unsigned pid, unsigned tid, const char *name, uint64_t at,
		   uint64_t length);
/* A remark at one point of a track. */
void pmx_tef_instant(struct pmx_tef *tef, unsigned pid, unsigned tid, const char *name,
		     uint64_t at);
/* From @at on counter @name of the process has @value, finite; @what: the word for it. */
void pmx_tef_counter(struct pmx_tef *tef, unsigned pid, const char *name, const char *what,
		     uint64_t at, double value);

#endif
