/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress_results.h - what scenarios found, made up, for tests of all that is written about it
 */
#ifndef TESTS_STRESS_RESULTS_H
#define TESTS_STRESS_RESULTS_H

#include <perfmux/report_stress.h>

#include "cases.h"

#define STRESS_MS 1000000ull

static const struct pmx_scenario stress_children = {
	.name = "inherit.children",
	.summary = "eight children's counts add up with the parent's",
	.about = "inheritance: counts added to the parent at exit",
	.explain = "Opens an inherited event of each kind that counts known work exactly, has "
		   "eight children and their parent do that work, and reads after the last has "
		   "ended.",
	.needs = PMX_NEED_CALLS,
};
static const struct pmx_scenario stress_order = {
	.name = "inherit.stat_order",
	.summary = "every order of opening gives the same counts",
	.about = "context swap between clones with inherit_stat",
	.explain = "Opens events of two PMUs in every order.",
	.needs = PMX_NEED_CALLS | PMX_NEED_TWO_METERS,
};
static const struct pmx_scenario stress_equal = {
	.name = "mux.equal",
	.summary = "equal events share a PMU evenly",
	.about = "rotation of flexible groups",
	.explain = "Opens one to four times as many equal events as the PMU has counters.",
	.needs = PMX_NEED_CORE | PMX_NEED_RATE,
	.alone = true,
	.limit_ms = 2500,
};
static const struct pmx_scenario stress_pinned = {
	.name = "mux.pinned",
	.summary = "exactly the surplus of pinned events is in error",
	.about = "pinned groups",
	.explain = "Pins more events than the PMU has counters.",
	.needs = PMX_NEED_CORE,
};
static const struct pmx_scenario stress_hotplug = {
	.name = "race.hotplug",
	.summary = "a CPU leaves while it is counted",
	.about = "hotplug: events of a CPU that is gone",
	.explain = "Takes a CPU offline and online again while its events are read.",
	.needs = PMX_NEED_TWO_CPUS | PMX_NEED_HOTPLUG | PMX_NEED_ROOT,
	.dangerous = true,
	.alone = true,
};
static const struct pmx_scenario stress_mixed = {
	.name = "storm.mixed",
	.summary = "random operations count what a model says",
	.about = "all of it",
	.explain = "Does random operations from a seed.",
	.endless = true,
};
/* As no scenario is: whoever writes it must not believe that. */
static const struct pmx_scenario stress_hostile = {
	.name = "a#<&]]>\"'." HOSTILE HOSTILE_TWO,
	.summary = HOSTILE " # summary",
	.about = HOSTILE_TWO " about",
	.explain = "]]> explained " HOSTILE_TWO " \xe2\x80\xae reversed",
	.needs = ~0u,
	.dangerous = true,
};

static const struct pmx_defect stress_mixing = {
	.scenario = "inherit.stat_order",
	.invariant = "same",
	.reference = "lkml/made-up",
	.text = "Inherited counts of two PMUs are given to one another when contexts are swapped.",
};
static const struct pmx_defect stress_hostile_defect = {
	.scenario = "*", .invariant = "*", .reference = HOSTILE_TWO "]]>", .text = HOSTILE " # <b>"
};

enum { STRESS_RESULTS = 16 };

/* A report before its begin, with what is to be written in it. */
struct stress_made {
	struct pmx_stress_result results[STRESS_RESULTS];
	size_t count;
	struct pmx_calibration calibrations[4];
	struct pmx_stress_report report;
};

static inline struct stress_made *stress_new(void)
{
	struct stress_made *made = calloc(1, sizeof(*made));

	assert_non_null(made);
	made->report = (struct pmx_stress_report){ .version = "0.1.0",
						   .exit_status = 1,
						   .kernel = "6.18.5",
						   .machine = "x86_64",
						   .seed = 0x1f2e3d4c5b6a7988,
						   .calibrations = made->calibrations };
	return made;
}

static inline struct pmx_stress_result *stress_result(struct stress_made *made,
						      const struct pmx_scenario *scenario,
						      enum pmx_stress_verdict verdict)
{
	struct pmx_stress_result *result = &made->results[made->count++];

	assert_true(made->count <= STRESS_RESULTS);
	*result = (struct pmx_stress_result){ .scenario = scenario,
					      .round = 1,
					      .seed = 0x11 * made->count,
					      .verdict = verdict,
					      .checks = 100 * made->count,
					      .wall = 12 * STRESS_MS,
					      .cpu = 20 * STRESS_MS };
	made->report.planned = made->count;
	return result;
}

static inline void stress_breach(struct pmx_stress_result *result, const char *invariant,
				 const char *text, const struct pmx_defect *defect)
{
	struct pmx_breach *breach = &result->breach[result->breaches];

	breach->invariant = invariant;
	snprintf(breach->text, sizeof(breach->text), "%s", text);
	result->defect[result->breaches++] = defect;
	result->broken++;
}

static inline void stress_skip(struct stress_made *made, const struct pmx_scenario *scenario,
			       const char *why)
{
	struct pmx_stress_result *result = stress_result(made, scenario, PMX_STRESS_SKIP);

	result->checks = result->wall = result->cpu = 0;
	snprintf(result->why, sizeof(result->why), "%s", why);
}

static inline void stress_calibration(struct stress_made *made, const char *name, bool works,
				      uint64_t done, uint64_t counted, unsigned capacity)
{
	struct pmx_calibration *it = &made->calibrations[made->report.calibration_count++];

	*it = (struct pmx_calibration){
		.works = works, .done = done, .counted = counted, .capacity = capacity
	};
	snprintf(it->name, sizeof(it->name), "%s", name);
}

/* Nothing to tell. */
static inline struct stress_made *stress_case_good(void)
{
	struct stress_made *made = stress_new();

	stress_calibration(made, "page-faults", true, 1000, 1000, 0);
	stress_result(made, &stress_children, PMX_STRESS_PASS);
	stress_result(made, &stress_order, PMX_STRESS_PASS);
	snprintf(stress_result(made, &stress_mixed, PMX_STRESS_PASS)->note, 400,
		 "12 of 5000 events waited for events of CPUs");
	made->results[2].operations = 5000;
	return made;
}

static inline void stress_add_violation(struct stress_made *made)
{
	struct pmx_stress_result *result = stress_result(made, &stress_mixed, PMX_STRESS_VIOLATION);

	stress_breach(result, "exact",
		      "page-faults of 8 children: 7999 counted, 8000 done, 1 missing", NULL);
	stress_breach(result, "conservation",
		      "page-faults of the children and of their parent, each read by itself: 7999 "
		      "in 3 parts (3999 + 3000 + 1000), 8000 in the whole, 1 missing",
		      NULL);
	stress_breach(result, "kernel-log",
		      "WARNING: CPU: 1 PID: 4242 at kernel/events/core.c:2030 perf_event_made_up",
		      NULL);
	stress_breach(result, "same", "calls 20 with swap, 25 with no swap, 5 apart",
		      &stress_mixing);
	result->broken = 1234;
	result->operations = 98765;
	result->reproducer = "open a page-faults on task 0\n\nfork 1\n\tread a\n";
	snprintf(result->note, sizeof(result->note), "the program was 120 operations long");
}

/* One of each verdict, and of skips several for the same reason. */
static inline struct stress_made *stress_case_mixed(void)
{
	static const char no_core[] =
		"a core PMU that counts for tasks: no PMU here multiplexes, as in most virtual "
		"machines";
	struct stress_made *made = stress_new();
	struct pmx_stress_result *result;

	stress_calibration(made, "sys_enter_getppid", true, 1000, 1000, 0);
	stress_calibration(made, "page-faults", true, 1000, 1000, 0);
	stress_calibration(made, "syn_big", true, 0, 0, 4);
	stress_calibration(made, "breakpoint", false, 1000, 0, 0);
	stress_result(made, &stress_children, PMX_STRESS_PASS);
	result = stress_result(made, &stress_order, PMX_STRESS_DEFECT);
	stress_breach(result, "same", "calls 20 with swap, 25 with no swap, 5 apart",
		      &stress_mixing);
	stress_breach(result, "same", "calls 20 with swap, 26 with no swap, 6 apart",
		      &stress_mixing);
	stress_skip(made, &stress_equal, no_core);
	stress_skip(made, &stress_hotplug, "only one CPU is online");
	stress_skip(made, &stress_pinned, no_core);
	stress_add_violation(made);
	result = stress_result(made, &stress_hotplug, PMX_STRESS_ERROR);
	snprintf(result->why, sizeof(result->why), "it had not ended after 10 s");
	stress_skip(made, &stress_pinned, no_core);
	result = stress_result(made, &stress_mixed, PMX_STRESS_PASS);
	made->results[made->count - 2].round = result->round = 2;
	made->report.elapsed = 23400 * STRESS_MS;
	return made;
}

/* Bytes that harm whoever prints them, at the lengths that are the most there can be. */
static inline struct stress_made *stress_case_hostile(void)
{
	struct stress_made *made = stress_new();
	struct pmx_stress_result *result;
	char longest[sizeof(result->breach[0].text)];

	memset(longest, '<', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	stress_calibration(made, HOSTILE, true, 1, UINT64_MAX, UINT32_MAX);
	stress_calibration(made, "ok 1 # SKIP\nok 2", false, UINT64_MAX, 0, 0);
	snprintf(made->calibrations[1].why, sizeof(made->calibrations[1].why), "%.159s", longest);
	made->report.kernel = "6.1 " HOSTILE;
	made->report.machine = HOSTILE_TWO;
	made->report.version = "<0>";
	made->report.log_error = "\xef\xbf\xbf \xc3";
	stress_skip(made, &stress_hostile, HOSTILE_TWO "\nnot ok 1 # \xe2\x80\xae]]>");
	result = stress_result(made, &stress_hostile, PMX_STRESS_VIOLATION);
	stress_breach(result, "kernel-log", "\x1b]0;title\x07 \xed\xa0\x80 <b>&amp;]]> # \n1..9",
		      NULL);
	stress_breach(result, "exact", longest, &stress_hostile_defect);
	snprintf(result->note, sizeof(result->note), "%.395s\xe2\x82\xac", longest);
	result->seed = result->checks = result->operations = result->broken = UINT64_MAX;
	result->wall = result->cpu = UINT64_MAX;
	result->reproducer = "\tA\tB\r\n]]>\xff\n\n\x1b[2Jlast, without an end";
	result = stress_result(made, &stress_hostile, PMX_STRESS_DEFECT);
	stress_breach(result, "same", HOSTILE, &stress_hostile_defect);
	result = stress_result(made, &stress_hostile, PMX_STRESS_ERROR);
	snprintf(result->why, sizeof(result->why), "%.399s", longest);
	for (size_t i = 0; i < made->count; i++)
		made->results[i].round = (unsigned)i + 1;
	return made;
}

/* It was stopped after one of five. */
static inline struct stress_made *stress_case_stopped(void)
{
	struct stress_made *made = stress_new();

	stress_calibration(made, "page-faults", true, 1000, 1000, 0);
	stress_result(made, &stress_children, PMX_STRESS_PASS);
	made->report.planned = 5;
	made->report.log_error = "/dev/kmsg: Operation not permitted";
	return made;
}

typedef struct stress_made *stress_maker(void);

static stress_maker *const stress_makers[] = { stress_case_good, stress_case_mixed,
					       stress_case_hostile, stress_case_stopped };
enum { STRESS_CASES = sizeof(stress_makers) / sizeof(stress_makers[0]) };

/* All of a report by one writer, for free(). */
struct stress_writer {
	void (*begin)(struct pmx_stress_report *report);
	void (*result)(struct pmx_stress_report *report, const struct pmx_stress_result *result);
	void (*end)(struct pmx_stress_report *report);
};

static inline char *stress_written(struct stress_made *made, const struct stress_writer *writer)
{
	struct written written;

	made->report.out = written_open(&written);
	writer->begin(&made->report);
	for (size_t i = 0; i < made->count; i++)
		writer->result(&made->report, &made->results[i]);
	writer->end(&made->report);
	pmx_stress_report_free(&made->report);
	return written_close(&written);
}

/* The same, of a case that nobody else needs. */
static inline char *stress_case_written(stress_maker *make, const struct stress_writer *writer,
					int verbose, bool color)
{
	struct stress_made *made = make();
	char *text;

	made->report.verbose = verbose;
	made->report.color = color;
	text = stress_written(made, writer);
	free(made);
	return text;
}

#endif
