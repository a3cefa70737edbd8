// SPDX-License-Identifier: GPL-2.0-only
/*
 * rights.c - what this process may count
 *
 * Sources: perf_event_open(2), Documentation/admin-guide/perf-security.rst. Levels above 2 are
 * Debian's and Android's own.
 */
#include <errno.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doctor/exam.h"
#include "session/sys.h"

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* Without capabilities. */
static const char *allowed_at(long level)
{
	if (level > 2)
		return "nothing may be counted";
	if (level == 2)
		return "only the user mode of one's own tasks may be counted";
	if (level == 1)
		return "one's own tasks may be counted, whole CPUs and tracepoints may not";
	if (level == 0)
		return "tasks and whole CPUs may be counted, tracepoints may not";
	return "everything may be counted";
}

int check_paranoid(struct exam *exam)
{
	static const char mend[] = "sysctl kernel.perf_event_paranoid=-1";
	long level;
	int ret = pmx_machine_read_long(exam->machine, PARANOID, &level);

	if (ret && exam->live)
		return exam_report(
			exam, "paranoid", PMX_HEALTH_PROBLEM,
			"a kernel with CONFIG_PERF_EVENTS, and /proc: mount -t proc proc /proc",
			"this kernel has no perf events: there is no " PARANOID);
	if (ret)
		return exam_unknown(exam, "paranoid", &PARANOID[1]);
	if (level < 0)
		return exam_report(exam, "paranoid", PMX_HEALTH_OK, NULL,
				   "kernel.perf_event_paranoid is %ld: %s, by everybody", level,
				   allowed_at(level));
	if (!exam->knows_rights)
		return exam_report(exam, "paranoid", PMX_HEALTH_NOTE, mend,
				   "kernel.perf_event_paranoid is %ld: without CAP_PERFMON %s",
				   level, allowed_at(level));
	if (exam_has_perfmon(exam))
		return exam_report(exam, "paranoid", PMX_HEALTH_OK, NULL,
				   "kernel.perf_event_paranoid is %ld, which CAP_PERFMON or "
				   "CAP_SYS_ADMIN lifts for this process",
				   level);
	return exam_report(exam, "paranoid", level > 0 ? PMX_HEALTH_PROBLEM : PMX_HEALTH_NOTE, mend,
			   "kernel.perf_event_paranoid is %ld, and this process has no "
			   "CAP_PERFMON: %s",
			   level, allowed_at(level));
}

int check_capabilities(struct exam *exam)
{
	static const struct {
		int cap;
		const char *name, *why;
	} wanted[] = {
		{ CAP_PERFMON, "CAP_PERFMON", "to count anything" },
		{ CAP_SYS_ADMIN, "CAP_SYS_ADMIN", NULL },
		{ CAP_DAC_READ_SEARCH, "CAP_DAC_READ_SEARCH", "to find tracepoints by name" },
		{ CAP_SYS_PTRACE, "CAP_SYS_PTRACE", "to attach to others' tasks" },
	};
	char have[160] = "", lack[256] = "", mend[320];

	if (!exam->knows_rights)
		return exam_unknown(exam, "capabilities", "proc/self/status");
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		bool stands_for = wanted[i].cap == CAP_PERFMON && exam_has_perfmon(exam);

		if (exam_has_cap(exam, wanted[i].cap))
			exam_list(have, sizeof(have), "%s", wanted[i].name);
		else if (wanted[i].why && !stands_for)
			exam_list(lack, sizeof(lack), "%s (%s)", wanted[i].name, wanted[i].why);
	}
	if (!lack[0])
		return exam_report(exam, "capabilities", PMX_HEALTH_OK, NULL, "this process has %s",
				   have);
	exam_setcap("cap_perfmon,cap_dac_read_search,cap_sys_ptrace", mend, sizeof(mend));
	return exam_report(exam, "capabilities", PMX_HEALTH_NOTE, mend,
			   "this process has %s; it lacks %s", have[0] ? have : "none that matter",
			   lack);
}

/* An event that everybody may count: what refuses it is no matter of levels. */
static int try_open(struct exam *exam)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = exam->sys->open(exam->sys->ctx, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

int check_open(struct exam *exam)
{
	static const char *const filters[] = { "no seccomp filter is in force",
					       "seccomp is in strict mode",
					       "a seccomp filter is in force, and lets it "
					       "through" };
	bool filtered = exam->seccomp == 2;
	int ret;

	if (!exam->live)
		return exam_report(exam, "open", PMX_HEALTH_UNKNOWN, NULL,
				   "whether perf_event_open is allowed cannot be known from files");
	ret = try_open(exam);
	if (!ret)
		return exam_report(exam, "open", PMX_HEALTH_OK, NULL, "perf_event_open works%s%s",
				   exam->seccomp >= 0 && exam->seccomp <= 2 ? "; " : "",
				   exam->seccomp >= 0 && exam->seccomp <= 2 ?
					   filters[exam->seccomp] :
					   "");
	if (filtered && (ret == -EPERM || ret == -ENOSYS))
		return exam_report(
			exam, "open", PMX_HEALTH_PROBLEM,
			"docker run --cap-add PERFMON, or --security-opt seccomp=PROFILE "
			"with one that allows perf_event_open",
			"a seccomp filter, as containers have, forbids perf_event_open (%s)",
			strerrorname_np(-ret));
	if (ret == -ENOSYS)
		return exam_report(exam, "open", PMX_HEALTH_PROBLEM,
				   "a kernel with CONFIG_PERF_EVENTS",
				   "this kernel has no perf_event_open (ENOSYS)");
	if (ret == -EACCES)
		return exam_report(exam, "open", PMX_HEALTH_PROBLEM,
				   "sysctl kernel.perf_event_paranoid=2, or give perfmux "
				   "CAP_PERFMON",
				   "perf_event_open is not permitted at all (EACCES)");
	return exam_report(exam, "open", PMX_HEALTH_PROBLEM, NULL, "perf_event_open fails: %s%s",
			   strerrordesc_np(-ret),
			   ret == -EPERM ? "; a security module may forbid it" : "");
}
