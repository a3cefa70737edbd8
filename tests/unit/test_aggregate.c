// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_aggregate.c - which counters become which row, and what the row says of them
 */
#include "plans.h"
#include "sysroot.h"

#include <time.h>

static const struct pmx_pmu imc0 = { .name = "uncore_imc_0", .type = 20, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu imc1 = { .name = "uncore_imc_1", .type = 21, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu imc10 = { .name = "uncore_imc_10", .type = 22, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu cha0 = { .name = "uncore_cha_0", .type = 23, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu big = { .name = "cpu_core", .type = 4, .kind = PMX_PMU_CORE };
static const struct pmx_pmu little = { .name = "cpu_atom", .type = 10, .kind = PMX_PMU_CORE };

static const struct pmx_aggregate_options global = { .aggr = PMX_AGGR_GLOBAL };

static void finish(struct planned *p, struct pmx_result *result)
{
	pmx_result_free(result);
	free(p);
}

/* One event on one task with the given counters; the row it makes. */
static struct pmx_count outcome(const struct pmx_value *values, size_t count, bool no_scale)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_aggregate_options opts = { .no_scale = no_scale };
	struct pmx_result result;
	struct pmx_count found;

	planned_event(p, "e", &pmu_cpu);
	for (size_t i = 0; i < count; i++) {
		planned_task(p, (pid_t)i + 1, "t");
		planned_counter(p, 0, (uint32_t)i, -1, values[i]);
	}
	result = aggregated(p, NULL, opts);
	assert_int_equal(result.count, 1);
	found = result.rows[0].count; /* reasons are static: no session */
	finish(p, &result);
	return found;
}

static void counts_and_times_are_added_up(void **state)
{
	const struct pmx_value values[] = { counted(10, 100, 100), counted(32, 300, 300) };
	struct pmx_count count = outcome(values, 2, false);

	(void)state;
	assert_int_equal(count.raw, 42);
	assert_int_equal(count.enabled, 400);
	assert_int_equal(count.running, 400);
	assert_true(count.value == 42);
	assert_int_equal(count.status, PMX_COUNTED);
	assert_null(count.reason);
}

static void a_multiplexed_count_is_scaled_and_rounded(void **state)
{
	const struct pmx_value values[] = { counted(1000, 3000, 999) };

	(void)state;
	assert_true(outcome(values, 1, false).value == 3003); /* 3003.003 */
	assert_true(outcome(values, 1, true).value == 1000);
}

static void scaling_does_not_overflow(void **state)
{
	const struct pmx_value values[] = { counted(UINT64_MAX / 2, UINT64_MAX, UINT64_MAX / 4) };

	(void)state;
	assert_true(outcome(values, 1, false).value > 3.6e19);
}

static void sums_that_overflow_stay_at_the_largest(void **state)
{
	const struct pmx_value values[] = { counted(UINT64_MAX, 1, 1), counted(5, 1, 1) };

	(void)state;
	assert_true(outcome(values, 2, false).raw == UINT64_MAX);
}

static void without_running_time_there_is_no_value(void **state)
{
	const struct pmx_value starved[] = { { .enabled = 1000, .status = PMX_NOT_COUNTED } };
	const struct pmx_value idle[] = { without(PMX_NOT_COUNTED) };
	const struct pmx_value claims[] = { counted(17, 1000, 0) };
	struct pmx_count of_starved = outcome(starved, 1, false), of_idle = outcome(idle, 1, false);

	(void)state;
	assert_int_equal(of_starved.status, PMX_NOT_COUNTED);
	assert_int_equal(of_idle.status, PMX_NOT_COUNTED);
	assert_non_null(of_starved.reason);
	assert_non_null(of_idle.reason);
	assert_string_not_equal(of_starved.reason, of_idle.reason);
	assert_int_equal(outcome(claims, 1, false).status, PMX_NOT_COUNTED);
	assert_true(outcome(claims, 1, false).value == 0);
}

static void more_running_than_enabled_time_scales_nothing(void **state)
{
	const struct pmx_value values[] = { counted(1000, 10, 20) };
	struct pmx_count count = outcome(values, 1, false);

	(void)state;
	assert_int_equal(count.status, PMX_COUNTED);
	assert_true(count.value == 1000);
	assert_non_null(count.reason);
}

static void one_counted_makes_the_row_counted_and_the_lost_are_said(void **state)
{
	const struct pmx_value values[] = { without(PMX_FAILED), counted(5, 10, 10),
					    without(PMX_NOT_COUNTED), without(PMX_NOT_SUPPORTED) };
	struct pmx_count count = outcome(values, 4, false);

	(void)state;
	assert_int_equal(count.status, PMX_COUNTED);
	assert_true(count.value == 5);
	assert_int_equal(count.lost, 2);
	assert_non_null(count.reason);
}

static void idle_threads_beside_a_busy_one_are_no_loss(void **state)
{
	const struct pmx_value values[] = { without(PMX_NOT_COUNTED), counted(5, 10, 10) };
	struct pmx_count count = outcome(values, 2, false);

	(void)state;
	assert_int_equal(count.lost, 0);
	assert_null(count.reason);
}

static void failed_outranks_not_counted_outranks_not_supported(void **state)
{
	const struct pmx_value all[] = { without(PMX_NOT_SUPPORTED), without(PMX_NOT_COUNTED),
					 without(PMX_FAILED) };

	(void)state;
	assert_int_equal(outcome(all, 3, false).status, PMX_FAILED);
	assert_int_equal(outcome(all, 2, false).status, PMX_NOT_COUNTED);
	assert_int_equal(outcome(all, 1, false).status, PMX_NOT_SUPPORTED);
	assert_non_null(outcome(all, 1, false).reason);
}

static void a_gauge_is_not_scaled_by_time(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "llc/occupancy/", &pmu_cpu)->gauge = true;
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1000, 3000, 1000));
	result = aggregated(p, NULL, global);
	assert_true(result.rows[0].count.value == 1000);
	finish(p, &result);
}

static void a_scale_that_overflows_is_no_number(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "e", &pmu_cpu)->scale = 1e308;
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1000, 1, 1));
	result = aggregated(p, NULL, global);
	assert_int_equal(result.rows[0].count.status, PMX_FAILED);
	assert_true(result.rows[0].count.value == 0);
	assert_non_null(result.rows[0].count.reason);
	finish(p, &result);
}

static void nanoseconds_become_milliseconds_and_scales_apply(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "task-clock", &pmu_software)->msec = true;
	planned_event(p, "power/energy-pkg/", &pmu_cpu)->scale = 0.25;
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1100000, 1, 1));
	planned_counter(p, 1, 0, -1, counted(10, 1, 1));
	result = aggregated(p, NULL, global);
	assert_true(result.rows[0].count.value == 1.1);
	assert_true(result.rows[1].count.value == 2.5);
	finish(p, &result);
}

static void an_event_without_counters_still_has_a_row(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "uncore_imc_0/clockticks/", &imc0);
	planned_event(p, "e", &pmu_cpu);
	planned_task(p, 1, "t");
	planned_counter(p, 1, 0, -1, counted(1, 1, 1));
	result = aggregated(p, NULL, global);
	assert_int_equal(result.count, 2);
	assert_string_equal(result.rows[0].name, "uncore_imc_0/clockticks/");
	assert_int_equal(result.rows[0].count.status, PMX_NOT_SUPPORTED);
	assert_non_null(strstr(result.rows[0].count.reason, "-a"));
	finish(p, &result);
}

/* Events of one spec: "uncore_imc/clockticks/" on three PMUs of the same kind. */
static struct planned *uncore(void)
{
	static const struct pmx_pmu *const pmus[] = { &imc0, &imc1, &imc10 };
	static const char *const names[] = { "uncore_imc_0/clockticks/", "uncore_imc_1/clockticks/",
					     "uncore_imc_10/clockticks/" };
	struct planned *p = planned_new(PMX_TARGET_CPUS);

	for (uint32_t i = 0; i < 3; i++) {
		struct pmx_event *event = planned_event(p, names[i], pmus[i]);

		event->spec = 0;
		event->merged = (char *)(uintptr_t) "uncore_imc/clockticks/";
		planned_counter(p, i, 0, 0, counted(100 + i, 10, 10));
		planned_counter(p, i, 0, 2, counted(200 + i, 10, 10));
	}
	return p;
}

static void numbered_pmus_of_one_spec_share_a_row(void **state)
{
	struct planned *p = uncore();
	struct pmx_result result = aggregated(p, NULL, global);

	(void)state;
	assert_int_equal(result.count, 1);
	assert_string_equal(result.rows[0].name, "uncore_imc/clockticks/");
	assert_int_equal(result.rows[0].count.raw, 906);
	assert_int_equal(result.rows[0].cpus, 2);
	finish(p, &result);
}

static void no_merge_keeps_a_row_for_each_pmu(void **state)
{
	struct planned *p = uncore();
	struct pmx_result result =
		aggregated(p, NULL, (struct pmx_aggregate_options){ .no_merge = true });

	(void)state;
	assert_int_equal(result.count, 3);
	assert_string_equal(result.rows[2].name, "uncore_imc_10/clockticks/");
	assert_int_equal(result.rows[2].count.raw, 304);
	finish(p, &result);
}

static void pmus_that_are_called_differently_stay_apart(void **state)
{
	struct planned *p = uncore();
	struct pmx_event *event = planned_event(p, "uncore_cha_0/clockticks/", &cha0);
	struct pmx_result result;

	(void)state;
	event->spec = 0;
	event->merged = (char *)(uintptr_t) "uncore_*/clockticks/";
	for (int i = 0; i < 3; i++)
		p->events[i].merged = event->merged;
	planned_counter(p, 3, 0, 0, counted(7, 10, 10));
	result = aggregated(p, NULL, global);
	assert_int_equal(result.count, 2);
	assert_string_equal(result.rows[0].name, "uncore_imc/clockticks/");
	assert_string_equal(result.rows[1].name, "uncore_cha_0/clockticks/");
	assert_int_equal(result.rows[1].count.raw, 7);
	finish(p, &result);
}

static void cgroups_of_one_spec_stay_apart(void **state)
{
	struct planned *p = uncore();
	struct pmx_result result;

	(void)state;
	p->events[1].cgroup = p->events[2].cgroup = (char *)(uintptr_t) "grp";
	result = aggregated(p, NULL, global);
	assert_int_equal(result.count, 2);
	assert_null(result.rows[0].cgroup);
	assert_string_equal(result.rows[1].cgroup, "grp");
	assert_int_equal(result.rows[1].count.raw, 606);
	finish(p, &result);
}

static void core_types_stay_apart_unless_asked(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "cpu_core/cycles/", &big)->spec = 0;
	planned_event(p, "cpu_atom/cycles/", &little)->spec = 0;
	p->events[0].merged = p->events[1].merged = (char *)(uintptr_t) "cycles";
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1, 1, 1));
	planned_counter(p, 1, 0, -1, counted(2, 1, 1));
	result = aggregated(p, NULL, global);
	assert_int_equal(result.count, 2);
	pmx_result_free(&result);
	result = aggregated(p, NULL, (struct pmx_aggregate_options){ .hybrid_merge = true });
	assert_int_equal(result.count, 1);
	assert_string_equal(result.rows[0].name, "cycles");
	assert_int_equal(result.rows[0].count.raw, 3);
	assert_int_equal(result.rows[0].cpus, 1);
	finish(p, &result);
}

static void threads_are_rows_below_each_event(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "a", &pmu_cpu);
	planned_event(p, "b", &pmu_cpu);
	planned_task(p, 10, "ten");
	planned_task(p, 20, "twenty");
	for (uint32_t i = 0; i < 4; i++)
		planned_counter(p, i % 2, i / 2, -1, counted(i, 1, 1));
	result = aggregated(p, NULL, (struct pmx_aggregate_options){ .aggr = PMX_AGGR_THREAD });
	assert_int_equal(result.count, 4);
	assert_string_equal(result.rows[0].label, "ten-10");
	assert_string_equal(result.rows[1].label, "twenty-20");
	assert_string_equal(result.rows[1].name, "a");
	assert_int_equal(result.rows[1].tid, 20);
	assert_string_equal(result.rows[1].comm, "twenty");
	assert_int_equal(result.rows[1].count.raw, 2);
	finish(p, &result);
}

/* CPUs 0, 1, 4, 5 are socket 0, CPUs 2, 6, 7 socket 1; 0 and 4 are one core. */
static struct planned *server(void)
{
	static const int cpus[] = { 0, 1, 2, 4, 5, 6, 7 };
	struct planned *p = planned_new(PMX_TARGET_CPUS);

	planned_event(p, "a", &pmu_cpu);
	planned_event(p, "b", &imc0);
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++)
		planned_counter(p, 0, 0, cpus[i], counted(1u << cpus[i], 1, 1));
	planned_counter(p, 1, 0, 2, counted(5, 1, 1)); /* uncore: one CPU of socket 1 */
	return p;
}

static void cpus_of_a_socket_share_a_row(void **state)
{
	struct pmx_machine *machine = open_fixture("server");
	struct planned *p = server();
	struct pmx_result result =
		aggregated(p, machine, (struct pmx_aggregate_options){ .aggr = PMX_AGGR_SOCKET });

	(void)state;
	assert_int_equal(result.count, 3);
	assert_string_equal(result.rows[0].label, "S0");
	assert_int_equal(result.rows[0].count.raw, 1 + 2 + 16 + 32);
	assert_int_equal(result.rows[0].cpus, 4);
	assert_string_equal(result.rows[1].label, "S1");
	assert_int_equal(result.rows[1].cpus, 3);
	assert_string_equal(result.rows[2].label, "S1");
	assert_string_equal(result.rows[2].name, "b");
	finish(p, &result);
	pmx_machine_free(machine);
}

static void threads_of_a_core_share_a_row(void **state)
{
	struct pmx_machine *machine = open_fixture("server");
	struct planned *p = server();
	struct pmx_result result =
		aggregated(p, machine, (struct pmx_aggregate_options){ .aggr = PMX_AGGR_CORE });

	(void)state;
	assert_int_equal(result.count, 5);
	assert_string_equal(result.rows[0].label, "S0-D0-C0");
	assert_int_equal(result.rows[0].count.raw, 1 + 16);
	assert_string_equal(result.rows[1].label, "S0-D0-C3");
	assert_int_equal(result.rows[1].count.raw, 2 + 32);
	finish(p, &result);
	pmx_machine_free(machine);
}

static void cpus_are_rows_below_each_event_and_only_where_it_counts(void **state)
{
	struct planned *p = server();
	struct pmx_result result =
		aggregated(p, NULL, (struct pmx_aggregate_options){ .aggr = PMX_AGGR_CPU });

	(void)state;
	assert_int_equal(result.count, 8);
	assert_string_equal(result.rows[3].label, "CPU4");
	assert_int_equal(result.rows[3].place.cpu, 4);
	assert_int_equal(result.rows[3].count.raw, 16);
	assert_string_equal(result.rows[7].label, "CPU2");
	assert_string_equal(result.rows[7].name, "b");
	finish(p, &result);
}

static void an_event_without_counters_is_missing_in_every_place(void **state)
{
	struct planned *p = server();
	struct pmx_result result;

	(void)state;
	planned_event(p, "c", &cha0);
	result = aggregated(p, NULL, (struct pmx_aggregate_options){ .aggr = PMX_AGGR_CPU });
	assert_int_equal(result.count, 8 + 7);
	for (size_t i = 8; i < result.count; i++)
		assert_int_equal(result.rows[i].count.status, PMX_NOT_SUPPORTED);
	finish(p, &result);
}

static void a_plan_without_counters_or_events_gives_what_rows_it_can(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_CPUS);
	struct pmx_result result;

	(void)state;
	pmx_cpus_add(&p->target.cpus, 3);
	for (int aggr = PMX_AGGR_GLOBAL; aggr <= PMX_AGGR_CPU; aggr++) {
		result = aggregated(p, NULL,
				    (struct pmx_aggregate_options){ .aggr = (enum pmx_aggr)aggr });
		assert_int_equal(result.count, 0);
		pmx_result_free(&result);
	}
	planned_event(p, "a", &cha0);
	result = aggregated(p, NULL, (struct pmx_aggregate_options){ .aggr = PMX_AGGR_CPU });
	assert_int_equal(result.count, 1);
	assert_string_equal(result.rows[0].label, "CPU3");
	finish(p, &result);
}

/* Long enough to tell a million steps from a thousand million. */
static double seconds_for(const struct planned *p, enum pmx_aggr aggr)
{
	struct pmx_result result;
	struct timespec begin, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	result = aggregated(p, NULL, (struct pmx_aggregate_options){ .aggr = aggr });
	pmx_derive_metrics(&result);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	assert_true(result.count > 0);
	pmx_result_free(&result);
	return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}

static void large_plans_take_no_longer_than_their_counters(void **state)
{
	struct planned *cpus = planned_new(PMX_TARGET_CPUS);
	struct planned *tasks = planned_new(PMX_TARGET_TASKS);

	(void)state;
	for (uint32_t e = 0; e < 500; e++) {
		planned_event(cpus, "e", &pmu_cpu);
		for (int cpu = 0; cpu < 256; cpu++)
			planned_counter(cpus, e, 0, cpu, counted(1, 1, 1));
	}
	for (uint32_t t = 0; t < 1000; t++)
		planned_task(tasks, (pid_t)t + 1, "thread");
	for (uint32_t e = 0; e < 4; e++) {
		planned_event(tasks, "e", &pmu_cpu);
		for (uint32_t t = 0; t < 1000; t++)
			planned_counter(tasks, e, t, -1, counted(1, 1, 1));
	}
	assert_true(seconds_for(cpus, PMX_AGGR_GLOBAL) < 2);
	assert_true(seconds_for(cpus, PMX_AGGR_CPU) < 5);
	assert_true(seconds_for(tasks, PMX_AGGR_THREAD) < 1);
	free(cpus);
	free(tasks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_and_times_are_added_up),
		cmocka_unit_test(a_multiplexed_count_is_scaled_and_rounded),
		cmocka_unit_test(scaling_does_not_overflow),
		cmocka_unit_test(sums_that_overflow_stay_at_the_largest),
		cmocka_unit_test(without_running_time_there_is_no_value),
		cmocka_unit_test(more_running_than_enabled_time_scales_nothing),
		cmocka_unit_test(one_counted_makes_the_row_counted_and_the_lost_are_said),
		cmocka_unit_test(idle_threads_beside_a_busy_one_are_no_loss),
		cmocka_unit_test(failed_outranks_not_counted_outranks_not_supported),
		cmocka_unit_test(a_gauge_is_not_scaled_by_time),
		cmocka_unit_test(a_scale_that_overflows_is_no_number),
		cmocka_unit_test(nanoseconds_become_milliseconds_and_scales_apply),
		cmocka_unit_test(an_event_without_counters_still_has_a_row),
		cmocka_unit_test(numbered_pmus_of_one_spec_share_a_row),
		cmocka_unit_test(no_merge_keeps_a_row_for_each_pmu),
		cmocka_unit_test(pmus_that_are_called_differently_stay_apart),
		cmocka_unit_test(cgroups_of_one_spec_stay_apart),
		cmocka_unit_test(core_types_stay_apart_unless_asked),
		cmocka_unit_test(threads_are_rows_below_each_event),
		cmocka_unit_test(cpus_of_a_socket_share_a_row),
		cmocka_unit_test(threads_of_a_core_share_a_row),
		cmocka_unit_test(cpus_are_rows_below_each_event_and_only_where_it_counts),
		cmocka_unit_test(an_event_without_counters_is_missing_in_every_place),
		cmocka_unit_test(a_plan_without_counters_or_events_gives_what_rows_it_can),
		cmocka_unit_test(large_plans_take_no_longer_than_their_counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
