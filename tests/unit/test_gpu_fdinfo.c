// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_fdinfo.c - DRM clients as drivers write them: shapes, units, descriptors, hostile text
 */
#include "sysroot.h"

#include <errno.h>

#include <perfmux/gpu_fdinfo.h>

#include "gpu/fdinfo.h"
#include "skips.h"

#define KIB UINT64_C(1024)
#define MIB UINT64_C(1048576)

/* --- one file ----------------------------------------------------------------------------- */

static struct fdinfo_text parse(const char *text)
{
	struct fdinfo_text parsed;
	char *copy = strdup(text);

	gpu_fdinfo_parse(&parsed, copy);
	free(copy);
	return parsed;
}

static void units_are_bytes_kib_or_mib(void **state)
{
	struct fdinfo_text text = parse("drm-driver:\tx\n"
					"drm-total-a:\t4100\n"
					"drm-total-b:\t3 KiB\n"
					"drm-total-c: 5 MiB\n"
					"drm-total-d:\t 7   KiB  \n"
					"drm-total-e:\t0");

	(void)state;
	assert_int_equal(text.region_count, 5);
	assert_int_equal(text.regions[0].total, 4100);
	assert_int_equal(text.regions[1].total, 3 * KIB);
	assert_int_equal(text.regions[2].total, 5 * MIB);
	assert_int_equal(text.regions[3].total, 7 * KIB);
	assert_true(text.regions[4].has_total);
	assert_int_equal(text.regions[4].total, 0);
	assert_false(text.regions[4].has_shared);
	assert_int_equal(text.bad, 0);
}

static void what_is_no_size_is_counted_and_left_out(void **state)
{
	struct fdinfo_text text = parse("drm-total-a:\t-1\n"
					"drm-total-a:\t1 kB\n"
					"drm-total-a:\t\n"
					"drm-total-a:\t0x10\n"
					"drm-total-a:\t99999999999999999999\n"
					"drm-total-a:\t18446744073709551615 KiB\n"
					"drm-total-a:\t1 KiB more\n");

	(void)state;
	assert_int_equal(text.bad, 7);
	assert_int_equal(text.region_count, 0);
}

static void an_older_name_gives_way_to_the_newer(void **state)
{
	static const char *const texts[] = {
		"drm-memory-vram: 1 KiB\ndrm-resident-vram: 2 KiB\n",
		"drm-resident-vram: 2 KiB\ndrm-memory-vram: 1 KiB\n",
	};
	struct fdinfo_text text;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		text = parse(texts[i]);
		assert_int_equal(text.region_count, 1);
		assert_int_equal(text.regions[0].resident, 2 * KIB);
		assert_false(text.regions[0].is_alias);
	}
	text = parse("drm-memory-vram: 1 KiB\n");
	assert_true(text.regions[0].has_resident && text.regions[0].is_alias);
	assert_int_equal(text.regions[0].resident, KIB);
}

static void cycles_and_engines_are_no_memory(void **state)
{
	struct fdinfo_text text = parse("drm-total-cycles-rcs:\t7655183225\n"
					"drm-cycles-rcs:\t28257900\n"
					"drm-engine-render:\t12 ns\n"
					"drm-engine-capacity-video:\t2\n"
					"drm-active-system:\t1 KiB\n"
					"drm-purgeable-system:\t1 KiB\n"
					"amd-requested-vram:\t1 KiB\n"
					"pos:\t0\n"
					"no colon at all\n");

	(void)state;
	assert_int_equal(text.region_count, 0);
	assert_int_equal(text.bad, 0);
	assert_string_equal(text.driver, "");
}

static void regions_beyond_the_bound_are_left_out(void **state)
{
	char text[8192] = "";
	size_t n = 0;
	struct fdinfo_text parsed;

	(void)state;
	for (int i = 0; i < 40; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "drm-total-r%d: 1\n", i);
	n += (size_t)snprintf(text + n, sizeof(text) - n, "drm-total-: 1\n");
	snprintf(text + n, sizeof(text) - n,
		 "drm-total-a-name-that-is-longer-than-any-region-has: 1\ndrm-shared-r0: 5\n");
	parsed = parse(text);
	assert_int_equal(parsed.region_count, PMX_FDINFO_REGIONS);
	assert_int_equal(parsed.left_out, 40 - PMX_FDINFO_REGIONS + 2);
	assert_int_equal(parsed.regions[0].shared, 5);
}

static void names_that_do_not_fit_are_not_cut(void **state)
{
	struct fdinfo_text text =
		parse("drm-driver: a-driver-name-that-is-longer-than-any-driver-has\n"
		      "drm-pdev: 0000:03:00.0\n"
		      "drm-client-id: 12x\n");

	(void)state;
	assert_string_equal(text.driver, "");
	assert_string_equal(text.pdev, "0000:03:00.0");
	assert_false(text.has_id);
}

/* --- machines ----------------------------------------------------------------------------- */

static struct pmx_fdinfo read_fixture(const char *name)
{
	struct pmx_machine *machine = open_fixture(name);
	struct pmx_fdinfo fdinfo;
	struct pmx_error err = { 0 };

	assert_true(pmx_fdinfo_is_possible(machine));
	if (pmx_fdinfo_read(&fdinfo, machine, &err))
		fail_msg("%s", err.text);
	pmx_machine_free(machine);
	return fdinfo;
}

static const struct pmx_fdinfo_client *client(const struct pmx_fdinfo *fdinfo, uint64_t id)
{
	for (size_t i = 0; i < fdinfo->count; i++)
		if (fdinfo->clients[i].has_id && fdinfo->clients[i].id == id)
			return &fdinfo->clients[i];
	fail_msg("there is no client %d", (int)id);
	return NULL;
}

static const struct pmx_fdinfo_region *region(const struct pmx_fdinfo_client *client,
					      const char *name)
{
	for (size_t i = 0; i < client->region_count; i++)
		if (strcmp(client->regions[i].name, name) == 0)
			return &client->regions[i];
	fail_msg("there is no region %s", name);
	return NULL;
}

static void amdgpu_clients_count_once_whoever_has_them(void **state)
{
	struct pmx_fdinfo fdinfo = read_fixture("gpu-amdgpu");
	const struct pmx_fdinfo_client *shell = client(&fdinfo, 3), *game = client(&fdinfo, 9);

	(void)state;
	assert_int_equal(fdinfo.count, 4);
	/* twice in one process, and handed over to another */
	assert_int_equal(shell->descriptors, 3);
	assert_int_equal(shell->pid, 2101);
	assert_string_equal(shell->comm, "gnome-shell");
	assert_string_equal(shell->device, "0000:03:00.0");
	assert_string_equal(shell->driver, "amdgpu");
	assert_int_equal(region(shell, "vram")->total, 186368 * KIB);
	assert_int_equal(region(shell, "vram")->shared, 65536 * KIB);
	assert_int_equal(region(shell, "vram")->resident, 180224 * KIB);
	assert_int_equal(region(shell, "gtt")->total, 20480 * KIB);
	assert_int_equal(game->pid, 2345);
	assert_int_equal(game->ppid, 2101);
	assert_int_equal(game->started, 9001);
	assert_string_equal(game->comm, "a) game (x");
	pmx_fdinfo_free(&fdinfo);
	assert_int_equal(fdinfo.count, 0);
}

static void an_old_amdgpu_has_resident_memory_only(void **state)
{
	struct pmx_fdinfo fdinfo = read_fixture("gpu-amdgpu");
	const struct pmx_fdinfo_client *old = client(&fdinfo, 10);

	(void)state;
	assert_string_equal(old->device, "0000:0b:00.0");
	assert_false(region(old, "vram")->has_total);
	assert_true(region(old, "vram")->is_alias);
	assert_int_equal(region(old, "vram")->resident, 2048 * KIB);
	pmx_fdinfo_free(&fdinfo);
}

static void i915_regions_stay_apart(void **state)
{
	struct pmx_fdinfo fdinfo = read_fixture("gpu-i915");
	const struct pmx_fdinfo_client *xorg = client(&fdinfo, 18);

	(void)state;
	assert_int_equal(fdinfo.count, 2);
	assert_int_equal(xorg->region_count, 3);
	assert_int_equal(region(xorg, "system0")->total, 125 * MIB);
	assert_int_equal(region(xorg, "system0")->shared, 16 * MIB);
	assert_int_equal(region(xorg, "stolen-system0")->total, 0);
	assert_int_equal(region(xorg, "local0")->resident, 512 * MIB);
	pmx_fdinfo_free(&fdinfo);
}

static void xe_cycles_are_no_region(void **state)
{
	struct pmx_fdinfo fdinfo = read_fixture("gpu-xe");

	(void)state;
	assert_int_equal(fdinfo.count, 1);
	assert_int_equal(fdinfo.clients[0].region_count, 4);
	assert_int_equal(region(&fdinfo.clients[0], "vram0")->total, 23992 * KIB);
	assert_int_equal(fdinfo.bad, 0);
	pmx_fdinfo_free(&fdinfo);
}

static void msm_devices_are_named_by_sysfs(void **state)
{
	struct pmx_fdinfo fdinfo = read_fixture("gpu-msm");

	(void)state;
	assert_int_equal(fdinfo.count, 3);
	for (size_t i = 0; i < 3; i++) /* card0 and renderD128 are one */
		assert_string_equal(fdinfo.clients[i].device, "5000000.gpu");
	assert_int_equal(client(&fdinfo, 2)->descriptors, 2);
	assert_int_equal(region(client(&fdinfo, 2), "memory")->total, 5632 * KIB);
	assert_int_equal(region(client(&fdinfo, 3), "memory")->total, 4100);
	pmx_fdinfo_free(&fdinfo);
}

static void panfrost_has_its_drivers_name_and_a_process_without_ids_counts_once(void **state)
{
	struct pmx_fdinfo fdinfo = read_fixture("gpu-panfrost");

	(void)state;
	assert_int_equal(fdinfo.count, 2);
	assert_string_equal(fdinfo.clients[0].device, "panfrost");
	assert_int_equal(region(client(&fdinfo, 37), "memory")->resident, 36496 * KIB);
	assert_false(fdinfo.clients[1].has_id);
	assert_int_equal(fdinfo.clients[1].pid, 1201);
	assert_int_equal(fdinfo.clients[1].descriptors, 2);
	assert_int_equal(region(&fdinfo.clients[1], "memory")->total, MIB);
	pmx_fdinfo_free(&fdinfo);
}

/* --- made up ------------------------------------------------------------------------------ */

struct fixture {
	struct sysroot root;
	struct pmx_machine *machine;
	struct pmx_fdinfo fdinfo;
	struct pmx_error err;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	sysroot_make(&f->root);
	sysroot_put(&f->root, "/proc/devices", "Character devices:\n  1 mem\n226 drm\n");
	f->machine = open_machine(f->root.dir);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	pmx_fdinfo_free(&f->fdinfo);
	pmx_machine_free(f->machine);
	sysroot_remove(&f->root);
	free(f);
	return 0;
}

static void put_fd(struct fixture *f, int pid, int fd, const char *link, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, fd);
	sysroot_link(&f->root, path, link);
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", pid, fd);
	sysroot_put(&f->root, path, text);
}

static void read_all(struct fixture *f)
{
	pmx_fdinfo_free(&f->fdinfo);
	if (pmx_fdinfo_read(&f->fdinfo, f->machine, &f->err))
		fail_msg("%s", f->err.text);
}

#define NODE "/dev/dri/renderD128"

static void what_is_no_drm_device_is_not_opened(void **state)
{
	static const char *const links[] = {
		"/home/u/dev/dri/renderD128",
		"socket:[/dev/dri/renderD128]",
		"/dev/drive",
		"anon_inode:[drm]",
		"/dev/null",
	};
	struct fixture *f = *state;

	for (int i = 0; i < 5; i++)
		put_fd(f, 10, i, links[i], "drm-driver: x\ndrm-client-id: 1\ndrm-total-a: 1\n");
	read_all(f);
	assert_int_equal(f->fdinfo.count, 0);
}

static void a_device_file_without_a_driver_is_no_client(void **state)
{
	struct fixture *f = *state;

	put_fd(f, 10, 3, NODE, "pos:\t0\nflags:\t02\n");
	read_all(f);
	assert_int_equal(f->fdinfo.count, 0);
}

static void without_a_drm_driver_no_process_is_looked_at(void **state)
{
	struct fixture *f = *state;

	put_fd(f, 10, 3, NODE, "drm-driver: x\ndrm-client-id: 1\n");
	read_all(f);
	assert_int_equal(f->fdinfo.count, 1);
	sysroot_put(&f->root, "/proc/devices", "Character devices:\n  1 mem\n\nBlock devices:\n");
	assert_false(pmx_fdinfo_is_possible(f->machine));
	read_all(f);
	assert_int_equal(f->fdinfo.count, 0);
}

static void the_same_id_on_another_device_is_another_client(void **state)
{
	struct fixture *f = *state;

	put_fd(f, 10, 3, NODE, "drm-driver: x\ndrm-pdev: a\ndrm-client-id: 1\ndrm-total-m: 1\n");
	put_fd(f, 10, 4, NODE, "drm-driver: x\ndrm-pdev: b\ndrm-client-id: 1\ndrm-total-m: 2\n");
	read_all(f);
	assert_int_equal(f->fdinfo.count, 2);
	assert_string_equal(f->fdinfo.clients[0].device, "a");
	assert_string_equal(f->fdinfo.clients[1].device, "b");
}

static void a_shared_client_belongs_to_the_lowest_pid(void **state)
{
	struct fixture *f = *state;

	put_fd(f, 100, 3, NODE, "drm-driver: x\ndrm-client-id: 1\n");
	put_fd(f, 20, 3, NODE, "drm-driver: x\ndrm-client-id: 1\n");
	put_fd(f, 3, 3, NODE, "drm-driver: x\ndrm-client-id: 2\n");
	read_all(f);
	assert_int_equal(f->fdinfo.count, 2);
	assert_int_equal(f->fdinfo.clients[0].pid, 20);
	assert_int_equal(f->fdinfo.clients[0].descriptors, 2);
}

static void hostile_files_are_bounded(void **state)
{
	struct fixture *f = *state;
	char *large = malloc(300000);

	memset(large, 'x', 299999);
	large[299999] = '\0';
	put_fd(f, 10, 3, NODE, large);
	put_fd(f, 10, 4, NODE, ":\n:::\n\n\ndrm-driver\ndrm-driver:\ndrm-total-:\n");
	put_fd(f, 10, 5, "/dev/dri/..", "drm-driver: x\ndrm-client-id: 5\n");
	sysroot_put(&f->root, "/proc/10/stat", "10 (no end S 1");
	sysroot_mkdir(&f->root, "/proc/99999999999/fd");
	sysroot_put(&f->root, "/proc/11/fd", "a file");
	read_all(f);
	assert_int_equal(f->fdinfo.count, 1);
	assert_int_equal(f->fdinfo.left_out, 1);
	assert_string_equal(f->fdinfo.clients[0].comm, "");
	free(large);
}

static void many_devices_and_clients_are_bounded(void **state)
{
	struct fixture *f = *state;
	char text[128];

	for (int i = 0; i < 200; i++) {
		snprintf(text, sizeof(text), "drm-driver: x\ndrm-pdev: %d\ndrm-client-id: %d\n",
			 i / 2, i);
		put_fd(f, 10, i, NODE, text);
	}
	read_all(f);
	assert_int_equal(f->fdinfo.count, 2 * MAX_DEVICES);
	assert_int_equal(f->fdinfo.left_out, 200 - 2 * MAX_DEVICES);
}

static void a_process_that_may_not_be_seen_is_counted(void **state)
{
	struct fixture *f = *state;
	int ret;

	put_fd(f, 10, 3, NODE, "drm-driver: x\ndrm-client-id: 1\n");
	assert_int_equal(chmod(sysroot_path(&f->root, "/proc/10/fd"), 0700), 0);
	become_user();
	ret = pmx_fdinfo_read(&f->fdinfo, f->machine, &f->err);
	become_again();
	if (getuid() != 0)
		skip_because("needs root, who may become another");
	assert_int_equal(ret, 0);
	assert_int_equal(f->fdinfo.count, 0);
	assert_int_equal(f->fdinfo.hidden, 1);
}

static void a_name_comes_from_comm_where_there_is_no_stat(void **state)
{
	struct fixture *f = *state;

	put_fd(f, 10, 3, NODE, "drm-driver: x\ndrm-client-id: 1\n");
	sysroot_put(&f->root, "/proc/10/comm", "only this\n");
	read_all(f);
	assert_string_equal(f->fdinfo.clients[0].comm, "only this");
	assert_int_equal(f->fdinfo.clients[0].started, 0);
}

static void this_machine_can_be_read(void **state)
{
	struct pmx_machine *machine = open_machine("/");
	struct pmx_fdinfo fdinfo;
	struct pmx_error err;

	(void)state;
	assert_int_equal(pmx_fdinfo_read(&fdinfo, machine, &err), 0);
	for (size_t i = 0; i < fdinfo.count; i++)
		assert_true(fdinfo.clients[i].pid > 0 && fdinfo.clients[i].driver[0]);
	pmx_fdinfo_free(&fdinfo);
	pmx_machine_free(machine);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_are_bytes_kib_or_mib),
		cmocka_unit_test(what_is_no_size_is_counted_and_left_out),
		cmocka_unit_test(an_older_name_gives_way_to_the_newer),
		cmocka_unit_test(cycles_and_engines_are_no_memory),
		cmocka_unit_test(regions_beyond_the_bound_are_left_out),
		cmocka_unit_test(names_that_do_not_fit_are_not_cut),
		cmocka_unit_test(amdgpu_clients_count_once_whoever_has_them),
		cmocka_unit_test(an_old_amdgpu_has_resident_memory_only),
		cmocka_unit_test(i915_regions_stay_apart),
		cmocka_unit_test(xe_cycles_are_no_region),
		cmocka_unit_test(msm_devices_are_named_by_sysfs),
		cmocka_unit_test(
			panfrost_has_its_drivers_name_and_a_process_without_ids_counts_once),
		TEST(what_is_no_drm_device_is_not_opened),
		TEST(a_device_file_without_a_driver_is_no_client),
		TEST(without_a_drm_driver_no_process_is_looked_at),
		TEST(the_same_id_on_another_device_is_another_client),
		TEST(a_shared_client_belongs_to_the_lowest_pid),
		TEST(hostile_files_are_bounded),
		TEST(many_devices_and_clients_are_bounded),
		TEST(a_process_that_may_not_be_seen_is_counted),
		TEST(a_name_comes_from_comm_where_there_is_no_stat),
		cmocka_unit_test(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
