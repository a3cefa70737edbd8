// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_store.c - what runs gave is kept as given, and of very many runs a fair sample
 */
#include <malloc.h>

#include "benches.h"

static void what_is_added_is_there(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	const struct pmx_bench_metric odd = {
		.name = (char *)(uintptr_t) "cycles",
		.unit = PMX_BENCH_COUNT,
		.scaled = true,
		.why = (char *)(uintptr_t) "no hardware PMU",
	};
	char name[] = "A";

	(void)state;
	add_metric(bench, "wall");
	assert_int_equal(pmx_bench_add_metric(bench, &odd, NULL), 0);
	assert_int_equal(pmx_bench_add_command(bench, name, "sleep 1", NULL), 0);
	name[0] = 'B'; /* texts are copied */
	assert_int_equal(pmx_bench_add_command(bench, name, "sleep 2", NULL), 0);
	assert_string_equal(bench->commands[0].name, "A");
	assert_string_equal(bench->commands[1].name, "B");
	assert_string_equal(bench->commands[1].command, "sleep 2");
	assert_int_equal(pmx_bench_find_metric(bench, "cycles"), 1);
	assert_int_equal(pmx_bench_find_metric(bench, "none"), -1);
	assert_string_equal(bench->metrics[1].why, "no hardware PMU");
	assert_true(bench->metrics[1].scaled);
	assert_true(bench->metrics[0].is_time);
	assert_null(bench->metrics[0].why);
	pmx_bench_free(bench);
	pmx_bench_free(NULL);
}

static void values_are_kept_by_round_and_metric(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	const struct pmx_bench_values *values;

	(void)state;
	add_metric(bench, "wall");
	add_metric(bench, "faults");
	add_command(bench, "A");
	assert_int_equal(pmx_bench_add_run(bench, 0, 0, (double[]){ 0.5, 7 }, NULL), 0);
	assert_int_equal(pmx_bench_add_run(bench, 0, 2, (double[]){ 0.25, NAN }, NULL), 0);
	assert_int_equal(pmx_bench_add_run(bench, 0, 3, (double[]){ INFINITY, 9 }, NULL), 0);
	values = bench->commands[0].metric;
	assert_int_equal(values[0].count, 2);
	assert_int_equal(values[0].rounds[1], 2);
	assert_true(values[0].values[1] == 0.25);
	assert_int_equal(values[1].count, 2);
	assert_int_equal(values[1].rounds[1], 3);
	assert_true(values[1].values[1] == 9);
	assert_int_equal(values[1].seen, 2);
	assert_int_equal(bench->commands[0].runs, 3);
	assert_int_equal(bench->rounds, 4);
	pmx_bench_free(bench);
}

static void a_round_that_goes_back_is_refused(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_error err = { 0 };

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	add_value(bench, 0, 5, 1);
	assert_int_equal(pmx_bench_add_run(bench, 0, 5, (double[]){ 1 }, &err), -EINVAL);
	assert_non_null(strstr(err.text, "round 5 of 'A'"));
	assert_int_equal(pmx_bench_add_run(bench, 0, 4, (double[]){ 1 }, &err), -EINVAL);
	assert_int_equal(bench->commands[0].runs, 1);
	assert_int_equal(bench->commands[0].metric[0].count, 1);
	pmx_bench_free(bench);
}

static void the_first_failure_is_remembered_and_all_are_counted(void **state)
{
	struct pmx_bench *bench = new_bench(1);

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	assert_int_equal(pmx_bench_add_failure(bench, 0, "exit status 3", NULL), 0);
	assert_int_equal(pmx_bench_add_failure(bench, 0, "signal 9 (Killed)", NULL), 0);
	assert_int_equal(bench->commands[0].failed, 2);
	assert_int_equal(bench->commands[0].runs, 0);
	assert_string_equal(bench->commands[0].why_failed, "exit status 3");
	pmx_bench_free(bench);
}

static void odd_names_are_refused_in_one_line(void **state)
{
	static char longest[128 * 1024 + 1];
	const struct {
		const char *name, *said;
	} odd[] = {
		{ "", "is empty" },
		{ "two\nlines", "newline" },
		{ "\x1b[31m", "control character" },
		{ "del\x7f", "control character" },
		{ longest, "128 KiB" },
		{ "A", "the name 'A'" },
	};
	struct pmx_bench *bench = new_bench(1);
	struct pmx_error err = { 0 };

	(void)state;
	memset(longest, 'x', sizeof(longest) - 1);
	add_command(bench, "A");
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		assert_int_equal(pmx_bench_add_command(bench, odd[i].name, "true", &err), -EINVAL);
		if (!strstr(err.text, odd[i].said))
			fail_msg("'%s' lacks '%s'", err.text, odd[i].said);
		assert_non_null(strstr(err.hint, "-n"));
	}
	assert_int_equal(bench->command_count, 1);
	pmx_bench_free(bench);
}

static void odd_metrics_are_refused(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_metric metric = { .name = (char *)(uintptr_t) "" };
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_bench_add_metric(bench, &metric, &err), -EINVAL);
	metric.name = (char *)(uintptr_t) "a\nb";
	assert_int_equal(pmx_bench_add_metric(bench, &metric, &err), -EINVAL);
	add_metric(bench, "wall");
	metric.name = (char *)(uintptr_t) "wall";
	assert_int_equal(pmx_bench_add_metric(bench, &metric, &err), -EINVAL);
	assert_non_null(strstr(err.text, "'wall' is there twice"));
	add_command(bench, "A");
	metric.name = (char *)(uintptr_t) "user";
	assert_int_equal(pmx_bench_add_metric(bench, &metric, &err), -EINVAL);
	pmx_bench_free(bench);
}

static void the_main_metric_comes_first_and_the_others_keep_their_order(void **state)
{
	static const char *const wanted[] = { "c", "wall", "b", "d" };
	struct pmx_bench *bench = new_bench(1);
	struct pmx_error err = { 0 };

	(void)state;
	add_metric(bench, "wall");
	add_metric(bench, "b");
	add_metric(bench, "c");
	add_metric(bench, "d");
	assert_int_equal(pmx_bench_set_main(bench, 2, &err), 0);
	assert_int_equal(pmx_bench_set_main(bench, 0, &err), 0);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(bench->metrics[i].name, wanted[i]);
	add_command(bench, "A");
	assert_int_equal(pmx_bench_set_main(bench, 1, &err), -EINVAL);
	assert_string_equal(bench->metrics[0].name, "c");
	pmx_bench_free(bench);
}

static void there_is_a_limit_to_metrics_and_commands(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_metric metric = { .name = (char *)(uintptr_t) "too-many" };
	struct pmx_error err = { 0 };
	char name[16];

	(void)state;
	for (int i = 0; i < PMX_BENCH_MOST_METRICS; i++) {
		snprintf(name, sizeof(name), "metric-%d", i);
		add_metric(bench, name);
	}
	assert_int_equal(pmx_bench_add_metric(bench, &metric, &err), -E2BIG);
	assert_non_null(strstr(err.text, "256 metrics"));
	for (int i = 0; i < PMX_BENCH_MOST_COMMANDS; i++) {
		snprintf(name, sizeof(name), "command-%d", i);
		add_command(bench, name);
	}
	assert_int_equal(pmx_bench_add_command(bench, "more", "more", &err), -E2BIG);
	assert_non_null(strstr(err.text, "1000 commands"));
	pmx_bench_free(bench);
}

/* --- very many runs ------------------------------------------------------------------------- */

static void up_to_the_limit_every_value_is_kept(void **state)
{
	struct pmx_bench *bench = new_bench(3);
	const struct pmx_bench_values *it;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	for (uint32_t round = 0; round < 2 * PMX_BENCH_KEPT - 1; round++)
		add_value(bench, 0, round, round);
	it = &bench->commands[0].metric[0];
	assert_int_equal(it->count, 2 * PMX_BENCH_KEPT - 1);
	add_value(bench, 0, 2 * PMX_BENCH_KEPT, 1);
	assert_in_range(it->count, PMX_BENCH_KEPT, 2 * PMX_BENCH_KEPT - 2);
	assert_int_equal(it->seen, 2 * PMX_BENCH_KEPT);
	pmx_bench_free(bench);
}

static void a_million_runs_need_no_more_memory_than_ten_thousand(void **state)
{
	enum { FEW = 20000, MANY = 1000000 };
	struct pmx_bench *bench = new_bench(7);
	const struct pmx_bench_values *it;
	size_t used = 0;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	for (uint32_t round = 0; round < MANY; round++) {
		add_value(bench, 0, round, round);
		if (round == FEW)
			used = mallinfo2().uordblks + mallinfo2().hblkhd;
	}
	assert_int_equal(mallinfo2().uordblks + mallinfo2().hblkhd, used);
	it = &bench->commands[0].metric[0];
	assert_int_equal(it->seen, MANY);
	assert_in_range(it->count, PMX_BENCH_KEPT, 2 * PMX_BENCH_KEPT - 1);
	assert_true(it->room <= 16384);
	for (size_t i = 0; i < it->count; i++) {
		assert_true(it->values[i] == it->rounds[i]);
		assert_true(!i || it->rounds[i] > it->rounds[i - 1]);
	}
	/* each tenth of the rounds has its share: five standard deviations */
	for (uint32_t tenth = 0; tenth < 10; tenth++) {
		double share = 0, want = (double)it->count / 10;

		for (size_t i = 0; i < it->count; i++)
			share += it->rounds[i] / (MANY / 10) == tenth;
		assert_true(fabs(share - want) < 5 * sqrt(want));
	}
	pmx_bench_free(bench);
}

/* Values rise from 0 to 1 with the rounds: whoever favours early or late ones is off. */
static double sample_mean(uint64_t seed, uint32_t runs, size_t *count)
{
	struct pmx_bench *bench = new_bench(seed);
	const struct pmx_bench_values *it;
	double sum = 0;

	add_metric(bench, "wall");
	add_command(bench, "A");
	for (uint32_t round = 0; round < runs; round++)
		add_value(bench, 0, round, round / (double)(runs - 1));
	it = &bench->commands[0].metric[0];
	*count = it->count;
	for (size_t i = 0; i < it->count; i++)
		sum += it->values[i];
	sum /= (double)*count;
	pmx_bench_free(bench);
	return sum;
}

static void samples_are_fair(void **state)
{
	enum { SEEDS = 40, RUNS = 50000 };
	double mean = 0, variance = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		size_t count;
		double one = sample_mean(seed, RUNS, &count);
		double expected = 1.0 / 12 / (double)count * (1 - (double)count / RUNS);

		/* of one sample, within five standard deviations */
		assert_true(fabs(one - 0.5) < 5 * sqrt(expected));
		mean += one / SEEDS;
		variance += expected / SEEDS / SEEDS;
	}
	/* and of all together, where a small bias would show */
	assert_true(fabs(mean - 0.5) < 4 * sqrt(variance));
}

static bool has_round(const struct pmx_bench_values *it, uint32_t round)
{
	for (size_t i = 0; i < it->count; i++)
		if (it->rounds[i] == round)
			return true;
	return false;
}

static void all_commands_and_metrics_keep_the_same_rounds(void **state)
{
	enum { RUNS = 30000 };
	struct pmx_bench *bench = new_bench(11);
	const struct pmx_bench_values *a, *b;

	(void)state;
	add_metric(bench, "wall");
	add_metric(bench, "faults");
	add_command(bench, "A");
	add_command(bench, "B");
	for (uint32_t round = 0; round < RUNS; round++)
		for (size_t command = 0; command < 2; command++)
			assert_int_equal(pmx_bench_add_run(bench, command, round,
							   (double[]){ 1, round }, NULL),
					 0);
	a = &bench->commands[0].metric[0];
	for (size_t i = 1; i < 4; i++) {
		b = &bench->commands[i / 2].metric[i % 2];
		assert_int_equal(b->count, a->count);
		assert_memory_equal(b->rounds, a->rounds, a->count * sizeof(*a->rounds));
	}
	pmx_bench_free(bench);
}

static void a_command_that_fails_at_times_stays_paired_with_the_others(void **state)
{
	enum { RUNS = 30000, EVERY = 10 };
	struct pmx_bench *bench = new_bench(11);
	const struct pmx_bench_values *a, *b;
	size_t both = 0;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	add_command(bench, "B");
	for (uint32_t round = 0; round < RUNS; round++) {
		add_value(bench, 0, round, 1);
		if (round % EVERY)
			add_value(bench, 1, round, 1);
		else
			pmx_bench_add_failure(bench, 1, "exit status 1", NULL);
	}
	a = &bench->commands[0].metric[0];
	b = &bench->commands[1].metric[0];
	for (size_t i = 0; i < a->count; i++)
		both += has_round(b, a->rounds[i]);
	/* the smaller sample lies within the larger one, but for rounds that failed */
	if (a->count < b->count) {
		for (size_t i = 0; i < a->count; i++)
			assert_true(a->rounds[i] % EVERY == 0 || has_round(b, a->rounds[i]));
	} else {
		assert_int_equal(both, b->count);
	}
	assert_true(both >= PMX_BENCH_KEPT * 8 / 10);
	pmx_bench_free(bench);
}

static void another_seed_keeps_other_rounds(void **state)
{
	enum { RUNS = 30000 };
	size_t both = 0;
	struct pmx_bench *bench[2];
	const struct pmx_bench_values *it[2];

	(void)state;
	for (uint64_t i = 0; i < 2; i++) {
		bench[i] = new_bench(i);
		add_metric(bench[i], "wall");
		add_command(bench[i], "A");
		for (uint32_t round = 0; round < RUNS; round++)
			add_value(bench[i], 0, round, 1);
		it[i] = &bench[i]->commands[0].metric[0];
	}
	for (size_t i = 0; i < it[0]->count; i++)
		both += has_round(it[1], it[0]->rounds[i]);
	assert_true(both < it[0]->count / 2);
	pmx_bench_free(bench[0]);
	pmx_bench_free(bench[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_added_is_there),
		cmocka_unit_test(values_are_kept_by_round_and_metric),
		cmocka_unit_test(a_round_that_goes_back_is_refused),
		cmocka_unit_test(the_first_failure_is_remembered_and_all_are_counted),
		cmocka_unit_test(odd_names_are_refused_in_one_line),
		cmocka_unit_test(odd_metrics_are_refused),
		cmocka_unit_test(the_main_metric_comes_first_and_the_others_keep_their_order),
		cmocka_unit_test(there_is_a_limit_to_metrics_and_commands),
		cmocka_unit_test(up_to_the_limit_every_value_is_kept),
		cmocka_unit_test(a_million_runs_need_no_more_memory_than_ten_thousand),
		cmocka_unit_test(samples_are_fair),
		cmocka_unit_test(all_commands_and_metrics_keep_the_same_rounds),
		cmocka_unit_test(a_command_that_fails_at_times_stays_paired_with_the_others),
		cmocka_unit_test(another_seed_keeps_other_rounds),
	};

	return cmocka_run_group_tests_name("bench_store", tests, NULL, NULL);
}
