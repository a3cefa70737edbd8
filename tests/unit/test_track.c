// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_track.c - points to slices and gaps
 *
 * A made-up event is on its PMU from given times to given times; it is looked at in ways that
 * differ, and what the track makes of that must be what was.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/mux.h>

#include "mux/bins.h"

#define MS UINT64_C(1000000)
#define T0 (1000 * MS) /* when the run began */

/* On for @on of @cycle, from @phase on; counts 2 a nanosecond. */
struct event {
	uint64_t on, cycle, phase;
};

static struct pmx_point at(const struct event *e, uint64_t enabled)
{
	uint64_t shifted = enabled + e->cycle - e->phase, whole = shifted / e->cycle;
	uint64_t rest = shifted % e->cycle, running = whole * e->on;
	uint64_t begin = e->cycle - e->phase;

	running += rest < e->on ? rest : e->on;
	running -= begin < e->on ? begin : e->on;
	return (struct pmx_point){
		.time = T0 + enabled, .enabled = enabled, .running = running, .raw = 2 * running
	};
}

static struct pmx_track *look(const struct event *e, uint64_t from, uint64_t to, uint64_t step)
{
	struct pmx_track *t = calloc(1, sizeof(*t));

	assert_int_equal(pmx_track_init(t, T0, MS), 0);
	for (uint64_t x = from; x <= to; x += step) {
		struct pmx_point p = at(e, x);

		pmx_track_add(t, &p);
	}
	pmx_track_end(t);
	return t;
}

static void drop(struct pmx_track *t)
{
	pmx_track_free(t);
	free(t);
}

static void slices_are_exact_though_points_lie_beside_edges(void **state)
{
	const struct event e = { .on = 4 * MS, .cycle = 12 * MS, .phase = 2 * MS };
	struct pmx_track *t = look(&e, 0, 1200 * MS, 700000);

	(void)state;
	assert_true(pmx_track_is_resolved(t));
	assert_int_equal(t->slices, 100);
	assert_int_equal(t->slice_longest, 4 * MS);
	assert_int_equal(t->gap_longest, 8 * MS);
	assert_int_equal(t->slice_sum, t->last.running);
	assert_int_equal(t->slice_sum + t->gap_sum, t->last.enabled);
	drop(t);
}

static void the_blind_spot_has_a_place(void **state)
{
	struct event e = { .on = 4 * MS, .cycle = 8 * MS, .phase = 0 };
	struct pmx_track t;
	struct pmx_point p;

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	for (uint64_t x = 0; x <= 84 * MS; x += MS) {
		p = at(&e, x);
		pmx_track_add(&t, &p);
	}
	p.time += 50 * MS; /* on from 80 to 84 ms; and then 50 ms nothing */
	p.enabled += 50 * MS;
	pmx_track_add(&t, &p);
	pmx_track_end(&t);
	assert_int_equal(t.gap_longest, 50 * MS);
	assert_int_equal(t.gap_longest_at, T0 + 84 * MS);
	pmx_track_free(&t);
}

static void a_target_that_sleeps_does_not_end_a_slice(void **state)
{
	struct pmx_track t;
	struct pmx_point p = { .time = T0 };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	pmx_track_add(&t, &p);
	for (unsigned i = 0; i < 10; i++) {
		p.time += MS;
		p.enabled += MS;
		p.running += MS;
		pmx_track_add(&t, &p); /* taken off when the task leaves */
		p.time += 30 * MS;
		pmx_track_add(&t, &p); /* and put back: no time has passed for it */
	}
	pmx_track_end(&t);
	assert_int_equal(t.slices, 1);
	assert_int_equal(t.slice_longest, 10 * MS);
	assert_int_equal(t.gaps, 0);
	pmx_track_free(&t);
}

static void what_the_kernel_takes_off_and_puts_back_stays(void **state)
{
	struct pmx_track t;
	struct pmx_point p = { .time = T0 };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	pmx_track_add(&t, &p);
	for (unsigned i = 0; i < 10; i++) {
		p.time += 4 * MS;
		p.enabled += 4 * MS;
		p.running += 4 * MS;
		pmx_track_add(&t, &p);
		p.time += 3000; /* while it rotates */
		p.enabled += 3000;
		pmx_track_add(&t, &p);
	}
	pmx_track_end(&t);
	assert_int_equal(t.slices, 1);
	assert_int_equal(t.gaps, 0);
	pmx_track_free(&t);
}

static void points_too_far_apart_are_not_taken_for_slices(void **state)
{
	const struct event e = { .on = 4 * MS, .cycle = 8 * MS, .phase = 1 * MS };
	struct pmx_track *t = look(&e, 0, 2000 * MS, 50 * MS + 123456);
	struct pmx_track *few = look(&e, 0, 500 * MS, 230 * MS);

	(void)state;
	assert_false(pmx_track_is_resolved(t));
	assert_true(t->folded > 30);
	drop(t);
	assert_false(pmx_track_is_resolved(few));
	drop(few);
}

static void a_page_that_was_not_looked_at_in_time_is_not_believed(void **state)
{
	struct pmx_track t;
	struct pmx_point p = { .time = T0, .is_edge = true, .missed = 5 };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	for (unsigned i = 0; i < 50; i++) { /* of three edges one was seen */
		pmx_track_add(&t, &p);
		p.time += 12 * MS;
		p.enabled += 12 * MS;
		p.running += 8 * MS;
	}
	pmx_track_end(&t);
	assert_false(pmx_track_is_resolved(&t));
	assert_true(t.slice_sum + t.gap_sum <= t.last.enabled);
	pmx_track_free(&t);
}

/* Arm's driver does so at each rotation; and of a rotation of many events the end is seen. */
static void a_page_is_also_updated_while_its_event_is_off(void **state)
{
	enum { INTERVAL = 4 * MS, LATE = 140000 };
	struct pmx_track t;
	struct pmx_point p = { .time = T0, .is_edge = true };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	for (unsigned i = 0; i <= 60; i++) { /* on for 6 intervals, off for 6 */
		bool was_on = i % 12 >= 1 && i % 12 <= 6;

		if (i) {
			p.time += INTERVAL;
			p.enabled += INTERVAL;
			p.running += was_on ? INTERVAL : 0;
		}
		/* what comes on has been on for a moment, what leaves has been off for one */
		if (i % 12 == 0)
			p.running += LATE;
		else if (i % 12 == 6)
			p.running -= LATE;
		p.missed = was_on ? 2 : i % 12 == 0;
		pmx_track_add(&t, &p);
	}
	pmx_track_end(&t);
	assert_true(pmx_track_is_resolved(&t));
	assert_int_equal(t.slices, 6);
	assert_int_equal(t.slice_longest, 6 * INTERVAL);
	assert_int_equal(t.gaps, 5);
	assert_int_equal(t.gap_longest, 6 * INTERVAL);
	pmx_track_free(&t);
}

static void rates_between_slices_are_those_of_their_neighbours(void **state)
{
	struct pmx_track t;
	struct pmx_point p = { .time = T0 };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	pmx_track_add(&t, &p);
	/* the rate grows evenly; half of it is seen, and interpolation finds the other half */
	for (unsigned i = 0; i < 100; i++) {
		p.time += 4 * MS;
		p.enabled += 4 * MS;
		if (i % 2 == 0) {
			p.running += 4 * MS;
			p.raw += 4 * MS * i;
		}
		pmx_track_add(&t, &p);
	}
	pmx_track_end(&t);
	/* all of it: 4 ms times the sum of 0 to 99; the last gap has one neighbour, and lacks 1 */
	assert_true(fabs(pmx_track_interpolated(&t) - 4.0 * MS * (4950 - 1)) < 1);
	pmx_track_free(&t);
}

static void items_of_the_bound_are_cycles(void **state)
{
	const struct event e = { .on = 4 * MS, .cycle = 12 * MS, .phase = 2 * MS };
	struct pmx_track *t = look(&e, 0, 1200 * MS, 700000);

	(void)state;
	assert_int_equal(t->bound.items, 100);
	assert_true(t->bound.running == (double)t->last.running);
	assert_true(t->bound.enabled + t->bound.pending == (double)t->last.enabled);
	assert_true(pmx_bound_half(&t->bound, 0) < 1e-3 * (double)t->last.raw);
	drop(t);
}

static void times_that_fall_are_taken_for_standing_still(void **state)
{
	struct pmx_track t;
	struct pmx_point p = { .time = T0, .enabled = 10 * MS, .running = 10 * MS, .raw = 100 };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	pmx_track_add(&t, &p);
	p = (struct pmx_point){ .time = T0 - 5, .enabled = 9 * MS, .running = 8 * MS, .raw = 1 };
	pmx_track_add(&t, &p);
	p = (struct pmx_point){
		.time = T0 + MS, .enabled = 11 * MS, .running = 90 * MS, .raw = 200
	};
	pmx_track_add(&t, &p); /* running more than enabled */
	pmx_track_end(&t);
	assert_int_equal(t.last.enabled, 11 * MS);
	assert_int_equal(t.slice_sum, MS);
	pmx_track_free(&t);
}

static void a_track_without_points_ends_quietly(void **state)
{
	struct pmx_track t;

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	pmx_track_end(&t);
	assert_int_equal(t.slices + t.gaps, 0);
	assert_false(pmx_track_is_resolved(&t));
	pmx_track_free(&t);
}

static void one_that_never_ran_is_one_gap(void **state)
{
	struct pmx_track t;
	struct pmx_point p = { .time = T0 };

	(void)state;
	assert_int_equal(pmx_track_init(&t, T0, MS), 0);
	for (unsigned i = 0; i < 50; i++) {
		pmx_track_add(&t, &p);
		p.time += MS;
		p.enabled += MS;
	}
	pmx_track_end(&t);
	assert_int_equal(t.slices, 0);
	assert_int_equal(t.gaps, 1);
	assert_int_equal(t.gap_longest, 49 * MS);
	pmx_track_free(&t);
}

static void the_ring_keeps_the_newest_slices(void **state)
{
	const struct event e = { .on = MS, .cycle = 2 * MS, .phase = 0 };
	uint64_t slices = PMX_TRACK_SLICES + 100;
	struct pmx_track *t = look(&e, 0, slices * 2 * MS - MS / 2, MS / 2);
	struct pmx_slice oldest = pmx_track_slice(t, 0);

	(void)state;
	assert_int_equal(t->slices, slices);
	assert_int_equal(pmx_track_kept(t), PMX_TRACK_SLICES);
	assert_int_equal(oldest.start, T0 + 100 * 2 * MS);
	assert_int_equal(oldest.end - oldest.start, MS);
	drop(t);
}

/* --- the timeline -------------------------------------------------------------------------- */

static double sum_of(const float *list, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (double)list[i];
	return sum;
}

static void bins_keep_all_time_however_long_it_gets(void **state)
{
	const struct event e = { .on = 4 * MS, .cycle = 12 * MS, .phase = 3 * MS };
	struct pmx_track *t = look(&e, 0, 20000 * MS, 777777);
	const struct pmx_bins *b = t->bins;

	(void)state;
	assert_true(b->width > MS);
	assert_true(b->count > PMX_BINS / 2 && b->count <= PMX_BINS);
	assert_true(fabs(sum_of(b->on, b->count) / (double)t->last.running - 1) < 1e-4);
	assert_true(fabs(sum_of(b->due, b->count) / (double)t->last.enabled - 1) < 1e-4);
	drop(t);
}

static void a_bin_knows_when_the_event_was_on(void **state)
{
	const struct event e = { .on = 4 * MS, .cycle = 8 * MS, .phase = 0 };
	struct pmx_track *t = look(&e, 0, 80 * MS, 3 * MS);

	(void)state;
	for (size_t i = 0; i < 78; i++) {
		assert_true(fabs((double)t->bins->due[i] - MS) < 100);
		assert_true(fabs((double)t->bins->on[i] - (i % 8 < 4 ? MS : 0)) < 100);
	}
	drop(t);
}

static void timelines_add_up(void **state)
{
	const struct event one = { 4 * MS, 8 * MS, 0 }, two = { 4 * MS, 8 * MS, 4 * MS };
	struct pmx_track *a = look(&one, 0, 9000 * MS, MS), *b = look(&two, 0, 100 * MS, MS);
	struct pmx_bins *sum = pmx_bins_new(T0, MS);

	(void)state;
	pmx_bins_merge(sum, a->bins);
	pmx_bins_merge(sum, b->bins);
	assert_true(fabs(sum_of(sum->due, sum->count) / (9100.0 * MS) - 1) < 1e-4);
	free(sum);
	drop(a);
	drop(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slices_are_exact_though_points_lie_beside_edges),
		cmocka_unit_test(the_blind_spot_has_a_place),
		cmocka_unit_test(a_target_that_sleeps_does_not_end_a_slice),
		cmocka_unit_test(what_the_kernel_takes_off_and_puts_back_stays),
		cmocka_unit_test(points_too_far_apart_are_not_taken_for_slices),
		cmocka_unit_test(a_page_that_was_not_looked_at_in_time_is_not_believed),
		cmocka_unit_test(a_page_is_also_updated_while_its_event_is_off),
		cmocka_unit_test(rates_between_slices_are_those_of_their_neighbours),
		cmocka_unit_test(items_of_the_bound_are_cycles),
		cmocka_unit_test(times_that_fall_are_taken_for_standing_still),
		cmocka_unit_test(a_track_without_points_ends_quietly),
		cmocka_unit_test(one_that_never_ran_is_one_gap),
		cmocka_unit_test(the_ring_keeps_the_newest_slices),
		cmocka_unit_test(bins_keep_all_time_however_long_it_gets),
		cmocka_unit_test(a_bin_knows_when_the_event_was_on),
		cmocka_unit_test(timelines_add_up),
	};

	return cmocka_run_group_tests_name("track", tests, NULL, NULL);
}
