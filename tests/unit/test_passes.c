// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_passes.c - one report from runs that each counted a part of the events
 */
#include <math.h>

#include "plans.h"

enum { CLOCK, CYCLES, INSTRUCTIONS, BRANCHES, MISSES, EVENTS };

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} events[EVENTS] = {
	[CLOCK] = { "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	[CYCLES] = { "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	[INSTRUCTIONS] = { "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[BRANCHES] = { "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	[MISSES] = { "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
};

/* The clock in both, two in the first pass, and two in the second. */
static const unsigned pass_of[EVENTS] = { 0, 1, 2, 2, 1 };

struct measured {
	struct planned *whole;
	struct made *runs[16]; /* the events that rows point to */
	size_t count;
	struct pmx_result all, sums[2], joined;
};

static struct measured *measured_new(void)
{
	struct measured *m = calloc(1, sizeof(*m));

	assert_non_null(m);
	m->whole = planned_new(PMX_TARGET_COMMAND);
	planned_task(m->whole, 1, "true");
	for (unsigned e = 0; e < EVENTS; e++) {
		struct pmx_event *event = planned_event(m->whole, events[e].name,
							e == CLOCK ? &pmu_software : &pmu_cpu);

		event->attr.type = events[e].type;
		event->attr.config = events[e].config;
		event->msec = e == CLOCK;
		planned_counter(m->whole, e, 0, -1, counted(0, 0, 0));
	}
	return m;
}

static void measured_free(struct measured *m)
{
	pmx_result_free(&m->joined);
	pmx_result_free(&m->all);
	pmx_result_free(&m->sums[0]);
	pmx_result_free(&m->sums[1]);
	for (size_t i = 0; i < m->count; i++)
		free(m->runs[i]);
	free(m->whole);
	free(m);
}

/* A run of @pass in which the clock ran for @ms, and each of its events counted @count. */
static struct made *run(struct measured *m, unsigned pass, uint64_t ms, uint64_t count)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	uint64_t ns = ms * 1000000;

	m->runs[m->count++] = made;
	made->result.elapsed_ns = ns;
	for (unsigned e = 0; e < EVENTS; e++) {
		struct pmx_row *row;

		if (pass_of[e] && pass_of[e] != pass)
			continue;
		row = made_count(made, events[e].name, events[e].type, events[e].config,
				 e == CLOCK ? ns : count, ns, ns);
		made->events[row - made->rows].spec = e;
	}
	return made;
}

static void add(struct measured *m, unsigned pass, const struct made *made)
{
	assert_int_equal(pmx_result_add_run(&m->all, &made->result, NULL), 0);
	assert_int_equal(pmx_result_add_run(&m->sums[pass - 1], &made->result, NULL), 0);
}

static const struct pmx_row *join(struct measured *m)
{
	m->joined = aggregated(m->whole, NULL, (struct pmx_aggregate_options){ 0 });
	assert_int_equal(pmx_result_join(&m->joined, &m->whole->list, pass_of, &m->all, m->sums, 2,
					 NULL),
			 0);
	pmx_derive_metrics(&m->joined);
	return m->joined.rows;
}

static struct measured *two_passes(void)
{
	struct measured *m = measured_new();

	add(m, 1, run(m, 1, 100, 1000));
	add(m, 2, run(m, 2, 300, 2000));
	return m;
}

static void rows_come_in_the_order_of_the_specs(void **state)
{
	struct measured *m = two_passes();
	const struct pmx_row *rows = join(m);

	(void)state;
	assert_int_equal(m->joined.count, EVENTS);
	assert_int_equal(m->joined.passes, 2);
	for (size_t e = 0; e < EVENTS; e++) {
		assert_string_equal(rows[e].name, events[e].name);
		assert_ptr_equal(rows[e].event, &m->whole->events[e]);
		assert_int_equal(rows[e].pass, pass_of[e]);
	}
	measured_free(m);
}

static void a_count_is_that_of_its_pass_and_whole(void **state)
{
	struct measured *m = two_passes();
	const struct pmx_row *rows = join(m);

	(void)state;
	for (size_t e = CYCLES; e < EVENTS; e++) {
		assert_int_equal(rows[e].count.status, PMX_COUNTED);
		assert_true(rows[e].count.value == pass_of[e] * 1000.0);
		assert_null(rows[e].count.reason);
		assert_int_equal(rows[e].spread.n, 0); /* one run tells nothing of a spread */
	}
	measured_free(m);
}

static void what_every_pass_counted_tells_how_runs_differ(void **state)
{
	struct measured *m = two_passes();
	const struct pmx_row *rows = join(m);

	(void)state;
	assert_true(fabs(rows[CLOCK].count.value - 200) < 1e-9);
	assert_int_equal(rows[CLOCK].spread.n, 2);
	assert_true(fabs(pmx_spread_sem(&rows[CLOCK].spread) - 100) < 1e-9);
	assert_null(rows[CLOCK].count.reason);
	assert_int_equal(m->joined.runs, 2);
	assert_int_equal(m->joined.elapsed.n, 2);
	assert_int_equal(m->joined.elapsed_ns, 200000000);
	measured_free(m);
}

static void repeats_give_each_pass_its_spread(void **state)
{
	struct measured *m = measured_new();
	const struct pmx_row *rows;

	(void)state;
	for (uint64_t round = 0; round < 3; round++) {
		add(m, 1, run(m, 1, 100, 1000 + round));
		add(m, 2, run(m, 2, 100, 2000 + 10 * round));
	}
	rows = join(m);
	assert_int_equal(rows[CYCLES].spread.n, 3);
	assert_true(rows[CYCLES].count.value == 1001);
	assert_int_equal(rows[INSTRUCTIONS].spread.n, 3);
	assert_true(rows[INSTRUCTIONS].count.value == 2010);
	assert_int_equal(rows[CLOCK].spread.n, 6);
	for (size_t e = 0; e < EVENTS; e++)
		assert_null(rows[e].count.reason);
	measured_free(m);
}

static void a_run_that_failed_to_count_is_still_told(void **state)
{
	struct measured *m = two_passes();
	struct made *made = run(m, 1, 100, 1000);
	const struct pmx_row *rows;

	(void)state;
	made->rows[1].count = (struct pmx_count){ .status = PMX_FAILED };
	add(m, 1, made);
	rows = join(m);
	assert_true(rows[CYCLES].count.value == 1000);
	assert_non_null(strstr(rows[CYCLES].count.reason, "not counted in every run"));
	assert_null(rows[MISSES].count.reason);
	measured_free(m);
}

static void a_pass_that_never_ran_counted_nothing(void **state)
{
	struct measured *m = measured_new();
	const struct pmx_row *rows;

	(void)state;
	add(m, 1, run(m, 1, 100, 1000));
	rows = join(m);
	assert_int_equal(m->joined.count, EVENTS);
	assert_int_equal(rows[CYCLES].count.status, PMX_COUNTED);
	assert_int_equal(rows[INSTRUCTIONS].count.status, PMX_NOT_COUNTED);
	assert_non_null(strstr(rows[INSTRUCTIONS].count.reason, "ended before"));
	assert_int_equal(rows[CLOCK].count.status, PMX_COUNTED);
	measured_free(m);
}

static void a_row_that_was_left_out_stays_out(void **state)
{
	struct measured *m = measured_new();
	struct made *made = run(m, 1, 100, 1000);

	(void)state;
	made->result.count--; /* branch-misses */
	add(m, 1, made);
	add(m, 2, run(m, 2, 100, 2000));
	join(m);
	assert_int_equal(m->joined.count, EVENTS - 1);
	assert_string_equal(m->joined.rows[EVENTS - 2].name, "branches");
	measured_free(m);
}

static void rates_are_over_the_clock_of_their_own_run(void **state)
{
	struct measured *m = two_passes();
	const struct pmx_row *rows = join(m);

	(void)state;
	/* 1000 in 100 ms, 2000 in 300 ms; the mean of 200 ms is neither's */
	assert_string_equal(rows[CYCLES].metric.unit, "GHz");
	assert_true(fabs(rows[CYCLES].metric.value - 1e-5) < 1e-12);
	assert_string_equal(rows[BRANCHES].metric.unit, "K/sec");
	assert_true(fabs(rows[BRANCHES].metric.value - 20 / 3.0) < 1e-9);
	assert_false(rows[BRANCHES].metric.apart);
	measured_free(m);
}

static void ratios_over_two_passes_are_marked(void **state)
{
	struct measured *m = two_passes();
	const struct pmx_row *rows = join(m);

	(void)state;
	assert_string_equal(rows[INSTRUCTIONS].metric.unit, "insn per cycle");
	assert_true(rows[INSTRUCTIONS].metric.apart);
	assert_string_equal(rows[MISSES].metric.unit, "of all branches");
	assert_true(rows[MISSES].metric.apart);
	measured_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_in_the_order_of_the_specs),
		cmocka_unit_test(a_count_is_that_of_its_pass_and_whole),
		cmocka_unit_test(what_every_pass_counted_tells_how_runs_differ),
		cmocka_unit_test(repeats_give_each_pass_its_spread),
		cmocka_unit_test(a_run_that_failed_to_count_is_still_told),
		cmocka_unit_test(a_pass_that_never_ran_counted_nothing),
		cmocka_unit_test(a_row_that_was_left_out_stays_out),
		cmocka_unit_test(rates_are_over_the_clock_of_their_own_run),
		cmocka_unit_test(ratios_over_two_passes_are_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
