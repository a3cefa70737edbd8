/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - writing results: text for people, perf-compatible CSV and JSON lines, and a JSON
 * document
 *
 * Writers print to a FILE of the caller's and never look at the locale. Names that the system or
 * a user chose are quoted as the format demands; text for terminals has its control characters
 * made visible. Whether everything reached the file is the caller's to ask (ferror, fclose).
 */
#ifndef PERFMUX_REPORT_H
#define PERFMUX_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include <perfmux/gpu.h>
#include <perfmux/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the columns of the text need. */
struct pmx_text_widths {
	size_t time, label, value, name, metric, share;
};

struct pmx_report {
	FILE *out;
	/* "'make -j4'", "process id '123'", "CPU(s) '0-3'", "'system wide'"; quotes included */
	const char *title;
	unsigned runs;		   /* -r, else 1 */
	bool table;		   /* --table: a line for each run */
	const double *run_seconds; /* elapsed seconds of each run, for the table; runs of them */
	bool interval;		   /* -I */
	bool no_big_num;	   /* no separators in large numbers */
	bool color;
	size_t width;	       /* text: columns of the screen, 0 for 80 */
	bool show_times;       /* "seconds time elapsed" and so on at the end */
	const char *separator; /* CSV: between fields */
	bool header;	       /* CSV: a first line that names the columns */
	const char *columns;   /* CSV: names of the wanted ones, comma-separated; NULL: perf's */
	bool no_csv_summary;   /* CSV: a summary has no column that says so */
	/*
	 * JSON: what GPUs had when the next result ended, as its member "gpu"; NULL: nothing of it
	 */
	const struct pmx_gpu_report *gpu;
	time_t started;	       /* wall clock, for the "# started on" line of files; 0 for none */
	unsigned long written; /* results so far: 0 at the beginning, then the writer's own */
	bool marked; /* text: a ratio was marked, which the end explains; the writer's own */
	struct pmx_text_widths widest; /* text: of all intervals so far; the writer's own */
};

/*
 * Text as perf stat lays it out. Begin once, then write for each result (interval), then end.
 * Text ends with one line for each distinct reason why something was not supported or counted,
 * never one line an event.
 */
void pmx_text_begin(const struct pmx_report *report);
void pmx_text_write(struct pmx_report *report, const struct pmx_result *result);
void pmx_text_end(const struct pmx_report *report, const struct pmx_result *last);

/*
 * CSV as perf stat -x (6.1): [summary,][time,][label,[cpus,]]value,unit,event,[cgroup,][spread%,]
 * running ns,percent running,metric,metric unit. Control characters inside a field, line ends too,
 * are made visible; it is quoted then, as RFC 4180 has a separator or quote. -EINVAL from
 * pmx_csv_check() for an unknown name in columns; the known ones are in pmx_csv_columns(),
 * separated by commas.
 */
const char *pmx_csv_columns(void);
int pmx_csv_check(const char *columns, struct pmx_error *err);
void pmx_csv_begin(const struct pmx_report *report, const struct pmx_result *first);
void pmx_csv_write(struct pmx_report *report, const struct pmx_result *result);

/* One JSON object a line, with the keys and the string values of perf stat -j (6.1). */
void pmx_jsonl_write(const struct pmx_report *report, const struct pmx_result *result);

/* What stands at the head of a JSON document of any schema. */
struct pmx_json_head {
	char *const *command; /* argv, or NULL */
	const char *target;   /* "command", "tasks", "cpus" */
	const char *version;  /* of perfmux */
	const char *kernel;   /* release of the kernel, or NULL */
	int exit_status;      /* for the end: as perfmux exits; -1 for none */
	/* for the end, of pmx_json_end() only: what people are told; NULLs are passed over */
	const char *const *notes;
	size_t note_count;
};

/*
 * The JSON document of --json, schema "perfmux-stat/1": its head, a result for each interval and
 * the whole, its end. Numbers are numbers, what is absent is null or not there, every count has
 * raw, scaled, enabled_ns, running_ns, status and reason. Written as it grows: what is in the file
 * after an interrupted run and pmx_json_end() is a whole document.
 */
void pmx_json_begin(const struct pmx_report *report, const struct pmx_json_head *head);
void pmx_json_write(struct pmx_report *report, const struct pmx_result *result);
void pmx_json_end(const struct pmx_report *report, const struct pmx_json_head *head);

#ifdef __cplusplus
}
#endif
#endif
