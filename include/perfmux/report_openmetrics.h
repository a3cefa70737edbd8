/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_openmetrics.h - counts so far as metrics that Prometheus and what speaks its language read
 *
 * OpenMetrics 1.0 (openmetrics.io), and the older text format 0.0.4, which node_exporter's textfile
 * collector takes. Both have the same families, samples and labels; perfmux-openmetrics(5) lists
 * them.
 *
 * Counters only ever rise, or a reader takes them for begun anew. Times and raw counts rise by
 * themselves. A scaled count is an estimate that may fall as more becomes known: it is written as
 * the highest it has been. What was not counted has no sample.
 */
#ifndef PERFMUX_REPORT_OPENMETRICS_H
#define PERFMUX_REPORT_OPENMETRICS_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/gpu.h>
#include <perfmux/result.h>

#ifdef __cplusplus
extern "C" {
#endif

enum pmx_exposition {
	PMX_OPENMETRICS,     /* application/openmetrics-text; version=1.0.0 */
	PMX_PROMETHEUS_TEXT, /* text/plain; version=0.0.4 */
};

struct pmx_floors; /* how high scaled counts have been */

/* One measurement: the caller's values, and what is remembered between two writings. */
struct pmx_openmetrics {
	const char *version;	   /* of perfmux */
	double started;		   /* wall clock, seconds since 1970; 0 where it is not known */
	bool has_bounds;	   /* error bounds were asked for: a count without one is exact */
	struct pmx_floors *floors; /* the writer's own, NULL at first */
};

/*
 * Writes all of it to @out: @result is all that was counted since the start, not what one interval
 * added; @gpu is NULL where GPU memory is not recorded. -ENOMEM: @out holds a part of it, or
 * nothing. Whether it reached the file is the caller's to ask (ferror, fclose).
 */
int pmx_openmetrics_write(struct pmx_openmetrics *metrics, FILE *out, enum pmx_exposition format,
			  const struct pmx_result *result, const struct pmx_gpu_report *gpu,
			  struct pmx_error *err);

/* Forgets how high counts have been; another measurement may begin. */
void pmx_openmetrics_free(struct pmx_openmetrics *metrics);

#ifdef __cplusplus
}
#endif
#endif
