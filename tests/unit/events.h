/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - for tests of event specs: what a spec resolves to, as a line of text an event
 *
 *	NAME PMU TYPE:CONFIG[,CONFIG1[,CONFIG2]] [!LEVELS] [flags...]
 *
 * !khG: exclude_kernel, exclude_hv, exclude_guest (u k h; i idle, H host, G guest). Flags: p1
 * precise_ip, D pinned, e exclusive, W weak, ms clock, *SCALE:UNIT, s1 spec (from 1), g0 group,
 * =NAME merged, ~PERIOD, @[FILE:]SYMBOL+OFFSET.
 */
#ifndef PERFMUX_TEST_EVENTS_H
#define PERFMUX_TEST_EVENTS_H

#include "sysroot.h"

#include <perfmux/event.h>

struct bench {
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
};

static inline struct bench bench_on(struct pmx_machine *machine)
{
	struct bench bench = { .machine = machine };
	struct pmx_error err = { 0 };

	if (pmx_resolver_new(&bench.resolver, bench.machine, &err))
		fail_msg("%s", err.text);
	return bench;
}

static inline void bench_free(struct bench *bench)
{
	pmx_resolver_free(bench->resolver);
	pmx_machine_free(bench->machine);
}

static inline void put_flags(FILE *out, const struct pmx_event *e)
{
	if (e->attr.precise_ip)
		fprintf(out, " p%d", (int)e->attr.precise_ip);
	if (e->attr.pinned)
		fputs(" D", out);
	if (e->attr.exclusive)
		fputs(" e", out);
	if (e->weak)
		fputs(" W", out);
	if (e->msec)
		fputs(" ms", out);
	if (e->scale != 1 || e->unit)
		fprintf(out, " *%g:%s", e->scale, e->unit ? e->unit : "");
	if (e->spec)
		fprintf(out, " s%u", e->spec);
	if (e->group >= 0)
		fprintf(out, " g%d", e->group);
	if (e->merged)
		fprintf(out, " =%s", e->merged);
	if (e->symbol)
		fprintf(out, " @%s%s%s+%llx", e->symbol->file ? e->symbol->file : "",
			e->symbol->file ? ":" : "", e->symbol->name ? e->symbol->name : "",
			(unsigned long long)e->symbol->offset);
	if (e->attr.sample_period)
		fprintf(out, " ~%llu", (unsigned long long)e->attr.sample_period);
}

static inline void put_levels(FILE *out, const struct perf_event_attr *a)
{
	const struct {
		bool set;
		char letter;
	} bits[] = {
		{ a->exclude_user, 'u' }, { a->exclude_kernel, 'k' }, { a->exclude_hv, 'h' },
		{ a->exclude_idle, 'i' }, { a->exclude_host, 'H' },   { a->exclude_guest, 'G' },
	};
	bool any = false;

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		if (!bits[i].set)
			continue;
		fputs(any ? "" : " !", out);
		fputc(bits[i].letter, out);
		any = true;
	}
}

static inline void put_event(FILE *out, const struct pmx_event *e)
{
	fprintf(out, "%s %s %u:%llx", e->name, e->pmu->name, e->attr.type,
		(unsigned long long)e->attr.config);
	if (e->attr.config1 || e->attr.config2)
		fprintf(out, ",%llx", (unsigned long long)e->attr.config1);
	if (e->attr.config2)
		fprintf(out, ",%llx", (unsigned long long)e->attr.config2);
	if (e->attr.type == PERF_TYPE_BREAKPOINT)
		fprintf(out, " bp%u", e->attr.bp_type);
	put_levels(out, &e->attr);
	put_flags(out, e);
}

/* One line an event, without a newline at the end; to be freed. */
static inline char *events_text(const struct pmx_events *events)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	for (size_t i = 0; i < events->count; i++) {
		fputs(i ? "\n" : "", out);
		put_event(out, &events->list[i]);
	}
	fclose(out);
	return text;
}

struct good_spec {
	const char *spec, *events;
};

static inline void check_good(struct bench *bench, const struct pmx_resolve_options *opts,
			      const struct good_spec *table, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct pmx_events events = { 0 };
		struct pmx_error err = { 0 };
		char *text;

		if (pmx_resolve(bench->resolver, table[i].spec, opts, &events, &err))
			fail_msg("%s: %s", table[i].spec, err.text);
		text = events_text(&events);
		if (strcmp(text, table[i].events) != 0)
			fail_msg("%s is\n%s\nand not\n%s", table[i].spec, text, table[i].events);
		free(text);
		pmx_events_free(&events);
	}
}

/* The whole message; hint: a part of the hint, "" for no hint at all, NULL for any. */
struct bad_spec {
	const char *spec;
	int code;
	const char *text, *hint;
};

static inline void check_hint(const char *spec, const char *hint, const char *wanted)
{
	if (wanted && (wanted[0] ? !strstr(hint, wanted) : hint[0] != '\0'))
		fail_msg("%s: the hint is '%s' and not '%s'", spec, hint, wanted);
}

static inline void check_bad(struct bench *bench, const struct pmx_resolve_options *opts,
			     const struct bad_spec *table, size_t count)
{
	struct pmx_events events = { 0 };
	struct pmx_error err = { 0 };

	/* What was there before must be there afterwards. */
	assert_int_equal(pmx_resolve(bench->resolver, "faults,{cs,dummy}", NULL, &events, &err), 0);
	for (size_t i = 0; i < count; i++) {
		int rc = pmx_resolve(bench->resolver, table[i].spec, opts, &events, &err);

		if (rc != table[i].code || err.code != rc || strcmp(err.text, table[i].text) != 0)
			fail_msg("%s: %d '%s' and not %d '%s'", table[i].spec, rc, err.text,
				 table[i].code, table[i].text);
		check_hint(table[i].spec, err.hint, table[i].hint);
		assert_int_equal(events.count, 3);
		assert_int_equal(events.specs, 3);
		assert_int_equal(events.groups, 1);
		assert_int_equal(pmx_resolve(bench->resolver, table[i].spec, opts, &events, NULL),
				 table[i].code);
	}
	pmx_events_free(&events);
}

#define GOOD(bench, opts, table) check_good(bench, opts, table, sizeof(table) / sizeof((table)[0]))
#define BAD(bench, opts, table)	 check_bad(bench, opts, table, sizeof(table) / sizeof((table)[0]))

#endif
