// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_generic.c - names that the kernel's ABI fixes: hardware, software, caches, raw codes
 */
#include <errno.h>
#include <linux/perf_event.h>

#include "event/generic.h"
#include "events.h"

static void the_table_is_in_the_order_it_is_searched_in(void **state)
{
	size_t count;
	const struct pmx_generic *all = pmx_generic_all(&count);

	(void)state;
	assert_true(count > 25);
	for (size_t i = 0; i < count; i++) {
		assert_ptr_equal(pmx_generic_find(pmx_span_of(all[i].name)), &all[i]);
		if (i)
			assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
	}
}

static void hardware_names_and_aliases_have_the_kernels_numbers(void **state)
{
	static const struct {
		const char *name;
		uint64_t config;
	} table[] = {
		{ "cpu-cycles", PERF_COUNT_HW_CPU_CYCLES },
		{ "cycles", PERF_COUNT_HW_CPU_CYCLES },
		{ "instructions", PERF_COUNT_HW_INSTRUCTIONS },
		{ "cache-references", PERF_COUNT_HW_CACHE_REFERENCES },
		{ "cache-misses", PERF_COUNT_HW_CACHE_MISSES },
		{ "branch-instructions", PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
		{ "branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
		{ "branch-misses", PERF_COUNT_HW_BRANCH_MISSES },
		{ "bus-cycles", PERF_COUNT_HW_BUS_CYCLES },
		{ "stalled-cycles-frontend", PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
		{ "idle-cycles-frontend", PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
		{ "stalled-cycles-backend", PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
		{ "idle-cycles-backend", PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
		{ "ref-cycles", PERF_COUNT_HW_REF_CPU_CYCLES },
		{ "InstrucTions", PERF_COUNT_HW_INSTRUCTIONS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct pmx_generic *found = pmx_generic_find(pmx_span_of(table[i].name));

		assert_non_null(found);
		assert_int_equal(found->type, PERF_TYPE_HARDWARE);
		assert_int_equal(found->config, table[i].config);
	}
}

static void software_names_and_aliases_have_the_kernels_numbers(void **state)
{
	static const struct {
		const char *name;
		uint64_t config;
	} table[] = {
		{ "cpu-clock", PERF_COUNT_SW_CPU_CLOCK },
		{ "task-clock", PERF_COUNT_SW_TASK_CLOCK },
		{ "page-faults", PERF_COUNT_SW_PAGE_FAULTS },
		{ "faults", PERF_COUNT_SW_PAGE_FAULTS },
		{ "context-switches", PERF_COUNT_SW_CONTEXT_SWITCHES },
		{ "cs", PERF_COUNT_SW_CONTEXT_SWITCHES },
		{ "cpu-migrations", PERF_COUNT_SW_CPU_MIGRATIONS },
		{ "migrations", PERF_COUNT_SW_CPU_MIGRATIONS },
		{ "minor-faults", PERF_COUNT_SW_PAGE_FAULTS_MIN },
		{ "major-faults", PERF_COUNT_SW_PAGE_FAULTS_MAJ },
		{ "alignment-faults", PERF_COUNT_SW_ALIGNMENT_FAULTS },
		{ "emulation-faults", PERF_COUNT_SW_EMULATION_FAULTS },
		{ "dummy", PERF_COUNT_SW_DUMMY },
		{ "bpf-output", PERF_COUNT_SW_BPF_OUTPUT },
		{ "cgroup-switches", 11 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct pmx_generic *found = pmx_generic_find(pmx_span_of(table[i].name));

		assert_non_null(found);
		assert_int_equal(found->type, PERF_TYPE_SOFTWARE);
		assert_int_equal(found->config, table[i].config);
	}
}

static void parts_of_names_and_longer_names_are_not_found(void **state)
{
	static const char *const wrong[] = { "",	   "c",	     "cycle", "cyclesx", "faults ",
					     "page-fault", "dummyy", "zzz",   "-" };

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_null(pmx_generic_find(pmx_span_of(wrong[i])));
}

#define CACHE(cache, op, result)                                          \
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static void cache_names_have_cache_operation_and_result(void **state)
{
	static const struct {
		const char *name;
		uint64_t config;
	} table[] = {
		{ "L1-dcache-loads", CACHE(L1D, READ, ACCESS) },
		{ "L1-dcache-load-misses", CACHE(L1D, READ, MISS) },
		{ "L1-dcache-stores", CACHE(L1D, WRITE, ACCESS) },
		{ "L1-dcache-store-misses", CACHE(L1D, WRITE, MISS) },
		{ "L1-dcache-prefetches", CACHE(L1D, PREFETCH, ACCESS) },
		{ "L1-dcache-prefetch-misses", CACHE(L1D, PREFETCH, MISS) },
		{ "L1-icache-loads", CACHE(L1I, READ, ACCESS) },
		{ "L1-icache-load-misses", CACHE(L1I, READ, MISS) },
		{ "L1-icache-prefetches", CACHE(L1I, PREFETCH, ACCESS) },
		{ "LLC-loads", CACHE(LL, READ, ACCESS) },
		{ "LLC-load-misses", CACHE(LL, READ, MISS) },
		{ "LLC-stores", CACHE(LL, WRITE, ACCESS) },
		{ "LLC-prefetch-misses", CACHE(LL, PREFETCH, MISS) },
		{ "dTLB-loads", CACHE(DTLB, READ, ACCESS) },
		{ "dTLB-store-misses", CACHE(DTLB, WRITE, MISS) },
		{ "iTLB-loads", CACHE(ITLB, READ, ACCESS) },
		{ "iTLB-load-misses", CACHE(ITLB, READ, MISS) },
		{ "branch-loads", CACHE(BPU, READ, ACCESS) },
		{ "branch-load-misses", CACHE(BPU, READ, MISS) },
		{ "node-loads", CACHE(NODE, READ, ACCESS) },
		{ "node-store-misses", CACHE(NODE, WRITE, MISS) },
		{ "node-prefetches", CACHE(NODE, PREFETCH, ACCESS) },
		/* nothing said is load, access */
		{ "L1-dcache", CACHE(L1D, READ, ACCESS) },
		{ "L1-dcache-misses", CACHE(L1D, READ, MISS) },
		{ "L1-dcache-store", CACHE(L1D, WRITE, ACCESS) },
		{ "LLC", CACHE(LL, READ, ACCESS) },
		/* aliases */
		{ "l1d-loads", CACHE(L1D, READ, ACCESS) },
		{ "l1-d-read-miss", CACHE(L1D, READ, MISS) },
		{ "L1-data-write-access", CACHE(L1D, WRITE, ACCESS) },
		{ "l1i-speculative-read-refs", CACHE(L1I, PREFETCH, ACCESS) },
		{ "L1-instruction-speculative-load-misses", CACHE(L1I, PREFETCH, MISS) },
		{ "L2-load-ops", CACHE(LL, READ, ACCESS) },
		{ "d-tlb-reference", CACHE(DTLB, READ, ACCESS) },
		{ "Data-TLB-store-miss", CACHE(DTLB, WRITE, MISS) },
		{ "Instruction-TLB-misses", CACHE(ITLB, READ, MISS) },
		{ "branches-load-misses", CACHE(BPU, READ, MISS) },
		{ "bpu-misses", CACHE(BPU, READ, MISS) },
		{ "btb-loads", CACHE(BPU, READ, ACCESS) },
		{ "bpc-load-miss", CACHE(BPU, READ, MISS) },
		/* either order, either case */
		{ "LLC-misses-stores", CACHE(LL, WRITE, MISS) },
		{ "llc-LOAD-Misses", CACHE(LL, READ, MISS) },
	};
	uint64_t config;

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (!pmx_cache_find(pmx_span_of(table[i].name), &config))
			fail_msg("%s is not found", table[i].name);
		if (config != table[i].config)
			fail_msg("%s is %llx", table[i].name, (unsigned long long)config);
	}
}

static void operations_that_a_cache_lacks_are_no_names(void **state)
{
	static const char *const wrong[] = {
		"L1-icache-stores",
		"iTLB-stores",
		"iTLB-prefetches",
		"branch-stores",
		"bpu-prefetches",
		"L1-dcache-",
		"L1-dcache--loads",
		"L1-dcache-loads-",
		"L1-dcache-loads-stores",
		"L1-dcache-misses-miss",
		"L1-dcache-load-misses-x",
		"L1",
		"L1-",
		"LLCx",
		"L3-loads",
		"node-foo",
		"-loads",
		"",
		"loads",
	};
	uint64_t config;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (pmx_cache_find(pmx_span_of(wrong[i]), &config))
			fail_msg("%s is %llx", wrong[i], (unsigned long long)config);
}

static void every_usual_cache_name_is_found_and_none_twice(void **state)
{
	uint64_t seen[64], config;
	size_t count = 0;
	char name[64];

	(void)state;
	for (; pmx_cache_name(count, name, sizeof(name)); count++) {
		assert_true(count < 64);
		assert_true(pmx_cache_find(pmx_span_of(name), &config));
		for (size_t i = 0; i < count; i++)
			assert_true(seen[i] != config);
		seen[count] = config;
	}
	/* Four caches with three operations, one with two, two with one; each with its misses. */
	assert_int_equal(count, 2 * (4 * 3 + 2 + 2));
}

static void raw_codes_are_r_and_up_to_sixteen_hex_digits(void **state)
{
	static const char *const wrong[] = { "r",   "rg",  "r0x1",
					     "R1",  "r 1", "r-1",
					     "1a8", "",	   "r12345678901234567" };
	uint64_t config;

	(void)state;
	assert_true(pmx_raw_find(pmx_span_of("r1a8"), &config));
	assert_int_equal(config, 0x1a8);
	assert_true(pmx_raw_find(pmx_span_of("rC0"), &config));
	assert_int_equal(config, 0xc0);
	assert_true(pmx_raw_find(pmx_span_of("r0"), &config));
	assert_true(pmx_raw_find(pmx_span_of("rffffffffffffffff"), &config));
	assert_true(config == UINT64_MAX);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(pmx_raw_find(pmx_span_of(wrong[i]), &config));
}

static void one_core_pmu_takes_generic_events_without_its_type(void **state)
{
	static const struct good_spec table[] = {
		{ "cycles", "cycles cpu 0:0 !G" },
		{ "instructions:u", "instructions:u cpu 0:1 !khG" },
		{ "LLC-load-misses:k", "LLC-load-misses:k cpu 3:10002 !uh" },
		{ "r1a8", "r1a8 cpu 4:1a8 !G" },
		{ "cycles/name=clock/u", "clock cpu 0:0 !khG" },
		{ "cycles/period=1000/", "cycles/period=1000/ cpu 0:0 !G" },
		{ "cycles//", "cycles// cpu 0:0 !G" },
		{ "cpu/cycles/", "cpu/cycles/ cpu 0:0 !G" },
		{ "cpu/LLC-loads/u", "cpu/LLC-loads/u cpu 3:2 !khG" },
		{ "cpu/r1a8/", "cpu/r1a8/ cpu 4:1a8 !G" },
		{ "mem-loads:u", "mem-loads:u cpu 4:1cd,3 !khG" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void no_core_pmu_is_no_error_before_the_kernel_says_so(void **state)
{
	static const struct good_spec table[] = {
		{ "cycles:u,L1-dcache-loads,r3c",
		  "cycles:u cpu 0:0 !khG\nL1-dcache-loads cpu 3:0 !G s1\nr3c cpu 4:3c !G s2" },
		{ "task-clock,cpu-clock:u",
		  "task-clock software 1:1 !G ms\ncpu-clock:u software 1:0 !khG ms s1" },
		{ "software/config=1/", "software/config=1/ software 1:1 !G ms" },
		{ "software/config=010/", "software/config=010/ software 1:a !G" },
		{ "software/task-clock/u", "software/task-clock/u software 1:1 !khG ms" },
		{ "software//", "software// software 1:0 !G ms" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void several_core_pmus_get_an_event_each(void **state)
{
	static const struct good_spec table[] = {
		{ "cycles:u", "cpu_atom/cycles/u cpu_atom 0:a00000000 !khG =cycles:u\n"
			      "cpu_core/cycles/u cpu_core 0:400000000 !khG =cycles:u" },
		{ "LLC-loads", "cpu_atom/LLC-loads/ cpu_atom 3:a00000002 !G =LLC-loads\n"
			       "cpu_core/LLC-loads/ cpu_core 3:400000002 !G =LLC-loads" },
		{ "r3c",
		  "cpu_atom/r3c/ cpu_atom 10:3c !G =r3c\ncpu_core/r3c/ cpu_core 4:3c !G =r3c" },
		{ "topdown-retiring",
		  "cpu_atom/topdown-retiring/ cpu_atom 10:c2 !G =topdown-retiring\n"
		  "cpu_core/topdown-retiring/ cpu_core 4:8000 !G =topdown-retiring" },
		{ "slots,cs", "cpu_core/slots/ cpu_core 4:400 !G\ncs software 1:3 !G s1" },
		{ "cpu_core/cycles/", "cpu_core/cycles/ cpu_core 0:400000000 !G" },
		{ "cpu_atom/dTLB-loads/u", "cpu_atom/dTLB-loads/u cpu_atom 3:a00000003 !khG" },
		{ "cpu_core/r3c/k", "cpu_core/r3c/k cpu_core 4:3c !uh" },
		{ "cycles/name=c/", "c cpu_atom 0:a00000000 !G =cycles/name=c/\n"
				    "c cpu_core 0:400000000 !G =cycles/name=c/" },
	};
	struct bench bench = bench_on(open_fixture("alderlake"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_cputype_chooses_one_core_pmu(void **state)
{
	static const struct pmx_resolve_options core = { .cputype = "core" };
	static const struct pmx_resolve_options full = { .cputype = "cpu_atom" };
	static const struct pmx_resolve_options atom = { .cputype = "atom" };
	static const struct pmx_resolve_options none = { .cputype = "big" };
	static const struct good_spec on_core[] = {
		{ "cycles,cs", "cpu_core/cycles/ cpu_core 0:400000000 !G\ncs software 1:3 !G s1" },
		{ "r1", "cpu_core/r1/ cpu_core 4:1 !G" },
		{ "slots", "cpu_core/slots/ cpu_core 4:400 !G" },
		{ "cpu_atom/cycles/", "cpu_atom/cycles/ cpu_atom 0:a00000000 !G" },
	};
	static const struct good_spec on_atom[] = {
		{ "cycles", "cpu_atom/cycles/ cpu_atom 0:a00000000 !G" },
	};
	static const struct bad_spec not_on_atom[] = {
		{ "slots", -ENOENT, "unknown event 'slots'", "--cputype=atom leaves out" },
	};
	static const struct bad_spec nowhere[] = {
		{ "cycles", -ENOENT, "--cputype: this machine has no core PMU called 'big'",
		  "core PMUs: cpu_atom, cpu_core" },
	};
	struct bench bench = bench_on(open_fixture("alderlake"));
	struct bench vm = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, &core, on_core);
	GOOD(&bench, &full, on_atom);
	GOOD(&bench, &atom, on_atom);
	BAD(&bench, &atom, not_on_atom);
	BAD(&bench, &none, nowhere);
	assert_int_equal(pmx_resolve(vm.resolver, "cycles", &core, &(struct pmx_events){ 0 }, NULL),
			 -ENOENT);
	bench_free(&bench);
	bench_free(&vm);
}

static void the_kernels_words_are_found_again_behind_extended_types(void **state)
{
	struct bench bench = bench_on(open_fixture("alderlake"));
	struct pmx_events events = { 0 };
	uint64_t config = 99;
	uint32_t type = 99;

	(void)state;
	assert_int_equal(
		pmx_resolve(bench.resolver,
			    "cpu_core/instructions/,cpu_core/LLC-loads/,faults,cpu_core/r3c/", NULL,
			    &events, NULL),
		0);
	assert_int_equal(pmx_event_generic(&events.list[0], &type, &config), 0);
	assert_int_equal(type, PERF_TYPE_HARDWARE);
	assert_int_equal(config, PERF_COUNT_HW_INSTRUCTIONS);
	assert_int_equal(pmx_event_generic(&events.list[1], &type, &config), 0);
	assert_int_equal(type, PERF_TYPE_HW_CACHE);
	assert_int_equal(config, PERF_COUNT_HW_CACHE_LL);
	assert_int_equal(pmx_event_generic(&events.list[2], &type, &config), 0);
	assert_int_equal(type, PERF_TYPE_SOFTWARE);
	assert_int_equal(config, PERF_COUNT_SW_PAGE_FAULTS);
	assert_int_equal(pmx_event_generic(&events.list[2], NULL, NULL), 0);
	assert_int_equal(pmx_event_generic(&events.list[3], &type, &config), -ENOENT);
	pmx_events_free(&events);
	bench_free(&bench);
}

static void counts_compare_on_one_pmu_at_the_same_levels_in_one_cgroup(void **state)
{
	static const struct {
		const char *specs;
		bool comparable;
	} table[] = {
		{ "cpu_core/cycles/,cpu_core/instructions/", true },
		{ "cpu_core/cycles/,cpu_atom/instructions/", false },
		{ "cpu_core/cycles/u,cpu_core/instructions/u", true },
		{ "cpu_core/cycles/u,cpu_core/instructions/", false },
		{ "cpu_core/cycles/u,cpu_core/instructions/k", false },
		{ "cpu_core/cycles/G,cpu_core/instructions/H", false },
		{ "cpu_core/cycles/I,cpu_core/instructions/", false },
		{ "cpu_core/cycles/D,cpu_core/instructions/", true },
		{ "cpu_core/cycles/u,task-clock", true },
		{ "cpu-clock,cpu_core/cycles/u", true },
		{ "cpu_core/cycles/,faults", false },
		{ "faults,cs", true },
	};
	struct bench bench = bench_on(open_fixture("alderlake"));
	char a[] = "a", b[] = "b", also_a[] = "a";

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct pmx_events events = { 0 };
		struct pmx_event x, y;

		assert_int_equal(pmx_resolve(bench.resolver, table[i].specs, NULL, &events, NULL),
				 0);
		assert_int_equal(events.count, 2);
		x = events.list[0];
		y = events.list[1];
		if (pmx_event_is_comparable(&x, &y) != table[i].comparable)
			fail_msg("%s", table[i].specs);
		x.cgroup = a;
		assert_false(pmx_event_is_comparable(&x, &y));
		y.cgroup = b;
		assert_false(pmx_event_is_comparable(&x, &y));
		y.cgroup = also_a;
		assert_int_equal(pmx_event_is_comparable(&x, &y), table[i].comparable);
		pmx_events_free(&events);
	}
	bench_free(&bench);
}

static void a_list_owns_copies_of_what_it_is_given(void **state)
{
	char name[] = "n", unit[] = "u", filter[] = "f", cgroup[] = "c", merged[] = "m";
	struct pmx_event event = {
		.name = name, .unit = unit, .filter = filter, .cgroup = cgroup, .merged = merged
	};
	struct pmx_events events = { 0 };

	(void)state;
	assert_int_equal(pmx_events_append(&events, &event, NULL), 0);
	assert_int_equal(pmx_events_append(&events, &events.list[0], NULL), 0);
	name[0] = unit[0] = filter[0] = cgroup[0] = merged[0] = '\0';
	for (size_t i = 0; i < 2; i++) {
		assert_string_equal(events.list[i].name, "n");
		assert_string_equal(events.list[i].unit, "u");
		assert_string_equal(events.list[i].filter, "f");
		assert_string_equal(events.list[i].cgroup, "c");
		assert_string_equal(events.list[i].merged, "m");
	}
	pmx_events_free(&events);
	pmx_events_free(&events);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_is_in_the_order_it_is_searched_in),
		cmocka_unit_test(hardware_names_and_aliases_have_the_kernels_numbers),
		cmocka_unit_test(software_names_and_aliases_have_the_kernels_numbers),
		cmocka_unit_test(parts_of_names_and_longer_names_are_not_found),
		cmocka_unit_test(cache_names_have_cache_operation_and_result),
		cmocka_unit_test(operations_that_a_cache_lacks_are_no_names),
		cmocka_unit_test(every_usual_cache_name_is_found_and_none_twice),
		cmocka_unit_test(raw_codes_are_r_and_up_to_sixteen_hex_digits),
		cmocka_unit_test(one_core_pmu_takes_generic_events_without_its_type),
		cmocka_unit_test(no_core_pmu_is_no_error_before_the_kernel_says_so),
		cmocka_unit_test(several_core_pmus_get_an_event_each),
		cmocka_unit_test(a_cputype_chooses_one_core_pmu),
		cmocka_unit_test(the_kernels_words_are_found_again_behind_extended_types),
		cmocka_unit_test(counts_compare_on_one_pmu_at_the_same_levels_in_one_cgroup),
		cmocka_unit_test(a_list_owns_copies_of_what_it_is_given),
	};

	return cmocka_run_group_tests_name("event_generic", tests, NULL, NULL);
}
