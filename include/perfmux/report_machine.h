/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_machine.h - writing what a machine can count (list.h, probe.h) and what ails it
 * (doctor.h): text for people, JSON for programs
 *
 * As with report.h, a writer prints to a FILE of the caller's, whose errors are the caller's to ask
 * for, and never looks at the locale.
 */
#ifndef PERFMUX_REPORT_MACHINE_H
#define PERFMUX_REPORT_MACHINE_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/doctor.h>
#include <perfmux/list.h>
#include <perfmux/probe.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_list_report {
	FILE *out;
	bool color;
	bool detail;	     /* text: the format terms of PMUs, and where events are in them */
	bool lines;	     /* JSON: one object a line, not a document */
	const char *version; /* of perfmux */
	const char *kernel;  /* release of the machine's kernel, or NULL */

	unsigned long written; /* the writer's own, as is */
	int section;	       /* this: the section begun last, from 1 */
	char **reasons;	       /* and these: what is said once, below the list */
	size_t reason_count;
};

/* Text in at most 80 columns, but for names that are longer. Call in the order of the output. */
void pmx_list_text_pmus(struct pmx_list_report *report, const struct pmx_listed_pmu *list,
			size_t count, struct pmx_pmus *pmus);
/* @probe: what was found out, or NULL when nobody tried. */
void pmx_list_text_event(struct pmx_list_report *report, const struct pmx_listed_event *event,
			 const struct pmx_probe *probe);
void pmx_list_text_note(struct pmx_list_report *report, enum pmx_list_section section,
			const char *note);
/* The reasons that several events had in common, one line each; frees them. */
void pmx_list_text_end(struct pmx_list_report *report);

/*
 * The document of schema "perfmux-list/1", or its PMUs and events as JSON lines: see
 * perfmux-json(5). Order: begin, PMUs, events, notes, end.
 */
void pmx_list_json_begin(struct pmx_list_report *report);
void pmx_list_json_pmus(struct pmx_list_report *report, const struct pmx_listed_pmu *list,
			size_t count, struct pmx_pmus *pmus);
void pmx_list_json_event(struct pmx_list_report *report, const struct pmx_listed_event *event,
			 const struct pmx_probe *probe);
void pmx_list_json_note(struct pmx_list_report *report, enum pmx_list_section section,
			const char *note);
void pmx_list_json_end(struct pmx_list_report *report);

struct pmx_doctor_report {
	FILE *out;
	bool color;
	const char *version, *kernel; /* as above */
	int exit_status;	      /* as perfmux exits */
};

/* For people: a paragraph a finding, what mends it, and totals. */
void pmx_doctor_text_write(const struct pmx_doctor_report *report,
			   const struct pmx_findings *findings);
/* The document of schema "perfmux-doctor/1". */
void pmx_doctor_json_write(const struct pmx_doctor_report *report,
			   const struct pmx_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
