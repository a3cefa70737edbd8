// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_probe.c - the verdict for what a kernel may do to an event: count it, miscount it, let it
 * run and count nothing, never let it run, refuse it
 */
#include "events.h"

#include <perfmux/probe.h>

#include "fake_kernel.h"

static struct fake_kernel fake;
static struct bench bench;
static struct pmx_prober *prober;

static int open_on(const char *fixture)
{
	static struct pmx_sys sys;
	struct pmx_error err = { 0 };

	fake = (struct fake_kernel){ .now = 1000000, .raw = 1000 };
	sys = fake_sys(&fake);
	bench = bench_on(open_fixture(fixture));
	if (pmx_prober_new(&prober, bench.resolver, bench.machine, &sys, &err))
		fail_msg("%s", err.text);
	return 0;
}

static int on_vm(void **state)
{
	(void)state;
	return open_on("vm");
}

static int on_hybrid(void **state)
{
	(void)state;
	return open_on("alderlake");
}

static int on_amd(void **state)
{
	(void)state;
	return open_on("amd");
}

static int done(void **state)
{
	(void)state;
	pmx_prober_free(prober);
	bench_free(&bench);
	return 0;
}

static const struct pmx_listed_event writes = {
	.section = PMX_LIST_BREAKPOINT, .name = "mem:ADDR[/LEN]:w", .is_form = true, .scale = 1
};

static struct pmx_probe probe(const struct pmx_listed_event *event)
{
	struct pmx_error err = { 0 };
	struct pmx_probe out;

	if (pmx_probe_event(prober, event, &out, &err))
		fail_msg("%s: %s", event->name, err.text);
	return out;
}

static struct pmx_probe probe_name(const char *name)
{
	return probe(&(struct pmx_listed_event){ .section = PMX_LIST_HARDWARE, .name = name });
}

static void what_the_workload_caused_counts(void **state)
{
	struct pmx_probe p = probe(&writes);

	(void)state;
	assert_int_equal(p.verdict, PMX_VERDICT_COUNTS);
	assert_true(p.checked);
	assert_int_equal(p.low, 1000);
	assert_int_equal(p.high, 1000);
	assert_string_equal(p.what, "writes");
	assert_int_equal(p.cpu, -1);
}

static void one_too_few_is_a_wrong_count(void **state)
{
	(void)state;
	fake.raw = 999;
	assert_int_equal(probe(&writes).verdict, PMX_VERDICT_WRONG);
	fake.raw = 2000;
	assert_int_equal(probe(&writes).verdict, PMX_VERDICT_WRONG);
}

static void what_opens_and_runs_may_count_nothing(void **state)
{
	struct pmx_probe p;

	(void)state;
	fake.raw = 0;
	p = probe(&writes);
	assert_int_equal(p.verdict, PMX_VERDICT_NOTHING);
	assert_non_null(strstr(p.text, "opens, runs, counts nothing"));
	/* where nothing is known to have happened, nothing is held against it */
	assert_int_equal(probe_name("major-faults").verdict, PMX_VERDICT_OPENS);
}

static void what_was_never_on_its_pmu_is_told_from_that(void **state)
{
	(void)state;
	fake.now = 0;
	fake.raw = 0;
	assert_int_equal(probe(&writes).verdict, PMX_VERDICT_NEVER_RAN);
}

static ssize_t shared(int fd, uint64_t *buf)
{
	(void)fd;
	buf[0] = 500;
	buf[1] = 2000;
	buf[2] = 1000;
	return 24;
}

static void a_count_that_shared_its_counter_is_not_judged(void **state)
{
	struct pmx_probe p;

	(void)state;
	fake.on_read = shared;
	p = probe(&writes);
	assert_int_equal(p.verdict, PMX_VERDICT_OPENS);
	assert_false(p.checked);
}

static int refuse;

static int refusing(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu, (void)group_fd;
	return refuse;
}

static void a_refusal_is_for_want_of_rights_or_of_support(void **state)
{
	static const struct {
		int code;
		enum pmx_verdict verdict;
	} cases[] = {
		{ -EACCES, PMX_VERDICT_FORBIDDEN },	  { -EPERM, PMX_VERDICT_FORBIDDEN },
		{ -ENOSPC, PMX_VERDICT_UNSUPPORTED },	  { -ENOENT, PMX_VERDICT_UNSUPPORTED },
		{ -EOPNOTSUPP, PMX_VERDICT_UNSUPPORTED }, { -EINVAL, PMX_VERDICT_UNSUPPORTED },
	};

	(void)state;
	fake.on_open = refusing;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pmx_probe p;

		refuse = cases[i].code;
		p = probe(&writes);
		assert_int_equal(p.verdict, cases[i].verdict);
		assert_int_equal(p.code, -refuse);
		assert_string_not_equal(p.text, "");
	}
}

static void a_form_without_an_event_is_not_opened(void **state)
{
	(void)state;
	assert_int_equal(probe(&(struct pmx_listed_event){
				       .section = PMX_LIST_RAW, .name = "rHEX", .is_form = true })
				 .verdict,
			 PMX_VERDICT_FORM);
	assert_int_equal(fake.opens, 0);
}

static int without_atom(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	/* neither by the extended type nor as the PMU's own event */
	return attr->config >> 32 == 10 || attr->type == 10 ? -ENOENT : 0;
}

static void the_worst_pmu_of_an_event_decides(void **state)
{
	struct pmx_probe p;

	(void)state;
	fake.raw = 1000000;
	assert_int_equal(probe_name("cycles").verdict, PMX_VERDICT_COUNTS);
	assert_int_equal(fake.opens, 2);
	fake.on_open = without_atom;
	p = probe_name("cycles");
	assert_int_equal(p.verdict, PMX_VERDICT_UNSUPPORTED);
	assert_string_not_equal(p.text, "");
}

static ssize_t nothing_on_atom(int fd, uint64_t *buf)
{
	buf[0] = fake.attr[fd].config >> 32 == 10 ? 0 : 1000000;
	buf[1] = buf[2] = 1000000;
	return 24;
}

static ssize_t too_much_on_atom(int fd, uint64_t *buf)
{
	buf[0] = fake.attr[fd].config >> 32 == 10 ? 1000000000 : 1000000;
	buf[1] = buf[2] = 1000000;
	return 24;
}

static ssize_t nothing_on_core(int fd, uint64_t *buf)
{
	buf[0] = fake.attr[fd].config >> 32 == 10 ? 1000000 : 0;
	buf[1] = buf[2] = 1000000;
	return 24;
}

static void the_pmu_that_is_worse_than_others_is_named(void **state)
{
	struct pmx_probe p;

	(void)state;
	fake.on_read = nothing_on_atom;
	p = probe_name("cycles");
	assert_int_equal(p.verdict, PMX_VERDICT_NOTHING);
	assert_string_equal(p.text, "cpu_atom: opens, runs, counts nothing");
	fake.on_read = nothing_on_core;
	assert_string_equal(probe_name("cycles").text, "cpu_core: opens, runs, counts nothing");
	fake.on_read = too_much_on_atom;
	p = probe_name("cycles");
	assert_int_equal(p.verdict, PMX_VERDICT_WRONG);
	assert_string_equal(p.text, "cpu_atom");
	fake.on_read = NULL;
	fake.raw = 0;
	assert_string_equal(probe_name("cycles").text, "opens, runs, counts nothing");
}

static void an_uncore_event_is_opened_for_a_cpu(void **state)
{
	struct pmx_probe p = probe_name("uncore_clock/clockticks/");

	(void)state;
	assert_int_equal(p.verdict, PMX_VERDICT_CPU_ONLY);
	assert_int_equal(p.cpu, 0);
	assert_false(p.checked);
}

static int no_tasks(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)group_fd;
	return cpu < 0 ? -EINVAL : 0;
}

static void ibs_that_takes_no_tasks_is_tried_on_a_cpu(void **state)
{
	struct pmx_probe p;

	(void)state;
	assert_int_equal(probe_name("ibs_op//").verdict, PMX_VERDICT_OPENS);
	fake.on_open = no_tasks;
	p = probe_name("ibs_op//");
	assert_int_equal(p.verdict, PMX_VERDICT_CPU_ONLY);
	assert_int_equal(p.cpu, 0);
	/* and where that fails, too, it is the task's reason that is said */
	fake.on_open = refusing;
	refuse = -EINVAL;
	p = probe_name("ibs_op//");
	assert_int_equal(p.verdict, PMX_VERDICT_UNSUPPORTED);
	assert_int_equal(p.cpu, -1);
}

static void nothing_is_probed_in_a_sysroot(void **state)
{
	struct pmx_prober *none = NULL;
	struct bench vm = bench_on(open_fixture("vm"));

	(void)state;
	assert_int_equal(pmx_prober_new(&none, vm.resolver, vm.machine, NULL, NULL), -EINVAL);
	bench_free(&vm);
}

#define ON(machine, test) cmocka_unit_test_setup_teardown(test, on_##machine, done)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(vm, what_the_workload_caused_counts),
		ON(vm, one_too_few_is_a_wrong_count),
		ON(vm, what_opens_and_runs_may_count_nothing),
		ON(vm, what_was_never_on_its_pmu_is_told_from_that),
		ON(vm, a_count_that_shared_its_counter_is_not_judged),
		ON(vm, a_refusal_is_for_want_of_rights_or_of_support),
		ON(vm, a_form_without_an_event_is_not_opened),
		ON(hybrid, the_worst_pmu_of_an_event_decides),
		ON(hybrid, the_pmu_that_is_worse_than_others_is_named),
		ON(hybrid, an_uncore_event_is_opened_for_a_cpu),
		ON(amd, ibs_that_takes_no_tasks_is_tried_on_a_cpu),
		cmocka_unit_test(nothing_is_probed_in_a_sysroot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
