// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_report.c - what is left of a GPU's total, many processes in little memory, words
 */
#include <malloc.h>

#include "gpu_states.h"

#ifdef __SANITIZE_ADDRESS__
#define SANITIZED true
#else
#define SANITIZED false
#endif

/* --- the rest ----------------------------------------------------------------------------- */

static void what_processes_leave_of_the_total_is_the_rest(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 1000);
	total(f, 10, 0, 7, 300);
	total(f, 10, 0, 8, 200);
	report(f, 100);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_POSITIVE);
	assert_int_equal(device(f, 0)->sum, 500);
	assert_int_equal(device(f, 0)->rest, 500);
	assert_null(pmx_gpu_rest_words(PMX_GPU_REST_POSITIVE));
	/* each GPU has its own */
	total(f, 10, 1, 7, 300);
	report(f, 100);
	assert_int_equal(device(f, 0)->rest, 500);
	assert_int_equal(device(f, 1)->sum, 300);
}

static void more_than_the_total_is_explained_by_imports(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 1000);
	both(f, 10, 0, 7, 700, 400);
	both(f, 10, 0, 8, 600, 400);
	report(f, 100);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_IMPORTS);
	assert_int_equal(device(f, 0)->rest, -300);
	assert_int_equal(device(f, 0)->sum_imported, 800);
	assert_non_null(strstr(pmx_gpu_rest_words(PMX_GPU_REST_IMPORTS), "import"));
	/* nobody says what is imported: it may be that */
	total(f, 10, 1, 0, 1000);
	total(f, 10, 1, 7, 1001);
	report(f, 100);
	assert_int_equal(device(f, 1)->rest_kind, PMX_GPU_REST_IMPORTS);
	assert_int_equal(device(f, 1)->rest, -1);
	assert_false(device(f, 1)->has_sum_imported);
}

static void more_than_the_total_and_all_imports_is_unexplained(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 1000);
	both(f, 10, 0, 7, 1200, 100);
	report(f, 100);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_UNEXPLAINED);
	assert_int_equal(device(f, 0)->rest, -200);
}

static void what_ended_processes_have_still_may_be_too_much(void **state)
{
	struct fixture *f = *state;

	forks(f, 1, 1, 7);
	total(f, 10, 0, 0, 1000);
	total(f, 10, 0, 7, 300);
	total(f, 10, 0, 8, 900);
	ends(f, 20, 7);
	report(f, 100);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_ENDED);
	assert_int_equal(device(f, 0)->rest, -200);
	assert_int_equal(device(f, 0)->sum_ended, 300);
}

static void what_is_beyond_all_memory_leaves_no_rest(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 1000);
	total(f, 10, 0, 7, UINT64_MAX - 4095); /* counted below 0 */
	report(f, 100);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_UNKNOWN);
	assert_false(pmx_gpu_has_rest(device(f, 0)));
	assert_non_null(strstr(pmx_gpu_rest_words(PMX_GPU_REST_UNKNOWN), "not known"));
}

static void a_driver_with_totals_or_processes_only_is_told_apart(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 1000);
	total(f, 10, 1, 7, 300);
	report(f, 100);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_NO_PROCESSES);
	assert_int_equal(device(f, 0)->rest, 0);
	assert_int_equal(device(f, 1)->rest_kind, PMX_GPU_REST_NO_TOTAL);
	assert_int_equal(device(f, 1)->rest, 0);
	assert_int_equal(device(f, 1)->sum, 300);
}

static void sums_do_not_wrap_around(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 1);
	total(f, 10, 0, 7, UINT64_MAX - 1);
	total(f, 10, 0, 8, UINT64_MAX - 1);
	report(f, 100);
	assert_true(device(f, 0)->sum == UINT64_MAX);
	assert_int_equal(device(f, 0)->rest_kind, PMX_GPU_REST_UNKNOWN);
}

/* --- many --------------------------------------------------------------------------------- */

static void ten_thousand_processes_fit_in_bounded_memory(void **state)
{
	enum { PROCESSES = 10000, ROUNDS = 60 };
	size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, after;
	struct fixture *f = *state;

	for (uint64_t pid = 1; pid <= PROCESSES; pid++)
		forks(f, pid, 1, (pid_t)pid);
	for (uint64_t i = 1; i <= ROUNDS; i++)
		for (uint64_t pid = 1; pid <= PROCESSES; pid++)
			total(f, PROCESSES + i * 1000000 + pid, 0, pid, i * pid);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	report(f, SECOND);
	assert_int_equal(f->report.row_count, PROCESSES);
	for (uint64_t pid = 1; pid <= PROCESSES; pid++) {
		const struct pmx_gpu_row *row = &f->report.rows[PROCESSES - pid];

		assert_int_equal(row->pid, pid);
		assert_int_equal(row->total.last, ROUNDS * pid);
		assert_int_equal(row->total.updates, ROUNDS);
	}
	assert_true(f->state.budget.points <= PMX_GPU_LINE_POINTS);
	/* what gpu.h says: rows, twice the points, processes */
	if (!SANITIZED)
		assert_true(after - before <
			    PROCESSES * 600 + PMX_GPU_LINE_POINTS * 80 + PROCESSES * 120);
}

static void processes_that_ended_with_nothing_make_room(void **state)
{
	struct fixture *f = *state;
	uint64_t time = 1, peak = 0;

	for (uint64_t i = 0; i < 3 * PMX_GPU_ROWS; i++, time += 1000000) {
		pid_t pid = (pid_t)(100 + i % 30000);
		uint64_t size = MIB + i * 7919 % 100003;

		forks(f, time, 1, pid);
		total(f, time + 1, 0, (uint64_t)pid, size);
		peak = size > peak ? size : peak;
		if (i % 1000 != 0) /* a few leave theirs */
			total(f, time + 2, 0, (uint64_t)pid, 0);
		ends(f, time + 3, pid);
	}
	report(f, time + 5 * SECOND);
	assert_true(f->report.row_count <= PMX_GPU_ROWS);
	assert_int_equal(f->report.no_room, 0);
	assert_int_equal(f->report.folded.processes + f->report.row_count, 3 * PMX_GPU_ROWS);
	assert_true(f->report.folded.peak <= peak);
	assert_true(f->report.rows[0].total.peak == peak);
	size_t leaked = 0;
	for (size_t i = 0; i < f->report.row_count; i++)
		leaked += (f->report.rows[i].marks & PMX_GPU_LEAKED) != 0;
	assert_int_equal(leaked, (3 * PMX_GPU_ROWS + 999) / 1000);
}

static void when_nothing_may_go_updates_are_counted_and_left_out(void **state)
{
	struct fixture *f = *state;

	for (uint64_t pid = 1; pid <= PMX_GPU_ROWS + 10; pid++)
		total(f, pid, 0, pid, 5);
	total(f, 50000, 0, 1, 6);
	report(f, 60000);
	assert_int_equal(f->report.row_count, PMX_GPU_ROWS);
	assert_int_equal(f->report.no_room, 10);
	assert_int_equal(row(f, 0, 1, 0)->total.last, 6);
}

static void gpus_beyond_reason_are_left_out(void **state)
{
	struct fixture *f = *state;

	for (uint64_t gpu = 0; gpu < 300; gpu++)
		total(f, 10, gpu * 1000, 0, 5);
	report(f, 100);
	assert_int_equal(f->report.gpu_count, MAX_GPUS);
	assert_int_equal(f->report.no_room, 300 - MAX_GPUS);
}

static void a_folded_generation_leaves_the_one_before_in_its_place(void **state)
{
	struct fixture *f = *state;
	uint64_t time = 10 * SECOND;

	forks(f, 100, 1, 7);
	total(f, 110, 0, 7, 100); /* leaked */
	ends(f, 120, 7);
	forks(f, 200, 1, 7);
	total(f, 210, 0, 7, 0);
	ends(f, 220, 7);
	for (uint64_t pid = 100; pid <= 100 + PMX_GPU_ROWS; pid++)
		total(f, time, 0, pid, 5);
	report(f, time);
	assert_int_equal(f->report.folded.processes, 1);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 100);
	assert_null(find_row(f, 0, 7, 1));
	forks(f, time + 1, 1, 7);
	ends(f, time + 2, 100);
	total(f, time + 3, 0, 7, 3);
	report(f, time + 4);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 100);
}

/* --- words -------------------------------------------------------------------------------- */

static void every_mark_and_rest_has_a_name(void **state)
{
	(void)state;
	for (unsigned bit = 0; bit < 10; bit++)
		assert_non_null(pmx_gpu_mark_name(1u << bit));
	assert_null(pmx_gpu_mark_name(1u << 10));
	assert_null(pmx_gpu_mark_words(PMX_GPU_ENDED));
	assert_non_null(pmx_gpu_mark_words(PMX_GPU_LEAKED));
	for (int rest = PMX_GPU_REST_POSITIVE; rest <= PMX_GPU_REST_NO_TOTAL; rest++) {
		assert_non_null(pmx_gpu_rest_name(rest));
		assert_int_equal(pmx_gpu_rest_words(rest) == NULL, rest == PMX_GPU_REST_POSITIVE);
	}
	assert_string_equal(pmx_gpu_source_name(PMX_GPU_FDINFO), "fdinfo");
	assert_string_equal(pmx_gpu_source_name(PMX_GPU_TRACEPOINT), "tracepoint");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_processes_leave_of_the_total_is_the_rest),
		TEST(more_than_the_total_is_explained_by_imports),
		TEST(more_than_the_total_and_all_imports_is_unexplained),
		TEST(what_ended_processes_have_still_may_be_too_much),
		TEST(what_is_beyond_all_memory_leaves_no_rest),
		TEST(a_driver_with_totals_or_processes_only_is_told_apart),
		TEST(sums_do_not_wrap_around),
		TEST(ten_thousand_processes_fit_in_bounded_memory),
		TEST(processes_that_ended_with_nothing_make_room),
		TEST(when_nothing_may_go_updates_are_counted_and_left_out),
		TEST(gpus_beyond_reason_are_left_out),
		TEST(a_folded_generation_leaves_the_one_before_in_its_place),
		cmocka_unit_test(every_mark_and_rest_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
