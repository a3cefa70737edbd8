// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_gate.c - gates are read as typed, and trip on significant change beyond their limit
 * only
 */
#include "benches.h"
#include "comma_locale.h"

static void gates_are_read_with_blanks_and_without(void **state)
{
	static const struct {
		const char *text, *metric;
		bool more;
		double limit;
	} good[] = {
		{ "instructions > +1%", "instructions", true, 0.01 },
		{ "wall<-5 %", "wall", false, -0.05 },
		{ "  max-rss   >   2.5%  ", "max-rss", true, 0.025 },
		{ "wall>0%", "wall", true, 0 },
		{ "wall < -0%", "wall", false, 0 },
		{ "wall > .5%", "wall", true, 0.005 },
		{ "cpu_core/event=0x3c,cmask=1/u > 1%", "cpu_core/event=0x3c,cmask=1/u", true,
		  0.01 },
		{ "sched:sched_switch > 10%", "sched:sched_switch", true, 0.1 },
		{ "two words > 300%", "two words", true, 3 },
		{ "a<b>c < -99.5%", "a<b>c", false, -0.995 },
		{ "a > b > 1%", "a > b", true, 0.01 },
	};
	struct pmx_gate gate;
	struct pmx_error err = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		if (pmx_gate_parse(&gate, good[i].text, &err))
			fail_msg("%s", err.text);
		assert_string_equal(gate.text, good[i].text);
		assert_string_equal(gate.metric, good[i].metric);
		assert_int_equal(gate.more, good[i].more);
		assert_true(fabs(gate.limit - good[i].limit) < 1e-12);
		assert_false(signbit(gate.limit) && gate.limit == 0);
		pmx_gate_free(&gate);
	}
}

static void what_is_no_gate_is_refused_with_the_reason(void **state)
{
	static const struct {
		const char *text, *said;
	} bad[] = {
		{ "", "neither > nor <" },
		{ "wall", "neither > nor <" },
		{ "> 1%", "metric is missing" },
		{ "  > 1%", "metric is missing" },
		{ "wall >", "limit is missing" },
		{ "wall >  ", "limit is missing" },
		{ "wall > 1", "must end in %" },
		{ "wall > %", "no number" },
		{ "wall > 1,5%", "no number" },
		{ "wall > one%", "no number" },
		{ "wall > 1%%", "no number" },
		{ "wall > 0x10%", "no number" },
		{ "wall > 1e2%", "no number" },
		{ "wall > nan%", "no number" },
		{ "wall > inf%", "no number" },
		{ "wall > +-1%", "no number" },
		{ "wall > 1 2%", "no number" },
		{ "wall > .%", "no number" },
		{ "wall >= 1%", "no '='" },
		{ "wall > -1%", "cannot be below 0" },
		{ "wall < 5%", "cannot be above 0" },
		{ "wall < -100%", "100 %" },
		{ "wall\n> 1%", "newline" },
		{ "wall >\t1%", "control character" },
	};
	struct pmx_gate gate = { .text = NULL };
	struct pmx_error err = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(pmx_gate_parse(&gate, bad[i].text, &err), -EINVAL);
		if (!strstr(err.text, bad[i].said))
			fail_msg("'%s' lacks '%s'", err.text, bad[i].said);
		assert_non_null(strstr(err.hint, "instructions > +1%"));
		assert_null(gate.text);
	}
}

/* --- judging -------------------------------------------------------------------------------- */

/* Commands A, B and C, of which the last two were compared on "wall" and "faults". */
struct judged {
	struct pmx_bench *bench;
	struct pmx_bench_cell cells[6];
	struct pmx_bench_result result;
	char why[512];
};

static void judge(struct judged *it)
{
	*it = (struct judged){ .bench = new_bench(1) };
	add_metric(it->bench, "wall");
	add_metric(it->bench, "faults");
	add_command(it->bench, "A");
	add_command(it->bench, "B");
	add_command(it->bench, "C");
	it->result.bench = it->bench;
	it->result.cells = it->cells;
}

static void set_ratio(struct pmx_bench_cell *cell, double ratio, enum pmx_change change)
{
	*cell = (struct pmx_bench_cell){
		.compared = true,
		.adjusted = 0.00041,
		.change = change,
		.comparison = { .has_ratio = true,
				.ratio = ratio,
				.ratio_interval = { ratio - 0.002, ratio + 0.002, 0.95 },
				.median_a = 100,
				.median_b = 100 * ratio,
				.difference = 100 * (ratio - 1) },
	};
}

static void set_difference(struct pmx_bench_cell *cell, double before, double after,
			   enum pmx_change change)
{
	*cell = (struct pmx_bench_cell){
		.compared = true,
		.adjusted = 0.00000041,
		.change = change,
		.comparison = { .ratio = NAN,
				.ratio_interval = { NAN, NAN, NAN },
				.median_a = before,
				.median_b = after,
				.difference = after - before,
				.difference_interval = { after - before - 1, after - before + 1,
							 0.95 } },
	};
}

static bool trips(struct judged *it, const char *text)
{
	struct pmx_gate gate;
	bool tripped;

	assert_int_equal(pmx_gate_parse(&gate, text, NULL), 0);
	tripped = pmx_gate_trips(&gate, &it->result, it->why, sizeof(it->why));
	pmx_gate_free(&gate);
	return tripped;
}

static void a_gate_trips_beyond_its_limit_only(void **state)
{
	struct judged it;

	(void)state;
	judge(&it);
	set_ratio(&it.cells[2], 1.01, PMX_CHANGE_MORE);
	assert_false(trips(&it, "wall > 1%"));
	assert_true(trips(&it, "wall > 0.9%"));
	assert_true(trips(&it, "wall > 0%"));
	assert_false(trips(&it, "wall < 0%"));
	set_ratio(&it.cells[2], 0.95, PMX_CHANGE_LESS);
	assert_false(trips(&it, "wall < -5%"));
	assert_true(trips(&it, "wall < -4.9%"));
	assert_true(trips(&it, "wall < 0%"));
	assert_false(trips(&it, "wall > 0%"));
	pmx_bench_free(it.bench);
}

static void change_that_is_not_significant_trips_nothing(void **state)
{
	static const enum pmx_change calm[] = { PMX_CHANGE_TOO_FEW, PMX_CHANGE_NONE,
						PMX_CHANGE_NOISY };
	struct judged it;

	(void)state;
	judge(&it);
	for (size_t i = 0; i < 3; i++) {
		set_ratio(&it.cells[2], 2, calm[i]);
		assert_false(trips(&it, "wall > 0%"));
		set_ratio(&it.cells[2], 0.1, calm[i]);
		assert_false(trips(&it, "wall < 0%"));
	}
	set_ratio(&it.cells[2], 2, PMX_CHANGE_MORE);
	it.cells[2].compared = false;
	assert_false(trips(&it, "wall > 0%"));
	pmx_bench_free(it.bench);
}

static void only_its_own_metric_trips_a_gate(void **state)
{
	struct judged it;

	(void)state;
	judge(&it);
	set_ratio(&it.cells[2], 2, PMX_CHANGE_MORE);
	assert_false(trips(&it, "faults > 0%"));
	assert_false(trips(&it, "instructions > 0%"));
	pmx_bench_free(it.bench);
}

static void any_more_than_nothing_is_beyond_any_percent(void **state)
{
	struct judged it;

	(void)state;
	judge(&it);
	set_difference(&it.cells[3], 0, 5, PMX_CHANGE_MORE);
	assert_true(trips(&it, "faults > 1000%"));
	assert_string_equal(it.why,
			    "faults of 'B': 5 instead of 0 (95 %: +4 to +6, p < 0.0001) against "
			    "'A', more than +1000 %");
	set_difference(&it.cells[3], 10, 11, PMX_CHANGE_MORE);
	assert_true(trips(&it, "faults > 9%"));
	assert_false(trips(&it, "faults > 10%"));
	set_difference(&it.cells[3], 10, 4, PMX_CHANGE_LESS);
	assert_true(trips(&it, "faults < -59%"));
	assert_false(trips(&it, "faults < -60%"));
	pmx_bench_free(it.bench);
}

static void the_line_says_what_how_much_and_how_sure(void **state)
{
	struct judged it;

	(void)state;
	judge(&it);
	set_ratio(&it.cells[2], 1.023, PMX_CHANGE_MORE);
	assert_true(trips(&it, "wall > +1%"));
	assert_string_equal(it.why, "wall of 'B': +2.3 % (95 %: +2.1 to +2.5 %, p = 0.00041) "
				    "against 'A', more than +1 %");
	set_ratio(&it.cells[2], 0.9951, PMX_CHANGE_LESS);
	assert_true(trips(&it, "wall < 0%"));
	assert_string_equal(it.why,
			    "wall of 'B': -0.49 % (95 %: -0.69 to -0.29 %, p = 0.00041) against "
			    "'A', less than 0 %");
	pmx_bench_free(it.bench);
}

static void further_commands_that_trip_are_counted(void **state)
{
	struct judged it;

	(void)state;
	judge(&it);
	set_ratio(&it.cells[4], 1.5, PMX_CHANGE_MORE);
	assert_true(trips(&it, "wall > 1%"));
	assert_non_null(strstr(it.why, "of 'C': +50.0 %"));
	set_ratio(&it.cells[2], 1.2, PMX_CHANGE_MORE);
	assert_true(trips(&it, "wall > 1%"));
	assert_non_null(strstr(it.why, "of 'B': +20.0 %"));
	assert_non_null(strstr(it.why, "; and so does 1 more command"));
	pmx_bench_free(it.bench);
}

static void a_gate_on_a_baseline_names_it(void **state)
{
	struct judged it, old;

	(void)state;
	judge(&it);
	judge(&old);
	it.result.baseline = old.bench;
	set_ratio(&it.cells[0], 1.5, PMX_CHANGE_MORE);
	assert_true(trips(&it, "wall > 1%"));
	assert_non_null(strstr(it.why, "wall of 'A': +50.0 %"));
	assert_non_null(strstr(it.why, "against 'A' of the baseline, more than +1 %"));
	pmx_bench_free(it.bench);
	pmx_bench_free(old.bench);
}

static void a_short_buffer_cuts_the_line(void **state)
{
	struct judged it;
	struct pmx_gate gate;

	(void)state;
	judge(&it);
	set_ratio(&it.cells[2], 1.5, PMX_CHANGE_MORE);
	set_ratio(&it.cells[4], 1.5, PMX_CHANGE_MORE);
	assert_int_equal(pmx_gate_parse(&gate, "wall > 1%", NULL), 0);
	for (size_t size = 1; size < 130; size++) {
		memset(it.why, 'x', sizeof(it.why));
		assert_true(pmx_gate_trips(&gate, &it.result, it.why, size));
		assert_true(strlen(it.why) < size);
		assert_int_equal(it.why[size], 'x');
	}
	pmx_gate_free(&gate);
	pmx_bench_free(it.bench);
}

static void the_locale_changes_nothing(void **state)
{
	char dir[256];
	struct judged it;

	(void)state;
	comma_locale_enter(dir, sizeof(dir));
	judge(&it);
	set_ratio(&it.cells[2], 1.023, PMX_CHANGE_MORE);
	assert_true(trips(&it, "wall > 1.5%"));
	comma_locale_leave(dir);
	assert_non_null(strstr(it.why, "+2.3 % (95 %: +2.1 to +2.5 %, p = 0.00041)"));
	assert_non_null(strstr(it.why, "more than +1.5 %"));
	pmx_bench_free(it.bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gates_are_read_with_blanks_and_without),
		cmocka_unit_test(what_is_no_gate_is_refused_with_the_reason),
		cmocka_unit_test(a_gate_trips_beyond_its_limit_only),
		cmocka_unit_test(change_that_is_not_significant_trips_nothing),
		cmocka_unit_test(only_its_own_metric_trips_a_gate),
		cmocka_unit_test(any_more_than_nothing_is_beyond_any_percent),
		cmocka_unit_test(the_line_says_what_how_much_and_how_sure),
		cmocka_unit_test(further_commands_that_trip_are_counted),
		cmocka_unit_test(a_gate_on_a_baseline_names_it),
		cmocka_unit_test(a_short_buffer_cuts_the_line),
		cmocka_unit_test(the_locale_changes_nothing),
	};

	return cmocka_run_group_tests_name("bench_gate", tests, NULL, NULL);
}
