// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace.c - Chrome's Trace Event Format
 *
 * Source: "Trace Event Format", the document that chrome://tracing and Perfetto refer to. Phases
 * used: M names, X a slice with its duration, C a counter, i an instant.
 */
#include "report/trace.h"
#include "report/json_put.h"
#include "report/number.h"

/* Viewers know the clock by its name in the metadata; otherData is what they show to people. */
void pmx_tef_begin(struct pmx_tef *tef, const char *title)
{
	tef->any = false;
	pmx_out_text(tef->out, "{\"displayTimeUnit\":\"ns\","
			       "\"metadata\":{\"clock-domain\":\"LINUX_CLOCK_MONOTONIC\"},"
			       "\"otherData\":{\"title\":");
	pmx_quote_json(tef->out, title);
	pmx_out_text(tef->out, ",\"clock\":\"CLOCK_MONOTONIC\"},\n\"traceEvents\":[");
}

void pmx_tef_end(struct pmx_tef *tef)
{
	pmx_out_text(tef->out, "]}\n");
}

static void put_micros(struct pmx_out *out, const char *key, uint64_t ns)
{
	const char fraction[] = { '.', (char)('0' + ns / 100 % 10), (char)('0' + ns / 10 % 10),
				  (char)('0' + ns % 10) };

	pmx_json_key(out, key);
	pmx_out_u64(out, ns / 1000);
	pmx_out_mem(out, fraction, sizeof(fraction));
}

static void put_time(const struct pmx_tef *tef, uint64_t at)
{
	put_micros(tef->out, "ts", tef->start + at);
}

static void begin(struct pmx_tef *tef, const char *phase, unsigned pid, const char *name)
{
	pmx_out_text(tef->out, tef->any ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
	pmx_out_text(tef->out, phase);
	pmx_out_text(tef->out, "\"");
	pmx_json_u64(tef->out, "pid", tef->space + pid);
	pmx_json_string(tef->out, "name", name);
	tef->any = true;
}

static void put_meta(struct pmx_tef *tef, const char *what, unsigned pid, unsigned tid,
		     const char *name)
{
	begin(tef, "M", pid, what);
	if (tid)
		pmx_json_u64(tef->out, "tid", tid);
	pmx_json_key(tef->out, "args");
	if (name) {
		pmx_out_text(tef->out, "{\"name\":");
		pmx_quote_json(tef->out, name);
	} else {
		pmx_out_text(tef->out, "{\"sort_index\":");
		pmx_out_u64(tef->out, tid ? tid : tef->space + pid);
	}
	pmx_out_text(tef->out, "}}");
}

void pmx_tef_process(struct pmx_tef *tef, unsigned pid, const char *name)
{
	put_meta(tef, "process_name", pid, 0, name);
	put_meta(tef, "process_sort_index", pid, 0, NULL);
}

void pmx_tef_thread(struct pmx_tef *tef, unsigned pid, unsigned tid, const char *name)
{
	put_meta(tef, "thread_name", pid, tid, name);
	put_meta(tef, "thread_sort_index", pid, tid, NULL);
}

void pmx_tef_slice(struct pmx_tef *tef, unsigned pid, unsigned tid, const char *name, uint64_t at,
		   uint64_t length)
{
	begin(tef, "X", pid, name);
	pmx_json_u64(tef->out, "tid", tid);
	put_time(tef, at);
	put_micros(tef->out, "dur", length);
	pmx_out_text(tef->out, "}");
}

void pmx_tef_instant(struct pmx_tef *tef, unsigned pid, unsigned tid, const char *name, uint64_t at)
{
	begin(tef, "i", pid, name);
	pmx_json_u64(tef->out, "tid", tid);
	put_time(tef, at);
	pmx_out_text(tef->out, ",\"s\":\"t\"}"); /* on its own track only */
}

void pmx_tef_counter(struct pmx_tef *tef, unsigned pid, const char *name, const char *what,
		     uint64_t at, double value)
{
	begin(tef, "C", pid, name);
	put_time(tef, at);
	pmx_out_text(tef->out, ",\"args\":{");
	pmx_quote_json(tef->out, what);
	pmx_out_text(tef->out, ":");
	pmx_out_double(tef->out, value);
	pmx_out_text(tef->out, "}}");
}
