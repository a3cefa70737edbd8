// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_gpu_json.c - the document of GPU memory is JSON whatever is in it and whenever it
 * ends, has all numbers, and null for what nobody told
 */
#include "comma_locale.h"
#include "golden.h"
#include "gpu_reports.h"
#include "json.h"

static const struct pmx_json_head head = {
	.target = "cpus", .version = "0.1.0", .kernel = NULL, .exit_status = -1
};

/* A document with @intervals of @made, and with it as the result where @has_result. */
static char *text_of(struct gpu_made *made, int intervals, bool has_result)
{
	struct pmx_gpu_json json = { .interval = intervals > 0, .started = 1764431381 };
	struct written written;

	json.out = written_open(&written);
	pmx_gpu_json_begin(&json, &head);
	for (int i = 0; i < intervals; i++)
		pmx_gpu_json_write(&json, &made->report);
	pmx_gpu_json_end(&json, &head, has_result ? &made->report : NULL);
	return written_close(&written);
}

static json_t *result_of(struct gpu_made *made)
{
	json_t *json = parse_once(text_of(made, 0, true)),
	       *result = json_object_get(json, "result");

	json_incref(result);
	json_decref(json);
	return result;
}

static json_t *gpu(json_t *result, size_t i)
{
	return at(result, "gpus", i);
}

static json_t *process(json_t *result, size_t g, size_t i)
{
	return at(gpu(result, g), "processes", i);
}

static json_t *fd_row(json_t *result, size_t i)
{
	return at(get(result, "fdinfo"), "rows", i);
}

/* --- documents ---------------------------------------------------------------------------- */

static void check_members(json_t *result, const struct gpu_made *made)
{
	static const char *const always[] = { "start_ns",    "begin_ns", "end_ns", "final",
					      "tracepoints", "gpus",	 "fdinfo" };
	size_t rows = 0;

	for (size_t k = 0; k < sizeof(always) / sizeof(always[0]); k++)
		get(result, always[k]);
	assert_int_equal(json_array_size(get(result, "gpus")), made->report.gpu_count);
	for (size_t i = 0; i < made->report.gpu_count; i++)
		rows += json_array_size(get(gpu(result, i), "processes"));
	assert_int_equal(rows, made->report.row_count);
	assert_int_equal(json_array_size(get(get(result, "fdinfo"), "rows")),
			 made->report.fd_row_count);
}

static void every_document_is_json_with_all_that_was_promised(void **state)
{
	(void)state;
	for (size_t i = 0; i < GPU_CASES; i++) {
		struct gpu_made *made = gpu_makers[i]();
		json_t *json = parse_once(text_of(made, 2, true));

		assert_string_equal(text(json, "schema"), "perfmux-gpu/1");
		assert_string_equal(text(json, "started"), "2025-11-29T15:49:41Z");
		check_members(get(json, "result"), made);
		assert_int_equal(json_array_size(get(json, "intervals")), 2);
		check_members(json_array_get(get(json, "intervals"), 1), made);
		json_decref(json);
		free(made);
	}
}

static void a_document_may_end_at_any_time(void **state)
{
	struct gpu_made *made = gpu_case_both();

	(void)state;
	for (int intervals = 0; intervals < 4; intervals++) {
		json_t *json = parse_once(text_of(made, intervals, false));

		assert_int_equal(json_array_size(get(json, "intervals")), intervals);
		assert_true(is_null(json, "result"));
		assert_true(is_null(json, "exit_status"));
		json_decref(json);
	}
	free(made);
}

static void an_object_stands_alone(void **state)
{
	struct gpu_made *made = gpu_case_wrong();
	struct written written;
	json_t *json;

	(void)state;
	pmx_gpu_json_object(written_open(&written), &made->report);
	json = parse_once(written_close(&written));
	check_members(json, made);
	json_decref(json);
	free(made);
}

static void small_documents_are_exact(void **state)
{
	struct gpu_made *imports = gpu_case_imports(), *hostile = gpu_case_hostile();
	struct gpu_made *fdinfo = gpu_case_fdinfo();

	(void)state;
	golden_compare("gpu-imports", "json", text_of(imports, 1, true));
	golden_compare("gpu-hostile", "json", text_of(hostile, 0, true));
	golden_compare("gpu-fdinfo", "json", text_of(fdinfo, 0, true));
	free(imports);
	free(hostile);
	free(fdinfo);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	small_documents_are_exact(state);
	comma_locale_leave(dir);
}

/* --- numbers ------------------------------------------------------------------------------ */

static void check_gauge(json_t *json, const struct pmx_gpu_gauge *gauge, uint64_t start)
{
	json_t *interval = get(json, "interval");

	assert_int_equal(whole(json, "last"), gauge->last);
	assert_int_equal(whole(json, "peak"), gauge->peak);
	assert_int_equal(whole(json, "peak_at_ns"), gauge->peak_at - start);
	assert_int_equal(whole(json, "minimum"), gauge->minimum);
	assert_true(json_number_value(get(json, "mean")) == gauge->mean);
	assert_int_equal(whole(json, "first"), gauge->first);
	assert_int_equal(whole(json, "first_at_ns"), gauge->first_at - start);
	assert_int_equal(whole(json, "last_at_ns"), gauge->last_at - start);
	assert_int_equal(whole(json, "change"), gauge->change);
	assert_int_equal(whole(json, "updates"), gauge->updates);
	assert_int_equal(whole(interval, "updates"), gauge->interval.updates);
	assert_int_equal(whole(interval, "change"), (int64_t)(gauge->last - gauge->interval.first));
	assert_int_equal(whole(interval, "peak"), gauge->interval.peak);
	assert_int_equal(whole(interval, "minimum"), gauge->interval.minimum);
}

static void numbers_are_those_of_the_report(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	uint64_t start = made->report.start;
	json_t *result, *row;

	(void)state;
	made->rows[0].total.interval.first = MIB(500);
	made->rows[0].total.interval.updates = 3;
	made->rows[0].total.interval.minimum = 17;
	result = result_of(made);
	row = process(result, 0, 0);
	check_gauge(get(gpu(result, 0), "total"), &made->gpus[0].total, start);
	check_gauge(get(row, "total"), &made->rows[0].total, start);
	check_gauge(get(row, "imported"), &made->rows[0].imported, start);
	assert_int_equal(whole(row, "private"), made->rows[0].private_bytes);
	assert_int_equal(whole(gpu(result, 0), "sum"), made->gpus[0].sum);
	assert_int_equal(whole(gpu(result, 0), "sum_imported"), made->gpus[0].sum_imported);
	assert_int_equal(whole(gpu(result, 0), "rest"), made->gpus[0].rest);
	row = process(result, 0, 2);
	assert_int_equal(whole(row, "began_at_ns"), 2400 * GPU_MS);
	assert_int_equal(whole(row, "ended_at_ns"), 6990 * GPU_MS);
	assert_int_equal(whole(row, "updates_late"), 1);
	assert_int_equal(json_array_size(get(row, "marks")), 2);
	json_decref(result);
	free(made);
}

static void a_line_has_all_points(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	json_t *result = result_of(made), *line = get(process(result, 0, 0), "line");
	json_t *points = get(line, "points"), *point;
	const struct pmx_gpu_line *from = &made->rows[0].line;
	size_t i;

	(void)state;
	assert_string_equal(text(line, "of"), "total");
	assert_int_equal(whole(line, "width_ns"), 1024);
	assert_int_equal(whole(line, "until_ns"), from->upto - made->report.start);
	assert_int_equal(json_array_size(points), from->count);
	json_array_foreach(points, i, point) {
		assert_int_equal(json_array_size(point), 5);
		assert_int_equal(json_integer_value(json_array_get(point, 0)),
				 from->points[i].at - made->report.start);
		assert_int_equal(json_integer_value(json_array_get(point, 1)),
				 from->points[i].last);
		assert_int_equal(json_integer_value(json_array_get(point, 2)),
				 from->points[i].peak);
		if (i + 1 < from->count)
			assert_true(json_number_value(json_array_get(point, 3)) ==
				    (double)from->points[i].last);
		else
			assert_true(json_is_null(json_array_get(point, 3)));
		assert_int_equal(json_integer_value(json_array_get(point, 4)),
				 from->points[i].imported);
	}
	json_decref(result);
	free(made);
}

static void what_nobody_told_is_null(void **state)
{
	struct gpu_made *parts = gpu_case_parts(), *fdinfo = gpu_case_fdinfo();
	json_t *result = result_of(parts), *point;

	(void)state;
	assert_true(is_null(gpu(result, 0), "imported"));
	assert_true(is_null(gpu(result, 0), "private"));
	assert_true(is_null(gpu(result, 0), "sum"));
	assert_true(is_null(gpu(result, 0), "rest"));
	assert_true(is_null(gpu(result, 1), "total"));
	assert_true(is_null(gpu(result, 1), "line"));
	assert_true(is_null(gpu(result, 1), "rest"));
	assert_int_equal(whole(gpu(result, 1), "sum"), MIB(1));
	assert_true(is_null(gpu(result, 2), "sum"));
	assert_true(is_null(process(result, 2, 0), "total"));
	assert_string_equal(text(get(process(result, 2, 0), "line"), "of"), "imported");
	point = json_array_get(get(get(gpu(result, 0), "line"), "points"), 0);
	assert_true(json_is_null(json_array_get(point, 4)));
	json_decref(result);
	result = result_of(fdinfo);
	assert_true(is_null(result, "tracepoints"));
	assert_string_equal(text(result, "why"), "this kernel has no gpu_mem tracepoint");
	assert_true(is_null(fd_row(result, 0), "total"));
	assert_string_equal(text(get(fd_row(result, 0), "resident"), "source"), "fdinfo");
	assert_string_equal(text(get(fd_row(result, 0), "line"), "of"), "resident");
	json_decref(result);
	free(parts);
	free(fdinfo);
}

static void losses_and_the_kernels_count_are_there(void **state)
{
	struct gpu_made *made = gpu_case_wrong();
	json_t *result = result_of(made), *books = get(result, "tracepoints"), *check;

	(void)state;
	assert_int_equal(whole(books, "lost"), 17);
	assert_int_equal(whole(books, "lost_at_ns"), 31000 * GPU_MS);
	assert_int_equal(whole(books, "late"), 3);
	assert_int_equal(whole(books, "bad"), 1);
	assert_int_equal(whole(books, "no_room"), 2);
	assert_int_equal(whole(books, "folded_peak"), MIB(3));
	assert_int_equal(whole(get(result, "fdinfo"), "left_out"), 5);
	check = json_array_get(get(books, "checks"), 0);
	assert_string_equal(text(check, "event"), "gpu_mem_total");
	assert_int_equal(whole(check, "counted"), 30);
	assert_int_equal(whole(check, "samples"), 10);
	assert_int_equal(whole(check, "lost"), 17);
	assert_int_equal(whole(check, "missing"), 3);
	assert_int_equal(whole(json_array_get(get(books, "checks"), 1), "missing"), -1);
	assert_int_equal(whole(gpu(result, 1), "rest"), INT64_MIN + 1);
	json_decref(result);
	free(made);
}

static void a_count_that_was_not_read_is_null(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	json_t *result, *check;

	(void)state;
	made->report.checks[PMX_GPU_TOTAL].is_read = false;
	result = result_of(made);
	check = json_array_get(get(get(result, "tracepoints"), "checks"), 0);
	assert_true(is_null(check, "counted"));
	assert_true(is_null(check, "missing"));
	json_decref(result);
	free(made);
}

static void numbers_beyond_2_63_are_read_by_all(void **state)
{
	struct gpu_made *made = gpu_case_hostile();
	json_t *result = result_of(made), *total = get(process(result, 0, 0), "total");

	(void)state;
	assert_true(json_is_real(get(total, "last")));
	assert_true(json_real_value(get(total, "last")) == 0x1p64);
	assert_true(is_null(total, "mean"));
	assert_true(is_null(gpu(result, 0), "sum")); /* it is more than can be written */
	assert_string_equal(text(process(result, 0, 0), "name"), HOSTILE);
	assert_true(is_null(process(result, 0, 2), "name") == false);
	json_decref(result);
	free(made);
}

static void intervals_have_no_lines_and_no_books(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	json_t *json, *interval;

	(void)state;
	made->report.interval_at = made->report.now - 7;
	made->rows[2].total.interval.updates = 0;
	json = parse_once(text_of(made, 1, true));
	interval = json_array_get(get(json, "intervals"), 0);
	assert_null(json_object_get(process(interval, 0, 0), "line"));
	assert_null(json_object_get(get(interval, "tracepoints"), "checks"));
	assert_int_equal(whole(interval, "begin_ns"), 10000 * GPU_MS - 7);
	assert_int_equal(json_array_size(get(gpu(interval, 0), "processes")), 2);
	assert_int_equal(whole(get(json, "result"), "begin_ns"), 0);
	assert_int_equal(json_array_size(get(gpu(get(json, "result"), 0), "processes")), 3);
	json_decref(json);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_document_is_json_with_all_that_was_promised),
		cmocka_unit_test(a_document_may_end_at_any_time),
		cmocka_unit_test(an_object_stands_alone),
		cmocka_unit_test(small_documents_are_exact),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(numbers_are_those_of_the_report),
		cmocka_unit_test(a_line_has_all_points),
		cmocka_unit_test(what_nobody_told_is_null),
		cmocka_unit_test(losses_and_the_kernels_count_are_there),
		cmocka_unit_test(a_count_that_was_not_read_is_null),
		cmocka_unit_test(numbers_beyond_2_63_are_read_by_all),
		cmocka_unit_test(intervals_have_no_lines_and_no_books),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
