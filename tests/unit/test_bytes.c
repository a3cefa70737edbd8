// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bytes.c - sizes of memory for people: nothing is 0, a little is not, and units change where
 * they should
 */
#include <math.h>

#include "report/bytes.h"
#include "results.h"

#define KIB 1024.0
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

static void column(double bytes, enum pmx_bytes_unit unit, const char *expected)
{
	char buf[PMX_BYTES_SIZE];

	assert_int_equal(pmx_bytes_in(buf, bytes, unit, true), strlen(expected));
	assert_string_equal(buf, expected);
}

static void a_column_keeps_its_unit(void **state)
{
	(void)state;
	column(512 * MIB, PMX_BYTES_MIB, "512.0");
	column(1234.56 * MIB, PMX_BYTES_MIB, "1,234.6");
	column(81920 * MIB, PMX_BYTES_MIB, "81,920.0");
	column(80.256 * GIB, PMX_BYTES_GIB, "80.26");
	column(1024 * GIB, PMX_BYTES_GIB, "1,024.00");
}

static void a_little_is_not_nothing(void **state)
{
	(void)state;
	column(0, PMX_BYTES_MIB, "0");
	column(1, PMX_BYTES_MIB, "<0.1");
	column(0.0499 * MIB, PMX_BYTES_MIB, "<0.1");
	column(0.0501 * MIB, PMX_BYTES_MIB, "0.1");
	column(1, PMX_BYTES_GIB, "<0.01");
	column(0.0051 * GIB, PMX_BYTES_GIB, "0.01");
	column(NAN, PMX_BYTES_MIB, "0");
}

static void what_no_gpu_has_is_short(void **state)
{
	(void)state;
	column(0x1p50 - 1048576, PMX_BYTES_MIB, "1,073,741,823.0");
	column(0x1p50, PMX_BYTES_MIB, "1 PiB");
	column((double)UINT64_MAX, PMX_BYTES_MIB, "16 EiB");
}

static void changes_have_their_sign(void **state)
{
	static const struct {
		int64_t bytes;
		const char *expected;
	} cases[] = {
		{ 0, "0" },	 { 12 << 20, "+12.0" },	  { -(12 << 20), "-12.0" }, { 1, "+<0.1" },
		{ -1, "-<0.1" }, { INT64_MIN, "-8 EiB" }, { INT64_MAX, "+8 EiB" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char buf[PMX_BYTES_SIZE];

		pmx_bytes_change(buf, cases[i].bytes, PMX_BYTES_MIB, true);
		assert_string_equal(buf, cases[i].expected);
	}
}

static void alone_a_size_has_the_unit_that_suits_it(void **state)
{
	static const struct {
		double bytes;
		const char *expected;
	} cases[] = {
		{ 0, "0 B" },
		{ 1023, "1023 B" },
		{ 1024, "1.0 KiB" },
		{ 1023.94 * KIB, "1023.9 KiB" },
		{ 1023.96 * KIB, "1.0 MiB" },
		{ 300 * MIB, "300.0 MiB" },
		{ 1.5 * GIB, "1.5 GiB" },
		{ 0x1p64, "16.0 EiB" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char buf[PMX_BYTES_SIZE];

		pmx_bytes(buf, cases[i].bytes);
		assert_string_equal(buf, cases[i].expected);
	}
}

/* Whatever is at the top: one to @parts steps of 1, 2 or 5, and labels that tell them apart. */
static void an_axis_has_round_steps(void **state)
{
	(void)state;
	for (double most = 1; most < 0x1p63; most *= 1.37) {
		double step = pmx_bytes_step(most, 5);
		char label[PMX_BYTES_SIZE], before[PMX_BYTES_SIZE] = "";

		assert_true(step >= 1 && most / step <= 5.001);
		assert_true(most / step >= 1.9 || step == 1);
		for (unsigned i = 0; i * step <= most; i++) {
			pmx_bytes_label(label, i * step, most);
			assert_string_not_equal(label, before);
			memcpy(before, label, sizeof(before));
		}
	}
	assert_true(pmx_bytes_step(0, 5) == 1);
	assert_true(pmx_bytes_step(600 * MIB, 5) == 200 * MIB);
}

static void labels_have_one_unit(void **state)
{
	char label[PMX_BYTES_SIZE];

	(void)state;
	pmx_bytes_label(label, 0, 2 * GIB);
	assert_string_equal(label, "0");
	pmx_bytes_label(label, 0.5 * GIB, 2 * GIB);
	assert_string_equal(label, "0.5 GiB");
	pmx_bytes_label(label, 2 * GIB, 2 * GIB);
	assert_string_equal(label, "2 GiB");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_column_keeps_its_unit),
		cmocka_unit_test(a_little_is_not_nothing),
		cmocka_unit_test(what_no_gpu_has_is_short),
		cmocka_unit_test(changes_have_their_sign),
		cmocka_unit_test(alone_a_size_has_the_unit_that_suits_it),
		cmocka_unit_test(an_axis_has_round_steps),
		cmocka_unit_test(labels_have_one_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
