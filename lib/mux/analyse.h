/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * analyse.h - what the files of the analysis share
 */
#ifndef PMX_MUX_ANALYSE_H
#define PMX_MUX_ANALYSE_H

#include <perfmux/mux.h>

/* Nothing that has this share of its time is multiplexed: clocks differ by less. */
#define PMX_MUX_ALWAYS_SHARE 0.999

static inline bool pmx_mux_waits(const struct pmx_mux_row *row)
{
	return row->verdict == PMX_MUX_SHARED || row->verdict == PMX_MUX_STARVED;
}

/* Is it an event that competes for counters, and was it opened? */
static inline bool pmx_mux_competes(const struct pmx_mux_row *row)
{
	return row->verdict != PMX_MUX_SOFTWARE && row->verdict != PMX_MUX_UNSUPPORTED;
}

/* rows.c: a row for each event in all places together, or for each place. -ENOMEM. */
int pmx_mux_make_rows(const struct pmx_observer *observer, const struct pmx_session *session,
		      const struct pmx_mux_options *opts, bool by_place, struct pmx_mux_report *out,
		      struct pmx_error *err);

/* Rows with the PMUs: their demand and who waits for whom. pmus.c; -ENOMEM. */
int pmx_mux_make_pmus(const struct pmx_observer *observer, const struct pmx_mux_options *opts,
		      struct pmx_mux_report *report, struct pmx_error *err);

/* pmus.c: what rows wait for, and which are starved, now that an equal share is known. */
void pmx_mux_find_waiting(struct pmx_mux_report *report);

/* advice.c: sentences that follow from rows and PMUs, and the number of passes. */
void pmx_mux_advise(struct pmx_mux_report *report);

#endif
