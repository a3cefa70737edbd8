// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_plan.c - --dry-run, and what --verbose says of what was opened
 *
 * The numbers are the plan's own: a unit is one read and, when it is enabled by hand, one ioctl;
 * a counter is one perf_event_open, one descriptor and one close.
 */
#include "stat_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <perfmux/session.h>
#include <perfmux/text.h>

#include "report/wrap.h"

enum { TEXT = 4096 }; /* of a line, before it is wrapped */

struct tally {
	size_t counters;
	struct pmx_cpus cpus;
};

static void print_target(const struct pmx_target *target)
{
	char cpus[256];

	switch (target->kind) {
	case PMX_TARGET_COMMAND:
		printf("target      a command%s\n", target->inherit ?
							    ", and all tasks that it starts" :
							    ", its first task only");
		break;
	case PMX_TARGET_TASKS:
		printf("target      %zu thread%s%s\n", target->task_count,
		       target->task_count == 1 ? "" : "s",
		       target->inherit ? ", and all tasks that they start" : "");
		break;
	case PMX_TARGET_CPUS:
		pmx_cpus_format(&target->cpus, cpus, sizeof(cpus));
		printf("target      CPUs %s\n", cpus);
		break;
	}
}

/* Where an event counts: the CPUs of its counters; for a task, those on which its PMU can. */
static void format_where(const struct pmx_plan *plan, size_t e, const struct tally *tally,
			 char *where, size_t size)
{
	const struct pmx_pmu *pmu = plan->events->list[e].pmu;

	where[0] = '\0';
	if (plan->target->kind == PMX_TARGET_CPUS && tally->counters)
		pmx_cpus_format(&tally->cpus, where, size);
	else if (plan->target->kind != PMX_TARGET_CPUS && pmu->has_cpus)
		pmx_cpus_format(&pmu->cpus, where, size);
}

static void print_event(const struct pmx_plan *plan, const struct pmx_symbols *symbols, size_t e,
			const struct tally *tally, const int widths[2])
{
	const struct pmx_event *event = &plan->events->list[e];
	char where[64];

	format_where(plan, e, tally, where, sizeof(where));
	printf("  %7zu  %-*s  %-*s  ", tally->counters, widths[0], event->pmu->name, widths[1],
	       where);
	pmx_print_safe(stdout, event->name);
	if (event->group >= 0)
		printf("  {%d}", event->group);
	if (event->cgroup) {
		printf("  cgroup ");
		pmx_print_safe(stdout, event->cgroup);
	}
	stat_symbols_print(plan, symbols, e);
	if (!tally->counters)
		printf("  (counts nothing on this target)");
	putchar('\n');
}

static void widen(int *width, const char *text)
{
	int len = (int)strlen(text);

	if (len > *width)
		*width = len;
}

static void print_events(const struct pmx_plan *plan, const struct pmx_symbols *symbols)
{
	struct tally *tallies = calloc(plan->events->count + 1, sizeof(*tallies));
	int widths[2] = { 3, 4 };
	char where[64];

	if (!tallies)
		return;
	for (size_t i = 0; i < plan->counter_count; i++) {
		struct tally *tally = &tallies[plan->counters[i].event];

		tally->counters++;
		pmx_cpus_add(&tally->cpus, plan->counters[i].cpu);
	}
	for (size_t e = 0; e < plan->events->count; e++) {
		format_where(plan, e, &tallies[e], where, sizeof(where));
		widen(&widths[0], plan->events->list[e].pmu->name);
		widen(&widths[1], where);
	}
	printf("\n counters  %-*s  %-*s  event\n", widths[0], "PMU", widths[1], "CPUs");
	for (size_t e = 0; e < plan->events->count; e++)
		print_event(plan, symbols, e, &tallies[e], widths);
	free(tallies);
}

static void print_units(const struct pmx_plan *plan)
{
	size_t kinds[3] = { 0 };

	for (size_t u = 0; u < plan->unit_count; u++)
		kinds[plan->units[u].kind]++;
	printf("\nreads       %zu a snapshot: %zu of software-class events, %zu of groups, %zu "
	       "single\n",
	       plan->unit_count, kinds[PMX_UNIT_SOFTWARE], kinds[PMX_UNIT_GROUP],
	       kinds[PMX_UNIT_SINGLE]);
}

/* From the plan: opens, closes, one enable a unit unless exec does it, and one snapshot. */
static void print_costs(const struct pmx_plan *plan)
{
	size_t counters = pmx_session_fds_needed(plan);
	size_t enables = plan->target->kind == PMX_TARGET_COMMAND ? 0 : plan->unit_count;
	struct rlimit limit = { 0 };

	getrlimit(RLIMIT_NOFILE, &limit);
	printf("files       %zu descriptors needed, %llu allowed (%llu at most)\n",
	       counters + PMX_SESSION_FDS_BESIDE, (unsigned long long)limit.rlim_cur,
	       (unsigned long long)limit.rlim_max);
	printf("calls       %zu = %zu perf_event_open + %zu ioctl + %zu read + %zu close\n",
	       2 * counters + enables + plan->unit_count, counters, enables, plan->unit_count,
	       counters);
}

void stat_plan_print(const struct pmx_plan *plan, const struct pmx_symbols *symbols)
{
	print_target(plan->target);
	printf("events      %zu\n", plan->events->count);
	printf("counters    %zu\n", plan->counter_count);
	print_events(plan, symbols);
	print_units(plan);
	print_costs(plan);
}

/* The events of one pass, or with 0 those of all of them; nothing where there are none. */
static void print_pass(const struct stat_passes *passes, unsigned number)
{
	char text[TEXT] = "in each pass:";
	size_t left = 0, column;
	PMX_OUT(out, stderr);

	for (size_t e = 0; e < passes->events.count; e++)
		left += passes->pass[e] == number;
	if (!left)
		return;
	if (number)
		snprintf(text, sizeof(text), "pass %u of %u:", number, passes->count);
	column = pmx_wrap(&out, text, 0, 2);
	for (size_t e = 0; e < passes->events.count; e++) {
		if (passes->pass[e] != number)
			continue;
		snprintf(text, sizeof(text), " %s%s", passes->events.list[e].name,
			 --left ? "," : "");
		column = pmx_wrap(&out, text, column, 2);
	}
	pmx_out_newline(&out);
}

void stat_plan_print_passes(const struct stat_passes *passes)
{
	for (unsigned number = 0; passes->count > 1 && number <= passes->count; number++)
		print_pass(passes, number);
}

/* How many counters of event @e are open, and why not all. */
static void print_opened(const struct pmx_plan *plan, const struct pmx_session *session, size_t e)
{
	const struct perf_event_attr *attr = &plan->events->list[e].attr;
	size_t counters = 0, open = 0;
	const char *why = NULL;
	char text[TEXT];
	int code = 0;
	PMX_OUT(out, stderr);

	for (size_t i = 0; i < plan->counter_count; i++) {
		if (plan->counters[i].event != e)
			continue;
		counters++;
		if (pmx_session_why(session, i, NULL))
			why = pmx_session_why(session, i, &code);
		else
			open++;
	}
	snprintf(text, sizeof(text), "%s: type %u config 0x%llx, %zu of %zu open%s%s%s%s",
		 pmx_session_event_name(session, plan->events, e), attr->type,
		 (unsigned long long)attr->config, open, counters, why ? "; " : "",
		 code ? strerrorname_np(code) : "", code ? ": " : "", why ? why : "");
	pmx_out_spaces(&out, 2);
	pmx_wrap(&out, text, 2, 4);
	pmx_out_newline(&out);
}

void stat_plan_print_opened(const struct pmx_plan *plan, const struct pmx_session *session)
{
	fprintf(stderr, "%zu of %zu counters open, read in %zu calls\n",
		pmx_session_open_count(session), plan->counter_count, plan->unit_count);
	for (size_t e = 0; e < plan->events->count; e++)
		print_opened(plan, session, e);
}
