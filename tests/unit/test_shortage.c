// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_shortage.c - too few counters are noticed, and nothing else is taken for that
 */
#include "cases.h"
#include "sysroot.h"

#include "report/shortage_text.h"
#include "stats/shortage.h"

static const struct pmx_pmu pmu_atom = { .name = "cpu_atom", .type = 10, .kind = PMX_PMU_CORE };

/* @count events, each on for @running of 1000 ns. */
static struct made *events_of(size_t count, uint64_t running)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	for (size_t i = 0; i < count; i++)
		made_count(made, "e", PERF_TYPE_RAW, i, 7, 1000, running);
	return made;
}

static void add_atom(struct made *made, size_t count, uint64_t running)
{
	for (size_t i = 0; i < count; i++) {
		struct pmx_row *row = made_count(made, "a", PERF_TYPE_RAW, i, 7, 1000, running);

		made->events[row - made->rows].pmu = &pmu_atom;
	}
}

static void assert_short(struct made *made, unsigned events, double at_once)
{
	struct pmx_shortage found = { 0 };

	assert_int_equal(pmx_shortages(&made->result, &found, 1), 1);
	assert_ptr_equal(found.pmu, &pmu_cpu);
	assert_int_equal(found.events, events);
	assert_true(fabs(found.at_once - at_once) < 1e-6);
	free(made);
}

static void assert_enough(struct made *made)
{
	struct pmx_shortage found;

	assert_int_equal(pmx_shortages(&made->result, &found, 1), 0);
	free(made);
}

static void shares_add_up_to_the_counters(void **state)
{
	(void)state;
	assert_short(events_of(8, 500), 8, 4);
}

static void what_is_always_on_counts_too(void **state)
{
	struct made *made = events_of(6, 500);

	(void)state;
	made->rows[0].count.running = 1000;
	assert_short(made, 6, 3.5);
}

static void who_never_had_a_turn_wanted_one(void **state)
{
	struct made *made = events_of(3, 1000);

	(void)state;
	made->rows[2].count = (struct pmx_count){ .enabled = 1000, .status = PMX_NOT_COUNTED };
	assert_short(made, 3, 2);
}

static void a_pinned_event_in_error_wanted_one(void **state)
{
	struct made *made = events_of(3, 1000);

	(void)state;
	made->events[2].attr.pinned = 1;
	made->rows[2].count = (struct pmx_count){ .status = PMX_FAILED };
	assert_short(made, 3, 2);
}

static void enough_counters_are_no_shortage(void **state)
{
	(void)state;
	assert_enough(events_of(4, 1000));
	assert_enough(events_of(4, 991));
}

static void what_could_not_be_opened_wanted_nothing(void **state)
{
	struct made *made = events_of(3, 1000);

	(void)state;
	made->rows[2].count = (struct pmx_count){ .status = PMX_NOT_SUPPORTED };
	assert_enough(made);
}

static void a_target_that_was_elsewhere_wanted_nothing(void **state)
{
	struct made *made = events_of(2, 500);

	(void)state;
	made->rows[0].count.resident = made->rows[1].count.resident = 500;
	made->rows[0].count.anywhere = made->rows[1].count.anywhere = 1000;
	made_missing(made, "never-there", PMX_NOT_COUNTED, "elsewhere");
	assert_enough(made);
}

static void software_events_need_no_counter(void **state)
{
	struct made *made = events_of(2, 1000);

	(void)state;
	made_count(made, "sw", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 1, 1000, 500);
	assert_enough(made);
}

static void cgroups_and_passes_do_not_stand_in_each_others_way(void **state)
{
	struct made *made = events_of(8, 500);

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		made->rows[i].cgroup = "a";
		made->rows[4 + i].cgroup = "b";
	}
	assert_short(made, 4, 2);
	made = events_of(8, 500);
	for (size_t i = 0; i < 4; i++)
		made->rows[i].pass = 1;
	assert_short(made, 4, 2);
}

static void each_cpu_has_counters_of_its_own(void **state)
{
	struct made *made = events_of(8, 500);

	(void)state;
	for (size_t i = 0; i < 8; i++)
		made->rows[i].label = i % 2 ? "CPU1" : "CPU0";
	assert_short(made, 4, 2);
}

static void the_sum_of_two_pmus_is_on_neither(void **state)
{
	struct made *made = events_of(4, 1000);

	(void)state;
	made->rows[3].count.running = 500;
	made->rows[3].is_sum = true;
	assert_enough(made);
}

/* --- in words ----------------------------------------------------------------------------- */

static char *text_of(struct made *made, const char *way_out, const char *watchdog)
{
	struct sysroot root;
	struct pmx_machine *machine;
	char *text = calloc(1, 1024);
	bool said;

	sysroot_make(&root);
	if (watchdog)
		sysroot_put(&root, "/proc/sys/kernel/nmi_watchdog", watchdog);
	machine = open_machine(root.dir);
	said = pmx_shortage_text(&made->result, machine, way_out, text, 1024);
	assert_int_equal(said, *text != 0);
	pmx_machine_free(machine);
	sysroot_remove(&root);
	free(made);
	return text;
}

static void assert_text(struct made *made, const char *way_out, const char *watchdog,
			const char *expected)
{
	char *text = text_of(made, way_out, watchdog);

	assert_string_equal(text, expected);
	free(text);
}

static void a_shortage_is_said_with_the_way_out(void **state)
{
	(void)state;
	assert_text(events_of(8, 500), "--passes auto counts each of them whole", "0",
		    "cpu had counters for 4 of 8 events at a time: --passes auto counts each of "
		    "them whole");
	assert_text(events_of(8, 500), NULL, NULL, "cpu had counters for 4 of 8 events at a time");
}

static void every_short_pmu_is_named(void **state)
{
	struct made *made = events_of(8, 500);

	(void)state;
	add_atom(made, 5, 400);
	assert_text(made, NULL, NULL,
		    "cpu had counters for 4 of 8 events at a time, cpu_atom for 2 of 5");
}

static void a_watchdog_that_holds_a_counter_is_named_with_what_frees_it(void **state)
{
	(void)state;
	assert_text(events_of(8, 375), NULL, "1",
		    "cpu had counters for 3 of 8 events at a time; the NMI watchdog holds a "
		    "counter of cpu, which sysctl kernel.nmi_watchdog=0 frees");
}

static void a_single_event_that_waits_is_told_of_the_watchdog_alone(void **state)
{
	(void)state;
	assert_text(events_of(1, 0), "--passes auto", NULL, "");
	assert_text(events_of(1, 0), "--passes auto", "1",
		    "the NMI watchdog holds a counter of cpu, which sysctl kernel.nmi_watchdog=0 "
		    "frees");
}

static void nothing_is_said_when_everything_was_counted(void **state)
{
	(void)state;
	assert_text(events_of(4, 1000), "--passes auto", "1", "");
	assert_text(case_default(), "--passes auto", "1", "");
}

static void fewer_than_all_is_never_rounded_to_all(void **state)
{
	(void)state;
	assert_text(events_of(4, 985), NULL, NULL,
		    "cpu had counters for 3.9 of 4 events at a "
		    "time");
	assert_text(events_of(6, 917), NULL, NULL,
		    "cpu had counters for 5.5 of 6 events at a "
		    "time");
	assert_text(events_of(6, 660), NULL, NULL, "cpu had counters for 4 of 6 events at a time");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_add_up_to_the_counters),
		cmocka_unit_test(what_is_always_on_counts_too),
		cmocka_unit_test(who_never_had_a_turn_wanted_one),
		cmocka_unit_test(a_pinned_event_in_error_wanted_one),
		cmocka_unit_test(enough_counters_are_no_shortage),
		cmocka_unit_test(what_could_not_be_opened_wanted_nothing),
		cmocka_unit_test(a_target_that_was_elsewhere_wanted_nothing),
		cmocka_unit_test(software_events_need_no_counter),
		cmocka_unit_test(cgroups_and_passes_do_not_stand_in_each_others_way),
		cmocka_unit_test(each_cpu_has_counters_of_its_own),
		cmocka_unit_test(the_sum_of_two_pmus_is_on_neither),
		cmocka_unit_test(a_shortage_is_said_with_the_way_out),
		cmocka_unit_test(every_short_pmu_is_named),
		cmocka_unit_test(a_watchdog_that_holds_a_counter_is_named_with_what_frees_it),
		cmocka_unit_test(a_single_event_that_waits_is_told_of_the_watchdog_alone),
		cmocka_unit_test(nothing_is_said_when_everything_was_counted),
		cmocka_unit_test(fewer_than_all_is_never_rounded_to_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
