// SPDX-License-Identifier: GPL-2.0-only
/*
 * analyse.c - what the observer saw, as a report
 */
#include "mux/analyse.h"

#include <stdlib.h>

static void free_rows(struct pmx_mux_report *report)
{
	for (size_t i = 0; i < report->row_count; i++)
		if (!report->rows[i].track) /* a sum of several tracks, its own */
			free((void *)report->rows[i].bins);
	free(report->rows);
	report->rows = NULL;
	report->row_count = 0;
	if (report->result)
		pmx_result_free(report->result);
	free(report->result);
	report->result = NULL;
}

/* PMUs and advice are found from events in all places together, whatever rows are shown. */
static int fill(const struct pmx_observer *observer, const struct pmx_session *session,
		const struct pmx_mux_options *opts, struct pmx_mux_report *out,
		struct pmx_error *err)
{
	int ret = pmx_mux_make_rows(observer, session, opts, false, out, err);

	if (!ret)
		ret = pmx_mux_make_pmus(observer, opts, out, err);
	if (ret)
		return ret;
	pmx_mux_advise(out);
	if (!opts->by_place)
		return 0;
	free_rows(out);
	ret = pmx_mux_make_rows(observer, session, opts, true, out, err);
	pmx_mux_find_waiting(out);
	return ret;
}

int pmx_mux_analyse(const struct pmx_observer *observer, const struct pmx_session *session,
		    const struct pmx_plan *plan, const struct pmx_mux_options *opts,
		    struct pmx_mux_report *out, struct pmx_error *err)
{
	int ret;

	*out = (struct pmx_mux_report){
		.observed = *pmx_observer_observed(observer),
		.start = opts->start,
		.end = opts->end,
		.target_ns = opts->target_ns,
		.plan = plan,
		.no_rotations = opts->no_rotations,
	};
	ret = fill(observer, session, opts, out, err);
	if (ret)
		pmx_mux_report_free(out);
	return ret;
}

void pmx_mux_report_free(struct pmx_mux_report *report)
{
	free_rows(report);
	free(report->pmus);
	*report = (struct pmx_mux_report){ 0 };
}
