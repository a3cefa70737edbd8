// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_capacity.c - counters found by trying, on a kernel that has as many as the test says
 */
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <time.h>

#include "counted_kernel.h"
#include "events.h"
#include "mux/counters.h"
#include "mux/meter_task.h"
#include "pmu/watchdog.h"

/* "0 0 1 1": the pass of each event. */
static const char *passes_with(unsigned limit)
{
	static char text[512];
	unsigned pass[128], most = 0;
	struct pmx_error err = { 0 };
	size_t used = 0;
	int passes = pmx_meter_passes(m->meter, &m->events, limit, pass, &err);

	if (passes < 0)
		fail_msg("%s", err.text);
	assert_in_range(m->events.count, 1, 128);
	for (size_t i = 0; i < m->events.count; i++) {
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%u", i ? " " : "",
					 pass[i]);
		most = pass[i] > most ? pass[i] : most;
	}
	assert_int_equal(passes, most + 1);
	return text;
}

/* --- passes ----------------------------------------------------------------------------------- */

static void what_fits_is_one_pass_and_one_trial(void **state)
{
	(void)state;
	add_singles(&fake_big, 4);
	assert_string_equal(passes_with(0), "0 0 0 0");
	assert_int_equal(m->kernel.opens, 4);
}

static void more_events_than_counters_take_more_passes(void **state)
{
	(void)state;
	add_singles(&fake_big, 10);
	assert_string_equal(passes_with(0), "0 0 0 0 1 1 1 1 2 2");
}

static void an_event_many_times_is_divided_too(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 9; i++)
		fake_event(&m->events, &fake_big, 7, -1);
	assert_string_equal(passes_with(0), "0 0 0 0 1 1 1 1 2");
}

static void groups_stay_whole_and_the_largest_are_first(void **state)
{
	static const unsigned sizes[] = { 1, 4, 2, 4, 3, 1 };

	(void)state;
	m->counters = 7;
	add_sizes(&fake_big, sizes, 6);
	assert_string_equal(passes_with(0), "1 0 0 0 0 1 1 1 1 1 1 0 0 0 2");
}

static void a_pass_that_is_full_for_large_ones_takes_small_ones(void **state)
{
	static const unsigned sizes[] = { 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1 };

	(void)state;
	add_sizes(&fake_big, sizes, 12);
	assert_non_null(strstr(passes_with(0), "10 10 10 0"));
}

static void an_event_for_one_counter_only_is_told_apart(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_big, ONLY_ONE, -1);
	fake_event(&m->events, &fake_big, ONLY_ONE, -1);
	fake_event(&m->events, &fake_big, 5, -1);
	assert_string_equal(passes_with(0), "0 1 0");
}

static void software_events_take_no_counter(void **state)
{
	(void)state;
	add_singles(&fake_software, 6);
	assert_string_equal(passes_with(0), "0 0 0 0 0 0");
	assert_int_equal(m->kernel.opens, 0);
}

static void software_members_take_no_counter(void **state)
{
	(void)state;
	m->counters = 1;
	fake_event(&m->events, &fake_software, 0, m->events.groups);
	fake_event(&m->events, &fake_big, 1, m->events.groups++);
	assert_string_equal(passes_with(0), "0 0");
}

static void what_cannot_be_opened_takes_no_room(void **state)
{
	(void)state;
	m->counters = 2;
	add_singles(&fake_big, 2);
	fake_event(&m->events, &fake_big, ABSENT, -1);
	fake_event(&m->events, &fake_big, 9, -1);
	assert_string_equal(passes_with(0), "0 0 0 1");
}

static void what_fits_nowhere_holds_nobody_up(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_big, NOWHERE, -1);
	add_singles(&fake_big, 5);
	fake_event(&m->events, &fake_big, NOWHERE, -1);
	assert_string_equal(passes_with(0), "2 0 0 0 0 1 2");
}

static void nothing_that_fits_is_one_pass(void **state)
{
	(void)state;
	m->counters = 0;
	add_singles(&fake_big, 3);
	assert_string_equal(passes_with(0), "0 0 0");
}

static void at_the_limit_the_rest_shares_the_last_pass(void **state)
{
	(void)state;
	add_singles(&fake_big, 12);
	assert_string_equal(passes_with(2), "0 0 0 0 1 1 1 1 1 1 1 1");
	assert_string_equal(passes_with(1), "0 0 0 0 0 0 0 0 0 0 0 0");
}

static void each_pmu_is_packed_by_itself(void **state)
{
	(void)state;
	m->counters = 2;
	add_singles(&fake_big, 3);
	add_singles(&fake_little, 5);
	assert_string_equal(passes_with(0), "0 0 1 0 0 1 1 2");
}

static void a_pinned_event_in_error_is_off(void **state)
{
	(void)state;
	m->pinned_fail = true;
	m->counters = 2;
	for (unsigned i = 0; i < 3; i++)
		fake_event(&m->events, &fake_big, i, -1)->attr.pinned = 1;
	assert_string_equal(passes_with(0), "0 0 1");
}

static void many_events_cost_few_trials(void **state)
{
	unsigned pass[400];
	struct pmx_error err;

	(void)state;
	add_singles(&fake_big, 400);
	assert_int_equal(pmx_meter_passes(m->meter, &m->events, 0, pass, &err), 100);
	/* a pass is a guess of four, and eight that do not fit beside them */
	assert_in_range(m->kernel.opens, 400, 100 * (4 + 8 * 5) + 2 * 64);
}

/* --- passes of random lists ---------------------------------------------------------------- */

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16 & 0x7fff;
}

/* First-fit decreasing over sizes alone; the number of passes. */
static unsigned pack_sizes(const unsigned *sizes, size_t count, unsigned room)
{
	unsigned used[64] = { 0 }, passes = 0;

	for (unsigned size = room; size > 0; size--)
		for (size_t i = 0; i < count; i++) {
			unsigned pass = 0;

			if (sizes[i] != size)
				continue;
			while (used[pass] + size > room)
				pass++;
			used[pass] += size;
			passes = pass + 1 > passes ? pass + 1 : passes;
		}
	return passes;
}

static void random_lists_are_packed_as_first_fit_decreasing_does(void **state)
{
	unsigned seed = 42;

	(void)state;
	for (unsigned round = 0; round < 30; round++) {
		unsigned sizes[24], pass[24 * 8], used[64] = { 0 };
		size_t count = 1 + next_random(&seed) % 24;
		struct pmx_error err = { 0 };
		int passes;

		m->counters = 2 + next_random(&seed) % 7;
		for (size_t i = 0; i < count; i++)
			sizes[i] = 1 + next_random(&seed) % m->counters;
		pmx_events_free(&m->events);
		m->events = (struct pmx_events){ 0 };
		add_sizes(&fake_big, sizes, count);
		passes = pmx_meter_passes(m->meter, &m->events, 0, pass, &err);
		assert_int_equal(passes, pack_sizes(sizes, count, m->counters));
		for (size_t i = 0; i < m->events.count; i++)
			used[pass[i]]++;
		for (int i = 0; i < passes; i++)
			assert_in_range(used[i], 1, m->counters);
	}
}

/* --- capacity --------------------------------------------------------------------------------- */

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
	assert_int_equal(pmx_meter_capacity(m->meter, &m->events.list[0], &capacity, &err), -ENOENT);
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
	assert_int_equal(pmx_meter_capacity(m->meter, &m->events.list[0], &capacity, &err), -EINVAL);
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

static uint64_t cpu_time_of(pid_t tid)
{
	struct timespec time = { 0 };

	/* the kernel's number for the CPU time of a thread */
	assert_int_equal(clock_gettime((clockid_t)(~(unsigned)tid << 3 | 6), &time), 0);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void the_meters_task_runs_when_it_is_told_to(void **state)
{
	struct pmx_meter_task *task;
	struct pmx_error err = { 0 };
	uint64_t before;

	(void)state;
	assert_int_equal(pmx_meter_task_new(&task, &err), 0);
	before = cpu_time_of(pmx_meter_task_tid(task));
	assert_int_equal(pmx_meter_task_run(task, &err), 0);
	assert_true(cpu_time_of(pmx_meter_task_tid(task)) > before);
	pmx_meter_task_free(task);
}

static void the_meters_task_goes_where_it_may(void **state)
{
	struct pmx_cpus allowed = { { 0 } }, now = { { 0 } };
	struct pmx_meter_task *task;
	struct pmx_error err = { 0 };

	(void)state;
	sched_getaffinity(0, sizeof(allowed), (cpu_set_t *)&allowed);
	assert_int_equal(pmx_meter_task_new(&task, &err), 0);
	pmx_cpus_for_each(cpu, &allowed) {
		assert_int_equal(pmx_meter_task_move(task, cpu, &err), 0);
		sched_getaffinity(pmx_meter_task_tid(task), sizeof(now), (cpu_set_t *)&now);
		assert_int_equal(pmx_cpus_count(&now), 1);
		assert_true(pmx_cpus_has(&now, cpu));
	}
	assert_int_equal(pmx_meter_task_move(task, PMX_MAX_CPUS - 1, &err), -EINVAL);
	assert_int_equal(pmx_meter_task_run(task, &err), 0);
	pmx_meter_task_free(task);
}

/* --- the kernel's log, and the watchdog ------------------------------------------------------- */

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
		"6,310,778138,-;hw perfevents: enabled with armv8_pmuv3 PMU driver, 7 counters available",
		"6,311,2733284,-;hw perfevents: enabled with armv8_pmuv3_0 PMU driver, 7 (0,8000003f) counters available\n DEVICE=+platform:pmu",
		"6,312,1,-;hw perfevents: enabled with armv8_new PMU driver, 8 (1,8000003f) counters available, using NMIs",
		"6,313,1,-;hw perfevents: enabled with apple_icestorm_pmu PMU driver, 10 counters available",
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
		"6,90,1,-;Performance Events: PEBS fmt3+, Skylake events, 32-deep LBR, full-width counters, Intel PMU driver.",
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
		"6,90,1,-;Performance Events: Alderlake Hybrid events, 32-deep LBR, Intel PMU driver.",
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
			 "6,1,1,-;hw perfevents: enabled with %0200d PMU driver, 3 counters available",
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

/* --- who else has events ---------------------------------------------------------------------- */

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

#define with_kernel(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_kernel(what_fits_is_one_pass_and_one_trial),
		with_kernel(more_events_than_counters_take_more_passes),
		with_kernel(an_event_many_times_is_divided_too),
		with_kernel(groups_stay_whole_and_the_largest_are_first),
		with_kernel(a_pass_that_is_full_for_large_ones_takes_small_ones),
		with_kernel(an_event_for_one_counter_only_is_told_apart),
		with_kernel(software_events_take_no_counter),
		with_kernel(software_members_take_no_counter),
		with_kernel(what_cannot_be_opened_takes_no_room),
		with_kernel(what_fits_nowhere_holds_nobody_up),
		with_kernel(nothing_that_fits_is_one_pass),
		with_kernel(at_the_limit_the_rest_shares_the_last_pass),
		with_kernel(each_pmu_is_packed_by_itself),
		with_kernel(a_pinned_event_in_error_is_off),
		with_kernel(many_events_cost_few_trials),
		with_kernel(random_lists_are_packed_as_first_fit_decreasing_does),
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
		cmocka_unit_test(the_meters_task_runs_when_it_is_told_to),
		cmocka_unit_test(the_meters_task_goes_where_it_may),
		cmocka_unit_test(the_log_says_how_many_counters_arm_has),
		cmocka_unit_test(the_log_says_how_many_counters_x86_has),
		cmocka_unit_test(the_log_says_it_for_each_hybrid_pmu),
		cmocka_unit_test(only_the_kernels_own_words_count),
		cmocka_unit_test(a_log_of_many_pmus_is_bounded),
		cmocka_unit_test(a_fixed_counter_counts_for_its_event_only),
		cmocka_unit_test(the_watchdog_holds_counters_of_core_pmus),
		cmocka_unit_test(processes_with_events_are_found),
		cmocka_unit_test(processes_that_may_not_be_looked_into_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
