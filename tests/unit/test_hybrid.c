// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_hybrid.c - a task on a machine with two core PMUs: from its events to the rows of a report
 */
#include "sessions.h"

#include <perfmux/result.h>

static struct pmx_result result;

/* cycles on both PMUs, and what measures residency on each, as the resolver makes them. */
static int set_up(void **state)
{
	struct pmx_event *event;

	setup(state);
	b->target.inherit = false;
	for (int i = 0; i < 2; i++) {
		const struct pmx_pmu *pmu = i ? &fake_little : &fake_big;

		event = fake_event(&b->events, pmu, 0, -1);
		event->attr.type = PERF_TYPE_HARDWARE;
		event->attr.config = (uint64_t)pmu->type << 32;
		event->merged = strdup("cycles");
		event->spec = 0;
		event->has_own_code = true;
		event->own_code = 0x11;
	}
	for (int i = 0; i < 2; i++) {
		event = fake_event(&b->events, &fake_software, PERF_COUNT_SW_DUMMY, -1);
		event->residency_of = i ? &fake_little : &fake_big;
	}
	return 0;
}

static int tear_down(void **state)
{
	pmx_result_free(&result);
	result = (struct pmx_result){ 0 };
	return teardown(state);
}

/* Sets what the counters of event @e hold; residency counters share it out among their CPUs. */
static void put(size_t e, uint64_t raw, uint64_t enabled, uint64_t running)
{
	for (size_t i = 0; i < b->plan->counter_count; i++) {
		struct pmx_value *value = &b->snap.values[i];

		if (b->plan->counters[i].event != e)
			continue;
		*value = (struct pmx_value){ raw, enabled, running,
					     running ? PMX_COUNTED : PMX_NOT_COUNTED, false };
	}
}

static void aggregate(bool hybrid_merge)
{
	struct pmx_aggregate_options opts = { .hybrid_merge = hybrid_merge, .sums = !hybrid_merge };

	assert_int_equal(pmx_aggregate(b->plan, b->session, &b->snap, NULL, &opts, &result, NULL),
			 0);
}

static void residency_is_measured_on_each_cpu_of_each_pmu(void **state)
{
	unsigned per_event[4] = { 0 };

	(void)state;
	open_bench();
	for (size_t i = 0; i < b->plan->counter_count; i++) {
		const struct pmx_counter *c = &b->plan->counters[i];

		per_event[c->event]++;
		if (c->event >= 2)
			assert_true(
				pmx_cpus_has(&b->events.list[c->event].residency_of->cpus, c->cpu));
		else
			assert_int_equal(c->cpu, -1);
	}
	for (int e = 0; e < 4; e++)
		assert_int_equal(per_event[e], e < 2 ? 1 : 2);
}

static void time_elsewhere_is_not_multiplexing(void **state)
{
	(void)state;
	open_bench();
	put(0, 3000, 1000, 600); /* all of its 600 ns on big */
	put(1, 400, 1000, 200);	 /* half of its 400 ns on little */
	put(2, 0, 1000, 300);	 /* two CPUs each */
	put(3, 0, 1000, 200);
	aggregate(false);
	assert_int_equal(result.count, 3);
	assert_int_equal(result.rows[0].count.resident, 600);
	assert_int_equal(result.rows[0].count.anywhere, 1000);
	assert_int_equal((int)result.rows[0].count.value, 3000);
	assert_int_equal(result.rows[1].count.resident, 400);
	assert_int_equal((int)result.rows[1].count.value, 800);
}

static void residency_that_is_off_by_a_little_scales_nothing(void **state)
{
	(void)state;
	open_bench();
	put(0, 3000, 1000, 597); /* of 600 */
	put(1, 400, 1000, 402);	 /* of 400 */
	put(2, 0, 1000, 300);
	put(3, 0, 1000, 200);
	aggregate(false);
	assert_int_equal((int)result.rows[0].count.value, 3000);
	assert_int_equal((int)result.rows[1].count.value, 400);
}

static void the_pmus_are_summed_in_a_row_of_their_own(void **state)
{
	const struct pmx_row *sum;

	(void)state;
	open_bench();
	put(0, 3000, 1000, 600);
	put(1, 400, 1000, 400);
	put(2, 0, 1000, 300);
	put(3, 0, 1000, 200);
	aggregate(false);
	sum = &result.rows[2];
	assert_true(sum->is_sum);
	assert_string_equal(sum->name, "cycles");
	assert_int_equal((int)sum->count.value, 3400);
	assert_int_equal(sum->count.lost, 0);
	assert_int_equal(pmx_count_due(&sum->count), sum->count.running);
}

static void a_pmu_the_task_never_was_on_takes_nothing_from_the_sum(void **state)
{
	(void)state;
	open_bench();
	put(0, 3000, 1000, 1000);
	put(1, 0, 1000, 0);
	put(2, 0, 1000, 500);
	put(3, 0, 1000, 0);
	aggregate(false);
	assert_int_equal(result.rows[1].count.status, PMX_NOT_COUNTED);
	assert_non_null(strstr(result.rows[1].count.reason, "never on the CPUs"));
	assert_int_equal((int)result.rows[2].count.value, 3000);
	assert_int_equal(result.rows[2].count.lost, 0);
	assert_null(result.rows[2].count.reason);
}

static void a_pmu_that_was_due_and_did_not_count_makes_the_sum_too_small(void **state)
{
	(void)state;
	open_bench();
	put(0, 3000, 1000, 500);
	put(1, 0, 1000, 0);
	put(2, 0, 1000, 250);
	put(3, 0, 1000, 250);
	aggregate(false);
	assert_non_null(strstr(result.rows[1].count.reason, "never on the PMU"));
	assert_int_equal(result.rows[2].count.lost, 1);
	assert_non_null(result.rows[2].count.reason);
}

static void hybrid_merge_leaves_one_row(void **state)
{
	(void)state;
	open_bench();
	put(0, 3000, 1000, 600);
	put(1, 200, 1000, 200); /* half of what was due */
	put(2, 0, 1000, 300);
	put(3, 0, 1000, 200);
	aggregate(true);
	assert_int_equal(result.count, 1);
	assert_string_equal(result.rows[0].name, "cycles");
	assert_int_equal((int)result.rows[0].count.value, 3200 * 1000 / 800);
}

static int extended_type_is_unknown(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	return attr->type == PERF_TYPE_HARDWARE && attr->config >> 32 ? -ENOENT : 0;
}

static void a_kernel_without_extended_types_gets_the_pmus_own_code(void **state)
{
	bool found = false;

	(void)state;
	b->kernel.on_open = extended_type_is_unknown;
	open_bench();
	assert_null(pmx_session_why(b->session, 0, NULL));
	for (int fd = 0; fd < FAKE_FDS; fd++)
		if (b->kernel.leader[fd] && b->kernel.attr[fd].type == fake_little.type) {
			assert_int_equal(b->kernel.attr[fd].config, 0x11);
			found = true;
		}
	assert_true(found);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(residency_is_measured_on_each_cpu_of_each_pmu),
		TEST(time_elsewhere_is_not_multiplexing),
		TEST(residency_that_is_off_by_a_little_scales_nothing),
		TEST(the_pmus_are_summed_in_a_row_of_their_own),
		TEST(a_pmu_the_task_never_was_on_takes_nothing_from_the_sum),
		TEST(a_pmu_that_was_due_and_did_not_count_makes_the_sum_too_small),
		TEST(hybrid_merge_leaves_one_row),
		TEST(a_kernel_without_extended_types_gets_the_pmus_own_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
