/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_stress.h - writing what scenarios found (stress.h): text for people, KTAP for test
 * harnesses of the kernel, JUnit for CI, JSON for programs
 *
 * As with report.h, a writer prints to a FILE of the caller's, whose errors are the caller's to ask
 * for, and never looks at the locale. Order: begin, results as they come, end.
 */
#ifndef PERFMUX_REPORT_STRESS_H
#define PERFMUX_REPORT_STRESS_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/stress.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_stress_report {
	FILE *out;
	bool color;
	int verbose;	     /* text: 1 also lists what passed; 2 the numbers of each */
	const char *version; /* of perfmux */
	const char *kernel;  /* release */
	const char *machine; /* "x86_64" */
	uint64_t seed;
	size_t planned; /* runs to come */
	/* What calibration found, for the head of the report. */
	const struct pmx_calibration *calibrations;
	size_t calibration_count;
	const char *log_error; /* why the kernel's log is not watched, or NULL */
	int exit_status;       /* as perfmux exits, known at the end: JSON */
	uint64_t elapsed;      /* ns that it all took, known at the end; 0: as the runs together */

	/* The writer's own; zero at first. */
	size_t written;
	size_t count[PMX_STRESS_VERDICTS];
	uint64_t wall, cpu, checks;
	char *kept; /* what is written at the end, 16 MiB at most */
	size_t kept_size, kept_room;
	size_t lost; /* results for which there was no memory */
};

/*
 * Text in at most 80 columns: a line for each result that is not a pass (or for all), below a
 * violation the invariant, the numbers, the seed and the command that repeats it; at the end the
 * totals, and what skipped for want of what, said once.
 */
void pmx_stress_text_begin(struct pmx_stress_report *report);
void pmx_stress_text_result(struct pmx_stress_report *report,
			    const struct pmx_stress_result *result);
void pmx_stress_text_end(struct pmx_stress_report *report);

/*
 * KTAP version 1 (Documentation/dev-tools/ktap.rst of the kernel): a known defect is "ok # XFAIL".
 */
void pmx_stress_ktap_begin(struct pmx_stress_report *report);
void pmx_stress_ktap_result(struct pmx_stress_report *report,
			    const struct pmx_stress_result *result);
void pmx_stress_ktap_end(struct pmx_stress_report *report);

/*
 * JUnit's XML, as CI systems read it: one test suite. Its totals come first, and so all is kept and
 * written at the end. Results for which there was no memory become one test case in error that says
 * how many they are.
 */
void pmx_stress_junit_begin(struct pmx_stress_report *report);
void pmx_stress_junit_result(struct pmx_stress_report *report,
			     const struct pmx_stress_result *result);
void pmx_stress_junit_end(struct pmx_stress_report *report);

/* The document of schema "perfmux-stress/1": see perfmux-json(5). */
void pmx_stress_json_begin(struct pmx_stress_report *report);
void pmx_stress_json_result(struct pmx_stress_report *report,
			    const struct pmx_stress_result *result);
void pmx_stress_json_end(struct pmx_stress_report *report);

/* Frees what a writer kept, and the structure's own only; after its end, or instead. */
void pmx_stress_report_free(struct pmx_stress_report *report);

/*
 * The scenarios of --list, by family, and the paragraph of --explain; with what is missing here,
 * unless @stress is NULL. @dangerous: those that are would run, too.
 */
void pmx_stress_text_list(FILE *out, const struct pmx_scenario *const *list, size_t count,
			  const struct pmx_stress *stress, bool dangerous, bool color);
void pmx_stress_text_explain(FILE *out, const struct pmx_scenario *scenario,
			     const struct pmx_stress *stress, bool color);

/*
 * The command that repeats a run: "perfmux stress --seed 0x12 storm.mixed", with --dangerous where
 * it takes that. Returns @buf.
 */
const char *pmx_stress_command(const struct pmx_stress_result *result, char *buf, size_t size);

#ifdef __cplusplus
}
#endif
#endif
