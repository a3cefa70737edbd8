// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_refuse.c - a file that is no baseline says what is wrong with it, and where
 */
#include <fcntl.h>
#include <sys/mman.h>

#include "bench_file.h"

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
		{ "{\"schema\": \"perfmux-bench/1\", \"schema\": \"perfmux-bench/1\"}",
		  "duplicate" },
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
		{ "[[0, 1, 4294967295], []]", "[[0, 1, 2], 7]",
		  "commands[0].rounds[1] is no "
		  "list" },
		{ "[[1.0000000000000002, 2, 3e-5], []]", "[7, []]",
		  "commands[0].values[0] is no list" },
		{ "3e-5]", "3e-5, 1]", "commands[0] has 4 values[0], but 3 rounds[0]" },
		{ "3e-5", "null", "commands[0].values[0][2] is no number" },
		{ "3e-5", "\"1\"", "commands[0].values[0][2] is no number" },
		{ "3e-5", "-3e-5", "commands[0].values[0][2] is no number from 0 on" },
		{ "3e-5", "-0.0", "commands[0].values[0][2] is no number from 0 on" },
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

/* --- any file at all -------------------------------------------------------------------------- */

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_DIR(files_that_cannot_be_read_are_named),
		WITH_DIR(other_files_are_no_baseline),
		WITH_DIR(a_newer_schema_is_said_to_be_newer),
		WITH_DIR(files_that_are_too_large_are_not_read),
		WITH_DIR(a_stream_without_end_is_given_up),
		WITH_DIR(nested_lists_do_not_exhaust_the_stack),
		WITH_DIR(each_fault_is_said_with_its_place),
		WITH_DIR(too_many_metrics_are_refused),
		WITH_DIR(a_file_cut_anywhere_is_refused),
		WITH_DIR(a_file_changed_anywhere_is_taken_or_refused),
	};

	return cmocka_run_group_tests_name("bench_refuse", tests, NULL, NULL);
}
