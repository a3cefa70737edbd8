// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_monitor_fdinfo.c - when a monitor reads fdinfo: instead of tracepoints, and beside them
 */
#include "gpu_monitors.h"

static void put_client(struct fixture *f, int pid, int parent, const char *total)
{
	char path[64], text[256];

	sysroot_put(&f->root, "/proc/devices", "Character devices:\n226 drm\n");
	snprintf(path, sizeof(path), "/proc/%d/fd/3", pid);
	remove(sysroot_path(&f->root, path));
	sysroot_link(&f->root, path, "/dev/dri/renderD128");
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/3", pid);
	snprintf(text, sizeof(text), "drm-driver: xe\ndrm-client-id: %d\ndrm-total-vram: %s\n", pid,
		 total);
	sysroot_put(&f->root, path, text);
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	snprintf(text, sizeof(text),
		 "%d (client) S %d 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0 0\n", pid, parent);
	sysroot_put(&f->root, path, text);
}

static void fdinfo_takes_its_place_at_its_own_pace(void **state)
{
	struct fixture *f = *state;

	put_client(f, 50, 1, "1 MiB");
	start(f);
	report(f);
	assert_int_equal(f->report->why->code, -ENOENT);
	assert_int_equal(f->report->fd_rows[0].total.last, 1 << 20);
	assert_int_equal(pmx_gpu_monitor_due(f->monitor), NOW + SECOND);
	put_client(f, 50, 1, "3 MiB");
	f->kernel.now = NOW + SECOND - 1;
	drain(f);
	assert_int_equal(report(f)->fd_readings, 1);
	f->kernel.now = NOW + SECOND;
	drain(f);
	assert_int_equal(report(f)->fd_readings, 2);
	assert_int_equal(report(f)->fd_rows[0].total.peak, 3 << 20);
	assert_int_equal(pmx_gpu_monitor_due(f->monitor), NOW + 2 * SECOND);
	put_client(f, 50, 1, "2 MiB");
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	assert_int_equal(report(f)->fd_rows[0].total.last, 2 << 20);
	assert_true(pmx_gpu_monitor_due(f->monitor) == UINT64_MAX);
}

static void beside_tracepoints_fdinfo_is_read_first_and_last(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	put_client(f, 50, 1, "1 MiB");
	start(f);
	says(f, 0, TOTAL, NOW + 10, 50, 7);
	f->kernel.now = NOW + 5 * SECOND;
	drain(f);
	report(f);
	assert_true(pmx_gpu_monitor_due(f->monitor) == UINT64_MAX);
	assert_int_equal(f->report->fd_readings, 1);
	/* side by side, never added */
	assert_int_equal(f->report->rows[0].total.last, 7);
	assert_int_equal(f->report->rows[0].total.source, PMX_GPU_TRACEPOINT);
	assert_int_equal(f->report->gpus[0].sum, 7);
	assert_int_equal(f->report->fd_rows[0].total.last, 1 << 20);
	assert_int_equal(f->report->fd_rows[0].total.source, PMX_GPU_FDINFO);
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	assert_int_equal(report(f)->fd_readings, 2);
}

static void without_a_drm_driver_there_is_no_reading_beside_tracepoints(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	sysroot_put(&f->root, "/proc/devices", "Character devices:\n  1 mem\n");
	f->opts.fdinfo_ns = SECOND;
	start(f);
	assert_true(pmx_gpu_monitor_due(f->monitor) == UINT64_MAX);
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	assert_int_equal(report(f)->fd_readings, 0);
}

static void tracepoints_alone_read_no_fdinfo(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	put_client(f, 50, 1, "1 MiB");
	f->opts.sources = PMX_GPU_ONLY_TRACEPOINT;
	start(f);
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	assert_int_equal(report(f)->fd_readings, 0);
	assert_int_equal(report(f)->fd_row_count, 0);
}

static void descendants_in_proc_are_the_target(void **state)
{
	struct fixture *f = *state;

	put_client(f, 50, 1, "1 MiB");
	put_client(f, 51, 52, "1 MiB");
	put_client(f, 52, 50, "1 MiB");
	put_client(f, 53, 1, "1 MiB");
	put_client(f, 54, 54, "1 MiB"); /* its own parent: not for ever */
	f->opts.sources = PMX_GPU_ONLY_FDINFO;
	assert_int_equal(try(f), 0);
	assert_int_equal(pmx_gpu_monitor_follow(f->monitor, 50, &f->err), 0);
	assert_int_equal(pmx_gpu_monitor_start(f->monitor, &f->err), 0);
	report(f);
	assert_int_equal(f->report->fd_row_count, 5);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(f->report->fd_rows[i].is_target, f->report->fd_rows[i].pid < 53);
	assert_null(f->report->why);
}

static void a_sysroot_has_fdinfo_only(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	put_client(f, 50, 1, "1 MiB");
	f->opts.sys = NULL;
	start(f);
	assert_int_equal(pmx_gpu_monitor_finish(f->monitor, &f->err), 0);
	report(f);
	assert_int_equal(f->report->why->code, -ENODEV);
	assert_int_equal(f->report->fd_row_count, 1);
	assert_int_equal(f->kernel.opens, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(fdinfo_takes_its_place_at_its_own_pace),
		TEST(beside_tracepoints_fdinfo_is_read_first_and_last),
		TEST(without_a_drm_driver_there_is_no_reading_beside_tracepoints),
		TEST(tracepoints_alone_read_no_fdinfo),
		TEST(descendants_in_proc_are_the_target),
		TEST(a_sysroot_has_fdinfo_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
