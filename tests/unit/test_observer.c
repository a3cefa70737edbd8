// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_observer.c - what the observer makes of pages that a made-up kernel writes, and of counters
 * that it reads where there are none
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include <perfmux/mux.h>

#include "fake_kernel.h"
#include "mux/analyse.h"
#include "mux/observer.h"

#define MS UINT64_C(1000000)
#define T0 (1000 * MS)

enum { EVENTS = 3 };

struct bench {
	struct fake_kernel kernel;
	struct pmx_sys sys;
	struct pmx_events events;
	struct pmx_task task;
	struct pmx_target target;
	struct pmx_plan *plan;
	struct pmx_session *session;
	struct pmx_observer *observer;
	struct perf_event_mmap_page page[FAKE_FDS];
	uint64_t value[FAKE_FDS][3]; /* raw, enabled, running */
	int first_fd, mapped, unmapped, map_error;
};

static struct bench *b;

static int map(void *ctx, int fd, size_t size, bool writable, void **out)
{
	(void)ctx, (void)size;
	assert_false(writable);
	if (b->map_error)
		return b->map_error;
	b->mapped++;
	*out = &b->page[fd];
	return 0;
}

static void unmap(void *ctx, void *address, size_t size)
{
	(void)ctx, (void)address, (void)size;
	b->unmapped++;
}

static ssize_t read_value(int fd, uint64_t *buf)
{
	memcpy(buf, b->value[fd], sizeof(b->value[fd]));
	return sizeof(b->value[fd]);
}

static int setup(void **state)
{
	(void)state;
	b = calloc(1, sizeof(*b));
	b->kernel.now = T0;
	b->kernel.on_read = read_value;
	b->sys = fake_sys(&b->kernel);
	b->sys.map = map;
	b->sys.unmap = unmap;
	b->task = (struct pmx_task){ .tid = 1, .pid = 1 };
	b->target =
		(struct pmx_target){ .kind = PMX_TARGET_TASKS, .tasks = &b->task, .task_count = 1 };
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pmx_observer_free(b->observer);
	assert_int_equal(b->mapped, b->unmapped);
	pmx_session_free(b->session);
	pmx_plan_free(b->plan);
	pmx_events_free(&b->events);
	free(b);
	return 0;
}

static void open_bench(void)
{
	struct pmx_session_options opts = { .start = PMX_START_DISABLED, .sys = &b->sys };
	struct pmx_observer_options how = { .period_ns = MS, .sys = &b->sys };
	struct pmx_error err;

	for (uint64_t i = 0; i < EVENTS; i++)
		assert_non_null(fake_event(&b->events, &fake_big, i, -1));
	if (pmx_plan_new(&b->plan, &b->events, &b->target, NULL, &err) ||
	    pmx_session_new(&b->session, b->plan, &opts, &err) ||
	    pmx_observer_new(&b->observer, b->session, b->plan, &how, &err))
		fail_msg("%s", err.text);
	for (int fd = 0; fd < FAKE_FDS && !b->first_fd; fd++)
		if (b->kernel.members[fd])
			b->first_fd = fd;
	/* as pmx_observer_start() does, without a thread */
	b->observer->start = b->observer->last_sweep = T0;
	for (size_t i = 0; i < b->observer->count; i++)
		assert_int_equal(pmx_track_init(&b->observer->watched[i].track, T0, MS), 0);
	pmx_observer_read(b->observer);
}

/* The kernel puts event @i on the PMU or takes it off. */
static void update(unsigned i, uint64_t enabled, uint64_t running, uint64_t raw)
{
	struct perf_event_mmap_page *page = &b->page[b->first_fd + (int)i];
	uint64_t *value = b->value[b->first_fd + (int)i];

	page->lock += 2;
	page->time_enabled = value[1] = enabled;
	page->time_running = value[2] = running;
	page->offset = (int64_t)raw;
	value[0] = raw;
}

static void sweep(uint64_t at)
{
	b->kernel.now = T0 + at;
	pmx_observer_sweep(b->observer, T0 + at);
}

/* Two of three events take turns: each is on for 8 ms and off for 4 ms. */
static void rotate(unsigned turns)
{
	uint64_t running[EVENTS] = { 0 }, now = 0;

	for (unsigned t = 0; t < turns; t++, now += 4 * MS) {
		unsigned out = t % EVENTS;

		for (unsigned i = 0; i < EVENTS; i++) {
			/* off since the last turn: comes on; off from now on: taken off */
			if (i == out || i == (out + EVENTS - 1) % EVENTS)
				update(i, now, running[i], 3 * running[i]);
		}
		for (unsigned i = 0; i < EVENTS; i++)
			running[i] += i == out ? 0 : 4 * MS;
		sweep(now + MS);
		sweep(now + 3 * MS);
	}
	for (unsigned i = 0; i < EVENTS; i++)
		update(i, now, running[i], 3 * running[i]);
	b->kernel.now = T0 + now;
}

static void pages_show_each_slice(void **state)
{
	const struct pmx_track *t;

	(void)state;
	open_bench();
	rotate(300);
	pmx_observer_stop(b->observer);
	t = pmx_observer_track(b->observer, 0);
	assert_non_null(t);
	assert_int_equal(pmx_observer_observed(b->observer)->method, PMX_METHOD_PAGES);
	assert_int_equal(pmx_observer_observed(b->observer)->missed, 0);
	assert_int_equal(t->slices, 100);
	assert_int_equal(t->slice_longest, 8 * MS);
	assert_int_equal(t->gap_longest, 4 * MS);
	assert_int_equal(pmx_observer_peak(b->observer, &fake_big), 2);
	assert_int_equal(t->last.raw, 3 * t->last.running);
}

/*
 * Looked at from the target's own CPU: at each look the target is switched out, and the pages of
 * what was on its PMU are written, but not those of what waits. So an event that has left is seen
 * to be off one look later than the one that took its place is seen to be on.
 */
static void rotate_alone(unsigned ms)
{
	const uint64_t step = MS / 10, look = 21 * step, turn = 40 * step;
	uint64_t running[EVENTS] = { 0 };
	unsigned off = 0;

	for (uint64_t now = step; now <= ms * MS; now += step) {
		for (unsigned i = 0; i < EVENTS; i++)
			running[i] += i == off ? 0 : step;
		if (now % turn == 0) {
			update(off, now, running[off], running[off]);
			off = (off + 1) % EVENTS;
			update(off, now, running[off], running[off]);
		}
		for (unsigned i = 0; i < EVENTS && now % look == 0; i++)
			if (i != off)
				update(i, now, running[i], running[i]);
		if (now % look == 0)
			sweep(now);
	}
}

static void edges_that_are_seen_late_add_no_counter(void **state)
{
	(void)state;
	open_bench();
	rotate_alone(1000);
	pmx_observer_stop(b->observer);
	assert_int_equal(pmx_observer_peak(b->observer, &fake_big), 2);
}

static void updates_that_were_not_seen_are_counted(void **state)
{
	(void)state;
	open_bench();
	update(0, MS, MS, 3);
	sweep(MS);
	update(0, 2 * MS, 2 * MS, 6);
	update(0, 3 * MS, 2 * MS, 6);
	update(0, 4 * MS, 3 * MS, 9);
	sweep(4 * MS);
	pmx_observer_stop(b->observer);
	assert_int_equal(pmx_observer_observed(b->observer)->missed, 2);
}

static void the_register_holds_what_the_page_does_not(void **state)
{
	const struct pmx_track *t;

	(void)state;
	open_bench();
	update(0, 4 * MS, 4 * MS, 1000); /* off: the page has the count */
	sweep(4 * MS);
	b->page[b->first_fd].index = 1; /* on, and user space may read the register */
	update(0, 8 * MS, 4 * MS, 77);
	b->value[b->first_fd][0] = 1000;
	sweep(8 * MS);
	t = pmx_observer_track(b->observer, 0);
	assert_int_equal(t->last.raw, 1000);
}

static void without_pages_counters_are_read(void **state)
{
	(void)state;
	b->map_error = -EINVAL;
	b->target.inherit = true;
	open_bench();
	assert_int_equal(pmx_observer_observed(b->observer)->method, PMX_METHOD_READS);
	assert_non_null(strstr(pmx_observer_observed(b->observer)->why_reads, "inherit"));
	for (uint64_t at = MS; at <= 400 * MS; at += MS) { /* 4 ms on, 4 ms off */
		uint64_t rest = at % (8 * MS), on = at / (8 * MS) * 4 * MS;

		update(0, at, on + (rest < 4 * MS ? rest : 4 * MS), on);
		b->kernel.now = T0 + at;
		pmx_observer_read(b->observer);
	}
	pmx_observer_stop(b->observer);
	assert_int_equal(pmx_observer_track(b->observer, 0)->slices, 50);
	assert_int_equal(pmx_observer_track(b->observer, 0)->gap_longest, 4 * MS);
}

static void one_page_that_cannot_be_had_leaves_none_behind(void **state)
{
	(void)state;
	b->map_error = -EPERM;
	open_bench();
	assert_int_equal(b->observer->mapped, 0);
	assert_non_null(strstr(pmx_observer_observed(b->observer)->why_reads, "MEMLOCK"));
}

static void a_report_has_what_was_seen(void **state)
{
	struct pmx_mux_report report;
	struct pmx_mux_options how = { .start = T0, .end = T0 + 1200 * MS };
	struct pmx_machine *machine;
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_machine_new(&machine, "tests/fixtures/vm", &err), 0);
	how.machine = machine;
	open_bench();
	rotate(300);
	pmx_observer_stop(b->observer);
	assert_int_equal(pmx_mux_analyse(b->observer, b->session, b->plan, &how, &report, &err), 0);
	assert_int_equal(report.row_count, EVENTS);
	assert_int_equal(report.pmu_count, 1);
	assert_true(fabs(report.pmus[0].capacity - 2) < 0.01);
	assert_true(report.pmus[0].jain > 0.999);
	assert_int_equal(report.pmus[0].demand, 3);
	assert_true(fabs((double)report.pmus[0].interval_seen / (4.0 * MS) - 1) < 0.02);
	assert_int_equal(report.passes, 2);
	for (size_t i = 0; i < EVENTS; i++) {
		assert_int_equal(report.rows[i].verdict, PMX_MUX_SHARED);
		assert_true(fabs(report.rows[i].share - 2.0 / 3) < 0.01);
		assert_int_equal(report.rows[i].blind, 4 * MS);
		assert_true(report.rows[i].half < 0.01 * report.rows[i].count.value);
	}
	assert_true(report.advice_count >= 2);
	pmx_mux_report_free(&report);
	pmx_machine_free(machine);
}

/* The real clock and a thread, for so long. */
static uint64_t looks_within(uint64_t ns)
{
	struct pmx_observer_options how = { .period_ns = MS / 10 };
	struct timespec pause = { .tv_nsec = (long)ns };
	struct pmx_error err;

	pmx_observer_free(b->observer);
	assert_int_equal(pmx_observer_new(&b->observer, b->session, b->plan, &how, &err), 0);
	b->observer->sys = &pmx_sys_kernel;
	assert_int_equal(pmx_observer_start(b->observer, &err), 0);
	nanosleep(&pause, NULL);
	pmx_observer_stop(b->observer);
	pmx_observer_stop(b->observer); /* once more is no error */
	return pmx_observer_observed(b->observer)->sweeps;
}

/* A busy machine may not let the thread look before it is told to end, but not every time. */
static void the_thread_looks_until_it_is_stopped(void **state)
{
	uint64_t looks = 0;

	(void)state;
	open_bench();
	for (uint64_t ns = 25 * MS; looks <= 10 && ns < 1000 * MS; ns *= 2)
		looks = looks_within(ns);
	assert_true(looks > 10);
	assert_true(pmx_observer_observed(b->observer)->cpu_ns > 0);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(pages_show_each_slice),
		CASE(edges_that_are_seen_late_add_no_counter),
		CASE(updates_that_were_not_seen_are_counted),
		CASE(the_register_holds_what_the_page_does_not),
		CASE(without_pages_counters_are_read),
		CASE(one_page_that_cannot_be_had_leaves_none_behind),
		CASE(a_report_has_what_was_seen),
		CASE(the_thread_looks_until_it_is_stopped),
	};

	return cmocka_run_group_tests_name("observer", tests, NULL, NULL);
}
