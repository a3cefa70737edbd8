/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_file.h - a file that pmx_bench_load() reads: each test has a directory for it, and a good
 * document to change
 */
#ifndef TESTS_BENCH_FILE_H
#define TESTS_BENCH_FILE_H

#include <sys/stat.h>
#include <unistd.h>

#include <perfmux/report_bench.h>

#include "benches.h"
#include "scratch.h"

static char dir[256], path[320];

static inline int make_dir(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(scratch_path(dir, sizeof(dir), "baseline")));
	snprintf(path, sizeof(path), "%s/file", dir);
	return 0;
}

static inline int remove_dir(void **state)
{
	(void)state;
	unlink(path);
	rmdir(dir);
	return 0;
}

#define WITH_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

static inline void put(const char *text, size_t length)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

/*
 * Two metrics, of which the second was not measured; two commands, of which the second failed once.
 */
static const char good[] =
	"{\"schema\": \"perfmux-bench/1\", \"version\": \"0.1.0\","
	" \"kernel\": \"6.1.0\", \"machine\": \"x86_64\", \"processor\": \"Fast 9000\","
	" \"host\": \"box\", \"cpus\": 8, \"when\": 1700000000, \"seed\": \"0xfedcba9876543210\","
	" \"metrics\": ["
	"{\"name\": \"wall\", \"unit\": \"seconds\", \"time\": true, \"scaled\": false, \"why\": "
	"null},{\"name\": \"cycles\", \"unit\": \"count\", \"time\": false, \"scaled\": true, "
	"\"why\": \"no\"}], \"commands\": ["
	"{\"name\": \"A\", \"command\": \"sleep 1\", \"runs\": 3, \"failed\": 0, \"why_failed\": "
	"null, \"values\": [[1.0000000000000002, 2, 3e-5], []], \"rounds\": [[0, 1, 4294967295], "
	"[]]},{\"name\": \"B\", \"command\": \"false\", \"runs\": 9, \"failed\": 1,"
	" \"why_failed\": \"exit status 1\", \"seen\": [7, 0],"
	" \"values\": [[18446744073709551616, 5], []], \"rounds\": [[2, 3], []]}]}\n";

static inline struct pmx_bench *load(void)
{
	struct pmx_bench *bench = NULL;
	struct pmx_error err = { 0 };

	if (pmx_bench_load(&bench, path, &err))
		fail_msg("%s", err.text);
	return bench;
}

/* The good document with one text in it exchanged for another. */
static inline void exchange(const char *what, const char *with)
{
	const char *at = strstr(good, what);
	char *text;

	assert_non_null(at);
	assert_true(asprintf(&text, "%.*s%s%s", (int)(at - good), good, with, at + strlen(what)) >
		    0);
	put(text, strlen(text));
	free(text);
}

#endif
