// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_capacity.c - counters found by trying, on a kernel that has as many as the test says
 */
#include "counted_kernel.h"
#include "events.h"

static struct pmx_capacity capacity_of(const struct pmx_pmu *pmu, uint64_t config)
{
	struct pmx_capacity capacity;
	struct pmx_error err = { 0 };

	pmx_events_free(&m->events);
	m->events = (struct pmx_events){ 0 };
	if (pmx_meter_capacity(m->meter, fake_event(&m->events, pmu, config, -1), &capacity, &err))
		fail_msg("%s", err.text);
	return capacity;
}

static void capacity_is_the_number_of_counters(void **state)
{
	static const unsigned counters[] = { 0, 1, 2, 4, 7, 15, 16, 17, 63, 64 };

	(void)state;
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++) {
		struct pmx_capacity capacity;

		m->counters = counters[i];
		capacity = capacity_of(&fake_little, 3);
		assert_int_equal(capacity.usable, counters[i]);
		assert_ptr_equal(capacity.pmu, &fake_little);
		assert_int_equal(capacity.cpu, 2);
		assert_int_equal(capacity.code, 0);
		assert_int_equal(capacity.counters, 0); /* a copied machine has no log */
	}
	m->counters = 1000;
	assert_int_equal(capacity_of(&fake_little, 3).usable, PMX_CAPACITY_MAX);
}

static void capacity_is_the_events_not_the_pmus(void **state)
{
	(void)state;
	assert_int_equal(capacity_of(&fake_big, ONLY_ONE).usable, 1);
	assert_int_equal(capacity_of(&fake_big, NOWHERE).usable, 0);
}

static void an_event_that_cannot_be_opened_has_a_reason_instead(void **state)
{
	struct pmx_capacity capacity;
	struct pmx_error err = { 0 };

	(void)state;
	fake_event(&m->events, &fake_big, ABSENT, -1);
	assert_int_equal(pmx_meter_capacity(m->meter, &m->events.list[0], &capacity, &err),
			 -ENOENT);
	assert_int_equal(capacity.code, ENOENT);
	assert_int_equal(capacity.usable, 0);
	assert_non_null(strstr(err.text, "cpu_core-1003: "));
}

static void software_events_have_no_capacity(void **state)
{
	struct pmx_capacity capacity;
	struct pmx_error err = { 0 };

	(void)state;
	fake_event(&m->events, &fake_software, 0, -1);
	assert_int_equal(pmx_meter_capacity(m->meter, &m->events.list[0], &capacity, &err),
			 -EINVAL);
	assert_int_equal(m->kernel.opens, 0);
}

static void events_of_cpus_are_tried_on_a_cpu(void **state)
{
	(void)state;
	m->counters = 3;
	assert_int_equal(capacity_of(&fake_uncore, 0).usable, 3);
	assert_int_equal(m->cpu, 0);
	assert_int_equal(capacity_of(&fake_big, 0).usable, 3);
	assert_int_equal(m->cpu, -1);
}

static void what_follows_no_task_is_tried_on_a_cpu(void **state)
{
	struct pmx_capacity capacity;

	(void)state;
	capacity = capacity_of(&fake_ibs, TASKLESS);
	assert_int_equal(capacity.usable, 4);
	assert_int_equal(capacity.cpu, 0);
	assert_int_equal(m->cpu, 0);
}

/* --- given events ----------------------------------------------------------------------------- */

static bool fits(const size_t *index, size_t count)
{
	struct pmx_error err = { 0 };
	bool yes = false;

	if (pmx_meter_fits(m->meter, &m->events, index, count, &yes, &err))
		fail_msg("%s", err.text);
	return yes;
}

static void as_many_as_there_are_counters_fit(void **state)
{
	static const size_t index[] = { 0, 1, 2, 3, 4 };

	(void)state;
	add_singles(&fake_big, 5);
	assert_true(fits(index, 0));
	assert_true(fits(index, 4));
	assert_false(fits(index, 5));
	assert_true(fits(index + 1, 4));
}

static void a_member_brings_its_group(void **state)
{
	static const unsigned sizes[] = { 3, 1, 1 };
	static const size_t index[] = { 1, 3, 4 };

	(void)state;
	add_sizes(&fake_big, sizes, 3);
	assert_true(fits(index, 2));
	assert_false(fits(index, 3));
}

static void events_of_several_pmus_fit_side_by_side(void **state)
{
	static const size_t index[] = { 0, 1, 2, 3, 4, 5, 6 };

	(void)state;
	m->counters = 3;
	add_singles(&fake_big, 3);
	add_singles(&fake_software, 1);
	add_singles(&fake_little, 3);
	assert_true(fits(index, 7));
}

static void what_cannot_be_opened_is_no_hindrance(void **state)
{
	static const size_t index[] = { 0, 1 };

	(void)state;
	add_singles(&fake_big, 1);
	fake_event(&m->events, &fake_big, ABSENT, -1);
	assert_true(fits(index, 2));
	assert_true(fits(index + 1, 1));
	m->counters = 0;
	assert_false(fits(index, 2));
}

static void no_index_leads_outside_the_list(void **state)
{
	static const size_t index[] = { 0, 5, SIZE_MAX };

	(void)state;
	add_singles(&fake_big, 1);
	assert_true(fits(index, 3));
	assert_int_equal(m->kernel.opens, 1);
}

/* --- the real kernel -------------------------------------------------------------------------- */

static void a_copied_machine_has_no_kernel_to_try(void **state)
{
	struct pmx_meter *meter;
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_meter_new(&meter, m->machine, NULL, &err), -EINVAL);
	assert_string_not_equal(err.text, "");
}

static void this_machine_has_a_capacity_or_a_reason(void **state)
{
	struct bench bench = bench_on(open_machine(NULL));
	struct pmx_events events = { 0 };
	struct pmx_capacity capacity;
	struct pmx_meter *meter;
	struct pmx_error err = { 0 };
	int ret;

	(void)state;
	assert_int_equal(pmx_meter_new(&meter, bench.machine, NULL, &err), 0);
	assert_int_equal(pmx_resolve(bench.resolver, "cycles", NULL, &events, &err), 0);
	ret = pmx_meter_capacity(meter, &events.list[0], &capacity, &err);
	assert_true(ret ? capacity.code == -ret && err.text[0] : capacity.cpu >= 0);
	pmx_events_free(&events);
	pmx_meter_free(meter);
	bench_free(&bench);
}

#define with_kernel(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_kernel(capacity_is_the_number_of_counters),
		with_kernel(capacity_is_the_events_not_the_pmus),
		with_kernel(an_event_that_cannot_be_opened_has_a_reason_instead),
		with_kernel(software_events_have_no_capacity),
		with_kernel(events_of_cpus_are_tried_on_a_cpu),
		with_kernel(what_follows_no_task_is_tried_on_a_cpu),
		with_kernel(as_many_as_there_are_counters_fit),
		with_kernel(a_member_brings_its_group),
		with_kernel(events_of_several_pmus_fit_side_by_side),
		with_kernel(what_cannot_be_opened_is_no_hindrance),
		with_kernel(no_index_leads_outside_the_list),
		with_kernel(a_copied_machine_has_no_kernel_to_try),
		cmocka_unit_test(this_machine_has_a_capacity_or_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
