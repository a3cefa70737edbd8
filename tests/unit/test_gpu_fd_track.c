// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_fd_track.c - readings of fdinfo over time: gauges by device, region and process
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/fd_track.h"
#include "gpu/report.h"

enum { MAX_MADE = 8 };

struct fixture {
	struct fd_tracks tracks;
	struct pmx_fdinfo fdinfo;
	struct pmx_fdinfo_client clients[MAX_MADE];
	struct pmx_fdinfo_region regions[MAX_MADE][2];
	struct pmx_gpu_report report;
	pid_t alive, target;
};

static bool exists(void *ctx, pid_t pid, uint64_t started)
{
	return pid == ((struct fixture *)ctx)->alive && started != 1234;
}

static bool is_target(void *ctx, pid_t pid, pid_t parent)
{
	const struct fixture *f = ctx;

	return pid == f->target || parent == f->target;
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->fdinfo.clients = f->clients;
	f->tracks.exists = exists;
	f->tracks.ctx = f;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	gpu_report_free(&f->report);
	gpu_fd_tracks_free(&f->tracks);
	free(f);
	return 0;
}

/* A client in the next reading. */
static struct pmx_fdinfo_client *has(struct fixture *f, const char *device, pid_t pid,
				     const char *region, uint64_t total)
{
	size_t i = f->fdinfo.count++;
	struct pmx_fdinfo_client *client = &f->clients[i];

	*client = (struct pmx_fdinfo_client){ .has_id = true,
					      .id = i,
					      .pid = pid,
					      .started = 1,
					      .regions = f->regions[i],
					      .region_count = 1 };
	f->regions[i][0] = (struct pmx_fdinfo_region){ .has_total = true, .total = total };
	snprintf(f->regions[i][0].name, sizeof(f->regions[i][0].name), "%s", region);
	snprintf(client->device, sizeof(client->device), "%s", device);
	snprintf(client->driver, sizeof(client->driver), "driver");
	snprintf(client->comm, sizeof(client->comm), "name%d", (int)pid);
	return client;
}

/* The reading is made, and the next one begins with nothing. */
static void reads(struct fixture *f, uint64_t time)
{
	assert_int_equal(gpu_fd_tracks_add(&f->tracks, &f->fdinfo, time), 0);
	f->fdinfo.count = 0;
}

static const struct pmx_gpu_fd_row *row(struct fixture *f, const char *device, const char *region,
					pid_t pid)
{
	for (size_t i = 0; i < f->report.fd_row_count; i++) {
		const struct pmx_gpu_fd_row *row = &f->report.fd_rows[i];

		if (row->pid == pid && !strcmp(row->device, device) && !strcmp(row->region, region))
			return row;
	}
	fail_msg("no row %s %s %d", device, region, (int)pid);
	return NULL;
}

static void report(struct fixture *f, uint64_t now)
{
	assert_int_equal(gpu_fd_tracks_report(&f->tracks, &f->report, now), 0);
}

static void devices_regions_and_processes_stay_apart(void **state)
{
	struct fixture *f = *state;

	has(f, "a", 7, "vram", 100);
	has(f, "a", 7, "gtt", 10);
	has(f, "a", 8, "vram", 200);
	has(f, "b", 7, "vram", 1000);
	reads(f, 10);
	report(f, 20);
	assert_int_equal(f->report.fd_row_count, 4);
	assert_int_equal(row(f, "a", "vram", 7)->total.last, 100);
	assert_int_equal(row(f, "a", "gtt", 7)->total.last, 10);
	assert_int_equal(row(f, "a", "vram", 8)->total.last, 200);
	assert_int_equal(row(f, "b", "vram", 7)->total.last, 1000);
	assert_string_equal(row(f, "a", "vram", 8)->comm, "name8");
	/* by device, region, then the largest */
	assert_string_equal(f->report.fd_rows[0].region, "gtt");
	assert_int_equal(f->report.fd_rows[1].pid, 8);
	assert_string_equal(f->report.fd_rows[3].device, "b");
	assert_int_equal(f->report.fd_readings, 1);
}

static void clients_of_a_process_add_up_and_say_where_from(void **state)
{
	struct fixture *f = *state;

	has(f, "a", 7, "vram", 100);
	has(f, "a", 7, "vram", 50);
	reads(f, 10);
	report(f, 20);
	assert_int_equal(f->report.fd_row_count, 1);
	assert_int_equal(f->report.fd_rows[0].total.last, 150);
	assert_int_equal(f->report.fd_rows[0].clients, 2);
	assert_int_equal(f->report.fd_rows[0].total.source, PMX_GPU_FDINFO);
	assert_int_equal(f->report.fd_rows[0].shared.updates, 0);
}

static void readings_are_updates(void **state)
{
	struct fixture *f = *state;

	f->alive = 7;
	has(f, "a", 7, "vram", 100);
	reads(f, 10);
	has(f, "a", 7, "vram", 300);
	reads(f, 20);
	gpu_fd_tracks_next_interval(&f->tracks);
	has(f, "a", 7, "vram", 200);
	has(f, "a", 6, "vram", 1);
	reads(f, 30);
	report(f, 40);
	assert_int_equal(row(f, "a", "vram", 7)->total.updates, 3);
	assert_int_equal(row(f, "a", "vram", 7)->total.peak, 300);
	assert_int_equal(row(f, "a", "vram", 7)->total.change, 100);
	assert_int_equal(row(f, "a", "vram", 7)->total.interval.updates, 1);
	assert_int_equal(row(f, "a", "vram", 6)->total.first_at, 30);
	assert_int_equal(row(f, "a", "vram", 7)->line.points[0].last, 200);
}

static void a_process_without_clients_has_nothing(void **state)
{
	struct fixture *f = *state;

	f->alive = 7;
	has(f, "a", 7, "vram", 100);
	has(f, "a", 8, "vram", 100);
	reads(f, 10);
	reads(f, 20);
	reads(f, 30);
	report(f, 40);
	assert_int_equal(row(f, "a", "vram", 7)->total.last, 0);
	assert_int_equal(row(f, "a", "vram", 7)->total.last_at, 20);
	assert_int_equal(row(f, "a", "vram", 7)->total.updates, 2);
	assert_int_equal(row(f, "a", "vram", 7)->clients, 0);
	assert_int_equal(row(f, "a", "vram", 7)->marks, PMX_GPU_GONE);
	assert_int_equal(row(f, "a", "vram", 8)->marks, PMX_GPU_GONE | PMX_GPU_ENDED);
	has(f, "a", 7, "vram", 30);
	reads(f, 50);
	report(f, 60);
	assert_int_equal(row(f, "a", "vram", 7)->total.last, 30);
	assert_int_equal(row(f, "a", "vram", 7)->marks, 0);
}

static void a_process_that_began_at_another_time_is_another(void **state)
{
	struct fixture *f = *state;

	has(f, "a", 7, "vram", 100);
	reads(f, 10);
	has(f, "a", 7, "vram", 5)->started = 99;
	reads(f, 20);
	report(f, 30);
	assert_int_equal(f->report.fd_row_count, 2);
	assert_int_equal(f->report.fd_rows[0].total.last, 0);
	assert_int_equal(f->report.fd_rows[0].marks, PMX_GPU_GONE | PMX_GPU_ENDED);
	assert_int_equal(f->report.fd_rows[1].total.last, 5);
}

static void without_totals_the_line_is_of_resident_memory(void **state)
{
	struct fixture *f = *state;
	struct pmx_fdinfo_region *region = f->regions[0];

	has(f, "a", 7, "vram", 0);
	region->has_total = false;
	region->has_resident = true;
	region->resident = 77;
	reads(f, 10);
	report(f, 20);
	assert_int_equal(f->report.fd_rows[0].total.updates, 0);
	assert_int_equal(f->report.fd_rows[0].resident.last, 77);
	assert_int_equal(f->report.fd_rows[0].line.points[0].last, 77);
}

static void the_target_stays_the_target(void **state)
{
	struct fixture *f = *state;

	f->tracks.is_target = is_target;
	f->target = 5;
	has(f, "a", 5, "vram", 1);
	has(f, "a", 7, "vram", 1)->ppid = 5;
	has(f, "a", 8, "vram", 1)->ppid = 1;
	reads(f, 10);
	has(f, "a", 7, "vram", 1)->ppid = 1; /* its parent has ended */
	reads(f, 20);
	report(f, 30);
	assert_true(row(f, "a", "vram", 5)->is_target);
	assert_true(row(f, "a", "vram", 7)->is_target);
	assert_false(row(f, "a", "vram", 8)->is_target);
}

static void sums_do_not_wrap_around(void **state)
{
	struct fixture *f = *state;

	has(f, "a", 7, "vram", UINT64_MAX - 1);
	has(f, "a", 7, "vram", UINT64_MAX - 1);
	reads(f, 10);
	report(f, 20);
	assert_true(f->report.fd_rows[0].total.last == UINT64_MAX);
}

static void what_is_gone_makes_room(void **state)
{
	struct fixture *f = *state;

	for (pid_t pid = 1; pid <= PMX_FDINFO_CLIENTS / MAX_MADE + 2; pid++) {
		for (int i = 0; i < MAX_MADE; i++)
			has(f, "a", pid * MAX_MADE + i, "vram", 1);
		reads(f, (uint64_t)pid);
		assert_true(f->tracks.count <= PMX_FDINFO_CLIENTS);
	}
	report(f, 100000);
	assert_true(f->report.fd_left_out > 0);
	assert_true(f->report.fd_row_count >= MAX_MADE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(devices_regions_and_processes_stay_apart),
		TEST(clients_of_a_process_add_up_and_say_where_from),
		TEST(readings_are_updates),
		TEST(a_process_without_clients_has_nothing),
		TEST(a_process_that_began_at_another_time_is_another),
		TEST(without_totals_the_line_is_of_resident_memory),
		TEST(the_target_stays_the_target),
		TEST(sums_do_not_wrap_around),
		TEST(what_is_gone_makes_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
