// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_unknown.c - names that nobody knows, and the near misses that are named
 */
#include <errno.h>

#include "events.h"

static void the_nearest_of_all_names_are_offered(void **state)
{
	static const struct bad_spec table[] = {
		{ "cycels", -ENOENT, "unknown event 'cycels'; did you mean 'cycles'?", "" },
		{ "CYCELS", -ENOENT, "unknown event 'CYCELS'; did you mean 'cycles'?", "" },
		{ "cycels:u", -ENOENT, "unknown event 'cycels:u'; did you mean 'cycles'?", "" },
		{ "cs,{faults,instuctions}", -ENOENT,
		  "unknown event 'instuctions'; did you mean 'instructions'?", "" },
		{ "task-clcok", -ENOENT, "unknown event 'task-clcok'; did you mean 'task-clock'?",
		  "" },
		{ "minor-fault", -ENOENT,
		  "unknown event 'minor-fault'; did you mean 'minor-faults'?", "" },
		{ "L1-dcache-load-mises", -ENOENT,
		  "unknown event 'L1-dcache-load-mises'; did you mean 'L1-dcache-load-misses'?",
		  "" },
		{ "iTLB-stores", -ENOENT,
		  "unknown event 'iTLB-stores'; did you mean 'dTLB-stores'?", "" },
		{ "mem-load", -ENOENT, "unknown event 'mem-load'; did you mean 'mem-loads'?", "" },
		{ "energy-pkg", -ENOENT,
		  "unknown event 'energy-pkg'; did you mean 'power/energy-pkg/'?", "" },
		{ "smi", -ENOENT, "unknown event 'smi'; did you mean 'msr/smi/'?", "" },
		{ "sched_process_frok", -ENOENT,
		  "unknown event 'sched_process_frok'; did you mean 'sched:sched_process_fork'?",
		  "" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void names_near_to_nothing_are_only_unknown(void **state)
{
	static const struct bad_spec table[] = {
		{ "xyzzyqqplugh", -ENOENT, "unknown event 'xyzzyqqplugh'", "perfmux list" },
		{ "q", -ENOENT, "unknown event 'q'", "perfmux list" },
		{ "*", -ENOENT, "unknown event '*'", "perfmux list" },
		{ "..", -ENOENT, "unknown event '..'", "perfmux list" },
		{ "cycles faults", -ENOENT, "unknown event 'cycles faults'",
		  "separated by commas" },
		{ "%s%n%s%n", -ENOENT, "unknown event '%s%n%s%n'", "perfmux list" },
		{ "\x1b[31m", -ENOENT, "unknown event '\x1b[31m'", "perfmux list" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_name_that_is_too_long_to_compare_is_cut_in_the_message(void **state)
{
	struct bench bench = bench_on(open_fixture("vm"));
	struct pmx_events events = { 0 };
	struct pmx_error err = { 0 };
	char name[1001];

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(pmx_resolve(bench.resolver, name, NULL, &events, &err), -ENOENT);
	assert_true(strlen(err.text) < 120);
	assert_non_null(strstr(err.text, "xxx...'"));
	bench_free(&bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_of_all_names_are_offered),
		cmocka_unit_test(names_near_to_nothing_are_only_unknown),
		cmocka_unit_test(a_name_that_is_too_long_to_compare_is_cut_in_the_message),
	};

	return cmocka_run_group_tests_name("event_unknown", tests, NULL, NULL);
}
