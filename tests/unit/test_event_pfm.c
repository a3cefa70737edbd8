// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_pfm.c - libpfm4's names, with the help of LIBPFM_ENCODE_INACTIVE for CPUs that are
 * not here
 */
#include <errno.h>

#include "event/pfm_library.h"
#include "events.h"

static const struct pmx_resolve_options pfm_only = { .pfm_only = true };

static void names_of_other_cpus_are_coded_on_request(void **state)
{
	static const struct good_spec table[] = {
		{ "amd64_fam19h_zen3::RETIRED_INSTRUCTIONS",
		  "amd64_fam19h_zen3::RETIRED_INSTRUCTIONS cpu 4:c0 !hG" },
		{ "amd64_fam19h_zen3::RETIRED_INSTRUCTIONS:u",
		  "amd64_fam19h_zen3::RETIRED_INSTRUCTIONS:u cpu 4:c0 !khG" },
		{ "skx::INST_RETIRED:ANY_P", "skx::INST_RETIRED:ANY_P cpu 4:c0 !G" },
		{ "skx::INST_RETIRED:ANY_P:c=1:i=1,cs",
		  "skx::INST_RETIRED:ANY_P:c=1:i=1 cpu 4:18000c0 !G\ncs software 1:3 !G s1" },
		{ "skx::INST_RETIRED:ANY_P:k=1:u=0", "skx::INST_RETIRED:ANY_P:k=1:u=0 cpu 4:c0 "
						     "!uG" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void our_modifiers_do_where_the_librarys_do_not(void **state)
{
	static const struct good_spec table[] = {
		{ "skx::INST_RETIRED:ANY_P:uD", "skx::INST_RETIRED:ANY_P:uD cpu 4:c0 !khG D" },
		{ "skx::INST_RETIRED:ANY_P:G", "skx::INST_RETIRED:ANY_P:G cpu 4:c0 !H" },
		{ "{skx::INST_RETIRED:ANY_P,skx::INST_RETIRED:ANY_P:k}:u",
		  "skx::INST_RETIRED:ANY_P cpu 4:c0 !khG g0\n"
		  "skx::INST_RETIRED:ANY_P:k cpu 4:c0 !khG s1 g0" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void nothing_about_sampling_stays_in_the_attribute(void **state)
{
	struct bench bench = bench_on(open_fixture("vm"));
	struct pmx_events events = { 0 };
	const struct perf_event_attr *attr;

	(void)state;
	assert_int_equal(pmx_resolve(bench.resolver, "skx::INST_RETIRED:ANY_P:period=1000:pinned",
				     NULL, &events, NULL),
			 0);
	attr = &events.list[0].attr;
	assert_int_equal(attr->sample_period, 0);
	assert_int_equal(attr->freq, 0);
	assert_int_equal(attr->pinned, 1);
	assert_int_equal(attr->size, sizeof(*attr));
	pmx_events_free(&events);
	bench_free(&bench);
}

static void generic_events_of_the_library_go_to_every_core_pmu(void **state)
{
	static const struct good_spec table[] = {
		{ "PERF_COUNT_HW_CPU_CYCLES",
		  "PERF_COUNT_HW_CPU_CYCLES [cpu_atom] cpu_atom 0:a00000000 !hG "
		  "=PERF_COUNT_HW_CPU_CYCLES\n"
		  "PERF_COUNT_HW_CPU_CYCLES [cpu_core] cpu_core 0:400000000 !hG "
		  "=PERF_COUNT_HW_CPU_CYCLES" },
		{ "perf::PERF_COUNT_SW_PAGE_FAULTS",
		  "perf::PERF_COUNT_SW_PAGE_FAULTS software 1:2 !hG" },
	};
	struct bench bench = bench_on(open_fixture("alderlake"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_core_code_without_a_core_is_refused_on_a_hybrid_machine(void **state)
{
	static const struct bad_spec table[] = {
		{ "skx::INST_RETIRED:ANY_P", -EINVAL,
		  "'skx::INST_RETIRED:ANY_P': libpfm4 does not say on which of the core PMUs 'skx' "
		  "counts",
		  "PMU/rc0/" },
	};
	static const struct pmx_resolve_options core = { .cputype = "core" };
	static const struct good_spec on_core[] = {
		{ "skx::INST_RETIRED:ANY_P", "skx::INST_RETIRED:ANY_P cpu_core 4:c0 !G" },
	};
	struct bench bench = bench_on(open_fixture("alderlake"));

	(void)state;
	BAD(&bench, NULL, table);
	GOOD(&bench, &core, on_core);
	bench_free(&bench);
}

static void what_the_library_does_not_know_is_said_in_words(void **state)
{
	static const struct bad_spec table[] = {
		{ "foo::BAR", -ENOENT, "'foo::BAR': libpfm4 knows no PMU 'foo'", "newer libpfm4" },
		{ "skx::INST_RETIREDD", -ENOENT,
		  "'skx::INST_RETIREDD': libpfm4's PMU 'skx' has no such event; "
		  "did you mean 'skx::INST_RETIRED'?",
		  "" },
		{ "skx::INST_RETIRED:NOTHING", -EINVAL,
		  "'skx::INST_RETIRED:NOTHING': libpfm4 knows the event, but: invalid event "
		  "attribute",
		  "UNIT_MASK" },
		{ "skx::INST_RETIRED:ANY_P:cpu=1", -EINVAL,
		  "'skx::INST_RETIRED:ANY_P:cpu=1': libpfm4's cpu= is not taken", "-C" },
		/* It would be coded as event 2 of the core. */
		{ "rapl::RAPL_ENERGY_PKG", -ENOENT,
		  "'rapl::RAPL_ENERGY_PKG': this machine has no PMU for 'rapl' (Intel "
		  "RAPL)",
		  NULL },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_cpu_that_is_not_here_is_named(void **state)
{
	static const struct bad_spec table[] = {
		{ "power4::PM_RUN_CYC", -ENOENT,
		  "'power4::PM_RUN_CYC': libpfm4 knows no PMU 'power4'", NULL },
#if defined(__x86_64__)
		{ "core::INST_RETIRED", -ENOENT,
		  "'core::INST_RETIRED': this machine has no PMU 'core' (Intel Core)", NULL },
#endif
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	assert_int_equal(unsetenv("LIBPFM_ENCODE_INACTIVE"), 0);
	BAD(&bench, NULL, table);
	bench_free(&bench);
	assert_int_equal(setenv("LIBPFM_ENCODE_INACTIVE", "1", 1), 0);
}

static void pfm_events_are_the_librarys_and_nobody_elses(void **state)
{
	static const struct good_spec good[] = {
		{ "skx::INST_RETIRED:ANY_P", "skx::INST_RETIRED:ANY_P cpu 4:c0 !G" },
		{ "{skx::INST_RETIRED:ANY_P:u}", "skx::INST_RETIRED:ANY_P:u cpu 4:c0 !kG g0" },
	};
	static const struct bad_spec bad[] = {
		{ "task-clockk", -ENOENT, "unknown event 'task-clockk'; did you mean 'TASK-CLOCK'?",
		  "" },
		{ "msr/tsc/", -ENOENT, "unknown event 'msr/tsc/'", NULL },
		{ "mem:0x1000", -ENOENT, "unknown event 'mem:0x1000'", NULL },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, &pfm_only, good);
	BAD(&bench, &pfm_only, bad);
	bench_free(&bench);
}

static void the_library_is_not_loaded_for_names_that_others_know(void **state)
{
	static const char *const specs =
		"cycles:u,r3c,LLC-loads,faults,mem-loads,msr/tsc/,mem:0x10/1,"
		"sched:sched_switch,syscalls:*,uncore_imc/clockticks/";
	struct bench bench = bench_on(open_fixture("server"));
	struct pmx_events events = { 0 };

	(void)state;
	assert_int_equal(pmx_resolve(bench.resolver, specs, NULL, &events, NULL), 0);
	assert_null(bench.resolver->pfm);
	assert_int_equal(pmx_resolve(bench.resolver, "skx::INST_RETIRED:ANY_P", NULL, &events,
				     NULL),
			 0);
	assert_non_null(bench.resolver->pfm);
	pmx_events_free(&events);
	bench_free(&bench);
}

static void a_missing_library_is_named_with_its_package(void **state)
{
	static const struct bad_spec table[] = {
		{ "skx::INST_RETIRED", -ENOENT,
		  "'skx::INST_RETIRED' is a name of libpfm4's, and libpfm4 is not installed",
		  "apt-get install libpfm4" },
		{ "cyclse", -ENOENT, "unknown event 'cyclse'; did you mean 'cycles'?", "" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	bench.resolver->pfm = calloc(1, sizeof(*bench.resolver->pfm)); /* as when dlopen() fails */
	assert_non_null(bench.resolver->pfm);
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static int allow_other_cpus(void **state)
{
	(void)state;
	return setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_other_cpus_are_coded_on_request),
		cmocka_unit_test(our_modifiers_do_where_the_librarys_do_not),
		cmocka_unit_test(nothing_about_sampling_stays_in_the_attribute),
		cmocka_unit_test(generic_events_of_the_library_go_to_every_core_pmu),
		cmocka_unit_test(a_core_code_without_a_core_is_refused_on_a_hybrid_machine),
		cmocka_unit_test(what_the_library_does_not_know_is_said_in_words),
		cmocka_unit_test(a_cpu_that_is_not_here_is_named),
		cmocka_unit_test(pfm_events_are_the_librarys_and_nobody_elses),
		cmocka_unit_test(a_missing_library_is_named_with_its_package),
		cmocka_unit_test(the_library_is_not_loaded_for_names_that_others_know),
	};

	return cmocka_run_group_tests_name("event_pfm", tests, allow_other_cpus, NULL);
}
