// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_trace.c - intervals of counts for trace viewers
 *
 * Rows of two intervals are the same line when place, cgroup and name agree; of those that agree in
 * all of it, as the same event typed twice, the first is the first. A counter has its value from
 * its time on, so each interval's rate stands at the interval's beginning, and the last one once
 * more at the end: viewers would draw a line to the end of the trace, which may be that of another
 * one.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/report_stat_trace.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "report/row.h"
#include "report/trace.h"
#include "report/words.h"

enum { REMARKS = 1, RUN = 1 }; /* the thread of each process; the process of what has no place */

struct line {
	char *label, *cgroup, *name; /* the first two may be NULL */
	unsigned same;		     /* lines before it that agree in them */
	unsigned pid;
	unsigned long seen;				 /* in that interval, from 1 */
	char what[64];					 /* the word for its values */
	double value, percent;				 /* as written last */
	bool has_value, is_shared, is_missing, has_lost; /* as written last */
};

struct pmx_stat_trace {
	struct pmx_out out;
	struct pmx_tef tef;
	struct line *lines;
	size_t count, room;
	size_t next; /* where the line of the next row is likely to be */
	unsigned pids;
	unsigned long written; /* intervals */
	uint64_t last;	       /* time that was written last */
	bool has_failed;       /* no memory */
};

static const char *text_or_nothing(const char *text)
{
	return text ? text : "";
}

/* --- which line a row is ------------------------------------------------------------------- */

static bool is_place(const struct line *line, const struct pmx_row *row)
{
	return !strcmp(text_or_nothing(line->label), text_or_nothing(row->label)) &&
	       !strcmp(text_or_nothing(line->cgroup), text_or_nothing(row->cgroup));
}

static struct line *find(struct pmx_stat_trace *t, const struct pmx_row *row)
{
	for (size_t i = 0; i < t->count; i++) {
		size_t at = (t->next + i) % t->count;
		struct line *line = &t->lines[at];

		if (line->seen == t->written || strcmp(line->name, row->name) != 0 ||
		    !is_place(line, row))
			continue;
		t->next = at + 1;
		return line;
	}
	return NULL;
}

/* The process of a place, which gets its name when it is first seen. */
static unsigned pid_of(struct pmx_stat_trace *t, const struct pmx_row *row)
{
	struct pmx_words words = { 0 };
	const char *label = text_or_nothing(row->label), *cgroup = text_or_nothing(row->cgroup);

	if (!*label && !*cgroup)
		return RUN;
	for (size_t i = t->count; i--;)
		if (is_place(&t->lines[i], row))
			return t->lines[i].pid;
	pmx_say(&words, "%s%s%s", label, *label && *cgroup ? ", " : "", cgroup);
	pmx_tef_process(&t->tef, ++t->pids, words.text);
	pmx_tef_thread(&t->tef, t->pids, REMARKS, "remarks");
	return t->pids;
}

static bool copy(char **out, const char *text)
{
	*out = text ? strdup(text) : NULL;
	return *out || !text;
}

static void line_free(struct line *line)
{
	free(line->label);
	free(line->cgroup);
	free(line->name);
}

static void name_unit(struct line *line, const struct pmx_row *row)
{
	struct pmx_words words = { 0 };
	const char *unit = pmx_row_unit(row);

	if (row->event->gauge)
		pmx_say(&words, "%.40s", *unit ? unit : "value");
	else
		pmx_say(&words, "%.40s%sper second", unit, *unit ? " " : "");
	memcpy(line->what, words.text, words.used + 1);
}

static struct line *add(struct pmx_stat_trace *t, const struct pmx_row *row)
{
	struct line *grown = pmx_array_room(t->lines, &t->room, t->count + 1, sizeof(*grown));
	struct line line = { 0 };

	if (!grown)
		return NULL;
	t->lines = grown;
	if (!copy(&line.label, row->label) || !copy(&line.cgroup, row->cgroup) ||
	    !copy(&line.name, row->name)) {
		line_free(&line);
		return NULL;
	}
	for (size_t i = 0; i < t->count; i++)
		line.same += !strcmp(t->lines[i].name, row->name) && is_place(&t->lines[i], row);
	name_unit(&line, row);
	line.pid = pid_of(t, row);
	t->lines[t->count] = line;
	t->next = t->count + 1;
	return &t->lines[t->count++];
}

/* --- what is said of it --------------------------------------------------------------------- */

static void say_name(struct pmx_words *words, const struct line *line)
{
	pmx_say(words, "%.500s", line->name);
	if (line->same)
		pmx_say(words, " #%u", line->same + 1);
}

static void put_value(struct pmx_stat_trace *t, const struct line *line, uint64_t at)
{
	struct pmx_words words = { 0 };

	say_name(&words, line);
	pmx_tef_counter(&t->tef, line->pid, words.text, line->what, at, line->value);
}

static void put_share(struct pmx_stat_trace *t, struct line *line, uint64_t at, double percent)
{
	struct pmx_words words = { 0 };

	say_name(&words, line);
	pmx_say(&words, ", running");
	pmx_tef_counter(&t->tef, line->pid, words.text, "%", at, percent);
	line->percent = percent;
}

static void put_remark(struct pmx_stat_trace *t, const struct line *line, uint64_t at,
		       const char *what, const char *why)
{
	struct pmx_words words = { 0 };

	say_name(&words, line);
	pmx_say(&words, ": %s%s%s", what, why ? ": " : "", text_or_nothing(why));
	pmx_tef_instant(&t->tef, line->pid, REMARKS, words.text, at);
}

/* Nothing is counted of what did not run: that is known. Where it could have been, it is not. */
static bool is_known(const struct pmx_row *row)
{
	return pmx_row_has_value(row) ||
	       (row->count.status == PMX_NOT_COUNTED && !row->count.enabled);
}

/* From when on the interval's number stands. */
static void put_row(struct pmx_stat_trace *t, struct line *line, const struct pmx_row *row,
		    uint64_t from, uint64_t length)
{
	double percent = pmx_row_percent(row);
	bool is_shared = row->count.status != PMX_FAILED && percent < 100;

	if (is_known(row)) {
		line->value = row->count.value;
		if (!row->event->gauge)
			line->value /= (double)length * 1e-9;
		put_value(t, line, from);
		line->has_value = true;
	}
	if (is_shared || line->is_shared)
		put_share(t, line, from, percent);
	line->is_shared = is_shared;
}

static const char *what_is_missing(const struct pmx_row *row)
{
	switch (row->count.status) {
	case PMX_NOT_SUPPORTED:
		return "not supported";
	case PMX_FAILED:
		return "not counted any more";
	default:
		return "not counted";
	}
}

/* What changed becomes known when the interval has ended. */
static void put_changes(struct pmx_stat_trace *t, struct line *line, const struct pmx_row *row,
			uint64_t to)
{
	bool is_missing = !is_known(row), has_lost = !is_missing && row->count.lost;

	if (is_missing && !line->is_missing)
		put_remark(t, line, to, what_is_missing(row), row->count.reason);
	else if (has_lost && !line->has_lost)
		put_remark(t, line, to, "a part is not counted any more", row->count.reason);
	else if (!is_missing && line->is_missing)
		put_remark(t, line, to, "counted again", NULL);
	line->is_missing = is_missing;
	line->has_lost = has_lost;
}

/* Threads that did nothing, or are no more, have no row. */
static void put_absent(struct pmx_stat_trace *t, uint64_t from)
{
	for (size_t i = 0; i < t->count; i++) {
		struct line *line = &t->lines[i];

		if (line->seen == t->written)
			continue;
		if (line->has_value && line->value != 0) {
			line->value = 0;
			put_value(t, line, from);
		}
		if (line->is_shared)
			put_share(t, line, from, 100);
		line->is_shared = false;
	}
}

/* --- the whole of it ------------------------------------------------------------------------ */

int pmx_stat_trace_new(struct pmx_stat_trace **out, FILE *file, const char *title,
		       struct pmx_error *err)
{
	struct pmx_stat_trace *t = calloc(1, sizeof(*t));
	struct pmx_words words = { 0 };

	if (!t)
		return pmx_error_nomem(err);
	pmx_out_init(&t->out, file);
	t->tef = (struct pmx_tef){ .out = &t->out, .space = PMX_TEF_STAT };
	t->pids = RUN;
	pmx_tef_begin(&t->tef, title ? title : "nothing");
	pmx_say(&words, "counts of %.900s", title ? title : "nothing");
	pmx_tef_process(&t->tef, RUN, words.text);
	pmx_tef_thread(&t->tef, RUN, REMARKS, "remarks");
	*out = t;
	return 0;
}

static uint64_t not_before(struct pmx_stat_trace *t, uint64_t time)
{
	if (time > t->last)
		t->last = time;
	return t->last;
}

/* The rates at the beginning of the interval; which[i] is the line of row i, or SIZE_MAX. */
static void put_rates(struct pmx_stat_trace *t, const struct pmx_result *result, uint64_t from,
		      size_t *which)
{
	for (size_t i = 0; i < result->count; i++) {
		struct line *line = find(t, &result->rows[i]);

		line = line ? line : add(t, &result->rows[i]);
		which[i] = line ? (size_t)(line - t->lines) : SIZE_MAX;
		if (!line) {
			t->has_failed = true;
			continue;
		}
		line->seen = t->written;
		put_row(t, line, &result->rows[i], from, result->elapsed_ns);
	}
	put_absent(t, from);
}

void pmx_stat_trace_write(struct pmx_stat_trace *t, const struct pmx_result *result)
{
	uint64_t to = result->start_ns + result->stamp_ns, from = to - result->elapsed_ns;
	pmx_autofree size_t *which = calloc(result->count + 1, sizeof(*which));

	if (!which)
		t->has_failed = true;
	if (!which || !result->elapsed_ns)
		return;
	t->written++;
	put_rates(t, result, not_before(t, from), which);
	to = not_before(t, to);
	for (size_t i = 0; i < result->count; i++)
		if (which[i] != SIZE_MAX)
			put_changes(t, &t->lines[which[i]], &result->rows[i], to);
	pmx_out_flush(&t->out);
}

void pmx_stat_trace_mark(struct pmx_stat_trace *t, uint64_t time, const char *text)
{
	pmx_tef_instant(&t->tef, RUN, REMARKS, text, not_before(t, time));
	pmx_out_flush(&t->out);
}

int pmx_stat_trace_end(struct pmx_stat_trace *t, struct pmx_error *err)
{
	bool has_failed;

	if (!t)
		return 0;
	for (size_t i = 0; i < t->count; i++) {
		struct line *line = &t->lines[i];

		if (line->has_value)
			put_value(t, line, t->last);
		if (line->is_shared)
			put_share(t, line, t->last, line->percent);
		line_free(line);
	}
	pmx_tef_end(&t->tef);
	pmx_out_flush(&t->out);
	has_failed = t->has_failed;
	free(t->lines);
	free(t);
	return has_failed ? pmx_error_nomem(err) : 0;
}
