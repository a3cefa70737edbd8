// SPDX-License-Identifier: GPL-2.0-only
/*
 * scheduling.c - how this kernel puts events onto PMUs, and how often it changes them
 *
 * Linux 6.2 has one context for each task or CPU, with a part for each PMU that schedules and
 * rotates by itself ("perf: Rewrite core context handling"); before, PMUs of a class shared one.
 */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "doctor/exam.h"

#define DEVICES "/sys/bus/event_source/devices"

enum { SLOW_MS = 20 };

/* "6.1.0-18-amd64" to 6 and 1. */
static bool parse_release(const char *text, uint64_t *major, uint64_t *minor)
{
	return !pmx_num_decimal_prefix(&text, 1000, major) && *text++ == '.' &&
	       !pmx_num_decimal_prefix(&text, 1000, minor);
}

/* PMUs that a task's events may be on at once, software ones left out. */
static size_t count_task_pmus(struct exam *exam)
{
	const struct pmx_pmu *const *all;
	ssize_t count = pmx_pmus_all(exam->pmus, &all, NULL);
	size_t found = 0;

	for (ssize_t i = 0; i < count; i++)
		found += all[i]->kind == PMX_PMU_CORE || all[i]->kind == PMX_PMU_SAMPLING;
	return found;
}

int check_kernel(struct exam *exam)
{
	char release[128];
	uint64_t major, minor;

	if (pmx_machine_read(exam->machine, "/proc/sys/kernel/osrelease", release,
			     sizeof(release)) <= 0)
		return exam_unknown(exam, "kernel", "proc/sys/kernel/osrelease");
	if (!parse_release(release, &major, &minor))
		return exam_report(exam, "kernel", PMX_HEALTH_UNKNOWN, NULL,
				   "'%s' is no release that could be understood", release);
	if (major > 6 || (major == 6 && minor >= 2))
		return exam_report(exam, "kernel", PMX_HEALTH_OK, NULL,
				   "%s: by its version it has the context code of 6.2, in which "
				   "the PMUs of a task are scheduled each by itself",
				   release);
	if (count_task_pmus(exam) < 2)
		return exam_report(exam, "kernel", PMX_HEALTH_OK, NULL,
				   "%s: by its version it is older than the context code of 6.2, "
				   "which matters to tasks with events of several hardware PMUs "
				   "only",
				   release);
	return exam_report(exam, "kernel", PMX_HEALTH_NOTE, NULL,
			   "%s: by its version it is older than the context code of 6.2: the "
			   "hardware PMUs of a task share one context, so that a full one holds up "
			   "the others until it rotates (shares below 1.00 with counters free), "
			   "and some, AMD's IBS among them, cannot follow tasks (EINVAL)",
			   release);
}

/* A PMU's interval, said when it is not the same for all. */
static void add_interval(char *list, size_t size, const struct pmx_pmu *pmu, long ms)
{
	exam_list(list, size, "%s %ld", pmu->name, ms);
}

struct intervals {
	char all[320], slow[160];
	const char *slowest;
	size_t known;
	long first, most;
	bool differ, any_zero;
};

static void read_interval(struct exam *exam, const struct pmx_pmu *pmu, struct intervals *out)
{
	char path[512];
	long ms;

	snprintf(path, sizeof(path), DEVICES "/%s/perf_event_mux_interval_ms", pmu->name);
	if (pmu->software_class || pmx_machine_read_long(exam->machine, path, &ms))
		return;
	if (!out->known++)
		out->first = ms;
	out->differ |= ms != out->first;
	out->any_zero |= ms == 0;
	add_interval(out->all, sizeof(out->all), pmu, ms);
	if (ms > SLOW_MS && ms > out->most) {
		out->most = ms;
		out->slowest = pmu->name;
	}
}

static int report_intervals(struct exam *exam, const struct intervals *found)
{
	char mend[320];

	if (found->slowest) {
		snprintf(mend, sizeof(mend), "echo 4 > " DEVICES "/%s/perf_event_mux_interval_ms",
			 found->slowest);
		return exam_report(exam, "mux", PMX_HEALTH_NOTE, mend,
				   "events that do not fit wait %ld ms for their turn on %s: "
				   "shorter runs than that miss some of them; ms on each PMU: %s",
				   found->most, found->slowest, found->all);
	}
	if (!found->differ)
		return exam_report(exam, "mux", PMX_HEALTH_OK, NULL,
				   "events that do not fit take turns every %ld ms, on %s",
				   found->first,
				   found->known == 1 ? "the one PMU that multiplexes" :
						       "all PMUs that multiplex");
	return exam_report(exam, "mux", PMX_HEALTH_OK, NULL,
			   "events that do not fit take turns; every so many ms: %s%s", found->all,
			   found->any_zero ? " (0: together with the PMU whose context it shares)" :
					     "");
}

int check_mux(struct exam *exam)
{
	struct intervals found = { .known = 0 };
	const struct pmx_pmu *const *all;
	ssize_t count = pmx_pmus_all(exam->pmus, &all, NULL);
	size_t multiplexed = 0;

	for (ssize_t i = 0; i < count; i++) {
		multiplexed += !all[i]->software_class;
		read_interval(exam, all[i], &found);
	}
	if (!multiplexed)
		return exam_report(exam, "mux", PMX_HEALTH_OK, NULL,
				   "no PMU here multiplexes: each has room for all its events");
	if (!found.known)
		return exam_unknown(exam, "mux", "perf_event_mux_interval_ms of the PMUs");
	return report_intervals(exam, &found);
}
