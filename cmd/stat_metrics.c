// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_metrics.c - from counters to metrics, in a file or in memory
 */
#include "stat_metrics.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/own_path.h"
#include "complain.h"
#include "out_file.h"
#include "stat_run.h"

/* --- the file ----------------------------------------------------------------------------- */

/* node_exporter's textfile collector reads "*.prom", and nothing but the older format. */
static enum pmx_exposition format_of(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && !strcmp(dot, ".prom") ? PMX_PROMETHEUS_TEXT : PMX_OPENMETRICS;
}

static bool is_descriptor(const char *path)
{
	struct pmx_own_path at;

	if (pmx_own_path_find(path, &at, NULL))
		return false; /* opening it says why */
	close(at.dir);
	return at.is_descriptor;
}

/*
 * Opening a pipe waits for its reader, in the midst of measuring; and the readers of anything else
 * that cannot be replaced would see a part of it, or each state behind the last.
 */
static int check_kind(const char *path, struct pmx_error *err)
{
	bool regular;
	struct stat st;

	if (out_file_is_dash(path))
		return 0;
	regular = stat(path, &st) || S_ISREG(st.st_mode);
	if (regular && !is_descriptor(path))
		return 0;
	pmx_error_set(err, -EINVAL, "--openmetrics cannot replace '%s': it is no %s", path,
		      regular ? "name of a file" : "regular file");
	return pmx_error_hint(err, "'-' writes to standard output, once, at the end");
}

static int replace(struct stat_run *sr, enum pmx_whole_how how, const struct pmx_result *result,
		   const struct pmx_gpu_report *gpu, struct pmx_error *err)
{
	const char *path = sr->options->openmetrics;
	struct pmx_error ignored;
	FILE *file;
	int ret, closed;

	ret = check_kind(path, err);
	if (!ret)
		ret = out_file_open(&file, path, how, err);
	if (ret)
		return ret;
	ret = pmx_openmetrics_write(&sr->metrics.metrics, file, format_of(path), result, gpu, err);
	if (ret)
		out_file_give_up(file);
	closed = out_file_close(file, path, ret ? &ignored : err);
	return ret ? ret : closed;
}

/* Before anything is measured, and with the files that are open already. */
static int try_file(struct stat_run *sr, struct pmx_error *err)
{
	FILE *file = NULL;
	const struct out_file metrics = { &file, sr->options->openmetrics, PMX_WHOLE_REPLACE };
	struct pmx_error ignored;
	int ret = check_kind(sr->options->openmetrics, err);

	if (!ret)
		ret = stat_output_try(sr->output, &metrics, err);
	out_file_give_up(file);
	if (file)
		out_file_close(file, sr->options->openmetrics, &ignored);
	return ret;
}

void stat_metrics_interval(struct stat_run *sr)
{
	struct stat_metrics *m = &sr->metrics;
	struct pmx_result result = { 0 };
	struct pmx_error err = { 0 };
	int ret;

	if (!sr->options->openmetrics || out_file_is_dash(sr->options->openmetrics))
		return;
	ret = stat_result_so_far(sr, &result, &err);
	if (!ret)
		ret = replace(sr, PMX_WHOLE_TRANSIENT, &result, stat_gpu_report(&sr->gpu, false),
			      &err);
	pmx_result_free(&result);
	if (ret && !m->failed.code) {
		m->failed = err;
		complain(sr->run.program, &err, 0);
		fflush(stderr);
	}
}

int stat_metrics_end(struct stat_run *sr, const struct pmx_result *result, struct pmx_error *err)
{
	struct stat_metrics *m = &sr->metrics;
	int ret;

	if (!sr->options->openmetrics)
		return 0;
	ret = replace(sr, PMX_WHOLE_REPLACE, result, sr->output->gpu, err);
	if (!ret && m->failed.code) {
		*err = m->failed;
		ret = err->code;
	}
	return ret;
}

/* --- in memory ---------------------------------------------------------------------------- */

void stat_metrics_read(struct stat_run *sr)
{
	pmx_session_read(sr->run.session, &sr->pass->now);
}

int stat_metrics_print(struct stat_run *sr, enum pmx_exposition format, char **text, size_t *length,
		       struct pmx_error *err)
{
	struct pmx_result result = { 0 };
	FILE *file = open_memstream(text, length);
	bool failed;
	int ret;

	if (!file)
		return pmx_error_nomem(err);
	ret = stat_result_so_far(sr, &result, err);
	if (!ret)
		ret = pmx_openmetrics_write(&sr->metrics.metrics, file, format, &result,
					    stat_gpu_report(&sr->gpu, false), err);
	pmx_result_free(&result);
	failed = ferror(file);
	if ((fclose(file) || failed || !*text) && !ret)
		ret = pmx_error_nomem(err);
	if (ret) {
		free(*text);
		*text = NULL;
	}
	return ret;
}

/* --- both --------------------------------------------------------------------------------- */

int stat_metrics_open(struct stat_run *sr, struct pmx_error *err)
{
	struct stat_metrics *m = &sr->metrics;

	m->metrics.version = PERFMUX_VERSION;
	m->metrics.has_bounds = sr->passes->list[0].sampler;
	return sr->options->openmetrics ? try_file(sr, err) : 0;
}

void stat_metrics_begin(struct stat_run *sr)
{
	struct stat_metrics *m = &sr->metrics;
	struct timespec now = { 0 };
	long ms;

	if (m->metrics.started > 0) /* a further pass */
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	ms = now.tv_nsec / 1000000;
	m->metrics.started = (double)now.tv_sec + (double)ms / 1e3;
}

void stat_metrics_close(struct stat_metrics *metrics)
{
	pmx_openmetrics_free(&metrics->metrics);
}
