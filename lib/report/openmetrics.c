// SPDX-License-Identifier: GPL-2.0-only
/*
 * openmetrics.c - the whole text: what perfmux is, the measurement, its events, GPU memory
 */
#include <perfmux/report_openmetrics.h>

#include "report/openmetrics_gpu.h"
#include "report/openmetrics_rows.h"

static const struct pmx_family build = {
	.name = "perfmux_build",
	.kind = PMX_FAMILY_INFO,
	.help = "Which perfmux this is.",
};

static const struct pmx_family started = {
	.name = "perfmux_start_time_seconds",
	.kind = PMX_FAMILY_GAUGE,
	.unit = "seconds",
	.help = "When the measurement began, in seconds since 1970.",
};

static const struct pmx_family elapsed = {
	.name = "perfmux_elapsed_seconds",
	.kind = PMX_FAMILY_COUNTER,
	.unit = "seconds",
	.help = "How long the measurement has gone on.",
};

static const struct pmx_family user = {
	.name = "perfmux_command_user_seconds",
	.kind = PMX_FAMILY_COUNTER,
	.unit = "seconds",
	.help = "CPU time of the command in user mode, once it has ended.",
};

static const struct pmx_family sys = {
	.name = "perfmux_command_system_seconds",
	.kind = PMX_FAMILY_COUNTER,
	.unit = "seconds",
	.help = "CPU time of the command in the kernel, once it has ended.",
};

static void put_seconds(struct pmx_exposer *to, const struct pmx_family *family, uint64_t ns)
{
	pmx_sample_begin(to, family);
	pmx_sample_double(to, (double)ns / 1e9);
}

static void put_measurement(struct pmx_exposer *to, const struct pmx_openmetrics *metrics,
			    const struct pmx_result *result)
{
	pmx_sample_begin(to, &build);
	pmx_sample_label(to->out, "version", metrics->version, true);
	pmx_sample_u64(to, 1);
	if (metrics->started > 0) {
		pmx_sample_begin(to, &started);
		pmx_sample_double(to, metrics->started);
	}
	put_seconds(to, &elapsed, result->elapsed_ns);
	if (result->has_rusage) {
		put_seconds(to, &user, result->user_ns);
		put_seconds(to, &sys, result->sys_ns);
	}
}

int pmx_openmetrics_write(struct pmx_openmetrics *metrics, FILE *out, enum pmx_exposition format,
			  const struct pmx_result *result, const struct pmx_gpu_report *gpu,
			  struct pmx_error *err)
{
	PMX_OUT(buffer, out);
	struct pmx_exposer to = { .out = &buffer, .format = format };
	struct pmx_labels labels;
	int ret = pmx_labels_make(&labels, result, err);

	if (ret)
		return ret;
	ret = pmx_floors_raise(&metrics->floors, &labels, result, err);
	if (ret) {
		pmx_labels_free(&labels);
		return ret;
	}
	put_measurement(&to, metrics, result);
	pmx_openmetrics_rows(&to, result, metrics->floors, metrics->has_bounds);
	if (gpu)
		pmx_openmetrics_gpu(&to, gpu);
	pmx_exposer_end(&to);
	return 0;
}

void pmx_openmetrics_free(struct pmx_openmetrics *metrics)
{
	pmx_floors_free(metrics->floors);
	metrics->floors = NULL;
}
