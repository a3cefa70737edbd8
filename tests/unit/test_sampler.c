// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_sampler.c - error bounds from a few snapshots, and what they come to in reports
 */
#include <math.h>

#include <perfmux/sampler.h>

#include "plans.h"

#define MS UINT64_C(1000000)
#define T0 (1000 * MS)

struct bench {
	struct planned *plan;
	struct pmx_sampler *sampler;
	uint64_t now;
};

static struct bench b;

static int setup(void **state)
{
	(void)state;
	b = (struct bench){ .plan = planned_new(PMX_TARGET_COMMAND), .now = T0 };
	planned_task(b.plan, 1, "one");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pmx_sampler_free(b.sampler);
	free(b.plan);
	return 0;
}

static void begin(void)
{
	struct pmx_error err = { 0 };

	assert_int_equal(pmx_sampler_new(&b.sampler, &b.plan->plan, &err), 0);
	if (b.sampler)
		pmx_sampler_begin(b.sampler, b.now);
}

/* @n hardware events of one task. */
static void with_events(unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		planned_event(b.plan, "cycles", &pmu_cpu);
		planned_counter(b.plan, i, 0, -1, counted(0, 0, 0));
	}
	begin();
}

static void grow(size_t i, uint64_t raw, uint64_t enabled, uint64_t running)
{
	b.plan->values[i].raw += raw;
	b.plan->values[i].enabled += enabled;
	b.plan->values[i].running += running;
}

static void sample(uint64_t cost, uint64_t spent)
{
	b.now = pmx_sampler_next(b.sampler);
	pmx_sampler_add(b.sampler, &b.plan->snap, b.now, cost, spent);
}

static double half(size_t i)
{
	return pmx_sampler_halves(b.sampler, &b.plan->snap, NULL)[i];
}

static void software_events_cost_nothing(void **state)
{
	(void)state;
	planned_event(b.plan, "page-faults", &pmu_software);
	planned_counter(b.plan, 0, 0, -1, counted(0, 0, 0));
	begin();
	assert_null(b.sampler);
}

static void snapshots_of_what_is_not_multiplexed_end_soon(void **state)
{
	unsigned taken = 0;

	(void)state;
	with_events(1);
	while (pmx_sampler_next(b.sampler) != UINT64_MAX) {
		grow(0, 1000, 20 * MS, 20 * MS);
		sample(0, 1000);
		assert_true(++taken < 20);
	}
	assert_true(taken >= 3);
	assert_true(half(0) == 0);
}

static void a_long_run_is_sampled_more_and_more_seldom(void **state)
{
	unsigned taken = 0;

	(void)state;
	with_events(1);
	while (b.now < T0 + 100000 * MS) {
		grow(0, 1000 * MS, 40 * MS, 20 * MS);
		sample(0, 1000);
		taken++;
	}
	assert_true(taken > PMX_SAMPLER_ITEMS && taken < 130);
}

static void snapshots_that_cost_too_much_become_rarer(void **state)
{
	uint64_t cheap, dear;

	(void)state;
	with_events(1);
	grow(0, 1000, 40 * MS, 20 * MS);
	sample(10, 1000 * 1000);
	cheap = pmx_sampler_next(b.sampler) - b.now;
	for (unsigned i = 0; i < 7; i++) {
		grow(0, 1000, 40 * MS, 20 * MS);
		sample(500 * 1000, 1000 * 1000);
	}
	dear = pmx_sampler_next(b.sampler) - b.now;
	assert_int_equal(dear, 2 * cheap);
	assert_false(isnan(half(0))); /* too few to say something would be worse than too many */
}

static void a_rate_that_changes_widens_the_bound(void **state)
{
	double steady, changing;

	(void)state;
	with_events(2);
	for (unsigned i = 0; i < 12; i++) {
		grow(0, 40 * MS, 40 * MS, 20 * MS);
		grow(1, (i % 3 ? 20 : 80) * MS, 40 * MS, 20 * MS);
		sample(0, 1000);
	}
	steady = half(0);
	changing = half(1);
	assert_true(steady < 1e-3 * 480 * MS);
	assert_true(changing > 0.05 * 480 * MS);
	assert_true(changing < 480 * MS);
}

static void few_snapshots_give_no_bound(void **state)
{
	(void)state;
	with_events(1);
	grow(0, 10 * MS, 40 * MS, 20 * MS);
	sample(0, 1000);
	assert_true(isnan(half(0)));
}

static void a_new_run_forgets_the_old_one(void **state)
{
	(void)state;
	with_events(1);
	for (unsigned i = 0; i < 12; i++) {
		grow(0, (i % 3 ? 20 : 80) * MS, 40 * MS, 20 * MS);
		sample(0, 1000);
	}
	assert_false(isnan(half(0)));
	pmx_sampler_begin(b.sampler, b.now);
	assert_true(isnan(half(0)));
}

static void intervals_are_samples_of_one_another(void **state)
{
	(void)state;
	with_events(1);
	for (unsigned i = 0; i < 40; i++) {
		b.plan->values[0] = counted((i % 3 ? 20 : 80) * MS, 40 * MS, 20 * MS);
		pmx_sampler_add_interval(b.sampler, &b.plan->snap);
		assert_int_equal(isnan(half(0)), i + 1 < 4);
	}
	assert_true(half(0) > 10 * MS && half(0) < 160 * MS);
	assert_true(pmx_sampler_next(b.sampler) == UINT64_MAX);
}

static void a_task_that_is_elsewhere_is_not_multiplexed(void **state)
{
	static const struct pmx_pmu other = { .name = "cpu_atom",
					      .type = 10,
					      .kind = PMX_PMU_CORE };

	(void)state;
	planned_event(b.plan, "cycles", &pmu_cpu);
	planned_event(b.plan, "here", &pmu_software)->residency_of = &pmu_cpu;
	planned_event(b.plan, "there", &pmu_software)->residency_of = &other;
	for (unsigned i = 0; i < 3; i++)
		planned_counter(b.plan, i, 0, i ? 0 : -1, counted(0, 0, 0));
	begin();
	for (unsigned i = 0; i < 12; i++) { /* half of the time on each */
		grow(0, (i % 3 ? 20 : 80) * MS, 40 * MS, 20 * MS);
		grow(1, 0, 20 * MS, 20 * MS);
		grow(2, 0, 20 * MS, 20 * MS);
		if (pmx_sampler_next(b.sampler) != UINT64_MAX)
			sample(0, 1000);
	}
	assert_true(half(0) == 0);
}

/* --- in results ---------------------------------------------------------------------------- */

static void errors_of_counters_add_up_in_squares(void **state)
{
	const double halves[] = { 30, 40, (double)NAN };
	struct pmx_result result;

	(void)state;
	planned_event(b.plan, "cycles", &pmu_cpu);
	for (unsigned i = 0; i < 2; i++)
		planned_counter(b.plan, 0, 0, (int)i, counted(1000, 40 * MS, 20 * MS));
	result = aggregated(b.plan, NULL, (struct pmx_aggregate_options){ .halves = halves });
	assert_true(fabs(result.rows[0].count.half - 50) < 1e-9);
	pmx_result_free(&result);

	result = aggregated(b.plan, NULL, (struct pmx_aggregate_options){ .halves = halves + 1 });
	assert_true(isnan(result.rows[0].count.half));
	pmx_result_free(&result);
}

static void a_mean_over_runs_is_surer_than_each_run(void **state)
{
	const double halves[] = { 30 };
	struct pmx_result sum = { 0 }, run;

	(void)state;
	planned_event(b.plan, "cycles", &pmu_cpu);
	planned_counter(b.plan, 0, 0, -1, counted(1000, 40 * MS, 20 * MS));
	for (unsigned i = 0; i < 9; i++) {
		run = aggregated(b.plan, NULL, (struct pmx_aggregate_options){ .halves = halves });
		assert_int_equal(pmx_result_add_run(&sum, &run, NULL), 0);
		pmx_result_free(&run);
	}
	assert_true(fabs(sum.rows[0].count.half - 10) < 1e-9);
	pmx_result_free(&sum);
}

/* What the text report says of a row whose interval is @half around 2000. */
static char *report_with(double half_width)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	struct pmx_row *row = made_row(made, "cycles", PERF_TYPE_HARDWARE, 0);
	struct pmx_report report = { .runs = 1, .title = "'x'" };
	char *text = NULL;
	size_t size;

	row->count = (struct pmx_count){ .raw = 1000,
					 .enabled = 40 * MS,
					 .running = 20 * MS,
					 .value = 2000,
					 .half = half_width,
					 .status = PMX_COUNTED };
	report.out = open_memstream(&text, &size);
	pmx_text_begin(&report);
	pmx_text_write(&report, &made->result);
	pmx_text_end(&report, &made->result);
	fclose(report.out);
	free(made);
	return text;
}

static void the_text_says_how_far_a_count_may_be_off(void **state)
{
	char *text = report_with(25);

	(void)state;
	assert_non_null(strstr(text, "+-1.25%  (50.00%)"));
	free(text);
	text = report_with((double)NAN);
	assert_non_null(strstr(text, "(50.00%)"));
	assert_null(strstr(text, "+-"));
	free(text);
	text = report_with(0);
	assert_null(strstr(text, "+-"));
	free(text);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(software_events_cost_nothing),
		CASE(snapshots_of_what_is_not_multiplexed_end_soon),
		CASE(a_long_run_is_sampled_more_and_more_seldom),
		CASE(snapshots_that_cost_too_much_become_rarer),
		CASE(a_rate_that_changes_widens_the_bound),
		CASE(few_snapshots_give_no_bound),
		CASE(a_new_run_forgets_the_old_one),
		CASE(intervals_are_samples_of_one_another),
		CASE(a_task_that_is_elsewhere_is_not_multiplexed),
		CASE(errors_of_counters_add_up_in_squares),
		CASE(a_mean_over_runs_is_surer_than_each_run),
		CASE(the_text_says_how_far_a_count_may_be_off),
	};

	return cmocka_run_group_tests_name("sampler", tests, NULL, NULL);
}
