// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_counter_holders.c - who else has counters: the watchdog, and processes with events
 */
#include "sysroot.h"

#include <perfmux/capacity.h>

#include "fake_kernel.h"
#include "pmu/watchdog.h"

static void the_watchdog_holds_counters_of_core_pmus(void **state)
{
	struct sysroot root;
	struct pmx_machine *machine;

	(void)state;
	sysroot_make(&root);
	machine = open_machine(root.dir);
	assert_int_equal(pmx_watchdog_state(machine), -ENOENT);
	sysroot_put(&root, PMX_WATCHDOG_FILE, "0\n");
	assert_int_equal(pmx_watchdog_state(machine), 0);
	assert_false(pmx_watchdog_holds(machine, &fake_big));
	sysroot_put(&root, PMX_WATCHDOG_FILE, "1\n");
	assert_int_equal(pmx_watchdog_state(machine), 1);
	assert_true(pmx_watchdog_holds(machine, &fake_big));
	assert_false(pmx_watchdog_holds(machine, &fake_uncore));
	assert_false(pmx_watchdog_holds(machine, &fake_ibs));
	pmx_machine_free(machine);
	sysroot_remove(&root);
}

static void processes_with_events_are_found(void **state)
{
	static const char event[] = "anon_inode:[perf_event]";
	struct pmx_holders holders;
	struct pmx_error err = { 0 };
	struct pmx_machine *machine;
	struct sysroot root;

	(void)state;
	sysroot_make(&root);
	sysroot_put(&root, "/proc/10/comm", "one\n");
	sysroot_link(&root, "/proc/10/fd/3", event);
	sysroot_put(&root, "/proc/11/comm", "a name that is too long\n");
	sysroot_link(&root, "/proc/11/fd/3", event);
	sysroot_link(&root, "/proc/11/fd/4", event);
	sysroot_link(&root, "/proc/11/fd/5", "anon_inode:[perf_event] or not");
	sysroot_link(&root, "/proc/11/fd/6", "/dev/null");
	sysroot_link(&root, "/proc/12/fd/0", "/dev/null");
	sysroot_link(&root, "/proc/99999999999999999999/fd/3", event);
	sysroot_link(&root, "/proc/self/fd/3", event);
	sysroot_mkdir(&root, "/proc/13");
	machine = open_machine(root.dir);
	assert_int_equal(pmx_holders_find(machine, &holders, &err), 0);
	assert_int_equal(holders.count, 2);
	assert_int_equal(holders.list[0].pid, 11);
	assert_int_equal(holders.list[0].events, 2);
	assert_string_equal(holders.list[0].comm, "a name that is ");
	assert_int_equal(holders.list[1].pid, 10);
	assert_string_equal(holders.list[1].comm, "one");
	assert_int_equal(holders.hidden, 0);
	pmx_holders_free(&holders);
	pmx_machine_free(machine);
	sysroot_remove(&root);
}

static void processes_that_may_not_be_looked_into_are_counted(void **state)
{
	struct pmx_machine *machine = open_machine(NULL);
	struct pmx_holders holders;
	struct pmx_error err = { 0 };
	bool is_inits, was_found;

	(void)state;
	become_user();
	is_inits = faccessat(AT_FDCWD, "/proc/1/fd", R_OK, AT_EACCESS) == 0;
	was_found = !pmx_holders_find(machine, &holders, &err);
	become_again();
	pmx_machine_free(machine);
	assert_true(was_found);
	if (!is_inits)
		assert_true(holders.hidden > 0);
	pmx_holders_free(&holders);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_watchdog_holds_counters_of_core_pmus),
		cmocka_unit_test(processes_with_events_are_found),
		cmocka_unit_test(processes_that_may_not_be_looked_into_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
