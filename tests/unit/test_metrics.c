// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_metrics.c - ratios from counts that belong together, and from no others
 */
#include <math.h>

#include "cases.h"

static struct made *cycles_and_instructions(void)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_count(made, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 2000, 10, 10);
	made_count(made, "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 3000, 10,
		   10);
	return made;
}

static void assert_metric(const struct pmx_metric *metric, double value, const char *unit)
{
	assert_true(metric->present);
	assert_string_equal(metric->unit, unit);
	if (fabs(metric->value - value) > 1e-9 * fabs(value))
		fail_msg("%.12g %s is not %.12g", metric->value, metric->unit, value);
}

static void instructions_are_divided_by_cycles(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	pmx_derive_metrics(&made->result);
	assert_metric(&made->rows[1].metric, 1.5, "insn per cycle");
	assert_false(made->rows[0].metric.present);
	free(made);
}

static void the_order_of_events_does_not_matter(void **state)
{
	struct made *made = cycles_and_instructions();
	struct pmx_row first = made->rows[0];

	(void)state;
	made->rows[0] = made->rows[1];
	made->rows[1] = first;
	pmx_derive_metrics(&made->result);
	assert_metric(&made->rows[0].metric, 1.5, "insn per cycle");
	free(made);
}

/* Makes the two rows of cycles_and_instructions() strangers, and asks for no ratio. */
static void assert_no_ratio(struct made *made)
{
	pmx_derive_metrics(&made->result);
	assert_false(made->rows[1].metric.present);
	free(made);
}

static void counts_of_two_pmus_make_no_ratio(void **state)
{
	static const struct pmx_pmu other = { .name = "atom", .type = 10, .kind = PMX_PMU_CORE };
	struct made *made = cycles_and_instructions();

	(void)state;
	made->events[1].pmu = &other;
	assert_no_ratio(made);
}

static void counts_of_user_mode_and_of_both_make_no_ratio(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->events[1].attr.exclude_kernel = 1;
	assert_no_ratio(made);
}

static void a_fallback_to_user_mode_is_noticed(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[1].user_only = true;
	assert_no_ratio(made);
}

static void counts_of_two_cgroups_make_no_ratio(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[1].cgroup = made->events[1].cgroup = (char *)(uintptr_t) "grp";
	assert_no_ratio(made);
}

static void counts_of_two_places_make_no_ratio(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].label = "CPU0";
	made->rows[1].label = "CPU1";
	assert_no_ratio(made);
}

static void threads_of_one_name_are_told_apart(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].label = made->rows[1].label = "same";
	made->rows[0].tid = 1;
	made->rows[1].tid = 2;
	assert_no_ratio(made);
}

static void what_was_not_counted_divides_nothing(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].count.status = PMX_FAILED;
	assert_no_ratio(made);
}

static void nothing_is_divided_by_zero(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].count.value = 0;
	assert_no_ratio(made);
}

static void nothing_is_made_of_what_is_no_number(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].count.value = NAN;
	made->rows[1].count.value = INFINITY;
	assert_no_ratio(made);
}

static void a_ratio_too_large_for_a_number_is_absent(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].count.value = 1e-300;
	made->rows[1].count.value = 1e300;
	assert_no_ratio(made);
}

static void every_metric_of_perf_stat_is_there(void **state)
{
	static const struct {
		const char *name, *unit;
		double value;
	} expected[] = {
		{ "task-clock", "CPUs utilized", 0.998 },
		{ "cycles", "GHz", 2994011976 / 998e6 },
		{ "instructions", "insn per cycle", 2844311369.0 / 2994011976.0 },
		{ "branches", "M/sec", 598802392 / 998e3 },
		{ "branch-misses", "of all branches", 137724550 / 5988023.92 },
		{ "cache-misses", "of all cache refs", 3696100 / 2994012.0 },
		{ "stalled-cycles-frontend", "frontend cycles idle", 36963109800.0 / 2994011976.0 },
		{ "stalled-cycles-backend", "backend cycles idle", 195904500 / 2994011976.0 },
		{ "L1-dcache-load-misses", "of all L1-dcache accesses", 1197604800.0 / 1197604762 },
		{ "LLC-load-misses", "of all LL-cache accesses", 75 },
		{ "L1-icache-load-misses", "of all L1-icache accesses", 300 / 20958.0 },
		{ "dTLB-load-misses", "of all dTLB cache accesses", 29600 / 2991.0 },
		{ "iTLB-load-misses", "of all iTLB cache accesses", 0 },
	};
	struct made *made = case_hardware();
	size_t found = 0;

	(void)state;
	pmx_derive_metrics(&made->result);
	for (size_t i = 0; i < made->result.count; i++) {
		if (strcmp(made->rows[i].name, expected[found].name) != 0)
			continue;
		if (fabs(made->rows[i].metric.value - expected[found].value) > 1e-6)
			fail_msg("%s: %g is not %g", made->rows[i].name, made->rows[i].metric.value,
				 expected[found].value);
		assert_string_equal(made->rows[i].metric.unit, expected[found].unit);
		if (++found == sizeof(expected) / sizeof(expected[0]))
			break;
	}
	assert_int_equal(found, sizeof(expected) / sizeof(expected[0]));
	assert_metric(&made->rows[2].second, 369631098 / 2844311369.0, "stalled cycles per insn");
	free(made);
}

static void only_high_ratios_are_bad(void **state)
{
	struct made *made = case_hardware();

	(void)state;
	pmx_derive_metrics(&made->result);
	for (size_t i = 0; i < made->result.count; i++) {
		bool high = !strcmp(made->rows[i].name, "branch-misses") ||
			    !strcmp(made->rows[i].name, "LLC-load-misses");

		assert_int_equal(made->rows[i].metric.bad, high);
	}
	free(made);
}

static void rates_have_the_unit_that_fits(void **state)
{
	static const struct {
		uint64_t count;
		const char *unit;
	} list[] = { { 0, "/sec" },	   { 1000, "/sec" },	    { 1001, "K/sec" },
		     { 2000000, "M/sec" }, { 3000000000, "G/sec" }, { 4000000000000000, "G/sec" } };

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct made *made = made_new(PMX_AGGR_GLOBAL);
		struct pmx_row *row;

		made_clock(made, 1000000000);
		row = made_count(made, "e", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS,
				 list[i].count, 1, 1);
		pmx_derive_metrics(&made->result);
		assert_string_equal(row->metric.unit, list[i].unit);
		free(made);
	}
}

static void cycles_of_user_mode_are_a_rate_and_no_frequency(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	struct pmx_row *row;

	(void)state;
	made_clock(made, 1000000000);
	row = made_count(made, "cycles:u", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 2000000000,
			 1, 1);
	row->event = &made->events[1];
	made->events[1].attr.exclude_kernel = 1;
	pmx_derive_metrics(&made->result);
	assert_metric(&row->metric, 2, "G/sec");
	free(made);
}

static void without_elapsed_time_nobody_utilised_a_cpu(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	(void)state;
	made_clock(made, 1000);
	made->result.elapsed_ns = 0;
	pmx_derive_metrics(&made->result);
	assert_false(made->rows[0].metric.present);
	free(made);
}

static void deriving_again_forgets_what_was_derived_before(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	pmx_derive_metrics(&made->result);
	made->rows[0].count.status = PMX_NOT_COUNTED;
	assert_no_ratio(made);
}

/* --- counted at the same time, or not ----------------------------------------------------- */

/* Both multiplexed: on for half of their time, which half nobody knows. */
static struct made *halves_of_cycles_and_instructions(void)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_count(made, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000, 1000, 500);
	made_count(made, "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 1500, 1000,
		   500);
	return made;
}

static void assert_apart(struct made *made, bool apart)
{
	pmx_derive_metrics(&made->result);
	assert_metric(&made->rows[1].metric, 1.5, "insn per cycle");
	assert_int_equal(made->rows[1].metric.apart, apart);
	free(made);
}

static void counts_that_were_always_on_were_on_together(void **state)
{
	(void)state;
	assert_apart(cycles_and_instructions(), false);
}

static void multiplexed_counts_were_not_on_together(void **state)
{
	(void)state;
	assert_apart(halves_of_cycles_and_instructions(), true);
}

static void one_multiplexed_count_is_enough_to_be_apart(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct made *made = halves_of_cycles_and_instructions();

		made->rows[i].count.running = 1000;
		assert_apart(made, true);
	}
}

static void a_thousandth_of_the_time_is_no_multiplexing(void **state)
{
	(void)state;
	for (uint64_t running = 99899; running <= 99900; running++) {
		struct made *made = halves_of_cycles_and_instructions();

		for (size_t i = 0; i < 2; i++) {
			made->rows[i].count.enabled = 100000;
			made->rows[i].count.running = running;
		}
		assert_apart(made, running < 99900);
	}
}

static void time_on_other_cpus_is_no_multiplexing(void **state)
{
	struct made *made = halves_of_cycles_and_instructions();

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		made->rows[i].count.resident = 500;
		made->rows[i].count.anywhere = 1000;
	}
	assert_apart(made, false);
}

static void members_of_a_group_are_on_together(void **state)
{
	struct made *made = halves_of_cycles_and_instructions();

	(void)state;
	made->events[0].group = made->events[1].group = 7;
	assert_apart(made, false);
}

static void a_group_is_divided_by_its_own_count(void **state)
{
	struct made *made = halves_of_cycles_and_instructions();

	(void)state;
	made->events[0].group = 0;
	made->events[1].group = 1;
	made_count(made, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 750, 1000, 500);
	made->events[2].group = 1;
	pmx_derive_metrics(&made->result);
	assert_metric(&made->rows[1].metric, 2, "insn per cycle");
	assert_false(made->rows[1].metric.apart);
	free(made);
}

static void members_of_two_groups_are_not(void **state)
{
	struct made *made = halves_of_cycles_and_instructions();

	(void)state;
	made->events[0].group = 1;
	made->events[1].group = 2;
	assert_apart(made, true);
}

/* The kernel gives members of a group the same times; once it is split they take turns. */
static void a_weak_group_is_together_until_it_is_split(void **state)
{
	(void)state;
	for (uint64_t running = 500; running <= 501; running++) {
		struct made *made = halves_of_cycles_and_instructions();

		made->events[0].group = made->events[1].group = 0;
		made->events[0].weak = made->events[1].weak = true;
		made->rows[1].count.running = running;
		assert_apart(made, running != 500);
	}
}

static void counts_of_two_passes_are_apart(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->rows[0].pass = 1;
	made->rows[1].pass = 2;
	assert_apart(made, true);
	made = cycles_and_instructions();
	made->rows[0].pass = made->rows[1].pass = 2;
	assert_apart(made, false);
}

static void means_over_different_runs_are_apart(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made->events[0].group = made->events[1].group = 0;
	made->rows[0].spread.n = 3;
	made->rows[1].spread.n = 2;
	assert_apart(made, true);
}

static void a_clock_is_always_on(void **state)
{
	struct made *made = halves_of_cycles_and_instructions();

	(void)state;
	made_clock(made, 1000);
	made->rows[1].pass = 2;
	made_count(made, "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 10,
		   1000, 500);
	pmx_derive_metrics(&made->result);
	assert_metric(&made->rows[0].metric, 2, "GHz");
	assert_false(made->rows[0].metric.apart);
	assert_true(made->rows[1].metric.apart);
	assert_metric(&made->rows[3].metric, 20, "M/sec");
	assert_false(made->rows[3].metric.apart);
	free(made);
}

static void a_second_ratio_has_a_mark_of_its_own(void **state)
{
	struct made *made = cycles_and_instructions();

	(void)state;
	made_count(made, "stalled-cycles-backend", PERF_TYPE_HARDWARE,
		   PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 300, 1000, 500);
	pmx_derive_metrics(&made->result);
	assert_false(made->rows[1].metric.apart);
	assert_metric(&made->rows[1].second, 0.2, "stalled cycles per insn");
	assert_true(made->rows[1].second.apart);
	free(made);
}

/* The clock of all runs is not that of the one run which counted them. */
static void rates_of_a_pass_are_kept(void **state)
{
	struct made *made = halves_of_cycles_and_instructions();

	(void)state;
	made_clock(made, 1000);
	made->rows[0].pass = made->rows[1].pass = 1;
	made->rows[0].metric = made->rows[1].metric = (struct pmx_metric){
		.present = true, .value = 4, .unit = "GHz", .format = "%8.3f"
	};
	pmx_derive_metrics(&made->result);
	assert_metric(&made->rows[0].metric, 4, "GHz");
	assert_metric(&made->rows[1].metric, 1.5, "insn per cycle");
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(instructions_are_divided_by_cycles),
		cmocka_unit_test(the_order_of_events_does_not_matter),
		cmocka_unit_test(counts_of_two_pmus_make_no_ratio),
		cmocka_unit_test(counts_of_user_mode_and_of_both_make_no_ratio),
		cmocka_unit_test(a_fallback_to_user_mode_is_noticed),
		cmocka_unit_test(counts_of_two_cgroups_make_no_ratio),
		cmocka_unit_test(counts_of_two_places_make_no_ratio),
		cmocka_unit_test(threads_of_one_name_are_told_apart),
		cmocka_unit_test(what_was_not_counted_divides_nothing),
		cmocka_unit_test(nothing_is_divided_by_zero),
		cmocka_unit_test(nothing_is_made_of_what_is_no_number),
		cmocka_unit_test(a_ratio_too_large_for_a_number_is_absent),
		cmocka_unit_test(every_metric_of_perf_stat_is_there),
		cmocka_unit_test(only_high_ratios_are_bad),
		cmocka_unit_test(rates_have_the_unit_that_fits),
		cmocka_unit_test(cycles_of_user_mode_are_a_rate_and_no_frequency),
		cmocka_unit_test(without_elapsed_time_nobody_utilised_a_cpu),
		cmocka_unit_test(deriving_again_forgets_what_was_derived_before),
		cmocka_unit_test(counts_that_were_always_on_were_on_together),
		cmocka_unit_test(multiplexed_counts_were_not_on_together),
		cmocka_unit_test(one_multiplexed_count_is_enough_to_be_apart),
		cmocka_unit_test(a_thousandth_of_the_time_is_no_multiplexing),
		cmocka_unit_test(time_on_other_cpus_is_no_multiplexing),
		cmocka_unit_test(members_of_a_group_are_on_together),
		cmocka_unit_test(a_group_is_divided_by_its_own_count),
		cmocka_unit_test(members_of_two_groups_are_not),
		cmocka_unit_test(a_weak_group_is_together_until_it_is_split),
		cmocka_unit_test(counts_of_two_passes_are_apart),
		cmocka_unit_test(means_over_different_runs_are_apart),
		cmocka_unit_test(a_clock_is_always_on),
		cmocka_unit_test(a_second_ratio_has_a_mark_of_its_own),
		cmocka_unit_test(rates_of_a_pass_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
