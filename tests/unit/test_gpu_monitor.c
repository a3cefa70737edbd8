// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_monitor.c - the sources put together, over rings whose contents are made up
 */
#include "sysroot.h"

#include <perfmux/gpu.h>

#include "fake_rings.h"

#define EVENTS "/sys/kernel/tracing/events/gpu_mem/"
#define TOTAL  70 /* ids */
#define SHARED 71
#define SECOND UINT64_C(1000000000)
#define NOW    (100 * SECOND)

struct fixture {
	struct sysroot root;
	struct pmx_machine *machine;
	struct rings kernel;
	struct pmx_sys sys;
	struct pmx_cpus cpus;
	struct pmx_gpu_options opts;
	struct pmx_gpu_monitor *monitor;
	const struct pmx_gpu_report *report;
	struct pmx_error err;
	/* what on_update() was told */
	unsigned told;
	uint64_t told_pid, told_total;
	char told_comm[16];
};

/* For hooks of the kernel, which know no context. */
static struct fixture *current;

static void put_format(struct fixture *f, const char *event, unsigned id)
{
	char path[256], text[1024];

	snprintf(path, sizeof(path), EVENTS "%s/format", event);
	snprintf(text, sizeof(text),
		 "name: %s\nID: %u\nformat:\n"
		 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
		 "\tfield:u32 gpu_id;\toffset:8;\tsize:4;\tsigned:0;\n"
		 "\tfield:u32 pid;\toffset:12;\tsize:4;\tsigned:0;\n"
		 "\tfield:u64 size;\toffset:16;\tsize:8;\tsigned:0;\n\nprint fmt: \"\"\n",
		 event, id);
	sysroot_put(&f->root, path, text);
}

static void on_update(void *ctx, const struct pmx_gpu_update *update, uint64_t pid, const char *comm)
{
	struct fixture *f = ctx;

	f->told++;
	f->told_pid = pid;
	f->told_total = update->total;
	snprintf(f->told_comm, sizeof(f->told_comm), "%s", comm);
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	sysroot_make(&f->root);
	sysroot_mkdir(&f->root, "/sys/kernel/tracing/events");
	sysroot_mkdir(&f->root, "/proc");
	f->machine = open_machine(f->root.dir);
	f->kernel.now = NOW;
	f->sys = rings_sys(&f->kernel);
	pmx_cpus_add(&f->cpus, 0);
	pmx_cpus_add(&f->cpus, 1);
	f->opts = (struct pmx_gpu_options){
		.cpus = &f->cpus, .sys = &f->sys, .on_update = on_update, .ctx = f
	};
	current = f;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	pmx_gpu_monitor_free(f->monitor);
	assert_int_equal(f->kernel.maps, f->kernel.unmaps);
	for (int fd = 0; fd < RINGS_FDS; fd++)
		if (f->kernel.attr[fd].size)
			assert_int_equal(fcntl(fd, F_GETFD), -1);
	pmx_machine_free(f->machine);
	sysroot_remove(&f->root);
	free(f);
	return 0;
}

static int try(struct fixture *f)
{
	return pmx_gpu_monitor_new(&f->monitor, f->machine, &f->opts, &f->err);
}

static void start(struct fixture *f)
{
	if (try(f) || pmx_gpu_monitor_start(f->monitor, &f->err))
		fail_msg("%s", f->err.text);
}

/* A driver reports on a CPU. */
static void says(struct fixture *f, int cpu, uint64_t id, uint64_t time, uint32_t pid, uint64_t size)
{
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = 64 };
	uint64_t event = rings_id(rings_event_fd(&f->kernel, id, cpu));
	uint32_t raw_size = 28;
	unsigned char record[64] = { 0 };

	memcpy(record, &header, 8);
	memcpy(record + 8, &event, 8);
	memcpy(record + 24, &time, 8); /* the thread, at 16, is 0 */
	memcpy(record + 32, &raw_size, 4);
	memcpy(record + 36 + 12, &pid, 4);
	memcpy(record + 36 + 16, &size, 8);
	rings_put(&f->kernel, cpu, record, sizeof(record));
	f->kernel.count[rings_event_fd(&f->kernel, id, cpu)]++;
}

static void drain(struct fixture *f)
{
	assert_int_equal(pmx_gpu_monitor_drain(f->monitor, true, &f->err), 0);
}

static const struct pmx_gpu_report *report(struct fixture *f)
{
	f->report = pmx_gpu_monitor_report(f->monitor, &f->err);
	assert_non_null(f->report);
	return f->report;
}

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
	uint64_t named[] = { 8 | 8ull << 32, 0, 0 }, ended[] = { 7 | 1ull << 32, 7 | 1ull << 32, 0 };
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

static int no_rights(const struct perf_event_attr *attr, int cpu)
{
	(void)attr, (void)cpu;
	return -EACCES;
}

static void without_rights_and_without_drm_it_is_an_error(void **state)
{
	struct fixture *f = *state;

	put_format(f, "gpu_mem_total", TOTAL);
	sysroot_put(&f->root, "/proc/devices", "Character devices:\n  1 mem\n");
	f->kernel.on_open = no_rights;
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

/* --- fdinfo ------------------------------------------------------------------------------- */

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
		TEST(fdinfo_takes_its_place_at_its_own_pace),
		TEST(beside_tracepoints_fdinfo_is_read_first_and_last),
		TEST(without_a_drm_driver_there_is_no_reading_beside_tracepoints),
		TEST(tracepoints_alone_read_no_fdinfo),
		TEST(descendants_in_proc_are_the_target),
		TEST(a_sysroot_has_fdinfo_only),
		TEST(every_failing_system_call_is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
