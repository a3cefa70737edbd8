// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_cgroup.c - cgroups are found on every kind of mount, and nothing outside of them
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <perfmux/target.h>

static struct pmx_machine *machine_of(const char *fixture)
{
	const char *top = getenv("TOP");
	struct pmx_machine *machine;
	struct pmx_error err;
	char path[4096];

	snprintf(path, sizeof(path), "%s/tests/fixtures/%s", top ? top : ".", fixture);
	assert_int_equal(pmx_machine_new(&machine, path, &err), 0);
	return machine;
}

/* Opens @name on @fixture; returns 0 or the error. The directory must be the one at @path. */
static int try_open(const char *fixture, const char *name, const char *path, struct pmx_error *err)
{
	struct pmx_machine *machine = machine_of(fixture);
	int fd = pmx_cgroup_open(machine, name, err);

	if (fd >= 0) {
		struct stat got, want;
		int dir = pmx_machine_open_dir(machine, path);

		assert_true(dir >= 0);
		assert_int_equal(fstat(fd, &got), 0);
		assert_int_equal(fstat(dir, &want), 0);
		assert_int_equal(got.st_ino, want.st_ino);
		close(dir);
		close(fd);
		fd = 0;
	}
	pmx_machine_free(machine);
	return fd;
}

static void assert_opens(const char *fixture, const char *name, const char *path)
{
	struct pmx_error err = { 0 };

	if (try_open(fixture, name, path, &err) != 0)
		fail_msg("%s on %s: %s", name, fixture, err.text);
}

/* The error must be @code and must hold @word in its text or hint. */
static void assert_refused(const char *fixture, const char *name, int code, const char *word)
{
	struct pmx_error err = { 0 };

	assert_int_equal(try_open(fixture, name, "/", &err), code);
	assert_int_equal(err.code, code);
	if (!strstr(err.text, word) && !strstr(err.hint, word))
		fail_msg("'%s' is neither in '%s' nor in '%s'", word, err.text, err.hint);
}

static void version_2_is_used_when_alone(void **state)
{
	(void)state;
	assert_opens("cgroup-v2", "system.slice/sshd.service",
		     "/sys/fs/cgroup/system.slice/sshd.service");
	assert_opens("cgroup-v2", "/system.slice/", "/sys/fs/cgroup/system.slice");
	assert_opens("cgroup-v2", "/", "/sys/fs/cgroup");
}

static void version_1_with_perf_event_wins_over_version_2(void **state)
{
	(void)state;
	assert_opens("cgroup-v1", "docker/0a1b", "/sys/fs/cgroup/perf_event/docker/0a1b");
	assert_refused("cgroup-v1", "only-v2", -ENOENT, "only-v2");
	assert_refused("cgroup-v1", "only-systemd", -ENOENT, "only-systemd");
}

static void hybrid_uses_version_2_and_octal_escapes_are_read(void **state)
{
	(void)state;
	assert_opens("cgroup-hybrid", "job", "/sys/fs/cgroup/unified tree/job");
	assert_refused("cgroup-hybrid", "only-cpu", -ENOENT, "only-cpu");
}

static void whole_paths_into_the_mount_are_understood(void **state)
{
	(void)state;
	assert_opens("cgroup-v2", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup/user.slice");
	assert_opens("cgroup-v1", "/sys/fs/cgroup/perf_event/docker",
		     "/sys/fs/cgroup/perf_event/docker");
	assert_refused("cgroup-v2", "/sys/fs/cgroup-v2/x", -ENOENT, "no such cgroup");
}

static void nothing_outside_of_the_mount_is_opened(void **state)
{
	(void)state;
	assert_refused("cgroup-v2", "..", -EINVAL, "leads out");
	assert_refused("cgroup-v2", "user.slice/../..", -EINVAL, "leads out");
	assert_refused("cgroup-v2", "../cgroup/user.slice", -EINVAL, "leads out");
	assert_refused("cgroup-v2", "/sys/fs/cgroup/../../proc", -EINVAL, "leads out");
	assert_opens("cgroup-v2", "user.slice/../system.slice", "/sys/fs/cgroup/system.slice");
	assert_opens("cgroup-v2", "./user.slice//user-1000.slice",
		     "/sys/fs/cgroup/user.slice/user-1000.slice");
}

static void a_typing_error_names_the_sibling(void **state)
{
	(void)state;
	assert_refused("cgroup-v2", "sytem.slice", -ENOENT, "did you mean 'system.slice'?");
	assert_refused("cgroup-v2", "system.slice/shd.service", -ENOENT,
		       "did you mean 'system.slice/sshd.service'?");
	assert_refused("cgroup-v2", "usr.slice/user-1000.slice", -ENOENT,
		       "did you mean 'user.slice'?");
	assert_refused("cgroup-v2", "nothing-like-it-at-all", -ENOENT, "below /sys/fs/cgroup");
	assert_refused("cgroup-v2", "cgroup.procs", -ENOTDIR, "is a file");
}

static void missing_mounts_are_told_apart(void **state)
{
	(void)state;
	assert_refused("cgroup-none", "x", -ENOENT, "mount -t cgroup2");
	assert_refused("cgroup-hidden", "job", -ENOENT, "mount -t cgroup -o perf_event");
	assert_refused("cgroup-disabled", "x", -ENODEV, "cgroup_disable=perf_event");
}

static void endless_names_are_refused(void **state)
{
	char name[8192];

	(void)state;
	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	assert_refused("cgroup-v2", name, -ENAMETOOLONG, "cannot open");
	memset(name, '/', sizeof(name) - 1);
	assert_opens("cgroup-v2", name, "/sys/fs/cgroup");
}

/* What @pattern matches, joined by blanks, or the error. */
static ssize_t match(const char *fixture, const char *pattern, char *out, size_t size,
		     struct pmx_error *err)
{
	struct pmx_machine *machine = machine_of(fixture);
	char **names = NULL;
	ssize_t count = pmx_cgroup_match(machine, pattern, &names, err);
	size_t used = 0;

	out[0] = '\0';
	for (ssize_t i = 0; i < count; i++)
		used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "", names[i]);
	if (count > 0) {
		assert_null(names[count]);
		pmx_names_free(names);
	}
	pmx_machine_free(machine);
	return count;
}

static void assert_matches(const char *pattern, const char *want)
{
	struct pmx_error err = { 0 };
	char got[1024];

	if (match("cgroup-v2", pattern, got, sizeof(got), &err) < 0)
		fail_msg("%s: %s", pattern, err.text);
	assert_string_equal(got, want);
}

static void a_name_that_exists_is_itself(void **state)
{
	(void)state;
	assert_matches("system.slice", "system.slice");
	assert_matches("system.slice/cron.service", "system.slice/cron.service");
}

static void patterns_search_the_whole_tree_and_sort(void **state)
{
	(void)state;
	assert_matches("\\.service$", "system.slice/cron.service system.slice/sshd.service");
	assert_matches("^(user|init)[^/]*$", "init.scope user.slice");
	assert_matches("10{3}", "user.slice/user-1000.slice");
}

static void patterns_that_cannot_match_say_why(void **state)
{
	struct pmx_error err = { 0 };
	char got[64];

	(void)state;
	assert_int_equal(match("cgroup-v2", "^zebra$", got, sizeof(got), &err), -ENOENT);
	assert_non_null(strstr(err.text, "zebra"));
	assert_int_equal(match("cgroup-v2", "a(b", got, sizeof(got), &err), -EINVAL);
	assert_non_null(strstr(err.text, "no pattern"));
	assert_int_equal(match("cgroup-v2", "../..", got, sizeof(got), &err), -EINVAL);
	assert_int_equal(match("cgroup-none", "x", got, sizeof(got), &err), -ENOENT);
}

static void a_pattern_cannot_exhaust_memory(void **state)
{
	struct pmx_error err = { 0 };
	char got[64], nested[4096];

	(void)state;
	assert_int_equal(match("cgroup-v2", "((a{1000}){1000}){1000}", got, sizeof(got), &err),
			 -E2BIG);
	assert_int_equal(match("cgroup-v2", "a{1,99999999999999999999}", got, sizeof(got), &err),
			 -E2BIG);
	memset(nested, '(', sizeof(nested));
	nested[sizeof(nested) - 1] = '\0';
	assert_int_equal(match("cgroup-v2", nested, got, sizeof(got), &err), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(version_2_is_used_when_alone),
		cmocka_unit_test(version_1_with_perf_event_wins_over_version_2),
		cmocka_unit_test(hybrid_uses_version_2_and_octal_escapes_are_read),
		cmocka_unit_test(whole_paths_into_the_mount_are_understood),
		cmocka_unit_test(nothing_outside_of_the_mount_is_opened),
		cmocka_unit_test(a_typing_error_names_the_sibling),
		cmocka_unit_test(missing_mounts_are_told_apart),
		cmocka_unit_test(endless_names_are_refused),
		cmocka_unit_test(a_name_that_exists_is_itself),
		cmocka_unit_test(patterns_search_the_whole_tree_and_sort),
		cmocka_unit_test(patterns_that_cannot_match_say_why),
		cmocka_unit_test(a_pattern_cannot_exhaust_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
