// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_aggregate_rows.c - which counters become which row: PMUs, core types, threads, CPUs, sockets
 */
#include <time.h>

#include "plans.h"
#include "sysroot.h"

static const struct pmx_pmu imc0 = { .name = "uncore_imc_0", .type = 20, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu imc1 = { .name = "uncore_imc_1", .type = 21, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu imc10 = { .name = "uncore_imc_10", .type = 22, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu cha0 = { .name = "uncore_cha_0", .type = 23, .kind = PMX_PMU_UNCORE };
static const struct pmx_pmu big = { .name = "cpu_core", .type = 4, .kind = PMX_PMU_CORE };
static const struct pmx_pmu little = { .name = "cpu_atom", .type = 10, .kind = PMX_PMU_CORE };

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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
	planned_free(p, &result);
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
