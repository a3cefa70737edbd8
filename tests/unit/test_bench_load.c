// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_load.c - baselines are read back exactly
 */
#include "bench_file.h"
#include "comma_locale.h"

static void a_baseline_is_read_as_it_was_written(void **state)
{
	struct pmx_bench *bench;
	const struct pmx_bench_values *values;

	(void)state;
	put(good, strlen(good));
	bench = load();
	assert_string_equal(bench->scene.kernel, "6.1.0");
	assert_string_equal(bench->scene.machine, "x86_64");
	assert_string_equal(bench->scene.processor, "Fast 9000");
	assert_string_equal(bench->scene.host, "box");
	assert_int_equal(bench->scene.cpus, 8);
	assert_int_equal(bench->scene.when, 1700000000);
	assert_true(bench->seed == 0xfedcba9876543210u);
	assert_int_equal(bench->rounds, 4294967296);
	assert_int_equal(bench->metric_count, 2);
	assert_int_equal(bench->metrics[0].unit, PMX_BENCH_SECONDS);
	assert_true(bench->metrics[0].is_time && !bench->metrics[0].scaled);
	assert_null(bench->metrics[0].why);
	assert_true(!bench->metrics[1].is_time && bench->metrics[1].scaled);
	assert_string_equal(bench->metrics[1].why, "no");
	assert_int_equal(bench->command_count, 2);
	assert_string_equal(bench->commands[0].command, "sleep 1");
	assert_int_equal(bench->commands[0].runs, 3);
	assert_null(bench->commands[0].why_failed);
	assert_int_equal(bench->commands[1].failed, 1);
	assert_string_equal(bench->commands[1].why_failed, "exit status 1");
	values = &bench->commands[0].metric[0];
	assert_int_equal(values->count, 3);
	assert_int_equal(values->seen, 3);
	assert_true(values->values[0] == 1.0000000000000002 && values->values[2] == 3e-5);
	assert_true(values->rounds[2] == UINT32_MAX);
	assert_int_equal(bench->commands[0].metric[1].count, 0);
	values = &bench->commands[1].metric[0];
	assert_true(values->values[0] == 18446744073709551616.0);
	assert_int_equal(values->seen, 7);
	pmx_bench_free(bench);
}

static void assert_same(const struct pmx_bench *a, const struct pmx_bench *b)
{
	for (size_t c = 0; c < a->command_count; c++)
		for (size_t m = 0; m < a->metric_count; m++) {
			const struct pmx_bench_values *x = &a->commands[c].metric[m];
			const struct pmx_bench_values *y = &b->commands[c].metric[m];

			assert_int_equal(x->count, y->count);
			assert_int_equal(x->seen, y->seen);
			if (!x->count)
				continue;
			assert_memory_equal(x->values, y->values, x->count * sizeof(double));
			assert_memory_equal(x->rounds, y->rounds, x->count * sizeof(uint32_t));
		}
}

/* Values of many magnitudes, more of them than are kept. */
static struct pmx_bench *make_large(void)
{
	struct pmx_bench *bench = new_bench(UINT64_MAX - 1);

	add_metric(bench, "wall");
	add_metric(bench, "a \"quoted\" one\\");
	add_command(bench, "A");
	add_command(bench, "\xc3\xa9 B");
	for (uint32_t round = 0; round < 3 * PMX_BENCH_KEPT; round++) {
		double values[2] = { exp((round % 1400) - 700.0), 1 / (double)(round + 3) };

		assert_int_equal(pmx_bench_add_run(bench, round % 2, round, values, NULL), 0);
		assert_int_equal(pmx_bench_add_run(bench, !(round % 2), round, values, NULL), 0);
	}
	assert_int_equal(pmx_bench_add_failure(bench, 1, "signal 9 (Killed)", NULL), 0);
	bench->scene = (struct pmx_bench_scene){
		.kernel = "6.1", .machine = "m", .processor = "p", .host = "h", .cpus = 3, .when = 9
	};
	return bench;
}

static void save(const struct pmx_bench *bench)
{
	struct pmx_bench_report report = { .out = fopen(path, "we"), .version = "0.1.0" };

	assert_non_null(report.out);
	pmx_bench_save(&report, bench);
	assert_int_equal(fclose(report.out), 0);
}

static void what_was_saved_is_loaded_to_the_last_bit(void **state)
{
	struct pmx_bench *bench = make_large(), *loaded;
	size_t at = 0;
	char line[256];

	(void)state;
	save(bench);
	loaded = load();
	assert_same(bench, loaded);
	assert_true(loaded->seed == bench->seed);
	assert_int_equal(
		loaded->rounds,
		bench->commands[0].metric[0].rounds[bench->commands[0].metric[0].count - 1] +
			UINT64_C(1));
	assert_string_equal(loaded->metrics[1].name, bench->metrics[1].name);
	assert_string_equal(loaded->commands[1].name, bench->commands[1].name);
	assert_string_equal(loaded->commands[1].why_failed, "signal 9 (Killed)");
	assert_int_equal(loaded->commands[1].runs, 3 * PMX_BENCH_KEPT);
	assert_int_equal(loaded->scene.when, 9);
	assert_false(pmx_bench_baseline_differs(bench, loaded, &at, line, sizeof(line)));
	pmx_bench_free(loaded);
	pmx_bench_free(bench);
}

static void the_locale_changes_nothing(void **state)
{
	char locale[256];
	struct pmx_bench *bench;

	(void)state;
	comma_locale_enter(locale, sizeof(locale));
	put(good, strlen(good));
	bench = load();
	comma_locale_leave(locale);
	assert_true(bench->commands[0].metric[0].values[0] == 1.0000000000000002);
	pmx_bench_free(bench);
}

static void what_is_not_known_is_passed_over(void **state)
{
	(void)state;
	exchange("\"host\"", "\"weather\": {\"rain\": [1, {}]}, \"host\"");
	pmx_bench_free(load());
}

static void rounds_chosen_to_be_dropped_do_no_harm(void **state)
{
	FILE *file = fopen(path, "we");
	const char *at = strstr(good, "\"metrics\": [");
	struct pmx_bench *bench;

	(void)state;
	assert_non_null(file);
	fprintf(file,
		"%.*s\"metrics\": [{\"name\":\"m\",\"unit\":\"bytes\",\"time\":false,"
		"\"scaled\":false}], \"commands\": [{\"name\": \"A\", \"command\": \"\", "
		"\"runs\": 100000, \"failed\": 0, \"values\": [[0",
		(int)(at - good), good);
	for (int i = 1; i < 100000; i++)
		fprintf(file, ",%d", i);
	fputs("]],\"rounds\": [[0", file);
	for (int i = 1; i < 100000; i++)
		fprintf(file, ",%d", i);
	fputs("]]}]}", file);
	assert_int_equal(fclose(file), 0);
	bench = load();
	assert_in_range(bench->commands[0].metric[0].count, PMX_BENCH_KEPT, 2 * PMX_BENCH_KEPT);
	assert_int_equal(bench->commands[0].metric[0].seen, 100000);
	assert_int_equal(bench->rounds, 100000);
	pmx_bench_free(bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_DIR(a_baseline_is_read_as_it_was_written),
		WITH_DIR(what_was_saved_is_loaded_to_the_last_bit),
		WITH_DIR(the_locale_changes_nothing),
		WITH_DIR(what_is_not_known_is_passed_over),
		WITH_DIR(rounds_chosen_to_be_dropped_do_no_harm),
	};

	return cmocka_run_group_tests_name("bench_load", tests, NULL, NULL);
}
