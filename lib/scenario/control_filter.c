// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_filter.c - SET_FILTER lets a tracepoint's event count some of its hits
 */
#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "scenario/control.h"

enum { WHO = 4, TIMES = 10 };

/* As many calls for each @who as it says, times TIMES. */
static void call_for_all(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
	for (int who = 0; who < WHO; who++)
		for (int i = 0; i < TIMES * (who + 1); i++)
			syscall(SYS_getpriority, PRIO_USER, who);
}

struct filter {
	const char *text;
	uint64_t passes; /* of 1, 2, 3 and 4 times TIMES calls for 0, 1, 2 and 3 */
};

static const struct filter filters[] = {
	{ "who == 2", 3 },
	{ "who != 2", 7 },
	{ "who >= 1 && who < 3", 5 },
	{ "who == 9", 0 },
	{ "which == 2 && who == 0", 1 },
	{ "which == 1", 0 },
};

static void check(struct kit *kit, const struct filter *filter, bool inherited)
{
	struct perf_event_attr attr = kit_meter(kit, KIT_CALLS)->attr;
	uint64_t passes = filter->passes * TIMES;
	int fd;

	attr.inherit = inherited;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	control_check(kit, "SET_FILTER with a field that is none", fd, PERF_EVENT_IOC_SET_FILTER,
		      (unsigned long)"no_such_field == 1", EINVAL);
	control_check(kit, filter->text, fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)filter->text,
		      0);
	control_check(kit, "SET_FILTER once more", fd, PERF_EVENT_IOC_SET_FILTER,
		      (unsigned long)"who == 1", EEXIST);
	call_for_all(kit, NULL);
	control_check_value(kit, filter->text, fd, passes);
	kit_wait(kit, kit_fork(kit, call_for_all, NULL));
	control_check_value(kit, filter->text, fd, inherited ? 2 * passes : passes);
	close(fd);
}

static void run(struct kit *kit)
{
	struct perf_event_attr software = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	int all = kit_must_open(kit, &kit_meter(kit, KIT_CALLS)->attr, 0, -1, -1);
	int other = kit_must_open(kit, &software, 0, -1, -1);
	uint64_t count = sizeof(filters) / sizeof(filters[0]);

	control_check(kit, "SET_FILTER of another event", other, PERF_EVENT_IOC_SET_FILTER,
		      (unsigned long)"who == 1", EINVAL);
	for (uint64_t i = 0; i < count; i++)
		check(kit, &filters[i], i % 2);
	/* 1 + 2 + 3 + 4 of each, by an event beside the filtered ones */
	control_check_value(kit, "calls without a filter", all, count * 10 * TIMES);
}

const struct pmx_scenario scenario_control_filter = {
	.name = "control.filter",
	.summary = "SET_FILTER counts what passes, in children too",
	.about = "PERF_EVENT_IOC_SET_FILTER",
	.explain =
		"Opens events of a system call's tracepoint with filters on its arguments, some of "
		"them inherited, and makes known numbers of calls with different arguments, also "
		"in a child. Each event must count what passes its filter, an event beside it all "
		"calls. A filter that names no field is refused with EINVAL, a second one with "
		"EEXIST, and neither changes anything.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
