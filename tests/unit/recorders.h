/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorders.h - recorders over rings whose contents a test makes up
 */
#ifndef RECORDERS_H
#define RECORDERS_H

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <perfmux/record.h>

#include "fake_rings.h"

#define PAGE	((size_t)sysconf(_SC_PAGESIZE))
#define FIRST	100 /* ids of the tracepoints */
#define SECOND	101
#define NOW	1000000000u
#define MAX_GOT 4096

static const struct pmx_pmu tracepoints = { .name = "tracepoint",
					    .type = PERF_TYPE_TRACEPOINT,
					    .kind = PMX_PMU_TRACEPOINT,
					    .software_class = true };

/* What was delivered. */
struct got {
	size_t count;
	struct pmx_record records[MAX_GOT];
	uint64_t values[MAX_GOT];
	char comm[16];
	size_t stop_after; /* 0: never */
};

struct fixture {
	struct rings kernel;
	struct pmx_sys sys;
	struct pmx_events events;
	struct pmx_cpus cpus;
	struct pmx_recorder_options opts;
	struct pmx_recorder *recorder;
	struct pmx_error err;
	struct got got;
};

static inline void add_event(struct fixture *f, uint64_t id, const char *filter)
{
	char name[32];
	struct pmx_event event = {
		.name = name,
		.pmu = &tracepoints,
		.attr = { .type = PERF_TYPE_TRACEPOINT, .config = id },
		.filter = (char *)filter,
		.scale = 1,
		.group = -1,
	};

	snprintf(name, sizeof(name), "system:name%d", (int)id);
	assert_int_equal(pmx_events_append(&f->events, &event, NULL), 0);
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->kernel.now = NOW;
	f->sys = rings_sys(&f->kernel);
	pmx_cpus_add(&f->cpus, 0);
	pmx_cpus_add(&f->cpus, 1);
	f->opts = (struct pmx_recorder_options){ .cpus = &f->cpus, .sys = &f->sys };
	add_event(f, FIRST, NULL);
	*state = f;
	return 0;
}

/* Everything that was opened is closed, and what was mapped unmapped. */
static int tear_down(void **state)
{
	struct fixture *f = *state;

	pmx_recorder_free(f->recorder);
	assert_int_equal(f->kernel.maps, f->kernel.unmaps);
	for (int fd = 0; fd < RINGS_FDS; fd++)
		if (f->kernel.attr[fd].size)
			assert_int_equal(fcntl(fd, F_GETFD), -1);
	pmx_events_free(&f->events);
	free(f);
	return 0;
}

static inline void begin(struct fixture *f)
{
	if (pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err))
		fail_msg("%s", f->err.text);
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct got *got = ctx;

	assert_true(got->count < MAX_GOT);
	got->records[got->count] = *record;
	if (record->kind == PMX_RECORD_SAMPLE)
		memcpy(&got->values[got->count], record->raw, record->size < 8 ? record->size : 8);
	if (record->kind == PMX_RECORD_COMM)
		snprintf(got->comm, sizeof(got->comm), "%s", record->comm);
	got->count++;
	return got->stop_after && got->count >= got->stop_after ? 77 : 0;
}

static inline size_t drain(struct fixture *f, bool all)
{
	f->got.count = 0;
	assert_int_equal(pmx_recorder_drain(f->recorder, all, take, &f->got), 0);
	return f->got.count;
}

static inline void expect_times(const struct fixture *f, const uint64_t *times, size_t count)
{
	assert_int_equal(f->got.count, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(f->got.records[i].time, times[i]);
}

/* Puts samples of 64 bytes into CPU 0's ring, @bytes altogether. */
static inline size_t fill(struct fixture *f, uint64_t time, size_t bytes)
{
	size_t count = bytes / 64;

	for (size_t i = 0; i < count; i++)
		rings_sample(&f->kernel, 0, FIRST, time + i, i, 28);
	return count;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
