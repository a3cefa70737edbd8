/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * doctor.h - why counting does not work on a machine, and the command that mends it
 *
 * One finding a subject: rights, tracefs, hardware PMU, and so on. All is read from files but for
 * what only the kernel can tell this process (its limits, whether perf_event_open is forbidden); of
 * a sysroot that is unknown, and said to be.
 */
#ifndef PERFMUX_DOCTOR_H
#define PERFMUX_DOCTOR_H

#include <stddef.h>

#include <perfmux/machine.h>
#include <perfmux/pmu.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_sys;

enum pmx_health {
	PMX_HEALTH_OK,
	PMX_HEALTH_NOTE,    /* counting works, but something about it is worth knowing */
	PMX_HEALTH_PROBLEM, /* some events cannot be counted, or not by everybody */
	PMX_HEALTH_UNKNOWN, /* the machine does not say */
};

/* "ok", "note", "problem", "unknown" */
const char *pmx_health_name(enum pmx_health health);

struct pmx_finding {
	const char *subject; /* "hardware", "paranoid", "tracefs", ...; static, one word */
	enum pmx_health health;
	char text[512]; /* what was found, and what it means; a sentence */
	char mend[320]; /* the command or the setting that mends it, or "" */
};

struct pmx_findings {
	struct pmx_finding *list;
	size_t count, room;
};

/*
 * Examines @machine and appends a finding for each subject, always the same ones in the same order.
 * @sys: the system-call gate, or NULL for the kernel (lib/session/sys.h). -ENOMEM.
 */
int pmx_doctor_examine(struct pmx_machine *machine, struct pmx_pmus *pmus,
		       const struct pmx_sys *sys, struct pmx_findings *out, struct pmx_error *err);

/* How many findings are of that kind. */
size_t pmx_findings_count(const struct pmx_findings *findings, enum pmx_health health);

/* Frees what it holds; it is empty then. */
void pmx_findings_free(struct pmx_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
