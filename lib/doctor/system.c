// SPDX-License-Identifier: GPL-2.0-only
/*
 * system.c - tracefs, and the limits that counting many events or recording runs into
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "doctor/exam.h"

#define MLOCK "/proc/sys/kernel/perf_event_mlock_kb"
#define RATE  "/proc/sys/kernel/perf_event_max_sample_rate"

int check_tracefs(struct exam *exam)
{
	int why = 0;
	const char *path = pmx_machine_tracefs(exam->machine, &why);
	char mend[320];

	if (path)
		return exam_report(exam, "tracefs", PMX_HEALTH_OK, NULL,
				   "%s is readable: tracepoints are found by name", path);
	if (!exam->live)
		return exam_unknown(exam, "tracefs", "sys/kernel/tracing");
	if (why == -EACCES)
		return exam_report(exam, "tracefs", PMX_HEALTH_PROBLEM,
				   exam_setcap("cap_perfmon,cap_dac_read_search", mend,
					       sizeof(mend)),
				   "tracefs is mounted, but not readable for this user: "
				   "tracepoints are found by their numbers only");
	return exam_report(exam, "tracefs", PMX_HEALTH_PROBLEM,
			   "mount -t tracefs tracefs /sys/kernel/tracing",
			   "tracefs is not mounted: tracepoints are found by their numbers only");
}

/* What a whole-machine run may use, after the soft limit was raised as far as it goes. */
int check_files(struct exam *exam)
{
	enum { OTHERS = 32, FEW = 16, SOME = 100 };
	struct rlimit limit;
	struct pmx_cpus online;
	unsigned long long per_cpu;
	int cpus;

	if (!exam->live)
		return exam_report(exam, "files", PMX_HEALTH_UNKNOWN, NULL,
				   "a limit of file descriptors belongs to a process, not to "
				   "files");
	cpus = pmx_machine_online(exam->machine, &online, NULL) ? 1 : pmx_cpus_count(&online);
	getrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > 1000000000)
		return exam_report(exam, "files", PMX_HEALTH_OK, NULL,
				   "file descriptors are not limited");
	per_cpu = limit.rlim_max > OTHERS ? (limit.rlim_max - OTHERS) / (unsigned)cpus : 0;
	return exam_report(exam, "files",
			   per_cpu < FEW  ? PMX_HEALTH_PROBLEM :
			   per_cpu < SOME ? PMX_HEALTH_NOTE :
					    PMX_HEALTH_OK,
			   per_cpu < SOME ? "as root: prlimit --pid $$ --nofile=65536:65536" : NULL,
			   "%llu file descriptors at most: enough for %llu events on %d CPU%s",
			   (unsigned long long)limit.rlim_max, per_cpu, cpus, cpus > 1 ? "s" : "");
}

int check_mlock(struct exam *exam)
{
	enum { DEFAULT_KB = 516 };
	long kb;

	if (pmx_machine_read_long(exam->machine, MLOCK, &kb))
		return exam_unknown(exam, "mlock", &MLOCK[1]);
	return exam_report(exam, "mlock", kb < DEFAULT_KB ? PMX_HEALTH_NOTE : PMX_HEALTH_OK,
			   kb < DEFAULT_KB ? "sysctl kernel.perf_event_mlock_kb=516" : NULL,
			   "%ld KiB a CPU for ring buffers of those without CAP_IPC_LOCK%s", kb,
			   kb < DEFAULT_KB ? ": less than the kernel's own default" : "");
}

/* The kernel lowers the rate by itself when samples take too long, and never raises it again. */
int check_rate(struct exam *exam)
{
	enum { LOW = 1000 };
	long rate;

	if (pmx_machine_read_long(exam->machine, RATE, &rate))
		return exam_unknown(exam, "rate", &RATE[1]);
	return exam_report(exam, "rate", rate < LOW ? PMX_HEALTH_NOTE : PMX_HEALTH_OK,
			   rate < LOW ? "sysctl kernel.perf_event_max_sample_rate=100000" : NULL,
			   "at most %ld samples a second%s", rate,
			   rate < LOW ? ": events that count while they sample may fall short" :
					"; counting is not limited by it");
}
