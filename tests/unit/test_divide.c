// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_divide.c - a plan in passes: what competes is kept apart, and what belongs together is not
 */
#include "counted_kernel.h"

static struct pmx_task task = { .tid = 1, .pid = 1 };

/* "0 1 1 2": the pass of each event, 0 for every one; the errno instead when there is none. */
static const char *divided(const struct pmx_target *target, unsigned limit)
{
	static char text[768];
	unsigned pass[64], most = 1;
	struct pmx_plan *plan = NULL;
	struct pmx_cpus online;
	struct pmx_error err = { 0 };
	size_t used = 0;
	int passes;

	assert_int_equal(pmx_machine_online(m->machine, &online, &err), 0);
	assert_in_range(m->events.count, 1, 64);
	if (pmx_plan_new(&plan, &m->events, target, &online, &err))
		fail_msg("%s", err.text);
	passes = pmx_meter_divide(m->meter, plan, limit, pass, &err);
	pmx_plan_free(plan);
	if (passes < 0) {
		assert_int_equal(passes, err.code);
		snprintf(text, sizeof(text), "%s: %s", strerrorname_np(-passes), err.text);
		return text;
	}
	for (size_t i = 0; i < m->events.count; i++) {
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%u", i ? " " : "",
					 pass[i]);
		most = pass[i] > most ? pass[i] : most;
	}
	assert_int_equal(passes, most);
	return text;
}

static const char *for_a_task(void)
{
	struct pmx_target target = { .kind = PMX_TARGET_TASKS, .tasks = &task, .task_count = 1 };

	return divided(&target, 0);
}

static const char *for_all_cpus(void)
{
	struct pmx_target target = { .kind = PMX_TARGET_CPUS };
	struct pmx_error err;

	assert_int_equal(pmx_machine_online(m->machine, &target.cpus, &err), 0);
	return divided(&target, 0);
}

static void in_cgroup(size_t event, const char *cgroup)
{
	m->events.list[event].cgroup = strdup(cgroup);
	assert_non_null(m->events.list[event].cgroup);
}

/* --- who needs a counter -------------------------------------------------------------------- */

static void what_fits_is_one_pass(void **state)
{
	(void)state;
	add_singles(&fake_big, 4);
	assert_string_equal(for_a_task(), "1 1 1 1");
}

static void what_needs_no_counter_is_in_every_pass(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_software, 0, -1);
	add_singles(&fake_big, 5);
	fake_event(&m->events, &fake_software, 1, -1);
	assert_string_equal(for_a_task(), "0 1 1 1 1 2 0");
}

static void only_software_is_not_even_tried(void **state)
{
	(void)state;
	add_singles(&fake_software, 3);
	assert_string_equal(for_a_task(), "0 0 0");
	assert_int_equal(m->kernel.opens, 0);
}

static void what_the_target_has_no_counter_for_is_not_tried(void **state)
{
	(void)state;
	add_singles(&fake_uncore, 9);
	fake_event(&m->events, &fake_big, 0, -1);
	assert_string_equal(for_a_task(), "0 0 0 0 0 0 0 0 0 1");
	assert_string_equal(for_all_cpus(), "1 1 1 1 2 2 2 2 3 1");
}

static void software_members_go_with_their_group(void **state)
{
	(void)state;
	m->counters = 1;
	fake_event(&m->events, &fake_big, 0, -1);
	fake_event(&m->events, &fake_software, 1, 0);
	fake_event(&m->events, &fake_big, 2, 0);
	m->events.groups = 1;
	assert_string_equal(for_a_task(), "1 2 2");
}

static void at_the_limit_the_rest_shares_the_last_pass(void **state)
{
	struct pmx_target target = { .kind = PMX_TARGET_TASKS, .tasks = &task, .task_count = 1 };

	(void)state;
	add_singles(&fake_big, 12);
	assert_string_equal(divided(&target, 2), "1 1 1 1 2 2 2 2 2 2 2 2");
}

/* --- what belongs together ------------------------------------------------------------------ */

/* One spec, an event on each of two PMUs. */
static void add_on_both(uint64_t config, int group)
{
	unsigned spec = m->events.specs;

	assert_non_null(fake_event(&m->events, &fake_big, config, group));
	assert_non_null(fake_event(&m->events, &fake_little, config, group < 0 ? -1 : group + 1));
	m->events.list[m->events.count - 1].spec = spec;
	m->events.specs = spec + 1;
}

static void one_spec_is_in_one_pass_on_all_its_pmus(void **state)
{
	(void)state;
	m->counters = 2;
	add_singles(&fake_little, 2);
	add_on_both(5, -1);
	add_on_both(6, -1);
	add_on_both(7, -1);
	assert_string_equal(for_a_task(), "1 1 2 2 2 2 3 3");
}

static void groups_of_one_spec_stay_together_with_all_their_members(void **state)
{
	(void)state;
	m->counters = 2;
	/* {x,y} on the one PMU only, then {a,b} on both */
	fake_event(&m->events, &fake_little, 0, 0);
	fake_event(&m->events, &fake_little, 1, 0);
	for (int pmu = 0; pmu < 2; pmu++)
		for (unsigned spec = 2; spec < 4; spec++)
			fake_event(&m->events, pmu ? &fake_little : &fake_big, spec, 1 + pmu)
				->spec = spec;
	m->events.groups = 3;
	m->events.specs = 4;
	assert_string_equal(for_a_task(), "1 1 2 2 2 2");
}

/* --- cgroups -------------------------------------------------------------------------------- */

static void add_for_cgroups(const char *const *names, size_t count, unsigned events)
{
	for (size_t i = 0; i < count; i++)
		for (unsigned e = 0; e < events; e++) {
			fake_event(&m->events, &fake_big, e, -1);
			if (names[i])
				in_cgroup(m->events.count - 1, names[i]);
		}
}

static void cgroups_beside_one_another_do_not_compete(void **state)
{
	static const char *const names[] = { "red", "blue", "redder", "a/b", "a/c" };

	(void)state;
	add_for_cgroups(names, 5, 3);
	assert_string_equal(for_all_cpus(), "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1");
}

static void each_cgroup_has_passes_of_its_own(void **state)
{
	static const char *const names[] = { "red", "blue" };

	(void)state;
	add_for_cgroups(names, 2, 5);
	assert_string_equal(for_all_cpus(), "1 1 1 1 2 1 1 1 1 2");
}

static void one_cgroup_inside_another_competes_with_it(void **state)
{
	static const char *const names[] = { "/red/dark/", "blue", "red" };

	(void)state;
	add_for_cgroups(names, 3, 3);
	assert_string_equal(for_all_cpus(), "1 1 1 1 1 1 1 2 2");
}

static void the_root_competes_with_all(void **state)
{
	static const char *const names[] = { "red", "/", "blue" };

	(void)state;
	add_for_cgroups(names, 3, 2);
	assert_string_equal(for_all_cpus(), "1 1 1 1 2 2");
}

static void what_is_in_no_cgroup_competes_with_all(void **state)
{
	static const char *const names[] = { "red", NULL, "blue" };

	(void)state;
	add_for_cgroups(names, 3, 2);
	assert_string_equal(for_all_cpus(), "1 1 1 1 2 2");
}

/* --- when it cannot be told ----------------------------------------------------------------- */

static void when_nothing_opens_it_is_said_why(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_software, 0, -1);
	fake_event(&m->events, &fake_big, ABSENT, -1);
	fake_event(&m->events, &fake_little, ABSENT, -1);
	assert_non_null(strstr(for_a_task(), "ENOENT: cpu_core-1003: "));
}

static void one_that_opens_is_enough_to_know(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_big, ABSENT, -1);
	fake_event(&m->events, &fake_big, 1, -1);
	assert_string_equal(for_a_task(), "1 1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_fits_is_one_pass, setup, teardown),
		cmocka_unit_test_setup_teardown(what_needs_no_counter_is_in_every_pass, setup,
						teardown),
		cmocka_unit_test_setup_teardown(only_software_is_not_even_tried, setup, teardown),
		cmocka_unit_test_setup_teardown(what_the_target_has_no_counter_for_is_not_tried,
						setup, teardown),
		cmocka_unit_test_setup_teardown(software_members_go_with_their_group, setup,
						teardown),
		cmocka_unit_test_setup_teardown(at_the_limit_the_rest_shares_the_last_pass, setup,
						teardown),
		cmocka_unit_test_setup_teardown(one_spec_is_in_one_pass_on_all_its_pmus, setup,
						teardown),
		cmocka_unit_test_setup_teardown(
			groups_of_one_spec_stay_together_with_all_their_members, setup, teardown),
		cmocka_unit_test_setup_teardown(cgroups_beside_one_another_do_not_compete, setup,
						teardown),
		cmocka_unit_test_setup_teardown(each_cgroup_has_passes_of_its_own, setup, teardown),
		cmocka_unit_test_setup_teardown(one_cgroup_inside_another_competes_with_it, setup,
						teardown),
		cmocka_unit_test_setup_teardown(the_root_competes_with_all, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_in_no_cgroup_competes_with_all, setup,
						teardown),
		cmocka_unit_test_setup_teardown(when_nothing_opens_it_is_said_why, setup, teardown),
		cmocka_unit_test_setup_teardown(one_that_opens_is_enough_to_know, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
