// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_pmu.c - pmu/terms/: events that sysfs names, format terms, patterns of PMUs
 */
#include <errno.h>

#include "events.h"

static void terms_go_where_the_format_says(void **state)
{
	static const struct good_spec table[] = {
		{ "cpu/event=0x3c/", "cpu/event=0x3c/ cpu 4:3c !G" },
		{ "cpu/event=60/", "cpu/event=60/ cpu 4:3c !G" },
		{ "cpu/event=0x3c,umask=0x1,cmask=2,inv=1/u",
		  "cpu/event=0x3c,umask=0x1,cmask=2,inv=1/u cpu 4:280013c !khG" },
		{ "cpu/event=0x3c,any/", "cpu/event=0x3c,any/ cpu 4:20003c !G" },
		{ "cpu/config=0x123,config1=4,config2=5/",
		  "cpu/config=0x123,config1=4,config2=5/ cpu 4:123,4,5 !G" },
		{ "cpu/config=0xffffffffffffffff/",
		  "cpu/config=0xffffffffffffffff/ cpu 4:ffffffffffffffff !G" },
		{ "cpu/r3c/k", "cpu/r3c/k cpu 4:3c !uh" },
		{ "cpu/r3c/:k", "cpu/r3c/:k cpu 4:3c !uh" },
		{ "cpu/r3c,umask=1/", "cpu/r3c,umask=1/ cpu 4:13c !G" },
		{ "cpu//", "cpu// cpu 4:0 !G" },
		{ "cpu/event=1,event=2/", "cpu/event=1,event=2/ cpu 4:2 !G" },
		{ "tracepoint/config=318/", "tracepoint/config=318/ tracepoint 2:13e !G" },
		{ "uncore_cha_0/event=0x35,config1=0x33/",
		  "uncore_cha_0/event=0x35,config1=0x33/ uncore_cha_0 12:35,33" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void events_of_sysfs_bring_terms_unit_and_scale(void **state)
{
	static const struct good_spec table[] = {
		{ "cpu/mem-loads/", "cpu/mem-loads/ cpu 4:1cd,3 !G" },
		{ "cpu/mem-loads,ldlat=30/u", "cpu/mem-loads,ldlat=30/u cpu 4:1cd,1e !khG" },
		{ "cpu/ldlat=30,mem-loads/", "cpu/ldlat=30,mem-loads/ cpu 4:1cd,1e !G" },
		{ "cpu/cpu-cycles,cmask=1/", "cpu/cpu-cycles,cmask=1/ cpu 4:100003c !G" },
		{ "mem-loads", "mem-loads cpu 4:1cd,3 !G" },
		{ "mem-stores:k,cs", "mem-stores:k cpu 4:82d0 !uh\ncs software 1:3 !G s1" },
		{ "msr/smi/", "msr/smi/ msr 61:4" },
		{ "power/energy-pkg/", "power/energy-pkg/ power 9:2 *2.32831e-10:Joules" },
		{ "power/energy-pkg,name=pkg/", "pkg power 9:2 *2.32831e-10:Joules" },
		{ "uncore_imc_1/cas_count_read/",
		  "uncore_imc_1/cas_count_read/ uncore_imc_1 31:304 *6.10352e-05:MiB" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_snapshot_of_sysfs_is_a_gauge(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_error err = { 0 };
	struct sysroot made;
	struct bench bench;

	(void)state;
	sysroot_make(&made);
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_llc/type", "20");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_llc/cpumask", "0");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_llc/format/event", "config:0-7");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_llc/events/occupancy", "event=1");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_llc/events/occupancy.snapshot",
		    "1");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_llc/events/reads", "event=2");
	bench = bench_on(open_machine(made.dir));
	if (pmx_resolve(bench.resolver, "uncore_llc/occupancy/,uncore_llc/reads/", NULL, &events,
			&err))
		fail_msg("%s", err.text);
	assert_true(events.list[0].gauge);
	assert_false(events.list[1].gauge);
	pmx_events_free(&events);
	bench_free(&bench);
	sysroot_remove(&made);
}

static void generic_words_between_slashes_are_what_they_are_outside(void **state)
{
	static const struct good_spec table[] = {
		{ "cpu/cycles/", "cpu/cycles/ cpu 0:0 !G" },
		{ "cpu/cpu-cycles/u", "cpu/cpu-cycles/u cpu 0:0 !khG" },
		{ "cpu/instructions,name=i,period=5/", "i cpu 0:1 !G" },
		{ "cpu/L1-dcache-load-misses/", "cpu/L1-dcache-load-misses/ cpu 3:10000 !G" },
		{ "software/faults/", "software/faults/ software 1:2 !G" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_pattern_means_every_pmu_it_matches_in_one_spec(void **state)
{
	static const struct good_spec table[] = {
		{ "uncore_imc/clockticks/,cs",
		  "uncore_imc_0/clockticks/ uncore_imc_0 30:0 =uncore_imc/clockticks/\n"
		  "uncore_imc_1/clockticks/ uncore_imc_1 31:0 =uncore_imc/clockticks/\n"
		  "cs software 1:3 !G s1" },
		{ "imc/clockticks/u",
		  "uncore_imc_0/clockticks/u uncore_imc_0 30:0 !kh =imc/clockticks/u\n"
		  "uncore_imc_1/clockticks/u uncore_imc_1 31:0 !kh =imc/clockticks/u" },
		{ "uncore_imc_[01]/event=4,name=reads/",
		  "reads uncore_imc_0 30:4 =uncore_imc_[01]/event=4,name=reads/\n"
		  "reads uncore_imc_1 31:4 =uncore_imc_[01]/event=4,name=reads/" },
		/* of those that match, the ones that have the event */
		{ "uncore_*/ioclk/",
		  "uncore_iio_free_running_0/ioclk/ uncore_iio_free_running_0 46:10ff" },
		{ "uncore_iio_free_running/ioclk/",
		  "uncore_iio_free_running/ioclk/ uncore_iio_free_running_0 46:10ff" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void only_pmus_that_count_while_they_sample_get_a_period(void **state)
{
	static const struct good_spec table[] = {
		{ "ibs_op/cnt_ctl=1,period=1000/u", "ibs_op/cnt_ctl=1,period=1000/u ibs_op "
						    "11:80000 !kh ~1000" },
		{ "ibs_op//", "ibs_op// ibs_op 11:0" },
		{ "cpu/event=1,period=1000/", "cpu/event=1,period=1000/ cpu 4:1 !G" },
		{ "faults/period=1000/", "faults/period=1000/ software 1:2 !G" },
	};
	struct bench bench = bench_on(open_fixture("amd"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void events_of_several_arm_cores_are_found_on_all_of_them(void **state)
{
	static const struct good_spec table[] = {
		{ "inst_retired:u",
		  "armv8_cortex_a55/inst_retired/u armv8_cortex_a55 8:8 !khG =inst_retired:u\n"
		  "armv8_cortex_a76/inst_retired/u armv8_cortex_a76 9:8 !khG =inst_retired:u\n"
		  "armv8_cortex_x1/inst_retired/u armv8_cortex_x1 10:8 !khG =inst_retired:u" },
		{ "armv8_cortex_a*/cpu_cycles,long/",
		  "armv8_cortex_a55/cpu_cycles,long/ armv8_cortex_a55 8:11,1 !G "
		  "=armv8_cortex_a*/cpu_cycles,long/\n"
		  "armv8_cortex_a76/cpu_cycles,long/ armv8_cortex_a76 9:11,1 !G "
		  "=armv8_cortex_a*/cpu_cycles,long/" },
		{ "armv8_cortex_x1/r11/", "armv8_cortex_x1/r11/ armv8_cortex_x1 10:11 !G" },
		{ "arm_dsu/cycles/", "arm_dsu/cycles/ arm_dsu_0 11:11" },
	};
	struct bench bench = bench_on(open_fixture("arm3"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void what_a_pmu_does_not_have_is_refused(void **state)
{
	static const struct bad_spec table[] = {
		{ "cpuu/event=1/", -ENOENT,
		  "'cpuu/event=1/': this machine has no PMU called 'cpuu'", "cpu" },
		{ "cpu/cylces/", -ENOENT,
		  "'cpu/cylces/': PMU 'cpu' has no event or term 'cylces'; did you mean 'cycles'?",
		  "" },
		{ "cpu/mem-load/", -ENOENT,
		  "'cpu/mem-load/': PMU 'cpu' has no event or term 'mem-load'; "
		  "did you mean 'mem-loads'?",
		  "" },
		{ "cpu/umaks/", -ENOENT,
		  "'cpu/umaks/': PMU 'cpu' has no event or term 'umaks'; did you mean 'umask'?",
		  "" },
		{ "msr/xyzzy/", -ENOENT, "'msr/xyzzy/': PMU 'msr' has no event or term 'xyzzy'",
		  "it has: aperf, mperf, smi, tsc, event" },
		{ "cpu/event=0x1ff/", -ERANGE,
		  "'cpu/event=0x1ff/': event=0x1ff does not fit into the term of PMU 'cpu'",
		  "0xff" },
		{ "cpu/mem-loads,mem-stores/", -EINVAL,
		  "'cpu/mem-loads,mem-stores/': 'mem-stores' is a second event", "" },
		{ "cpu/cycles,umask=1/", -EINVAL,
		  "'cpu/cycles,umask=1/': term 'umask' cannot go with a generic event", "" },
		{ "cpu/event=1,percore/", -EINVAL,
		  "'cpu/event=1,percore/': term 'percore' is not taken: counts are summed by the "
		  "report",
		  "--per-core" },
		{ "cpu/event=1,freq=100/", -EINVAL,
		  "'cpu/event=1,freq=100/': term 'freq' is not taken: it is for sampling, and here "
		  "is only counting",
		  "" },
		{ "faults/call-graph=dwarf/", -EINVAL,
		  "'faults/call-graph=dwarf/': term 'call-graph' is not taken: it is for sampling, "
		  "and here is only counting",
		  "" },
		{ "cpu/../", -ENOENT, "'cpu/../': PMU 'cpu' has no event or term '..'", NULL },
		{ "uncore_*/nothing/", -ENOENT,
		  "'uncore_*/nothing/': PMU 'uncore_cha_0' has no event or term 'nothing'", NULL },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_missing_cpu_pmu_is_explained(void **state)
{
	static const struct bad_spec table[] = {
		{ "cpu/cycles/", -ENOENT, "'cpu/cycles/': this machine has no PMU called 'cpu'",
		  "without a virtual PMU" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

/* Files of sysfs that nobody should write, and an event whose terms are the user's to give. */
static void odd_files_are_taken_or_refused_but_never_break(void **state)
{
	static const struct good_spec good[] = {
		{ "odd/asks,core=3/", "odd/asks,core=3/ odd 70:30007" },
		{ "odd/flag/", "odd/flag/ odd 70:80000000" },
	};
	static const struct bad_spec bad[] = {
		{ "odd/asks/", -EINVAL, "'odd/asks/': term 'core' has no value", "core=NUMBER" },
		{ "odd/empty-term/", -EINVAL,
		  "'odd/empty-term/': a term is missing its name, or a comma is too many", "" },
		{ "odd/unknown/", -ENOENT, "'odd/unknown/': PMU 'odd' has no term 'nope'", NULL },
		{ "odd/text/", -EINVAL, "'odd/text/': term 'event' wants a number, not 'abc'", "" },
		{ "odd/large/", -ERANGE,
		  "'odd/large/': event=0x100 does not fit into the term of PMU 'odd'", "0xff" },
	};
	struct sysroot root;
	struct bench bench;

	(void)state;
	sysroot_make(&root);
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/type", "70\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/cpumask", "0\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/format/event", "config:0-7\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/format/core", "config:16-23\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/format/bit", "config:31\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/events/asks", "event=7,core=?\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/events/flag", "bit\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/events/empty-term", "event=1,,bit\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/events/unknown", "nope=1\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/events/text", "event=abc\n");
	sysroot_put(&root, "/sys/bus/event_source/devices/odd/events/large", "event=256\n");
	bench = bench_on(open_machine(root.dir));
	GOOD(&bench, NULL, good);
	BAD(&bench, NULL, bad);
	bench_free(&bench);
	sysroot_remove(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terms_go_where_the_format_says),
		cmocka_unit_test(events_of_sysfs_bring_terms_unit_and_scale),
		cmocka_unit_test(a_snapshot_of_sysfs_is_a_gauge),
		cmocka_unit_test(generic_words_between_slashes_are_what_they_are_outside),
		cmocka_unit_test(a_pattern_means_every_pmu_it_matches_in_one_spec),
		cmocka_unit_test(only_pmus_that_count_while_they_sample_get_a_period),
		cmocka_unit_test(events_of_several_arm_cores_are_found_on_all_of_them),
		cmocka_unit_test(what_a_pmu_does_not_have_is_refused),
		cmocka_unit_test(a_missing_cpu_pmu_is_explained),
		cmocka_unit_test(odd_files_are_taken_or_refused_but_never_break),
	};

	return cmocka_run_group_tests_name("event_pmu", tests, NULL, NULL);
}
