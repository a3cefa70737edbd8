// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_machine.c - files of a machine: read whole, bounded, and never from outside a sysroot
 */
#include <errno.h>
#include <limits.h>

#include "rooted.h"

#include "base/inroot.h"

static void the_root_directory_is_the_live_machine(void **state)
{
	static const char *const names[] = { NULL, "/", "//", "/.", "/usr/.." };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct pmx_machine *live = open_machine(names[i]);

		assert_true(pmx_machine_is_live(live));
		pmx_machine_free(live);
	}
	assert_false(pmx_machine_is_live(machine));
	pmx_machine_free(NULL);
}

static void a_sysroot_that_cannot_be_used_is_named(void **state)
{
	struct pmx_machine *none = NULL;
	struct pmx_error err;

	(void)state;
	assert_int_equal(pmx_machine_new(&none, sysroot_path(&root, "/none"), &err), -ENOENT);
	assert_non_null(strstr(err.text, "/none"));
	assert_int_not_equal(strlen(err.hint), 0);
	assert_int_equal(pmx_machine_new(&none, "", &err), -ENOENT);
	sysroot_put(&root, "/file", "x");
	assert_int_equal(pmx_machine_new(&none, sysroot_path(&root, "/file"), &err), -ENOTDIR);
	assert_null(none);
}

static void a_file_is_read_without_its_newline(void **state)
{
	char buf[32];

	(void)state;
	sysroot_put(&root, "/sys/a", "text here \t\n\n");
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, sizeof(buf)), 9);
	assert_string_equal(buf, "text here");
	sysroot_put(&root, "/sys/a", "");
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "");
	sysroot_put(&root, "/sys/a", "\n\n");
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, sizeof(buf)), 0);
}

static void a_file_that_does_not_fit_is_refused(void **state)
{
	char buf[8];

	(void)state;
	sysroot_put(&root, "/sys/a", "1234567");
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, sizeof(buf)), 7);
	sysroot_put(&root, "/sys/a", "12345678");
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, sizeof(buf)), -EFBIG);
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, 0), -EFBIG);
}

static void odd_files_are_errors(void **state)
{
	char buf[32];

	(void)state;
	assert_int_equal(pmx_machine_read(machine, "/none", buf, sizeof(buf)), -ENOENT);
	assert_int_equal(pmx_machine_read(machine, "sys/a", buf, sizeof(buf)), -EINVAL);
	sysroot_mkdir(&root, "/sys/dir");
	assert_int_equal(pmx_machine_read(machine, "/sys/dir", buf, sizeof(buf)), -EISDIR);
	sysroot_put_bytes(&root, "/sys/nul", "1\0002", 3);
	assert_int_equal(pmx_machine_read(machine, "/sys/nul", buf, sizeof(buf)), -EINVAL);
	assert_int_equal(pmx_machine_read(machine, "/sys/nul/x", buf, sizeof(buf)), -ENOTDIR);
	assert_int_equal(mkfifo(sysroot_path(&root, "/sys/fifo"), 0644), 0);
	assert_int_equal(pmx_machine_read(machine, "/sys/fifo", buf, sizeof(buf)), 0);
}

static void a_file_that_may_not_be_read_says_so(void **state)
{
	char buf[32];

	(void)state;
	sysroot_put(&root, "/sys/secret", "x");
	assert_int_equal(chmod(sysroot_path(&root, "/sys/secret"), 0), 0);
	become_user();
	assert_int_equal(pmx_machine_read(machine, "/sys/secret", buf, sizeof(buf)), -EACCES);
	become_again();
}

static void numbers_are_whole_files(void **state)
{
	static const struct {
		const char *text;
		int code;
		long value;
	} cases[] = {
		{ "0\n", 0, 0 },
		{ "-1\n", 0, -1 },
		{ "42", 0, 42 },
		{ "9223372036854775807\n", 0, LONG_MAX },
		{ "9223372036854775808\n", -EINVAL, 7 },
		{ "", -EINVAL, 7 },
		{ "-", -EINVAL, 7 },
		{ "--1", -EINVAL, 7 },
		{ "1 2", -EINVAL, 7 },
		{ "0x10", -EINVAL, 7 },
		{ "1\n2\n", -EINVAL, 7 },
		{ "1111111111111111111111111111111111111111111111111111111111111111111", -EINVAL,
		  7 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		long value = 7;

		sysroot_put(&root, "/n", cases[i].text);
		assert_int_equal(pmx_machine_read_long(machine, "/n", &value), cases[i].code);
		assert_int_equal(value, cases[i].value);
	}
}

static void links_inside_a_sysroot_start_at_its_top(void **state)
{
	char buf[32];

	(void)state;
	sysroot_put(&root, "/sys/devices/cpu/type", "4");
	sysroot_link(&root, "/sys/bus/cpu", "../devices/cpu");
	sysroot_link(&root, "/sys/bus/absolute", "/sys/devices/cpu");
	assert_int_equal(pmx_machine_read(machine, "/sys/bus/cpu/type", buf, sizeof(buf)), 1);
	assert_int_equal(pmx_machine_read(machine, "/sys/bus/absolute/type", buf, sizeof(buf)), 1);
}

/* Links that would lead out, and what resolving them by hand gives. */
static const struct {
	const char *target, *resolved;
} ways_out[] = {
	{ "/etc/passwd", "etc/passwd" },
	{ "../../../../../../../../../../../../etc/passwd", "etc/passwd" },
	{ "/../../../../../../../../../etc/passwd", "etc/passwd" },
	{ "/proc/self/root/etc/passwd", "proc/self/root/etc/passwd" },
};

static void no_link_leads_out_of_a_sysroot(void **state)
{
	char buf[65536];

	(void)state;
	sysroot_mkdir(&root, "/sys");
	for (size_t i = 0; i < sizeof(ways_out) / sizeof(ways_out[0]); i++) {
		sysroot_link(&root, "/sys/out", ways_out[i].target);
		assert_int_equal(pmx_machine_read(machine, "/sys/out", buf, sizeof(buf)), -ENOENT);
		assert_int_equal(unlink(sysroot_path(&root, "/sys/out")), 0);
	}
	assert_int_equal(pmx_machine_read(machine, "/../../etc/passwd", buf, sizeof(buf)), -ENOENT);
}

static int open_root(void)
{
	int fd = open(root.dir, O_PATH | O_DIRECTORY | O_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

static void kernels_without_openat2_get_the_same_answers(void **state)
{
	char path[PATH_MAX];
	int fd = open_root();

	(void)state;
	for (size_t i = 0; i < sizeof(ways_out) / sizeof(ways_out[0]); i++) {
		sysroot_link(&root, "/sys/out", ways_out[i].target);
		assert_int_equal(pmx_inroot_resolve(fd, "/sys/out", path, sizeof(path)), 0);
		assert_string_equal(path, ways_out[i].resolved);
		assert_int_equal(unlink(sysroot_path(&root, "/sys/out")), 0);
	}
	sysroot_put(&root, "/sys/devices/cpu/type", "4");
	sysroot_link(&root, "/sys/bus/cpu", "../devices/cpu");
	sysroot_link(&root, "/sys/twice", "/sys/bus");
	assert_int_equal(pmx_inroot_resolve(fd, "//sys/./twice//cpu/type", path, sizeof(path)), 0);
	assert_string_equal(path, "sys/devices/cpu/type");
	assert_int_equal(pmx_inroot_resolve(fd, "/../..", path, sizeof(path)), 0);
	assert_string_equal(path, ".");
	close(fd);
}

static void a_loop_of_links_ends(void **state)
{
	char path[PATH_MAX], buf[32];
	char **names;
	int fd = open_root();

	(void)state;
	sysroot_link(&root, "/sys/a", "b");
	sysroot_link(&root, "/sys/b", "/sys/a");
	sysroot_link(&root, "/sys/grows", "grows/x");
	assert_int_equal(pmx_machine_read(machine, "/sys/a", buf, sizeof(buf)), -ELOOP);
	assert_int_equal(pmx_machine_list(machine, "/sys/a", 10, &names), -ELOOP);
	assert_int_equal(pmx_inroot_resolve(fd, "/sys/a", path, sizeof(path)), -ELOOP);
	assert_int_equal(pmx_inroot_resolve(fd, "/sys/grows", path, sizeof(path)), -ELOOP);
	close(fd);
}

static void long_paths_are_refused(void **state)
{
	static char path[8192], out[PATH_MAX];
	char small[4];
	int fd = open_root();

	(void)state;
	memset(path, 'x', 300);
	path[0] = '/';
	assert_int_equal(pmx_inroot_resolve(fd, path, out, sizeof(out)), -ENAMETOOLONG);
	memset(path, '/', sizeof(path) - 1);
	assert_int_equal(pmx_inroot_resolve(fd, path, out, sizeof(out)), -ENAMETOOLONG);
	assert_int_equal(pmx_inroot_resolve(fd, "/sys", small, sizeof(small)), 0);
	assert_int_equal(pmx_inroot_resolve(fd, "/proc", small, sizeof(small)), -ENAMETOOLONG);
	close(fd);
}

static void a_directory_is_listed_sorted_and_bounded(void **state)
{
	char **names;

	(void)state;
	sysroot_put(&root, "/d/b", "");
	sysroot_put(&root, "/d/a10", "");
	sysroot_put(&root, "/d/a2", "");
	sysroot_put(&root, "/d/.hidden", "");
	sysroot_put(&root, "/d/\xc3\xa4", "");
	assert_int_equal(pmx_machine_list(machine, "/d", 100, &names), 5);
	assert_string_equal(names[0], ".hidden");
	assert_string_equal(names[1], "a10");
	assert_string_equal(names[2], "a2");
	assert_string_equal(names[3], "b");
	assert_string_equal(names[4], "\xc3\xa4");
	assert_null(names[5]);
	pmx_names_free(names);
	assert_int_equal(pmx_machine_list(machine, "/d", 2, &names), 2);
	assert_null(names[2]);
	pmx_names_free(names);
	assert_int_equal(pmx_machine_list(machine, "/d", 0, &names), 0);
	assert_null(names[0]);
	pmx_names_free(names);
	assert_int_equal(pmx_machine_list(machine, "/d/b", 100, &names), -ENOTDIR);
	assert_int_equal(pmx_machine_list(machine, "/none", 100, &names), -ENOENT);
	pmx_names_free(NULL);
}

static void a_directory_descriptor_is_not_inherited(void **state)
{
	int fd;

	(void)state;
	sysroot_mkdir(&root, "/d");
	fd = pmx_machine_open_dir(machine, "/d");
	assert_true(fd >= 0);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	close(fd);
}

static void online_cpus_are_kept_until_forgotten(void **state)
{
	struct pmx_cpus cpus;

	(void)state;
	sysroot_put(&root, "/sys/devices/system/cpu/online", "0-3\n");
	assert_int_equal(pmx_machine_online(machine, &cpus, NULL), 0);
	assert_int_equal(pmx_cpus_count(&cpus), 4);
	sysroot_put(&root, "/sys/devices/system/cpu/online", "0,2-3\n");
	assert_int_equal(pmx_machine_online(machine, &cpus, NULL), 0);
	assert_int_equal(pmx_cpus_count(&cpus), 4);
	pmx_machine_forget_online(machine);
	assert_int_equal(pmx_machine_online(machine, &cpus, NULL), 0);
	assert_int_equal(pmx_cpus_count(&cpus), 3);
}

static void an_odd_list_of_online_cpus_is_an_error(void **state)
{
	static char huge[1 << 20];
	struct pmx_cpus cpus;
	struct pmx_error err;

	(void)state;
	assert_int_equal(pmx_machine_online(machine, &cpus, &err), -ENOENT);
	assert_int_not_equal(strlen(err.hint), 0);
	sysroot_put(&root, "/sys/devices/system/cpu/online", "");
	assert_int_equal(pmx_machine_online(machine, &cpus, &err), -EINVAL);
	sysroot_put(&root, "/sys/devices/system/cpu/online", "9999999");
	assert_int_equal(pmx_machine_online(machine, &cpus, &err), -ERANGE);
	memset(huge, ',', sizeof(huge));
	sysroot_put_bytes(&root, "/sys/devices/system/cpu/online", huge, sizeof(huge));
	assert_int_equal(pmx_machine_online(machine, &cpus, &err), -EFBIG);
	assert_non_null(strstr(err.text, "/sys/devices/system/cpu/online"));
}

static void the_longest_list_of_cpus_fits(void **state)
{
	static char list[65536];
	struct pmx_cpus cpus, odd;

	(void)state;
	pmx_cpus_clear(&odd);
	for (int cpu = 1; cpu < PMX_MAX_CPUS; cpu += 2)
		pmx_cpus_add(&odd, cpu);
	pmx_cpus_format(&odd, list, sizeof(list));
	sysroot_put(&root, "/sys/devices/system/cpu/online", list);
	assert_int_equal(pmx_machine_online(machine, &cpus, NULL), 0);
	assert_memory_equal(&cpus, &odd, sizeof(odd));
}

static void tracefs_is_found_where_it_is_mounted(void **state)
{
	int why = 0;

	(void)state;
	sysroot_mkdir(&root, "/sys/kernel/tracing"); /* the empty mount point */
	sysroot_mkdir(&root, "/sys/kernel/debug/tracing/events");
	assert_string_equal(pmx_machine_tracefs(machine, &why), "/sys/kernel/debug/tracing");
	assert_int_equal(why, 0);
	remove_root(state);
	make_root(state);
	sysroot_mkdir(&root, "/sys/kernel/tracing/events");
	sysroot_mkdir(&root, "/sys/kernel/debug/tracing/events");
	assert_string_equal(pmx_machine_tracefs(machine, NULL), "/sys/kernel/tracing");
}

static void no_tracefs_and_no_right_to_it_are_told_apart(void **state)
{
	int why = 0;

	(void)state;
	assert_null(pmx_machine_tracefs(machine, &why));
	assert_int_equal(why, -ENOENT);
	remove_root(state);
	make_root(state);
	sysroot_mkdir(&root, "/sys/kernel/tracing/events");
	assert_int_equal(chmod(sysroot_path(&root, "/sys/kernel/tracing"), 0700), 0);
	become_user();
	if (getuid() != 0)
		assert_int_equal(chmod(sysroot_path(&root, "/sys/kernel/tracing"), 0), 0);
	assert_null(pmx_machine_tracefs(machine, &why));
	become_again();
	assert_int_equal(chmod(sysroot_path(&root, "/sys/kernel/tracing"), 0700), 0);
	assert_int_equal(why, -EACCES);
}

static void paranoid_is_what_the_file_says_or_the_kernels_default(void **state)
{
	struct pmx_machine *amd = open_fixture("amd");

	(void)state;
	assert_int_equal(pmx_machine_paranoid(amd), -1);
	pmx_machine_free(amd);
	assert_int_equal(pmx_machine_paranoid(machine), 2);
	remove_root(state);
	make_root(state);
	sysroot_put(&root, "/proc/sys/kernel/perf_event_paranoid", "4\n");
	assert_int_equal(pmx_machine_paranoid(machine), 4);
}

static void the_live_machine_answers_too(void **state)
{
	struct pmx_machine *live = open_machine(NULL);
	struct pmx_cpus cpus;
	struct pmx_error err;

	(void)state;
	if (pmx_machine_online(live, &cpus, &err)) {
		print_message("%s\n", err.text);
		pmx_machine_free(live);
		skip();
	}
	assert_int_equal(pmx_cpus_count(&cpus), sysconf(_SC_NPROCESSORS_ONLN));
	pmx_machine_free(live);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ROOT(the_root_directory_is_the_live_machine),
		WITH_ROOT(a_sysroot_that_cannot_be_used_is_named),
		WITH_ROOT(a_file_is_read_without_its_newline),
		WITH_ROOT(a_file_that_does_not_fit_is_refused),
		WITH_ROOT(odd_files_are_errors),
		WITH_ROOT(a_file_that_may_not_be_read_says_so),
		WITH_ROOT(numbers_are_whole_files),
		WITH_ROOT(links_inside_a_sysroot_start_at_its_top),
		WITH_ROOT(no_link_leads_out_of_a_sysroot),
		WITH_ROOT(kernels_without_openat2_get_the_same_answers),
		WITH_ROOT(a_loop_of_links_ends),
		WITH_ROOT(long_paths_are_refused),
		WITH_ROOT(a_directory_is_listed_sorted_and_bounded),
		WITH_ROOT(a_directory_descriptor_is_not_inherited),
		WITH_ROOT(online_cpus_are_kept_until_forgotten),
		WITH_ROOT(an_odd_list_of_online_cpus_is_an_error),
		WITH_ROOT(the_longest_list_of_cpus_fits),
		WITH_ROOT(tracefs_is_found_where_it_is_mounted),
		WITH_ROOT(no_tracefs_and_no_right_to_it_are_told_apart),
		WITH_ROOT(paranoid_is_what_the_file_says_or_the_kernels_default),
		cmocka_unit_test(the_live_machine_answers_too),
	};

	return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
