// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_compare_pairs.c - one metric of two commands: ratio, difference, and the verdict
 *
 * Numbers are from R 4.2.2 and SciPy 1.10.1, by the calls beside them.
 */
#include "compared.h"
#include "noises.h"
#include "stats/pairs.h"

static const double after[] = { 10.9, 10.1, 10.5, 13.5, 10.4, 10.1,
				10.9, 10.5, 10.3, 18.1, 11.5, 6.3 };
static const uint32_t rounds[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };

static struct pmx_comparison compared(struct pmx_sample a, struct pmx_sample b)
{
	struct pmx_comparison it;

	memset(&it, 0xff, sizeof(it));
	assert_int_equal(pmx_compare(&a, &b, &it, NULL), 0);
	return it;
}

static struct pmx_sample sample(const double *values, size_t count)
{
	return (struct pmx_sample){ .values = values, .count = count };
}

static struct pmx_sample in_rounds(const double *values, const uint32_t *of, size_t count)
{
	return (struct pmx_sample){ .values = values, .rounds = of, .count = count };
}

static void assert_interval(const struct pmx_interval *it, double low, double high, double level)
{
	assert_near(it->low, low, 1e-12);
	assert_near(it->high, high, 1e-12);
	assert_near(it->level, level, 1e-12);
}

/* --- without rounds ----------------------------------------------------------------------- */

static void without_rounds_all_pairs_make_the_interval_of_R(void **state)
{
	struct pmx_comparison it = compared(sample(eight, 8), sample(seven, 7));

	(void)state;
	assert_int_equal(it.rounds, 0);
	/* wilcox.test(b, a, conf.int = TRUE)$conf.int; median(outer(b, a, '-')) */
	assert_near(it.difference, 1.75, 1e-14);
	assert_interval(&it.difference_interval, 0.1, 3.5, 0.95);
	/* exp(wilcox.test(log(b), log(a), conf.int = TRUE)$conf.int); median(outer(b, a, '/')) */
	assert_near(it.ratio, 1.1335958005249345, 1e-15);
	assert_interval(&it.ratio_interval, 1.0067114093959733, 1.2755905511811019, 0.95);
	assert_p(it.test.p, 0.0400932400932401, 1e-13);
	assert_near(it.median_a, 13.0, 1e-15);
	assert_near(it.median_b, 15.0, 1e-15);
}

static void many_pairs_are_cut_off_where_the_normal_distribution_says(void **state)
{
	double *a = row_of(100, 37, 0, 101, 1000), *b = row_of(100, 41, 0, 103, 1020.25);
	struct pmx_comparison it = compared(sample(a, 100), sample(b, 100));

	(void)state;
	/*
	 * k = floor(100 * 100 / 2 - .5 - qnorm(.975) * sqrt(100 * 100 * 201 / 12));
	 * sort(outer(...))
	 */
	assert_near(it.difference, 21.25, 1e-14);
	assert_interval(&it.difference_interval, 12.25, 30.25, 0.95);
	assert_near(it.ratio, 1.0202478389444951, 1e-15);
	assert_interval(&it.ratio_interval, 1.0120689655172415, 1.0285377358490566, 0.95);
	free(a);
	free(b);
}

static int by_value(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static void assert_pairs(const double *a, size_t count_a, const double *b, size_t count_b,
			 pmx_pair_of *of)
{
	size_t count = count_a * count_b;
	double *all = calloc(count, sizeof(*all)), *room = calloc(count_a + count_b, sizeof(*room));
	struct pmx_pairs pairs = {
		.a = a, .b = b, .count_a = count_a, .count_b = count_b, .of = of, .room = room
	};

	assert_non_null(all);
	assert_non_null(room);
	for (size_t i = 0; i < count; i++)
		all[i] = of(b[i % count_b], a[i / count_b]);
	qsort(all, count, sizeof(*all), by_value);
	for (size_t i = 0; i < count; i++)
		assert_true(pmx_pairs_at(&pairs, i) == all[i]);
	free(all);
	free(room);
}

static void each_pair_is_found_at_its_place(void **state)
{
	static const struct {
		size_t count_a, count_b;
		unsigned modulus;
		double more;
	} shapes[] = { { 1, 1, 7, 1 },	    { 1, 40, 101, 1 }, { 40, 1, 101, 1 },
		       { 30, 50, 1009, 1 }, { 60, 60, 3, 1 },  { 50, 30, 50, -25.5 } };

	(void)state;
	for (size_t i = 0; i < COUNT(shapes); i++) {
		size_t count_a = shapes[i].count_a, count_b = shapes[i].count_b;
		double *a = row_of(count_a, 37, 0, shapes[i].modulus, shapes[i].more);
		double *b = row_of(count_b, 41, 5, shapes[i].modulus, shapes[i].more);

		qsort(a, count_a, sizeof(*a), by_value);
		qsort(b, count_b, sizeof(*b), by_value);
		assert_pairs(a, count_a, b, count_b, pmx_pair_difference);
		if (shapes[i].more > 0)
			assert_pairs(a, count_a, b, count_b, pmx_pair_ratio);
		free(a);
		free(b);
	}
}

static void too_few_pairs_have_their_range_at_a_lower_level(void **state)
{
	const double a[] = { 1, 2, 3 }, b[] = { 11, 12, 13 };
	struct pmx_comparison it = compared(sample(a, 3), sample(b, 3));

	(void)state;
	assert_interval(&it.difference_interval, 8, 12, 0.9);
	it = compared(sample(a, 1), sample(b, 1));
	assert_interval(&it.difference_interval, 10, 10, 0);
}

static void a_baseline_that_depends_on_itself_makes_the_interval_wider(void **state)
{
	enum { RUNS = 40 };
	struct noise_source source = { .state = 11 };
	double a[RUNS], b[RUNS], mixed_a[RUNS], mixed_b[RUNS];
	struct pmx_comparison like, unlike;

	(void)state;
	noise_fill(&source, NOISE_AUTO, a, RUNS);
	noise_fill(&source, NOISE_AUTO, b, RUNS);
	for (size_t i = 0; i < RUNS; i++) {
		mixed_a[i] = a[i * 17 % RUNS];
		mixed_b[i] = b[i * 17 % RUNS];
	}
	like = compared(sample(a, RUNS), sample(b, RUNS));
	unlike = compared(sample(mixed_a, RUNS), sample(mixed_b, RUNS));
	assert_true(like.test.p == unlike.test.p);
	assert_true(like.difference == unlike.difference);
	assert_true(like.difference_interval.high - like.difference_interval.low >
		    1.3 * (unlike.difference_interval.high - unlike.difference_interval.low));
}

/* --- in rounds ---------------------------------------------------------------------------- */

static void rounds_make_a_pair_each(void **state)
{
	struct pmx_comparison it =
		compared(in_rounds(twelve, rounds, 12), in_rounds(after, rounds, 12));

	(void)state;
	assert_int_equal(it.rounds, 12);
	/* median(b / a); the interval as in test_compare_summary.c, of b / a and of b - a */
	assert_near(it.ratio, 1.0438404417364815, 1e-15);
	assert_interval(&it.ratio_interval, 1.0311844328755662, 1.0617450238262873, 0.95);
	assert_near(it.difference, 0.5, 1e-14);
	assert_interval(&it.difference_interval, 0.22631184407796087, 0.74737631184407882, 0.95);
}

static void a_round_in_which_one_failed_is_no_pair_but_its_value_counts(void **state)
{
	const uint32_t of_a[] = { 0, 1, 3, 4, 5, 6, 8 }, of_b[] = { 1, 2, 3, 4, 6, 7, 8, 9 };
	const double a[] = { 1, 2, 3, 4, 5, 6, 7 }, b[] = { 20, 1, 30, 40, 60, 1, 70, 1 };
	struct pmx_comparison it = compared(in_rounds(a, of_a, 7), in_rounds(b, of_b, 8));

	(void)state;
	assert_int_equal(it.rounds, 5);
	assert_true(it.ratio == 10);
	assert_interval(&it.ratio_interval, 10, 10, 0.9375);
	assert_true(it.count_a == 7 && it.count_b == 8);
	assert_true(it.median_a == 4 && it.median_b == 25);
}

static void with_less_than_five_rounds_in_common_all_pairs_are_used(void **state)
{
	struct pmx_sample few = in_rounds(after, &rounds[8], 4);
	struct pmx_comparison it = compared(in_rounds(twelve, rounds, 12), few);
	struct pmx_comparison unpaired = compared(sample(twelve, 12), sample(after, 4));

	(void)state;
	assert_int_equal(it.rounds, 0);
	assert_true(it.ratio == unpaired.ratio);
	assert_true(it.ratio_interval.low == unpaired.ratio_interval.low);
}

static void drift_is_taken_out_by_rounds(void **state)
{
	double a[12], b[12];
	struct pmx_comparison beside, apart;

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		a[i] = 100 + 10 * (double)i + (double)(i * 5 % 3);
		b[i] = a[i] * 1.02;
	}
	beside = compared(in_rounds(a, rounds, 12), in_rounds(b, rounds, 12));
	apart = compared(sample(a, 12), sample(b, 12));
	assert_near(beside.ratio_interval.low, 1.02, 1e-12);
	assert_near(beside.ratio_interval.high, 1.02, 1e-12);
	assert_true(apart.ratio_interval.low < 1);
}

/* --- values that are not like others ------------------------------------------------------ */

static void the_other_way_round_the_ratio_is_the_inverse(void **state)
{
	struct pmx_comparison it = compared(sample(eight, 8), sample(seven, 7));
	struct pmx_comparison back = compared(sample(seven, 7), sample(eight, 8));

	(void)state;
	assert_near(back.difference, -it.difference, 1e-14);
	assert_near(back.ratio_interval.low, 1 / it.ratio_interval.high, 1e-14);
	assert_near(back.ratio_interval.high, 1 / it.ratio_interval.low, 1e-14);
	assert_p(back.test.p, it.test.p, 1e-13);
	assert_true(back.test.u == 56 - it.test.u);
}

static void without_values_all_above_0_the_difference_decides(void **state)
{
	const double zeros[] = { 0, 0, 0, 0, 0, 0 }, some[] = { 5, 6, 5, 7, 6, 5 };
	const double negative[] = { -5, -6, -5, -7, -6, -5 };
	struct pmx_comparison it =
		compared(in_rounds(zeros, rounds, 6), in_rounds(some, rounds, 6));

	(void)state;
	assert_false(it.has_ratio);
	assert_true(isnan(it.ratio) && isnan(it.ratio_interval.low) &&
		    isnan(it.ratio_interval.high));
	assert_true(it.difference == 5.5 && it.difference_interval.low >= 5);
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_MORE);
	it = compared(sample(zeros, 6), sample(zeros, 6));
	assert_false(it.has_ratio);
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_NONE);
	it = compared(sample(some, 6), sample(negative, 6));
	assert_false(it.has_ratio);
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_LESS);
	it = compared(sample(negative, 6), sample(negative, 6));
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.5), PMX_CHANGE_NONE);
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_NOISY);
}

static void no_values_compare_to_nothing(void **state)
{
	const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
	struct pmx_comparison it = compared(sample(NULL, 0), sample(seven, 7));

	(void)state;
	assert_false(it.has_ratio);
	assert_true(isnan(it.ratio) && isnan(it.difference) && isnan(it.test.p));
	assert_true(isnan(it.median_a) && it.median_b == 15.0);
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_TOO_FEW);
	it = compared(in_rounds(bad, rounds, 3), in_rounds(bad, rounds, 3));
	assert_true(it.ignored == 6 && it.count_a == 0 && isnan(it.difference));
	it = compared(sample(NULL, 0), sample(NULL, 0));
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_TOO_FEW);
}

static void what_is_not_finite_takes_its_round_with_it(void **state)
{
	double a[12], b[12];
	struct pmx_comparison it;

	(void)state;
	memcpy(a, twelve, sizeof(a));
	memcpy(b, after, sizeof(b));
	a[3] = (double)NAN;
	b[7] = (double)INFINITY;
	it = compared(in_rounds(a, rounds, 12), in_rounds(b, rounds, 12));
	assert_int_equal(it.rounds, 10);
	assert_int_equal(it.ignored, 2);
	assert_true(it.count_a == 11 && it.count_b == 11);
	assert_true(isfinite(it.ratio) && isfinite(it.difference_interval.high));
}

static void counts_up_to_2_to_the_63_have_a_ratio(void **state)
{
	double a[8], b[8];
	struct pmx_comparison it;

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		a[i] = 4611686018427387904.0 + (double)(i * 1024);
		b[i] = 2 * a[i];
	}
	it = compared(in_rounds(a, rounds, 8), in_rounds(b, rounds, 8));
	assert_true(it.ratio == 2 && it.ratio_interval.low == 2 && it.ratio_interval.high == 2);
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_MORE);
	it = compared(sample(a, 8), sample(b, 8));
	assert_near(it.ratio, 2, 1e-12);
}

/* --- the verdict -------------------------------------------------------------------------- */

/* Ten against ten, as far as a verdict is made of it. */
static struct pmx_comparison ten(double low, double high)
{
	return (struct pmx_comparison){
		.has_ratio = true,
		.ratio = (low + high) / 2,
		.ratio_interval = { .low = low, .high = high, .level = 0.95 },
		.median_a = 100,
		.test = { .least = 2.0 / 184756, .method = PMX_P_EXACT },
	};
}

static void a_change_is_both_significant_and_beyond_1(void **state)
{
	struct pmx_comparison more = ten(1.002, 1.2), less = ten(0.8, 0.998), both = ten(0.9, 1.2);

	(void)state;
	assert_int_equal(pmx_change_of(&more, 0.05, 1, 0.01), PMX_CHANGE_MORE);
	assert_int_equal(pmx_change_of(&less, 0.05, 1, 0.01), PMX_CHANGE_LESS);
	assert_int_equal(pmx_change_of(&more, 0.0501, 1, 0.01), PMX_CHANGE_NOISY);
	assert_int_equal(pmx_change_of(&both, 0.001, 1, 0.01), PMX_CHANGE_NOISY);
	assert_int_equal(pmx_change_of(&more, (double)NAN, 1, 0.01), PMX_CHANGE_NOISY);
}

static void no_difference_is_shown_by_a_narrow_interval_only(void **state)
{
	struct pmx_comparison narrow = ten(0.991, 1.009), wide = ten(0.991, 1.011);
	struct pmx_comparison aside = ten(1.001, 1.009);

	(void)state;
	assert_int_equal(pmx_change_of(&narrow, 0.6, 1, 0.01), PMX_CHANGE_NONE);
	assert_int_equal(pmx_change_of(&wide, 0.6, 1, 0.01), PMX_CHANGE_NOISY);
	assert_int_equal(pmx_change_of(&wide, 0.6, 1, 0.02), PMX_CHANGE_NONE);
	assert_int_equal(pmx_change_of(&aside, 0.06, 1, 0.01), PMX_CHANGE_NONE);
	assert_int_equal(pmx_change_of(&aside, 0.04, 1, 0.01), PMX_CHANGE_MORE);
}

static void three_against_three_are_too_few_however_far_apart(void **state)
{
	const double a[] = { 1, 2, 3 }, b[] = { 1000, 2000, 3000 };
	struct pmx_comparison it = compared(sample(a, 3), sample(b, 3));

	(void)state;
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_TOO_FEW);
	it = compared(sample(a, 3), sample(a, 3));
	assert_int_equal(pmx_change_of(&it, it.test.p, 1, 0.01), PMX_CHANGE_TOO_FEW);
}

static void many_metrics_take_more_runs(void **state)
{
	const double a[] = { 1, 2, 3, 4, 5, 6 }, b[] = { 11, 12, 13, 14, 15, 16 };
	struct pmx_comparison it = compared(sample(a, 5), sample(b, 5));

	(void)state;
	assert_int_equal(pmx_change_of(&it, 6 * it.test.p, 6, 0.01), PMX_CHANGE_MORE);
	assert_int_equal(pmx_change_of(&it, 7 * it.test.p, 7, 0.01), PMX_CHANGE_TOO_FEW);
	it = compared(sample(a, 6), sample(b, 6));
	assert_int_equal(pmx_change_of(&it, 7 * it.test.p, 7, 0.01), PMX_CHANGE_MORE);
	/* the least n of which 2 m / choose(2 n, n) <= 0.05 */
	assert_int_equal(pmx_least_runs(0), 4);
	assert_int_equal(pmx_least_runs(1), 4);
	assert_int_equal(pmx_least_runs(2), 5);
	assert_int_equal(pmx_least_runs(6), 5);
	assert_int_equal(pmx_least_runs(7), 6);
	assert_int_equal(pmx_least_runs(23), 6);
	assert_int_equal(pmx_least_runs(24), 7);
}

static void verdicts_have_names(void **state)
{
	(void)state;
	assert_string_equal(pmx_change_name(PMX_CHANGE_TOO_FEW), "too-few");
	assert_string_equal(pmx_change_name(PMX_CHANGE_LESS), "less");
	assert_string_equal(pmx_change_name(PMX_CHANGE_MORE), "more");
	assert_string_equal(pmx_change_name(PMX_CHANGE_NONE), "none");
	assert_string_equal(pmx_change_name(PMX_CHANGE_NOISY), "noisy");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_rounds_all_pairs_make_the_interval_of_R),
		cmocka_unit_test(many_pairs_are_cut_off_where_the_normal_distribution_says),
		cmocka_unit_test(each_pair_is_found_at_its_place),
		cmocka_unit_test(too_few_pairs_have_their_range_at_a_lower_level),
		cmocka_unit_test(a_baseline_that_depends_on_itself_makes_the_interval_wider),
		cmocka_unit_test(rounds_make_a_pair_each),
		cmocka_unit_test(a_round_in_which_one_failed_is_no_pair_but_its_value_counts),
		cmocka_unit_test(with_less_than_five_rounds_in_common_all_pairs_are_used),
		cmocka_unit_test(drift_is_taken_out_by_rounds),
		cmocka_unit_test(the_other_way_round_the_ratio_is_the_inverse),
		cmocka_unit_test(without_values_all_above_0_the_difference_decides),
		cmocka_unit_test(no_values_compare_to_nothing),
		cmocka_unit_test(what_is_not_finite_takes_its_round_with_it),
		cmocka_unit_test(counts_up_to_2_to_the_63_have_a_ratio),
		cmocka_unit_test(a_change_is_both_significant_and_beyond_1),
		cmocka_unit_test(no_difference_is_shown_by_a_narrow_interval_only),
		cmocka_unit_test(three_against_three_are_too_few_however_far_apart),
		cmocka_unit_test(many_metrics_take_more_runs),
		cmocka_unit_test(verdicts_have_names),
	};

	return cmocka_run_group_tests_name("compare_pairs", tests, NULL, NULL);
}
