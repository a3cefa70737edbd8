// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_counters_log.c - how many counters each PMU has, as the kernel told its log
 */
#include "sysroot.h"

#include "events.h"
#include "mux/counters.h"

static struct pmx_counters_log log_of(const char *const *records)
{
	struct pmx_counters_log log = { .count = 0 };

	for (; *records; records++)
		pmx_counters_add(&log, *records);
	return log;
}

/* "8+4ci": general and fixed counters, and what the fixed ones are for. */
static const char *said_of(const struct pmx_counters_log *log, const char *name)
{
	static char text[64];
	struct pmx_pmu pmu = { .name = name };
	const struct pmx_counters *it = pmx_counters_find(log, &pmu);

	if (!it)
		return "nothing";
	snprintf(text, sizeof(text), "%u+%u%s%s", it->general, it->fixed, it->cycles ? "c" : "",
		 it->instructions ? "i" : "");
	return text;
}

static void the_log_says_how_many_counters_arm_has(void **state)
{
	static const char *const records[] = {
		"6,310,778138,-;hw perfevents: enabled with armv8_pmuv3 PMU driver, 7 counters "
		"available",
		"6,311,2733284,-;hw perfevents: enabled with armv8_pmuv3_0 PMU driver, 7 "
		"(0,8000003f) counters available\n DEVICE=+platform:pmu",
		"6,312,1,-;hw perfevents: enabled with armv8_new PMU driver, 8 (1,8000003f) "
		"counters available, using NMIs",
		"6,313,1,-;hw perfevents: enabled with apple_icestorm_pmu PMU driver, 10 counters "
		"available",
		NULL,
	};
	struct pmx_counters_log log = log_of(records);

	(void)state;
	assert_string_equal(said_of(&log, "armv8_pmuv3"), "6+1c");
	assert_string_equal(said_of(&log, "armv8_pmuv3_0"), "6+1c");
	assert_string_equal(said_of(&log, "armv8_new"), "6+2ci");
	assert_string_equal(said_of(&log, "apple_icestorm_pmu"), "10+0");
	assert_string_equal(said_of(&log, "armv8_cortex_a53"), "nothing");
}

static void the_log_says_how_many_counters_x86_has(void **state)
{
	static const char *const intel[] = {
		"6,90,1,-;Performance Events: PEBS fmt3+, Skylake events, 32-deep LBR, full-width "
		"counters, Intel PMU driver.",
		"6,91,1,-;... version:                4",
		"6,92,1,-;... bit width:              48",
		"6,93,1,-;... generic registers:      4",
		"6,94,1,-;... value mask:             0000ffffffffffff",
		"6,95,1,-;... fixed-purpose events:   3",
		NULL,
	};
	static const char *const amd[] = {
		"6,90,1,-;Performance Events: Fam17h+ 16-deep LBR, core perfctr, AMD PMU driver.",
		"6,91,1,-;... generic counters:          6",
		"6,92,1,-;... generic bitmap:            000000000000003f",
		"6,93,1,-;... fixed-purpose counters:    0",
		NULL,
	};
	struct pmx_counters_log log = log_of(intel);

	(void)state;
	assert_string_equal(said_of(&log, "cpu"), "4+3ci");
	log = log_of(amd);
	assert_string_equal(said_of(&log, "cpu"), "6+0");
}

static void the_log_says_it_for_each_hybrid_pmu(void **state)
{
	static const char *const records[] = {
		"6,90,1,-;Performance Events: Alderlake Hybrid events, 32-deep LBR, Intel PMU "
		"driver.",
		"6,91,1,-;core: cpu_core PMU driver: ",
		"6,92,1,-;... generic registers:      8",
		"6,93,1,-;... fixed-purpose events:   4",
		"6,94,1,-;core: cpu_atom PMU driver: PEBS-via-PT ",
		"6,95,1,-;... generic registers:      6",
		"6,96,1,-;... fixed-purpose events:   3",
		NULL,
	};
	struct pmx_counters_log log = log_of(records);

	(void)state;
	assert_string_equal(said_of(&log, "cpu_core"), "8+4ci");
	assert_string_equal(said_of(&log, "cpu_atom"), "6+3ci");
	assert_string_equal(said_of(&log, "cpu"), "nothing");
}

static void only_the_kernels_own_words_count(void **state)
{
	static const char *const records[] = {
		"6,90,1,-;Performance Events: Intel PMU driver.",
		"14,91,1,-;... generic registers:      4",
		"6,92,1,-;... generic registers:      many",
		"6,93,1,-;... generic registers:",
		"6,94,1,-;... generic registers:      99999999999999999999",
		"6,95,1,-... generic registers:      4",
		"",
		"x",
		";",
		"6,96,1,-;hw perfevents: enabled with  PMU driver, ",
		"6,97,1,-;hw perfevents: enabled with a PMU driver, 3",
		"6,98,1,-;hw perfevents: enabled with b PMU driver, 3 (zz) counters available",
		NULL,
	};
	struct pmx_counters_log log = log_of(records);

	(void)state;
	assert_string_equal(said_of(&log, "cpu"), "nothing");
	assert_string_equal(said_of(&log, "a"), "nothing");
	assert_string_equal(said_of(&log, "b"), "3+0");
}

static void a_log_of_many_pmus_is_bounded(void **state)
{
	struct pmx_counters_log log = { .count = 0 };
	char record[400];

	(void)state;
	for (int i = 0; i < 100; i++) {
		snprintf(record, sizeof(record),
			 "6,1,1,-;hw perfevents: enabled with %0200d PMU driver, 3 counters "
			 "available",
			 i);
		pmx_counters_add(&log, record);
	}
	assert_in_range(log.count, 1, PMX_COUNTERS_MAX);
}

static void a_fixed_counter_counts_for_its_event_only(void **state)
{
	struct pmx_counters counters = {
		.general = 4, .fixed = 3, .cycles = true, .instructions = true
	};
	struct bench bench = bench_on(open_fixture("server"));
	struct pmx_events events = { 0 };
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_resolve(bench.resolver, "cycles,instructions,branches,cpu/event=0xc0/",
				     NULL, &events, &err),
			 0);
	assert_int_equal(pmx_counters_for(&counters, &events.list[0]), 5);
	assert_int_equal(pmx_counters_for(&counters, &events.list[1]), 5);
	assert_int_equal(pmx_counters_for(&counters, &events.list[2]), 4);
	counters.cycles = false;
	assert_int_equal(pmx_counters_for(&counters, &events.list[0]), 4);
	pmx_events_free(&events);
	bench_free(&bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_log_says_how_many_counters_arm_has),
		cmocka_unit_test(the_log_says_how_many_counters_x86_has),
		cmocka_unit_test(the_log_says_it_for_each_hybrid_pmu),
		cmocka_unit_test(only_the_kernels_own_words_count),
		cmocka_unit_test(a_log_of_many_pmus_is_bounded),
		cmocka_unit_test(a_fixed_counter_counts_for_its_event_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
