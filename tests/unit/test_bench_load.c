// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_load.c - baselines are read back exactly, and what is none of ours says what is wrong
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perfmux/report_bench.h>

#include "benches.h"
#include "comma_locale.h"
#include "scratch.h"

static char dir[256], path[320];

static int make_dir(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(scratch_path(dir, sizeof(dir), "baseline")));
	snprintf(path, sizeof(path), "%s/file", dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	unlink(path);
	rmdir(dir);
	return 0;
}

static void put(const char *text, size_t length)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

/* Two metrics, of which the second was not measured; two commands, of which the second failed once. */
static const char good[] =
	"{\"schema\": \"perfmux-bench/1\", \"version\": \"0.1.0\","
	" \"kernel\": \"6.1.0\", \"machine\": \"x86_64\", \"processor\": \"Fast 9000\","
	" \"host\": \"box\", \"cpus\": 8, \"when\": 1700000000, \"seed\": \"0xfedcba9876543210\","
	" \"metrics\": ["
	"{\"name\": \"wall\", \"unit\": \"seconds\", \"time\": true, \"scaled\": false, \"why\": null},"
	"{\"name\": \"cycles\", \"unit\": \"count\", \"time\": false, \"scaled\": true, \"why\": \"no\"}],"
	" \"commands\": ["
	"{\"name\": \"A\", \"command\": \"sleep 1\", \"runs\": 3, \"failed\": 0, \"why_failed\": null,"
	" \"values\": [[1.0000000000000002, 2, -3e-5], []], \"rounds\": [[0, 1, 4294967295], []]},"
	"{\"name\": \"B\", \"command\": \"false\", \"runs\": 9, \"failed\": 1,"
	" \"why_failed\": \"exit status 1\", \"seen\": [7, 0],"
	" \"values\": [[18446744073709551616, 5], []], \"rounds\": [[2, 3], []]}]}\n";

static struct pmx_bench *load(void)
{
	struct pmx_bench *bench = NULL;
	struct pmx_error err = { 0 };

	if (pmx_bench_load(&bench, path, &err))
		fail_msg("%s", err.text);
	return bench;
}

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
	assert_true(values->values[0] == 1.0000000000000002 && values->values[2] == -3e-5);
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
	unsigned at = 0;
	char line[256];

	(void)state;
	save(bench);
	loaded = load();
	assert_same(bench, loaded);
	assert_true(loaded->seed == bench->seed);
	assert_int_equal(loaded->rounds,
			 bench->commands[0].metric[0].rounds[bench->commands[0].metric[0].count - 1] +
				 UINT64_C(1));
	assert_string_equal(loaded->metrics[1].name, bench->metrics[1].name);
	assert_string_equal(loaded->commands[1].name, bench->commands[1].name);
	assert_string_equal(loaded->commands[1].why_failed, "signal 9 (Killed)");
	assert_int_equal(loaded->commands[1].runs, 3 * PMX_BENCH_KEPT);
	assert_int_equal(loaded->scene.when, 9);
	assert_int_equal(pmx_bench_scene_differs(&bench->scene, &loaded->scene, &at, line,
						 sizeof(line)),
			 0);
	pmx_bench_free(loaded);
	pmx_bench_free(bench);
}

static void the_locale_changes_nothing(void **state)
{
	char locale[256];
	struct pmx_bench *bench;

	(void)state;
	if (!comma_locale_enter(locale, sizeof(locale))) {
		comma_locale_leave(locale);
		print_message("localedef makes no locale here\n");
		skip();
	}
	put(good, strlen(good));
	bench = load();
	comma_locale_leave(locale);
	assert_true(bench->commands[0].metric[0].values[0] == 1.0000000000000002);
	pmx_bench_free(bench);
}

/* --- files that are none of ours ------------------------------------------------------------ */

static void refuse(int code, const char *said)
{
	struct pmx_bench *bench = NULL;
	struct pmx_error err = { 0 };
	int ret = pmx_bench_load(&bench, path, &err);

	if (ret != code || !strstr(err.text, said))
		fail_msg("%d, '%s' lacks '%s'", ret, err.text, said);
	assert_int_equal(err.code, code);
	assert_null(bench);
	assert_non_null(strstr(err.text, "'/"));
}

static void files_that_cannot_be_read_are_named(void **state)
{
	(void)state;
	refuse(-ENOENT, "cannot read baseline '");
	assert_int_equal(mkdir(path, 0755), 0);
	refuse(-EISDIR, "cannot read baseline '");
	assert_int_equal(rmdir(path), 0);
}

static void other_files_are_no_baseline(void **state)
{
	static const struct {
		const char *text, *said;
	} files[] = {
		{ "", "line 1" },
		{ "\n\n", "line 3" },
		{ "\x7f"
		  "ELF\x02",
		  "line 1" },
		{ "[]", "no schema \"perfmux-bench/1\"" },
		{ "{}", "no schema" },
		{ "3", "line 1" },
		{ "{\"schema\": 1}", "no schema" },
		{ "{\"schema\": \"perfmux-stat/1\"}", "no schema" },
		{ "{\"schema\": \"perfmux-bench/\"}", "no schema" },
		{ "{\"schema\": \"perfmux-bench/0\"}", "no schema" },
		{ "{\"schema\": \"perfmux-bench/1x\"}", "no schema" },
		{ "{\"schema\": \"perfmux-bench/-1\"}", "no schema" },
		{ "{\"results\": [{\"command\": \"true\", \"mean\": 0.1}]}", "no schema" },
		{ "{\"schema\": \"perfmux-bench/1\", \"schema\": \"perfmux-bench/1\"}", "duplicate" },
		{ "{\"schema\": \"perfmux-bench/1\", \"x\": 1e999}", "overflow" },
		{ "{\"schema\": \"perfmux-bench/1\", \"x\": NaN}", "invalid token" },
		{ "{\"schema\": \"perfmux-bench/1\", \"x\": \"\\u0000\"}", "\\u0000" },
		{ "{\"schema\": \"perfmux-bench/1\", \"x\": \"\xff\"}", "line 1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		put(files[i].text, strlen(files[i].text));
		refuse(-EINVAL, "is no baseline of perfmux bench: ");
		refuse(-EINVAL, files[i].said);
	}
	put("{\"schema\":\0}", 12);
	refuse(-EINVAL, "is no baseline");
}

static void a_newer_schema_is_said_to_be_newer(void **state)
{
	static const char newer[] = "{\"schema\": \"perfmux-bench/2\", \"version\": \"3.4.5\"}";
	static const char nobody[] = "{\"schema\": \"perfmux-bench/17\", \"version\": {}}";
	struct pmx_bench *bench = NULL;
	struct pmx_error err = { 0 };

	(void)state;
	put(newer, strlen(newer));
	refuse(-EPROTO, "schema perfmux-bench/2; this perfmux knows perfmux-bench/1");
	assert_int_equal(pmx_bench_load(&bench, path, &err), -EPROTO);
	assert_non_null(strstr(err.hint, "3.4.5"));
	put(nobody, strlen(nobody));
	refuse(-EPROTO, "perfmux-bench/17");
}

static void files_that_are_too_large_are_not_read(void **state)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (256 << 20) + 1), 0);
	assert_int_equal(close(fd), 0);
	refuse(-EINVAL, "larger than 256 MiB");
}

static void a_stream_without_end_is_given_up(void **state)
{
	(void)state;
	assert_int_equal(symlink("/dev/zero", path), 0);
	refuse(-EINVAL, "larger than 256 MiB");
}

static void nested_lists_do_not_exhaust_the_stack(void **state)
{
	static char deep[1 << 20];

	(void)state;
	memset(deep, '[', sizeof(deep));
	put(deep, sizeof(deep));
	refuse(-EINVAL, "is no baseline");
}

/* --- faults inside -------------------------------------------------------------------------- */

/* The good document with one text in it exchanged for another. */
static void exchange(const char *what, const char *with)
{
	const char *at = strstr(good, what);
	char *text;

	assert_non_null(at);
	assert_true(asprintf(&text, "%.*s%s%s", (int)(at - good), good, with, at + strlen(what)) > 0);
	put(text, strlen(text));
	free(text);
}

static void each_fault_is_said_with_its_place(void **state)
{
	static const struct {
		const char *what, *with, *said;
	} faults[] = {
		{ "\"kernel\"", "\"colonel\"", "kernel is missing" },
		{ "\"6.1.0\"", "6.1", "kernel is no text" },
		{ "\"6.1.0\"", "null", "kernel is no text" },
		{ "x86_64",
		  "a-machine-with-a-name-that-goes-on-and-on-and-on-and-on-and-on-and-on-and-on",
		  "machine is longer than 64 bytes" },
		{ "\"cpus\": 8", "\"cpus\": 8.5", "cpus is no whole number from 0 to 8192" },
		{ "\"cpus\": 8", "\"cpus\": -8", "cpus is no whole number" },
		{ "\"cpus\": 8", "\"cpus\": 1e300", "cpus is no whole number" },
		{ "\"cpus\": 8", "\"cpus\": \"8\"", "cpus is no whole number" },
		{ "1700000000", "true", "when is no whole number" },
		{ "\"0xfedcba9876543210\"", "12", "seed is no text" },
		{ "0xfedcba9876543210", "0xfedcba98765432100", "seed is no whole number" },
		{ "0xfedcba9876543210", "x", "seed is no whole number" },
		{ "\"metrics\": [", "\"metrics\": [7,", "metrics[0] is no object" },
		{ "\"metrics\": [", "\"metrics\": {}, \"m\": [", "metrics is no list" },
		{ "\"wall\"", "\"\"", "metrics[0]: a metric's name is empty" },
		{ "\"wall\"", "\"a\\nb\"", "metrics[0]: the name of metric" },
		{ "\"cycles\"", "\"wall\"", "metrics[1]: metric 'wall' is there twice" },
		{ "\"count\"", "\"apples\"", "metrics[1].unit is none of seconds, bytes, count" },
		{ "\"count\"", "2", "metrics[1].unit is no text" },
		{ "\"time\": true", "\"time\": 1", "metrics[0].time is neither true nor false" },
		{ "\"scaled\": true", "\"s\": true", "metrics[1].scaled is missing" },
		{ "\"why\": null", "\"why\": 0", "metrics[0].why is no text" },
		{ "\"commands\"", "\"x\"", "commands is missing" },
		{ "\"name\": \"B\"", "\"name\": \"A\"", "commands[1]: two commands have the name" },
		{ "\"name\": \"B\"", "\"name\": null", "commands[1].name is no text" },
		{ "\"sleep 1\"", "[]", "commands[0].command is no text" },
		{ "\"runs\": 3", "\"runs\": 2", "commands[0] has more values[0] than runs" },
		{ "\"runs\": 3", "\"runs\": 2.5", "commands[0].runs is no whole number" },
		{ "\"failed\": 1", "\"failed\": -1", "commands[1].failed is no whole number" },
		{ "\"exit status 1\"", "1", "commands[1].why_failed is no text" },
		{ "[[1.0", "[[], [1.0", "commands[0].values has 3 lists for 2 metrics" },
		{ "[[0, 1, 4294967295], []]", "[[0, 1, 2]]",
		  "commands[0].rounds has 1 lists for 2 metrics" },
		{ "[[0, 1, 4294967295], []]", "[[0, 1, 2], 7]", "commands[0].rounds[1] is no list" },
		{ "[[1.0000000000000002, 2, -3e-5], []]", "[7, []]",
		  "commands[0].values[0] is no list" },
		{ "-3e-5]", "-3e-5, 1]", "commands[0] has 4 values[0], but 3 rounds[0]" },
		{ "-3e-5", "null", "commands[0].values[0][2] is no number" },
		{ "-3e-5", "\"1\"", "commands[0].values[0][2] is no number" },
		{ "4294967295", "4294967296", "commands[0].rounds[0][2] is no whole number" },
		{ "4294967295", "1", "commands[0].rounds[0][2] is not above the one before" },
		{ "[7, 0]", "[1, 0]", "commands[1].seen[0] is no whole number from 2 on" },
		{ "[7, 0]", "[7, null]", "commands[1].seen[1] is no whole number from 0 on" },
		{ "[7, 0]", "[7]", "commands[1].seen has 1 lists for 2 metrics" },
		{ "[7, 0]", "[10, 0]", "commands[1] has more values[0] than runs" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		exchange(faults[i].what, faults[i].with);
		refuse(-EINVAL, faults[i].said);
		refuse(-EINVAL, "baseline '");
	}
}

static void too_many_metrics_are_refused(void **state)
{
	FILE *file = fopen(path, "we");
	const char *at = strstr(good, "\"metrics\": [");

	(void)state;
	assert_non_null(file);
	fprintf(file, "%.*s\"metrics\": [", (int)(at - good), good);
	for (int i = 0; i <= PMX_BENCH_MOST_METRICS; i++)
		fprintf(file,
			"%s{\"name\":\"m%d\",\"unit\":\"bytes\",\"time\":false,\"scaled\":false}",
			i ? "," : "", i);
	fputs("], \"commands\": []}", file);
	assert_int_equal(fclose(file), 0);
	refuse(-EINVAL, "metrics[256]: more than 256 metrics");
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

/* Whatever it is taken for, it is taken for something, and nothing is left behind. */
static void load_anything(void)
{
	struct pmx_bench *bench = NULL;
	struct pmx_error err = { 0 };
	int ret = pmx_bench_load(&bench, path, &err);

	assert_true(!ret || ret == -EINVAL || ret == -EPROTO);
	assert_int_equal(err.code, ret);
	assert_true(!ret == !!bench);
	pmx_bench_free(bench);
}

/* Files by the thousand are made in memory: a disk would be waited for. Returns the descriptor. */
static int use_memory(void)
{
	int fd = memfd_create("baseline", MFD_CLOEXEC);

	assert_true(fd >= 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return fd;
}

static void a_file_cut_anywhere_is_refused(void **state)
{
	int fd = use_memory();

	(void)state;
	for (size_t length = 0; length < strlen(good) - 1; length++) {
		put(good, length);
		refuse(-EINVAL, "is no baseline of perfmux bench: line 1");
	}
	close(fd);
}

static void a_file_changed_anywhere_is_taken_or_refused(void **state)
{
	static const char bytes[] = "\0\"[},0-\xff";
	char copy[sizeof(good)];
	int fd = use_memory();

	(void)state;
	for (size_t at = 0; at < strlen(good); at++)
		for (size_t i = 0; i < sizeof(bytes) - 1; i++) {
			memcpy(copy, good, sizeof(good));
			copy[at] = bytes[i];
			put(copy, strlen(good));
			load_anything();
		}
	close(fd);
}

#define WITH_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_DIR(a_baseline_is_read_as_it_was_written),
		WITH_DIR(what_was_saved_is_loaded_to_the_last_bit),
		WITH_DIR(the_locale_changes_nothing),
		WITH_DIR(files_that_cannot_be_read_are_named),
		WITH_DIR(other_files_are_no_baseline),
		WITH_DIR(a_newer_schema_is_said_to_be_newer),
		WITH_DIR(files_that_are_too_large_are_not_read),
		WITH_DIR(a_stream_without_end_is_given_up),
		WITH_DIR(nested_lists_do_not_exhaust_the_stack),
		WITH_DIR(each_fault_is_said_with_its_place),
		WITH_DIR(too_many_metrics_are_refused),
		WITH_DIR(what_is_not_known_is_passed_over),
		WITH_DIR(rounds_chosen_to_be_dropped_do_no_harm),
		WITH_DIR(a_file_cut_anywhere_is_refused),
		WITH_DIR(a_file_changed_anywhere_is_taken_or_refused),
	};

	return cmocka_run_group_tests_name("bench_load", tests, NULL, NULL);
}
