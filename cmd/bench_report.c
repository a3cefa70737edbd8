// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_report.c - how a bench ends: what was measured is written, whole or not, and what went
 * wrong is said
 */
#include <errno.h>
#include <stdio.h>

#include "bench_session.h"
#include "complain.h"

/* Lines for people: of noise before and since, and what was left out. */
struct notes {
	const char *lines[2 * sizeof(((struct pmx_noise *)0)->lines) / sizeof(char *) + 4];
	size_t count;
	char shared[160], brief[160], memory[160], precision[320];
};

/* Below this a large part of a run is what the system does to start any program. */
#define BRIEF 5e-3 /* seconds */

static void collect_noise(struct notes *notes, const struct pmx_noise *noise)
{
	for (size_t i = 0; i < noise->count; i++)
		notes->lines[notes->count++] = noise->lines[i];
}

static void collect_brief(struct notes *notes, const struct bench_session *s,
			  const struct pmx_bench_result *result)
{
	size_t brief = 0, count = result->bench->command_count;
	char which[64] = "";

	for (size_t c = 0; c < count; c++)
		brief += pmx_bench_cell(result, c, s->br.place[BENCH_WALL])->summary.median < BRIEF;
	if (!brief)
		return;
	if (count > 1)
		snprintf(which, sizeof(which), "%zu of %zu commands: ", brief, count);
	snprintf(notes->brief, sizeof(notes->brief),
		 "%sa run is less than 5 ms, of which starting a program is a large part: have it "
		 "do more",
		 which);
	notes->lines[notes->count++] = notes->brief;
}

static void collect_memory(struct notes *notes, const struct bench_run *br)
{
	if (!br->less_than_ours)
		return;
	snprintf(notes->memory, sizeof(notes->memory),
		 "max-rss of %llu run%s is not known: the kernel counts with it what perfmux "
		 "itself has, %.1f MiB, and they had no more",
		 (unsigned long long)br->less_than_ours, br->less_than_ours == 1 ? "" : "s",
		 br->own_memory / (1 << 20));
	notes->lines[notes->count++] = notes->memory;
}

/* Whether it was reached, and by which rule: an interval that stopped its runs is another one. */
static void collect_precision(struct notes *notes, const struct bench_run *br)
{
	const char *metric = br->bench->metrics[0].name;
	double percent = br->options->precision * 100;
	size_t count = br->commands.count, missed = count - br->precise;
	char which[64] = "";

	if (percent <= 0)
		return;
	if (count > 1)
		snprintf(which, sizeof(which), " for %zu of %zu commands", missed, count);
	if (missed)
		snprintf(notes->precision, sizeof(notes->precision),
			 "the median of %.100s is not known to %g %%%s: runs ended before", metric,
			 percent, which);
	else
		snprintf(notes->precision, sizeof(notes->precision),
			 "runs ended as the median of %.100s is known to %g %%, by an interval of "
			 "97 %%: looked at whenever runs are half as many again, it is right in "
			 "95 %% of cases",
			 metric, percent);
	notes->lines[notes->count++] = notes->precision;
}

static void collect_notes(struct notes *notes, const struct bench_session *s,
			  const struct pmx_bench_result *result)
{
	collect_noise(notes, &s->before);
	collect_noise(notes, &s->after);
	collect_brief(notes, s, result);
	collect_memory(notes, &s->br);
	collect_precision(notes, &s->br);
	if (!s->br.shared)
		return;
	snprintf(notes->shared, sizeof(notes->shared),
		 "%llu count%s left out: others held the counter for part of the run; "
		 "--multiplex scales them",
		 (unsigned long long)s->br.shared, s->br.shared == 1 ? " is" : "s are");
	notes->lines[notes->count++] = notes->shared;
}

/* Exit status, or -errno. */
static int report(struct bench_session *s, bool interrupted)
{
	struct bench_run *br = &s->br;
	struct pmx_bench_result *result = NULL;
	struct notes notes = { .count = 0 };
	int ret = pmx_noise_look(br->machine, br->setting.cpus, &s->before, &s->after, s->err);

	if (!ret)
		ret = pmx_bench_analyse(br->bench, s->baseline, br->options->resolution, &result,
					s->err);
	if (!ret) {
		collect_notes(&notes, s, result);
		bench_output_write(&s->output, result, notes.lines, notes.count, interrupted);
		ret = bench_gates_check(s, result, interrupted);
	}
	if (!ret && !interrupted && br->options->save && !bench_output_has_runs(br->bench))
		ret = pmx_error_set(s->err, -ENODATA,
				    "no baseline was written to '%s': no run succeeded",
				    br->options->save);
	pmx_bench_result_free(result);
	return ret;
}

/* The failure is told after what was measured before it. */
int bench_end(struct bench_session *s, int ret, const struct pmx_error *failure)
{
	struct bench_run *br = &s->br;
	int status = report(s, !br->all_run), closed;

	closed = bench_output_close(&s->output, status < 0 ? NULL : s->err);
	if (status >= 0 && closed)
		status = closed;
	if (!br->run.ended_by && !ret)
		return status;
	/* what was asked for was not written: that is no less true of a part */
	if (status < 0)
		complain(bench_table.program, s->err, EXIT_PERFMUX);
	if (br->run.ended_by)
		return 128 + br->run.ended_by;
	complain(bench_table.program, failure, EXIT_PERFMUX);
	if (br->failed)
		bench_setting_show_said(br);
	return br->failure_status;
}
