// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_monitor.c - the sources put together, over rings whose contents are made up
 */
#include "gpu_monitors.h"

/* --- tracepoints -------------------------------------------------------------------------- */

static void records_of_all_cpus_become_gauges(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	put_format(f, "gpu_mem_imported", SHARED);
	start(f);
	assert_true(pmx_gpu_monitor_fd(f->monitor) >= 0);
	assert_true(f->kernel.enables > 0);
	says(f, 1, TOTAL, NOW + 20, 7, 200);
	says(f, 0, TOTAL, NOW + 10, 7, 100);
	says(f, 0, SHARED, NOW + 30, 7, 50);
	says(f, 0, TOTAL, NOW + 40, 0, 1000);
	drain(f);
	report(f);
	assert_int_equal(f->report->row_count, 1);
	assert_int_equal(f->report->rows[0].total.first, 100);
	assert_int_equal(f->report->rows[0].total.last, 200);
	assert_int_equal(f->report->rows[0].imported.last, 50);
	assert_int_equal(f->report->rows[0].private_bytes, 150);
	assert_int_equal(f->report->gpus[0].rest, 800);
	assert_int_equal(f->report->updates, 4);
	assert_int_equal(f->told, 4);
	assert_int_equal(f->told_total, 1000);
	assert_non_null(f->report->variant);
	assert_null(f->report->why);
	assert_false(f->report->is_final);
}

static void processes_are_named_by_records_and_by_proc(void **state)
{
	uint64_t named[] = { 8 | 8ull << 32, 0, 0 },
		 ended[] = { 7 | 1ull << 32, 7 | 1ull << 32, 0 };
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	sysroot_put(&f->root, "/proc/7/comm", "before\n");
	start(f);
	sysroot_put(&f->root, "/proc/9/comm", "after\n");
	memcpy(&named[1], "a name", 7);
	rings_other(&f->kernel, 0, PERF_RECORD_COMM, named, 3, NOW + 5, 0);
	ended[2] = NOW + 6;
	rings_other(&f->kernel, 1, PERF_RECORD_EXIT, ended, 3, NOW + 6, 0);
	remove(sysroot_path(&f->root, "/proc/7/comm"));
	says(f, 0, TOTAL, NOW + 10, 7, 3);
	says(f, 0, TOTAL, NOW + 10, 8, 2);
	says(f, 0, TOTAL, NOW + 10, 9, 1);
	drain(f);
	report(f);
	assert_string_equal(f->report->rows[0].comm, "before");
	assert_int_equal(f->report->rows[0].ended_at, NOW + 6);
	assert_string_equal(f->report->rows[1].comm, "a name");
	assert_string_equal(f->report->rows[2].comm, "after");
	assert_string_equal(f->told_comm, "after");
	assert_int_equal(f->told_pid, 9);
	assert_int_equal(pmx_gpu_monitor_grace_over(f->monitor), NOW + 6 + SECOND);
}

static void the_count_is_checked_against_samples_and_losses(void **state)
{
	uint64_t lost[2];
	struct fixture *f = *state;
	int fd;

	put_format(f, "gpu_mem_total", TOTAL);
	start(f);
	fd = rings_event_fd(&f->kernel, TOTAL, 1);
	says(f, 0, TOTAL, NOW + 10, 7, 1);
	says(f, 1, TOTAL, NOW + 20, 7, 2);
	lost[0] = rings_id(fd);
	lost[1] = 5;
	rings_other(&f->kernel, 1, PERF_RECORD_LOST, lost, 2, NOW + 30, lost[0]);
	f->kernel.count[fd] += 8;
	f->kernel.lost[fd] = 5;
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	report(f);
	assert_true(f->report->is_final);
	assert_int_equal(f->report->lost, 5);
	assert_true(f->report->checks[PMX_GPU_TOTAL].exists);
	assert_true(f->report->checks[PMX_GPU_TOTAL].is_read);
	assert_int_equal(f->report->checks[PMX_GPU_TOTAL].recorded.counted, 10);
	assert_int_equal(f->report->checks[PMX_GPU_TOTAL].recorded.samples, 2);
	assert_int_equal(f->report->checks[PMX_GPU_TOTAL].recorded.lost, 5);
	assert_int_equal(f->report->checks[PMX_GPU_TOTAL].missing, 3);
	assert_false(f->report->checks[PMX_GPU_IMPORTED].exists);
	assert_true(f->report->rows[0].marks & PMX_GPU_STALE);
	/* more than once is no error */
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
}

/* The ring's next record would have told, and there was none. */
static void losses_that_no_record_told_of_are_in_the_report(void **state)
{
	struct fixture *f = *state;
	int fd;

	put_format(f, "gpu_mem_total", TOTAL);
	start(f);
	fd = rings_event_fd(&f->kernel, TOTAL, 1);
	says(f, 1, TOTAL, NOW + 20, 7, 2);
	drain(f);
	f->kernel.count[fd] += 5;
	f->kernel.lost[fd] = 5;
	f->kernel.now = NOW + SECOND;
	assert_int_equal(report(f)->lost, 0);
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	report(f);
	assert_int_equal(f->report->lost, 5);
	assert_int_equal(f->report->lost_at, NOW + SECOND);
	assert_int_equal(f->report->checks[PMX_GPU_TOTAL].missing, 0);
	assert_true(f->report->rows[0].marks & PMX_GPU_STALE);
}

static void records_without_the_promised_fields_are_counted(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	start(f);
	rings_sample(&f->kernel, 0, TOTAL, NOW + 10, 0, 8);
	drain(f);
	assert_int_equal(report(f)->bad, 1);
	assert_int_equal(report(f)->row_count, 0);
}

static void an_interval_is_closed_when_asked(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	start(f);
	says(f, 0, TOTAL, NOW + 10, 7, 100);
	drain(f);
	f->kernel.now = NOW + SECOND;
	pmx_gpu_monitor_next_interval(f->monitor);
	says(f, 0, TOTAL, NOW + SECOND + 5, 7, 40);
	drain(f);
	report(f);
	assert_int_equal(f->report->interval_at, NOW + SECOND);
	assert_int_equal(f->report->rows[0].total.interval.updates, 1);
	assert_int_equal(f->report->rows[0].total.interval.peak, 100);
	assert_int_equal(f->report->rows[0].total.updates, 2);
}

/* --- refusals ----------------------------------------------------------------------------- */

static int replace_while_opening(const struct perf_event_attr *attr, int cpu)
{
	(void)cpu;
	if (attr->type == PERF_TYPE_TRACEPOINT)
		put_format(current, "gpu_mem_total", SHARED);
	return 0;
}

static void a_tracepoint_that_was_replaced_meanwhile_is_refused(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	f->opts.sources = PMX_GPU_ONLY_TRACEPOINT;
	f->kernel.on_open = replace_while_opening;
	assert_int_equal(try(f), -ESTALE);
	assert_non_null(strstr(f->err.text, "changed while they were opened"));
}

static void without_rights_and_without_drm_it_is_an_error(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	sysroot_put(&f->root, "/proc/devices", "Character devices:\n  1 mem\n");
	f->kernel.on_open = rings_no_rights;
	assert_int_equal(try(f), -EACCES);
	assert_non_null(strstr(f->err.hint, "CAP_PERFMON"));
}

static void nothing_at_all_is_an_error_with_a_hint(void **state)
{
	struct fixture *f = *state;

	sysroot_put(&f->root, "/proc/devices", "Character devices:\n  1 mem\n");
	assert_int_equal(try(f), -ENOENT);
	assert_non_null(strstr(f->err.hint, "fdinfo"));
	f->opts.sources = PMX_GPU_ONLY_FDINFO;
	assert_int_equal(try(f), -ENODEV);
	assert_non_null(strstr(f->err.text, "no DRM driver"));
}

static void a_format_that_lacks_a_field_is_said_though_fdinfo_is_there(void **state)
{
	struct fixture *f = *state;

	sysroot_put(&f->root, EVENTS "gpu_mem_total/format",
		    "name: gpu_mem_total\nID: 7\nformat:\n"
		    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
		    "\tfield:u32 gpu_id;\toffset:8;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n");
	sysroot_put(&f->root, "/proc/devices", "Character devices:\n226 drm\n");
	start(f);
	report(f);
	assert_null(f->report->variant);
	assert_int_equal(f->report->why->code, -EBADMSG);
	assert_int_equal(pmx_gpu_monitor_fd(f->monitor), -1);
}

/* --- failures ----------------------------------------------------------------------------- */

static void every_failing_system_call_is_survived(void **state)
{
	struct fixture *f = *state;
	bool failed = true;

	put_format(f, "gpu_mem_total", TOTAL);
	f->opts.sources = PMX_GPU_ONLY_TRACEPOINT;
	for (int at = 1; failed; at++) {
		f->kernel = (struct rings){ .now = NOW, .fail_at = at, .fail_with = -EIO };
		failed = try(f) != 0;
		if (!failed) {
			failed = pmx_gpu_monitor_start(f->monitor, &f->err) != 0;
			failed |= pmx_gpu_monitor_finish(f->monitor, &f->err) != 0;
			failed |= !report(f)->checks[PMX_GPU_TOTAL].is_read;
		}
		failed |= f->kernel.calls >= at;
		pmx_gpu_monitor_free(f->monitor);
		f->monitor = NULL;
		assert_int_equal(f->kernel.maps, f->kernel.unmaps);
		assert_true(at < 200);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(records_of_all_cpus_become_gauges),
		TEST(processes_are_named_by_records_and_by_proc),
		TEST(the_count_is_checked_against_samples_and_losses),
		TEST(losses_that_no_record_told_of_are_in_the_report),
		TEST(records_without_the_promised_fields_are_counted),
		TEST(an_interval_is_closed_when_asked),
		TEST(a_tracepoint_that_was_replaced_meanwhile_is_refused),
		TEST(without_rights_and_without_drm_it_is_an_error),
		TEST(nothing_at_all_is_an_error_with_a_hint),
		TEST(a_format_that_lacks_a_field_is_said_though_fdinfo_is_there),
		TEST(every_failing_system_call_is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
