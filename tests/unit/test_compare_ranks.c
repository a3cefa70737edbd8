// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_compare_ranks.c - p-values: of the test of Mann and Whitney, and corrected by Holm's method
 *
 * Numbers are from R 4.2.2 and SciPy 1.10.1, by the calls beside them.
 */
#include "compared.h"
#include "stats/normal.h"
#include "stats/rank_chances.h"

static struct pmx_rank_test test_of(const double *a, size_t count_a, const double *b,
				    size_t count_b)
{
	struct pmx_rank_test test;

	memset(&test, 0xff, sizeof(test));
	assert_int_equal(pmx_rank_test(a, count_a, b, count_b, &test, NULL), 0);
	return test;
}

static void few_values_without_ties_have_the_exact_p(void **state)
{
	struct pmx_rank_test it = test_of(five_a, 5, five_b, 5);
	double *a = row_of(20, 7919, 13, 1009, 0), *b = row_of(20, 6007, 500, 1013, 120.5);

	(void)state;
	/* mannwhitneyu(b, a, method='exact'); R: wilcox.test(b, a, exact = TRUE) */
	assert_int_equal(it.method, PMX_P_EXACT);
	assert_true(it.u == 21);
	assert_p(it.p, 0.0952380952380952, 1e-13);
	it = test_of(eight, 8, seven, 7);
	assert_true(it.u == 46);
	assert_p(it.p, 0.0400932400932401, 1e-13);
	it = test_of(a, 20, b, 20);
	assert_int_equal(it.method, PMX_P_EXACT);
	assert_true(it.u == 226);
	assert_p(it.p, 0.494523496496704, 1e-12);
	free(a);
	free(b);
}

static void chances_of_u_are_those_of_R(void **state)
{
	static const struct {
		size_t count, u;
		double chance;
	} table[] = {
		{ 5, 2, 0.0158730158730159 },	 /* R: pwilcox(2, 5, 5) */
		{ 5, 6, 0.111111111111111 },	 /* pwilcox(6, 5, 5) */
		{ 10, 23, 0.0216285262724891 },	 /* pwilcox(23, 10, 10) */
		{ 10, 24, 0.0262129511355517 },	 /* pwilcox(24, 10, 10) */
		{ 20, 127, 0.0245451625946862 }, /* pwilcox(127, 20, 20) */
	};
	static struct pmx_u_chances chances;
	unsigned ranks[PMX_P_EXACT_MOST];

	(void)state;
	for (size_t i = 0; i < COUNT(ranks); i++)
		ranks[i] = (unsigned)(2 * (i + 1));
	for (size_t i = 0; i < COUNT(table); i++) {
		assert_int_equal(pmx_u_chances(ranks, 2 * table[i].count, table[i].count, &chances),
				 0);
		assert_p(pmx_u_at_most(&chances, 2 * table[i].u), table[i].chance, 1e-12);
		assert_p(pmx_u_at_least(&chances, chances.most - 2 * table[i].u), table[i].chance,
			 1e-12);
	}
}

static void few_values_with_ties_have_the_p_of_all_permutations(void **state)
{
	const double a[] = { 3, 3, 4, 5, 5, 5 }, b[] = { 5, 6, 6, 3, 7, 8 };
	const double c[] = { 0, 0, 0, 1, 1, 2, 0 }, d[] = { 2, 1, 3, 3, 2 };
	struct pmx_rank_test it = test_of(a, 6, b, 6);

	(void)state;
	/*
	 * permutation_test((b, a), lambda x, y: mannwhitneyu(x, y).statistic, n_resamples=inf,
	 * permutation_type='independent', alternative='two-sided')
	 */
	assert_int_equal(it.method, PMX_P_EXACT);
	assert_true(it.u == 29.5);
	assert_p(it.p, 0.0735930735930736, 1e-13);
	it = test_of(c, 7, d, 5);
	assert_true(it.u == 32);
	assert_p(it.p, 0.0252525252525253, 1e-13);
	it = test_of(d, 5, c, 7);
	assert_true(it.u == 3);
	assert_p(it.p, 0.0252525252525253, 1e-13);
}

/* Every choice of half of the values, one by one. */
static double p_by_trying_all(const double *a, const double *b, size_t count)
{
	double all[16], least = test_of(a, count, b, count).u;
	unsigned tries = 0, below = 0, above = 0;

	memcpy(all, a, count * sizeof(*all));
	memcpy(&all[count], b, count * sizeof(*all));
	for (unsigned set = 0; set < 1u << 2 * count; set++) {
		double u = 0;

		if (__builtin_popcount(set) != (int)count)
			continue;
		for (size_t i = 0; i < 2 * count; i++)
			for (size_t k = 0; k < 2 * count; k++)
				if (set >> i & 1 && !(set >> k & 1))
					u += all[i] > all[k] ? 1 : all[i] == all[k] ? 0.5 : 0;
		tries++;
		below += u <= least;
		above += u >= least;
	}
	return fmin(1, 2.0 * fmin(below, above) / tries);
}

static void exact_p_is_what_trying_all_ways_gives(void **state)
{
	static const unsigned moduli[] = { 2, 3, 5, 101 };

	(void)state;
	for (size_t i = 0; i < COUNT(moduli); i++) {
		for (unsigned step = 1; step < 6; step++) {
			double *a = row_of(5, 7 * step, 3, moduli[i], 0);
			double *b = row_of(5, 11 * step, 1, moduli[i], 1);

			assert_p(test_of(a, 5, b, 5).p, p_by_trying_all(a, b, 5), 1e-13);
			free(a);
			free(b);
		}
	}
}

static void many_values_have_the_p_of_the_normal_approximation(void **state)
{
	double *a = row_of(40, 37, 0, 23, 0), *b = row_of(35, 29, 0, 19, 6);
	struct pmx_rank_test it = test_of(a, 40, b, 35);

	(void)state;
	free(a);
	free(b);
	/* mannwhitneyu(b, a, method='asymptotic', use_continuity=True) */
	assert_int_equal(it.method, PMX_P_NORMAL);
	assert_true(it.u == 935);
	assert_p(it.p, 0.0126761678775898, 1e-12);
	a = row_of(10000, 7919, 0, 10007, 0);
	b = row_of(10000, 6007, 0, 10009, 150);
	it = test_of(a, 10000, b, 10000);
	assert_true(it.u == 51486028);
	assert_p(it.p, 0.000272724734490263, 1e-11);
	free(a);
	free(b);
}

static void one_value_more_and_p_is_approximate_but_near(void **state)
{
	double *a = row_of(20, 7919, 13, 1009, 0), *b = row_of(21, 6007, 500, 1013, 320.5);
	struct pmx_rank_test few = test_of(a, 20, b, 20), many = test_of(a, 20, b, 21);

	(void)state;
	assert_int_equal(few.method, PMX_P_EXACT);
	assert_int_equal(many.method, PMX_P_NORMAL);
	assert_p(few.p, 0.00871188061302681, 1e-12); /* wilcox.test(b[1:20], a, exact = TRUE) */
	assert_p(many.p, 0.0137108300781382, 1e-9);  /* wilcox.test(b, a, exact = FALSE) */
	assert_p(many.p, 0.0125793488911694, 0.1);   /* wilcox.test(b, a, exact = TRUE) */
	free(a);
	free(b);
}

static void the_least_p_is_that_of_samples_apart(void **state)
{
	const double low[] = { 1, 2, 3, 4 }, high[] = { 5, 6, 7, 8 };

	(void)state;
	assert_p(test_of(low, 4, high, 4).p, 0.0285714285714286, 1e-13); /* 2 / choose(8, 4) */
	assert_p(test_of(low, 4, high, 4).least, 0.0285714285714286, 1e-12);
	assert_p(test_of(low, 3, high, 3).p, 0.1, 1e-13);
	assert_p(test_of(low, 3, high, 3).least, 0.1, 1e-12);
	assert_p(test_of(low, 1, high, 1).least, 1, 1e-12);
}

static void equal_values_differ_by_chance_alone(void **state)
{
	double same[100];

	(void)state;
	for (size_t i = 0; i < COUNT(same); i++)
		same[i] = 42;
	assert_true(test_of(same, 5, same, 7).p == 1);
	assert_true(test_of(same, 5, same, 7).u == 17.5);
	assert_true(test_of(same, 100, same, 100).p == 1);
	assert_true(test_of(same, 1, same, 1).p == 1);
}

static void no_values_have_no_p(void **state)
{
	const double bad[] = { (double)NAN, (double)INFINITY };

	(void)state;
	assert_true(isnan(test_of(NULL, 0, five_b, 5).p));
	assert_int_equal(test_of(five_a, 5, NULL, 0).method, PMX_P_NONE);
	assert_int_equal(test_of(bad, 2, five_b, 5).method, PMX_P_NONE);
	assert_string_equal(pmx_p_method_name(PMX_P_NONE), "none");
	assert_string_equal(pmx_p_method_name(PMX_P_EXACT), "exact");
	assert_string_equal(pmx_p_method_name(PMX_P_NORMAL), "normal");
}

static void holms_method_is_that_of_R(void **state)
{
	/* p.adjust(p, 'holm') */
	const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.2, 0.04, 0.9 };
	const double expected[] = { 0.06, 0.16, 0.15, 0.035, 0.4, 0.16, 0.9 };
	double adjusted[7];

	(void)state;
	assert_int_equal(pmx_holm(p, adjusted, 7, NULL), 0);
	for (size_t i = 0; i < 7; i++)
		assert_near(adjusted[i], expected[i], 1e-14);
}

static void adjusted_p_are_in_the_order_of_p_and_at_most_1(void **state)
{
	double p[50], adjusted[50];

	(void)state;
	for (size_t i = 0; i < 50; i++)
		p[i] = (double)(i * 17 % 50) / 100;
	assert_int_equal(pmx_holm(p, adjusted, 50, NULL), 0);
	for (size_t i = 0; i < 50; i++) {
		assert_true(adjusted[i] >= p[i] && adjusted[i] <= 1);
		for (size_t k = 0; k < 50; k++)
			assert_true(p[i] >= p[k] || adjusted[i] <= adjusted[k]);
	}
}

static void a_p_that_is_not_there_is_no_test(void **state)
{
	double p[] = { 0.02, (double)NAN, 0.03 };

	(void)state;
	assert_int_equal(pmx_holm(p, p, 3, NULL), 0); /* in place */
	assert_near(p[0], 0.04, 1e-15);
	assert_true(isnan(p[1]));
	assert_near(p[2], 0.04, 1e-15);
	assert_int_equal(pmx_holm(NULL, NULL, 0, NULL), 0);
}

static void the_normal_distribution_is_that_of_R(void **state)
{
	(void)state;
	assert_p(pmx_normal_above(3), 0.0013498980316300946, 1e-13); /* pnorm(3, lower = FALSE) */
	assert_p(pmx_normal_z(0.015), 2.1700903775845601, 1e-12);    /* qnorm(.985) */
	assert_p(pmx_normal_z(1e-10), 6.3613409024040557, 1e-12);
	assert_near(pmx_normal_z(0.025), PMX_Z95, 1e-12);
	assert_near(pmx_normal_z(0.5), 0, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_values_without_ties_have_the_exact_p),
		cmocka_unit_test(chances_of_u_are_those_of_R),
		cmocka_unit_test(few_values_with_ties_have_the_p_of_all_permutations),
		cmocka_unit_test(exact_p_is_what_trying_all_ways_gives),
		cmocka_unit_test(many_values_have_the_p_of_the_normal_approximation),
		cmocka_unit_test(one_value_more_and_p_is_approximate_but_near),
		cmocka_unit_test(the_least_p_is_that_of_samples_apart),
		cmocka_unit_test(equal_values_differ_by_chance_alone),
		cmocka_unit_test(no_values_have_no_p),
		cmocka_unit_test(holms_method_is_that_of_R),
		cmocka_unit_test(adjusted_p_are_in_the_order_of_p_and_at_most_1),
		cmocka_unit_test(a_p_that_is_not_there_is_no_test),
		cmocka_unit_test(the_normal_distribution_is_that_of_R),
	};

	return cmocka_run_group_tests_name("compare_ranks", tests, NULL, NULL);
}
