// SPDX-License-Identifier: GPL-2.0-only
/*
 * why.c - what an errno means for a recording, in a sentence
 */
#include <errno.h>
#include <string.h>

#include "record/recorder.h"

#define PARANOID_HINT "run as root or with CAP_PERFMON, or sysctl kernel.perf_event_paranoid=-1"

static const struct {
	int code;
	const char *why, *hint;
} reasons[] = {
	{ EACCES, "no permission", PARANOID_HINT },
	{ EPERM, "forbidden, for want of CAP_PERFMON or by a seccomp filter, as containers have",
	  PARANOID_HINT "; in a container, allow perf_event_open in its profile" },
	{ ENOSYS,
	  "there is no perf_event_open here: a seccomp filter, or a kernel without perf events",
	  NULL },
	{ ENOENT, "the kernel has no such tracepoint (any more)", NULL },
	{ EMFILE, "out of file descriptors", "raise the limit: ulimit -n" },
	{ ENFILE, "the system is out of file descriptors", NULL },
	{ ESRCH, "the process has ended", NULL },
	{ ENODEV, "no CPU is left to record on", NULL },
	{ EINVAL,
	  "the kernel refuses it (EINVAL): before Linux 4.1 records have no clock that others have",
	  NULL },
};

int pmx_record_why_open(const char *name, bool all_tasks, int code, struct pmx_error *err)
{
	const char *why, *hint = NULL;

	/* an id that no tracepoint has: for other reasons the dummy would have failed before */
	if (name && code == -EINVAL)
		code = -ENOENT;
	why = strerror(-code);
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].code == -code) {
			why = reasons[i].why;
			hint = reasons[i].hint;
		}
	if (code == -ENOMEM)
		pmx_error_nomem(err);
	else if (name)
		pmx_error_set(err, code, "'%s' cannot be recorded: %s", name, why);
	else
		pmx_error_set(err, code, "%s cannot be recorded: %s",
			      all_tasks ? "what all tasks do" : "the process", why);
	if (hint)
		pmx_error_hint(err, "%s", hint);
	return code;
}

int pmx_record_why_ring(size_t bytes, size_t cpus, int code, struct pmx_error *err)
{
	if (code == -EPERM) {
		code = -ENOSPC;
		pmx_error_set(err, code,
			      "%zu buffers of %zu KiB for records are more than this user may lock",
			      cpus, bytes / 1024);
		pmx_error_hint(err, "raise kernel.perf_event_mlock_kb or ulimit -l, make the "
				    "buffers smaller, or run with CAP_IPC_LOCK");
	} else if (code == -ENOSPC) {
		pmx_error_set(err, code,
			      "a buffer of %zu KiB for records is too large: at most "
			      "%zu",
			      bytes / 1024, PMX_RING_MAX / 1024);
	} else if (code == -ENOMEM) {
		pmx_error_set(err, code, "no memory for %zu buffers of %zu KiB for records", cpus,
			      bytes / 1024);
	} else {
		pmx_error_set(err, code, "the buffers for records cannot be mapped: %s",
			      strerror(-code));
	}
	return code;
}
