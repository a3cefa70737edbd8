// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_mem.c - which of the known variants of the gpu_mem tracepoints this kernel has
 */
#include <errno.h>

#include <perfmux/gpu.h>

#include "doctor/exam.h"

/* Why the tracepoints tell nothing, where they do not. */
static int report_missing(struct exam *exam, const struct pmx_error *why)
{
	switch (why->code) {
	case -ENOENT:
		return exam_report(exam, "gpu_mem", PMX_HEALTH_NOTE, NULL,
				   "no gpu_mem tracepoint in this kernel: GPU memory is known only "
				   "from what DRM drivers write into /proc/PID/fdinfo");
	case -EBADMSG:
		return exam_report(exam, "gpu_mem", PMX_HEALTH_PROBLEM, NULL, "%s", why->text);
	default:
		return exam_report(exam, "gpu_mem", PMX_HEALTH_UNKNOWN, NULL, "%s", why->text);
	}
}

int check_gpu_mem(struct exam *exam)
{
	struct pmx_gpu_variant variant;
	struct pmx_error why = { 0 };
	char words[160];

	if (!pmx_machine_tracefs(exam->machine, NULL))
		return exam_report(exam, "gpu_mem", PMX_HEALTH_UNKNOWN, NULL,
				   "without tracefs nothing is known of the gpu_mem tracepoints");
	if (pmx_gpu_variant_read(&variant, exam->machine, &why))
		return report_missing(exam, &why);
	return exam_report(exam, "gpu_mem", PMX_HEALTH_OK, NULL, "%s",
			   pmx_gpu_variant_words(&variant, words, sizeof(words)));
}
