// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_plan.c - which counters and units a plan consists of
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fake_kernel.h"

#define EVERY_CPU           \
	{                   \
		{           \
			0xf \
		}           \
	}

static struct pmx_plan *plan_for(const struct pmx_events *events, const struct pmx_target *target)
{
	struct pmx_cpus online = EVERY_CPU;
	struct pmx_error err = { 0 };
	struct pmx_plan *plan = NULL;

	if (pmx_plan_new(&plan, events, target, &online, &err))
		fail_msg("%s", err.text);
	return plan;
}

static struct pmx_target one_task(void)
{
	static struct pmx_task task = { .tid = 1, .pid = 1 };

	return (struct pmx_target){ .kind = PMX_TARGET_COMMAND, .tasks = &task, .task_count = 1 };
}

static struct pmx_target all_cpus(void)
{
	return (struct pmx_target){ .kind = PMX_TARGET_CPUS, .cpus = EVERY_CPU };
}

static void software_events_of_a_task_are_one_unit(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = one_task();
	struct pmx_plan *plan;

	(void)state;
	fake_event(&events, &fake_software, 1, -1);
	fake_event(&events, &fake_big, 1, -1);
	fake_event(&events, &fake_software, 2, -1);
	plan = plan_for(&events, &target);
	assert_int_equal(plan->unit_count, 2);
	assert_int_equal(plan->units[0].kind, PMX_UNIT_SOFTWARE);
	assert_int_equal(plan->units[0].count, 2);
	assert_int_equal(plan->counters[plan->units[0].first + 1].event, 2);
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void plain_hardware_events_stay_apart(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = one_task();
	struct pmx_plan *plan;

	(void)state;
	for (int i = 0; i < 5; i++)
		fake_event(&events, &fake_big, (uint64_t)i, -1);
	plan = plan_for(&events, &target);
	assert_int_equal(plan->unit_count, 5);
	for (size_t u = 0; u < 5; u++) {
		assert_int_equal(plan->units[u].kind, PMX_UNIT_SINGLE);
		assert_int_equal(plan->units[u].count, 1);
	}
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void a_typed_group_is_one_unit(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = one_task();
	struct pmx_plan *plan;

	(void)state;
	fake_event(&events, &fake_big, 1, 0);
	fake_event(&events, &fake_software, 1, 0);
	fake_event(&events, &fake_big, 2, 1);
	plan = plan_for(&events, &target);
	assert_int_equal(plan->unit_count, 2);
	assert_int_equal(plan->units[0].kind, PMX_UNIT_GROUP);
	assert_int_equal(plan->units[0].count, 2);
	assert_int_equal(plan->units[1].count, 1);
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void events_are_opened_on_their_pmus_cpus_only(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = all_cpus();
	struct pmx_plan *plan;

	(void)state;
	fake_event(&events, &fake_big, 1, -1);
	fake_event(&events, &fake_little, 1, -1);
	fake_event(&events, &fake_uncore, 1, -1);
	plan = plan_for(&events, &target);
	assert_int_equal(plan->counter_count, 5);
	for (size_t i = 0; i < plan->counter_count; i++) {
		const struct pmx_counter *c = &plan->counters[i];

		assert_true(pmx_cpus_has(&events.list[c->event].pmu->cpus, c->cpu));
	}
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void offline_cpus_get_no_counter(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = all_cpus();
	struct pmx_cpus online = { { 0x5 } };
	struct pmx_plan *plan = NULL;

	(void)state;
	fake_event(&events, &fake_software, 1, -1);
	assert_int_equal(pmx_plan_new(&plan, &events, &target, &online, NULL), 0);
	assert_int_equal(plan->counter_count, 2);
	assert_int_equal(plan->counters[1].cpu, 2);
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void uncore_events_count_for_no_task(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = one_task();
	struct pmx_plan *plan;

	(void)state;
	fake_event(&events, &fake_uncore, 1, -1);
	fake_event(&events, &fake_big, 1, -1);
	plan = plan_for(&events, &target);
	assert_int_equal(plan->counter_count, 1);
	assert_int_equal(plan->counters[0].event, 1);
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void a_group_over_two_pmus_is_refused_with_the_split(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = one_task();
	struct pmx_cpus online = EVERY_CPU;
	struct pmx_plan *plan = NULL;
	struct pmx_error err;

	(void)state;
	fake_event(&events, &fake_big, 1, 0);
	fake_event(&events, &fake_software, 7, 0);
	fake_event(&events, &fake_little, 1, 0);
	assert_int_equal(pmx_plan_new(&plan, &events, &target, &online, &err), -EINVAL);
	assert_null(plan);
	assert_non_null(strstr(err.text, "{cpu_core-1,software-7,cpu_atom-1}"));
	assert_non_null(strstr(err.hint, "{cpu_core-1},{cpu_atom-1}"));
	pmx_events_free(&events);
}

static void pinned_exclusive_and_cgroup_events_do_not_ride(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = all_cpus();
	struct pmx_plan *plan;

	(void)state;
	fake_event(&events, &fake_software, 1, -1);
	fake_event(&events, &fake_software, 2, -1)->attr.pinned = 1;
	fake_event(&events, &fake_software, 3, -1)->attr.exclusive = 1;
	fake_event(&events, &fake_software, 4, -1)->cgroup = strdup("a");
	fake_event(&events, &fake_software, 5, -1)->cgroup = strdup("a");
	fake_event(&events, &fake_software, 6, -1);
	target.cpus = (struct pmx_cpus){ { 1 } };
	plan = plan_for(&events, &target);
	assert_int_equal(plan->unit_count, 4);
	assert_int_equal(plan->units[0].count, 2); /* 1 and 6 */
	assert_int_equal(plan->units[3].count, 2); /* 4 and 5 */
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void a_unit_stays_within_one_group_read(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = one_task();
	struct pmx_plan *plan;

	(void)state;
	for (unsigned i = 0; i < 2 * PMX_MAX_UNIT + 1; i++)
		fake_event(&events, &fake_software, i, -1);
	plan = plan_for(&events, &target);
	assert_int_equal(plan->unit_count, 3);
	assert_int_equal(plan->units[0].count, PMX_MAX_UNIT);
	assert_int_equal(plan->units[2].count, 1);
	pmx_plan_free(plan);
	pmx_events_free(&events);
}

static void no_events_is_an_empty_plan(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_target target = all_cpus();
	struct pmx_plan *plan = plan_for(&events, &target);

	(void)state;
	assert_int_equal(plan->counter_count, 0);
	assert_int_equal(plan->unit_count, 0);
	pmx_plan_free(plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(software_events_of_a_task_are_one_unit),
		cmocka_unit_test(plain_hardware_events_stay_apart),
		cmocka_unit_test(a_typed_group_is_one_unit),
		cmocka_unit_test(events_are_opened_on_their_pmus_cpus_only),
		cmocka_unit_test(offline_cpus_get_no_counter),
		cmocka_unit_test(uncore_events_count_for_no_task),
		cmocka_unit_test(a_group_over_two_pmus_is_refused_with_the_split),
		cmocka_unit_test(pinned_exclusive_and_cgroup_events_do_not_ride),
		cmocka_unit_test(a_unit_stays_within_one_group_read),
		cmocka_unit_test(no_events_is_an_empty_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
