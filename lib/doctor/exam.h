/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exam.h - one examination of a machine: what the checks share
 *
 * A check looks at one subject and reports one finding. A file that is missing says something on
 * the live machine; in a sysroot it only was not copied.
 */
#ifndef PERFMUX_DOCTOR_EXAM_H
#define PERFMUX_DOCTOR_EXAM_H

#include <stdbool.h>
#include <sys/types.h>

#include <perfmux/doctor.h>

struct exam {
	struct pmx_machine *machine;
	struct pmx_pmus *pmus;
	const struct pmx_sys *sys;
	struct pmx_findings *findings;
	struct pmx_error *err;
	bool live;

	/*
	 * of this process; known for the live machine, and where the sysroot has proc/self/status
	 */
	bool knows_rights;
	unsigned long long caps;
	long seccomp; /* -1: the kernel does not say */

	const struct pmx_pmu *const *core;
	size_t core_count;
};

/* Appends a finding. @mend: NULL for none. 0 or -ENOMEM. */
int exam_report(struct exam *exam, const char *subject, enum pmx_health health, const char *mend,
		const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* The finding for something that a sysroot does not tell: which file it would take. */
int exam_unknown(struct exam *exam, const char *subject, const char *file);

bool exam_has_cap(const struct exam *exam, int cap);
/* CAP_PERFMON, or CAP_SYS_ADMIN, which stands for it. */
bool exam_has_perfmon(const struct exam *exam);

/* "setcap cap_perfmon,...+ep PATH", with the path of this program. Returns @buf. */
const char *exam_setcap(const char *caps, char *buf, size_t size);

/* The first bytes of a file that may be long, terminated; -errno. */
ssize_t exam_read_start(struct exam *exam, const char *path, char *buf, size_t size);

/* Appends "A, B" to the list in @buf, or "..." where it is full. */
void exam_list(char *buf, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* The checks, one a subject. */
typedef int check_fn(struct exam *exam);
check_fn check_kernel, check_hardware, check_watchdog, check_mux;
check_fn check_paranoid, check_capabilities, check_open;
check_fn check_tracefs, check_gpu_mem, check_files, check_mlock, check_rate;

#endif
