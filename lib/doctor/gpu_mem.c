// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_mem.c - which of the known variants of the gpu_mem tracepoints this kernel has
 *
 * Mainline has gpu_mem_total with three fields. Imported memory was proposed twice: as a second
 * tracepoint with the same fields, and as a fourth field, whose name differs between trees. Only
 * the format files tell.
 */
#include <stdio.h>
#include <string.h>

#include "doctor/exam.h"

static bool has_field(const char *format, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = format; (at = strstr(at, name)); at += length)
		if (at > format && at[-1] == ' ' && at[length] == ';')
			return true;
	return false;
}

static const char *imported_field(const char *format)
{
	static const char *const names[] = { "imported_size", "imported_mem", "import_mem_total" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (has_field(format, names[i]))
			return names[i];
	return NULL;
}

static ssize_t read_format(struct exam *exam, const char *tracefs, const char *event, char *buf,
			   size_t size)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/events/gpu_mem/%s/format", tracefs, event);
	return exam_read_start(exam, path, buf, size);
}

int check_gpu_mem(struct exam *exam)
{
	const char *tracefs = pmx_machine_tracefs(exam->machine, NULL), *field;
	char total[8192], imported[8192];

	if (!tracefs)
		return exam_report(exam, "gpu_mem", PMX_HEALTH_UNKNOWN, NULL,
				   "without tracefs nothing is known of the gpu_mem tracepoints");
	if (read_format(exam, tracefs, "gpu_mem_total", total, sizeof(total)) <= 0)
		return exam_report(exam, "gpu_mem", PMX_HEALTH_NOTE, NULL,
				   "no gpu_mem tracepoint in this kernel: GPU memory is known only from "
				   "what DRM drivers write into /proc/PID/fdinfo");
	field = imported_field(total);
	if (field)
		return exam_report(exam, "gpu_mem", PMX_HEALTH_OK, NULL,
				   "gpu_mem_total with imported memory in its field %s", field);
	if (read_format(exam, tracefs, "gpu_mem_imported", imported, sizeof(imported)) > 0)
		return exam_report(exam, "gpu_mem", PMX_HEALTH_OK, NULL,
				   "gpu_mem_total, and imported memory as gpu_mem_imported");
	return exam_report(exam, "gpu_mem", PMX_HEALTH_OK, NULL,
			   "gpu_mem_total as in mainline: imported memory is not told apart");
}
