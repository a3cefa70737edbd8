// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor.c - an examination: the checks in turn, and what they share
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/list.h"
#include "base/machine_private.h"
#include "base/rights.h"
#include "base/shell.h"
#include "doctor/exam.h"
#include "session/sys.h"

const char *pmx_health_name(enum pmx_health health)
{
	static const char *const names[] = {
		[PMX_HEALTH_OK] = "ok",
		[PMX_HEALTH_NOTE] = "note",
		[PMX_HEALTH_PROBLEM] = "problem",
		[PMX_HEALTH_UNKNOWN] = "unknown",
	};

	return names[health];
}

int exam_report(struct exam *exam, const char *subject, enum pmx_health health, const char *mend,
		const char *fmt, ...)
{
	struct pmx_findings *all = exam->findings;
	struct pmx_finding *grown =
		pmx_array_room(all->list, &all->room, all->count + 1, sizeof(*grown));
	va_list args;

	if (!grown)
		return pmx_error_nomem(exam->err);
	all->list = grown;
	grown += all->count++;
	*grown = (struct pmx_finding){ .subject = subject, .health = health };
	va_start(args, fmt);
	vsnprintf(grown->text, sizeof(grown->text), fmt, args);
	va_end(args);
	snprintf(grown->mend, sizeof(grown->mend), "%s", mend ? mend : "");
	return 0;
}

int exam_unknown(struct exam *exam, const char *subject, const char *file)
{
	return exam_report(exam, subject, PMX_HEALTH_UNKNOWN, NULL, "%s is not %s", file,
			   exam->live ? "readable" : "in the sysroot");
}

bool exam_has_cap(const struct exam *exam, int cap)
{
	return exam->caps >> cap & 1;
}

bool exam_has_perfmon(const struct exam *exam)
{
	return exam_has_cap(exam, CAP_PERFMON) || exam_has_cap(exam, CAP_SYS_ADMIN);
}

const char *exam_setcap(const char *caps, char *buf, size_t size)
{
	char path[PATH_MAX], word[192];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	path[length > 0 ? length : 0] = '\0';
	if (!path[0] || !pmx_shell_word(word, sizeof(word), path))
		snprintf(word, sizeof(word), "\"$(command -v perfmux)\"");
	snprintf(buf, size, "setcap %s+ep %s", caps, word);
	return buf;
}

ssize_t exam_read_start(struct exam *exam, const char *path, char *buf, size_t size)
{
	pmx_autoclose int fd = pmx_machine_open(exam->machine, path, O_RDONLY);
	ssize_t length;

	if (fd < 0)
		return fd;
	length = TEMP_FAILURE_RETRY(read(fd, buf, size - 1));
	if (length < 0)
		return -errno;
	buf[length] = '\0';
	return length;
}

void exam_list(char *buf, size_t size, const char *fmt, ...)
{
	char item[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(item, sizeof(item), fmt, args);
	va_end(args);
	pmx_list_append(buf, size, item);
}

static long long status_number(const char *status, const char *name, int base)
{
	const char *line = strstr(status, name);

	return line ? strtoll(line + strlen(name), NULL, base) : -1;
}

static void read_rights(struct exam *exam)
{
	char status[4096];
	long long caps;

	exam->seccomp = -1;
	if (exam_read_start(exam, "/proc/self/status", status, sizeof(status)) < 0)
		return;
	caps = status_number(status, "\nCapEff:", 16);
	if (exam->live && pmx_rights_are_lent()) /* put aside until they are used */
		caps = status_number(status, "\nCapPrm:", 16);
	exam->knows_rights = caps >= 0;
	exam->caps = caps >= 0 ? (unsigned long long)caps : 0;
	exam->seccomp = (long)status_number(status, "\nSeccomp:", 10);
}

int pmx_doctor_examine(struct pmx_machine *machine, struct pmx_pmus *pmus,
		       const struct pmx_sys *sys, struct pmx_findings *out, struct pmx_error *err)
{
	static check_fn *const checks[] = {
		check_kernel,	check_hardware,	    check_watchdog, check_mux,
		check_paranoid, check_capabilities, check_open,	    check_tracefs,
		check_gpu_mem,	check_files,	    check_mlock,    check_rate,
	};
	struct exam exam = {
		.machine = machine,
		.pmus = pmus,
		.sys = sys ? sys : &pmx_sys_kernel,
		.findings = out,
		.err = err,
		.live = pmx_machine_is_live(machine),
	};
	ssize_t core = pmx_pmus_core(pmus, &exam.core, NULL);
	int ret = 0;

	exam.core_count = core > 0 ? (size_t)core : 0;
	read_rights(&exam);
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]) && !ret; i++)
		ret = checks[i](&exam);
	return ret;
}

size_t pmx_findings_count(const struct pmx_findings *findings, enum pmx_health health)
{
	size_t count = 0;

	for (size_t i = 0; i < findings->count; i++)
		count += findings->list[i].health == health;
	return count;
}

void pmx_findings_free(struct pmx_findings *findings)
{
	free(findings->list);
	*findings = (struct pmx_findings){ 0 };
}
