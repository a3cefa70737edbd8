// SPDX-License-Identifier: GPL-2.0-only
/*
 * baseline.c - fuzzes baselines of `perfmux bench`: what was loaded is saved, loaded and saved as
 * the same
 *
 * max_len=4096
 */
#include <perfmux/report_bench.h>

#include "fuzz.h"

static struct pmx_bench *load(const void *data, size_t size)
{
	struct pmx_error err = { .code = 0 };
	struct pmx_bench *bench = NULL;
	char path[64];
	int fd = fuzz_file(data, size, path, sizeof(path));
	int ret = pmx_bench_load(&bench, path, &err);

	close(fd);
	if (ret)
		check_error(ret, &err);
	CHECK(!ret == !!bench);
	return bench;
}

static char *save(const struct pmx_bench *bench, size_t *size)
{
	char *text = NULL;
	struct pmx_bench_report report = { .out = open_memstream(&text, size), .version = "0.1.0" };

	CHECK(report.out);
	pmx_bench_save(&report, bench);
	CHECK(!fclose(report.out));
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_bench *bench, *again;
	size_t first_size, second_size;
	char *first, *second;

	fuzz_keep_library("libjansson.so.4");
	bench = load(data, size);
	if (!bench)
		return 0;
	first = save(bench, &first_size);
	again = load(first, first_size);
	CHECK(again);
	second = save(again, &second_size);
	CHECK(first_size == second_size && !memcmp(first, second, first_size));
	free(first);
	free(second);
	pmx_bench_free(bench);
	pmx_bench_free(again);
	return 0;
}
