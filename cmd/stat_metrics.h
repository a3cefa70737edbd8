/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_metrics.h - what has been counted so far as metrics: in a file that is replaced whole
 * (--openmetrics), and in memory for whoever serves them
 */
#ifndef PMX_CMD_STAT_METRICS_H
#define PMX_CMD_STAT_METRICS_H

#include <perfmux/report_openmetrics.h>

struct stat_run;

/* All zero: nobody wants metrics. */
struct stat_metrics {
	struct pmx_openmetrics metrics;
	struct pmx_error failed; /* why the file is not what it should be */
};

/* Sees that the file could be written, and touches nothing. 0 or -errno, with nothing left open. */
int stat_metrics_open(struct stat_run *sr, struct pmx_error *err);

/* The clock of a run, or of one more pass, has started. */
void stat_metrics_begin(struct stat_run *sr);

/* Replaces the file with what sr->pass->now has. What fails is told once, and again at the end. */
void stat_metrics_interval(struct stat_run *sr);

/* Replaces it with the end's @result. -errno, too, when it could not be replaced before. */
int stat_metrics_end(struct stat_run *sr, const struct pmx_result *result, struct pmx_error *err);

/* Reads the counters into sr->pass->now. */
void stat_metrics_read(struct stat_run *sr);

/* All of what sr->pass->now has, in *@text (for free()), of *@length bytes. */
int stat_metrics_print(struct stat_run *sr, enum pmx_exposition format, char **text, size_t *length,
		       struct pmx_error *err);

void stat_metrics_close(struct stat_metrics *metrics);

#endif
