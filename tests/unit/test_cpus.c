// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_cpus.c - sets of CPU numbers, and the lists they are read from and written to
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/cpus.h>

static void check_list(const char *list, int count, const char *written)
{
	struct pmx_cpus set;
	char buf[64];

	assert_int_equal(pmx_cpus_parse(&set, list), 0);
	assert_int_equal(pmx_cpus_count(&set), count);
	assert_int_equal(pmx_cpus_format(&set, buf, sizeof(buf)), strlen(written));
	assert_string_equal(buf, written);
}

static void the_kernels_lists_are_read(void **state)
{
	(void)state;
	check_list("", 0, "");
	check_list("\n", 0, "");
	check_list("0\n", 1, "0");
	check_list("0-3,8,10-11", 7, "0-3,8,10-11");
	check_list("0-3,8,10-11 \t\n", 7, "0-3,8,10-11");
	check_list("8191", 1, "8191");
	check_list("3-3", 1, "3");
	check_list("0-8191", PMX_MAX_CPUS, "0-8191");
	check_list("63-64", 2, "63-64");
	check_list("5,1,3,2", 4, "1-3,5");
	check_list("0-2,1-4", 5, "0-4");
	check_list("007", 1, "7");
}

static void anything_else_is_refused(void **state)
{
	static const struct {
		const char *list;
		int code;
	} wrong[] = {
		{ "a", -EINVAL },
		{ "-", -EINVAL },
		{ "-1", -EINVAL },
		{ "1-", -EINVAL },
		{ "1,", -EINVAL },
		{ ",1", -EINVAL },
		{ "1,,2", -EINVAL },
		{ "1, 2", -EINVAL },
		{ " 1", -EINVAL },
		{ "1 2", -EINVAL },
		{ "+1", -EINVAL },
		{ "0x1", -EINVAL },
		{ "1-2-3", -EINVAL },
		{ "1.5", -EINVAL },
		{ "1,\n", -EINVAL },
		{ "0-3:1/2", -EINVAL },
		{ "\xd9\xa1", -EINVAL },
		{ "3-1", -ERANGE },
		{ "8192", -ERANGE },
		{ "0-8192", -ERANGE },
		{ "4294967296", -ERANGE },
		{ "18446744073709551616", -ERANGE },
		{ "99999999999999999999999999999999999999999999", -ERANGE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct pmx_cpus set;
		int ret = pmx_cpus_parse(&set, wrong[i].list);

		if (ret != wrong[i].code)
			fail_msg("'%s' gives %d", wrong[i].list, ret);
	}
}

static void a_megabyte_of_digits_is_refused(void **state)
{
	size_t size = 1 << 20;
	char *list = malloc(size);
	struct pmx_cpus set;

	(void)state;
	assert_non_null(list);
	memset(list, '9', size - 1);
	list[size - 1] = '\0';
	assert_int_equal(pmx_cpus_parse(&set, list), -ERANGE);
	free(list);
}

static void a_list_that_does_not_fit_is_cut_between_items(void **state)
{
	struct pmx_cpus set;
	char buf[16];

	(void)state;
	assert_int_equal(pmx_cpus_parse(&set, "100-103,200,300"), 0);
	assert_int_equal(pmx_cpus_format(&set, buf, 15), 15);
	assert_string_equal(buf, "100-103,200");
	assert_int_equal(pmx_cpus_format(&set, buf, 8), 15);
	assert_string_equal(buf, "100-103");
	assert_int_equal(pmx_cpus_format(&set, buf, 7), 15);
	assert_string_equal(buf, "");
	assert_int_equal(pmx_cpus_format(&set, NULL, 0), 15);
}

static void numbers_out_of_range_are_in_no_set(void **state)
{
	struct pmx_cpus set;

	(void)state;
	pmx_cpus_clear(&set);
	pmx_cpus_add(&set, -1);
	pmx_cpus_add(&set, PMX_MAX_CPUS);
	assert_true(pmx_cpus_is_empty(&set));
	assert_false(pmx_cpus_has(&set, -1));
	assert_false(pmx_cpus_has(&set, PMX_MAX_CPUS));
	assert_int_equal(pmx_cpus_next(&set, PMX_MAX_CPUS - 1), -1);
	assert_int_equal(pmx_cpus_next(&set, INT32_MAX), -1);
	assert_int_equal(pmx_cpus_next(&set, -5), -1);
}

static void iteration_meets_every_cpu_once_in_order(void **state)
{
	struct pmx_cpus set;
	int expected[] = { 0, 63, 64, 127, 128, 4095, 8191 };
	size_t met = 0;

	(void)state;
	pmx_cpus_clear(&set);
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		pmx_cpus_add(&set, expected[i]);
	pmx_cpus_for_each(cpu, &set) {
		assert_true(met < sizeof(expected) / sizeof(expected[0]));
		assert_int_equal(cpu, expected[met++]);
	}
	assert_int_equal(met, sizeof(expected) / sizeof(expected[0]));
}

static void the_intersection_has_what_both_have(void **state)
{
	struct pmx_cpus a, b;
	char buf[32];

	(void)state;
	pmx_cpus_parse(&a, "0-9,8000");
	pmx_cpus_parse(&b, "5-20,8000");
	pmx_cpus_and(&a, &b);
	pmx_cpus_format(&a, buf, sizeof(buf));
	assert_string_equal(buf, "5-9,8000");
}

static void what_was_written_reads_back_the_same(void **state)
{
	static char buf[65536];

	(void)state;
	srandom(1);
	for (int round = 0; round < 200; round++) {
		struct pmx_cpus set, back;
		int cpus = (int)(random() % 3000);

		pmx_cpus_clear(&set);
		for (int i = 0; i < cpus; i++)
			pmx_cpus_add(&set, (int)(random() % PMX_MAX_CPUS));
		assert_true(pmx_cpus_format(&set, buf, sizeof(buf)) < sizeof(buf));
		assert_int_equal(pmx_cpus_parse(&back, buf), 0);
		assert_memory_equal(&set, &back, sizeof(set));
	}
}

static void noise_is_read_or_refused_but_never_breaks(void **state)
{
	static const char letters[] = "0123456789,,--- \n";
	int read = 0, refused = 0;

	(void)state;
	srandom(2);
	for (int round = 0; round < 20000; round++) {
		struct pmx_cpus set;
		char list[12];
		size_t length = (size_t)random() % sizeof(list);

		for (size_t i = 0; i < length; i++)
			list[i] = letters[(size_t)random() % (sizeof(letters) - 1)];
		list[length] = '\0';
		if (pmx_cpus_parse(&set, list))
			refused++;
		else
			read++;
	}
	assert_true(read > 1000 && refused > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_kernels_lists_are_read),
		cmocka_unit_test(anything_else_is_refused),
		cmocka_unit_test(a_megabyte_of_digits_is_refused),
		cmocka_unit_test(a_list_that_does_not_fit_is_cut_between_items),
		cmocka_unit_test(numbers_out_of_range_are_in_no_set),
		cmocka_unit_test(iteration_meets_every_cpu_once_in_order),
		cmocka_unit_test(the_intersection_has_what_both_have),
		cmocka_unit_test(what_was_written_reads_back_the_same),
		cmocka_unit_test(noise_is_read_or_refused_but_never_breaks),
	};

	return cmocka_run_group_tests_name("cpus", tests, NULL, NULL);
}
