// SPDX-License-Identifier: GPL-2.0-only
/* Files that are written whole or not at all, and the links on the way to them. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/whole.h"
#include "scratch.h"
#include "skips.h"

struct scratch {
	char dir[256], path[300];
};

static int make_scratch(void **state)
{
	struct scratch *s = calloc(1, sizeof(*s));

	if (!s || !mkdtemp(scratch_path(s->dir, sizeof(s->dir), "whole")))
		return -1;
	snprintf(s->path, sizeof(s->path), "%s/out", s->dir);
	*state = s;
	return 0;
}

static int remove_scratch(void **state)
{
	struct scratch *s = *state;

	unlink(s->path);
	if (rmdir(s->dir)) /* a temporary was left behind */
		return -1;
	free(s);
	return 0;
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void assert_holds(const char *path, const char *text)
{
	char buf[64] = "";
	FILE *file = fopen(path, "re");

	assert_non_null(file);
	assert_true(fread(buf, 1, sizeof(buf) - 1, file) || !*text);
	fclose(file);
	assert_string_equal(buf, text);
}

/* As where files without a name are unknown. The library's calls come here, too. */
static bool refuses_unnamed;

int openat(int dir, const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	if (refuses_unnamed && (flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return (int)syscall(SYS_openat, dir, path, flags, mode);
}

static struct pmx_whole *open_one(const char *path, enum pmx_whole_how how)
{
	struct pmx_whole *whole = NULL;
	struct pmx_error err = { 0 };

	assert_int_equal(pmx_whole_open(&whole, path, how, &err), 0);
	return whole;
}

static struct pmx_whole *open_named_or_not(const char *path, bool named)
{
	struct pmx_whole *whole;

	refuses_unnamed = named;
	whole = open_one(path, PMX_WHOLE_REPLACE);
	refuses_unnamed = false;
	return whole;
}

static void the_name_is_taken_at_the_end(void **state)
{
	struct scratch *s = *state;

	for (size_t i = 0; i < 2; i++) {
		put(s->path, "former");
		struct pmx_whole *whole = open_named_or_not(s->path, i);

		assert_int_equal(write(pmx_whole_fd(whole), "new", 3), 3);
		assert_holds(s->path, "former");
		assert_int_equal(pmx_whole_commit(whole, NULL), 0);
		assert_holds(s->path, "new");
		assert_false(pmx_whole_has_name(whole));
		pmx_whole_free(whole);
		assert_holds(s->path, "new");
	}
}

static void what_is_not_committed_is_gone(void **state)
{
	struct scratch *s = *state;

	for (size_t i = 0; i < 2; i++) {
		struct pmx_whole *whole = open_named_or_not(s->path, i);

		assert_int_equal(write(pmx_whole_fd(whole), "new", 3), 3);
		pmx_whole_free(whole);
		assert_int_equal(access(s->path, F_OK), -1);
	}
}

static void a_temporary_with_a_name_says_so_and_can_be_discarded_early(void **state)
{
	struct scratch *s = *state;
	struct pmx_whole *whole = open_named_or_not(s->path, true);

	assert_true(pmx_whole_has_name(whole));
	assert_int_equal(rmdir(s->dir), -1);
	pmx_whole_discard(whole);
	assert_int_equal(rmdir(s->dir), 0);
	pmx_whole_free(whole);
	assert_int_equal(mkdir(s->dir, 0700), 0);
}

static void a_temporary_is_read_by_nobody_who_could_not_read_the_former(void **state)
{
	struct scratch *s = *state;
	struct stat st;

	put(s->path, "former");
	assert_int_equal(chmod(s->path, 0600), 0);
	for (size_t i = 0; i < 2; i++) {
		struct pmx_whole *whole = open_named_or_not(s->path, i);

		assert_int_equal(fstat(pmx_whole_fd(whole), &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		pmx_whole_free(whole);
	}
}

/* As in linux/posix_acl_xattr.h: owner rw, user 1234 r, group nothing, mask r, others as given. */
static bool set_list(const char *path, bool of_directory, unsigned char others)
{
	const unsigned char list[] = {
		2,  0, 0,      0,				   /* version */
		1,  0, 6,      0, 255,	      255,	 255, 255, /* the owner */
		2,  0, 4,      0, 1234 & 255, 1234 >> 8, 0,   0,   /* a user */
		4,  0, 0,      0, 255,	      255,	 255, 255, /* the group */
		16, 0, 4,      0, 255,	      255,	 255, 255, /* the mask */
		32, 0, others, 0, 255,	      255,	 255, 255,
	};

	return !setxattr(path,
			 of_directory ? "system.posix_acl_default" : "system.posix_acl_access",
			 list, sizeof(list), 0);
}

static void the_access_list_of_the_former_is_taken_over(void **state)
{
	struct scratch *s = *state;
	char before[64], after[64];

	put(s->path, "former");
	if (!set_list(s->path, false, 0))
		skip_because("this file system has no access lists");
	ssize_t size = getxattr(s->path, "system.posix_acl_access", before, sizeof(before));

	for (size_t i = 0; i < 2; i++) {
		struct pmx_whole *whole = open_named_or_not(s->path, i);

		assert_int_equal(write(pmx_whole_fd(whole), "new", 3), 3);
		assert_int_equal(pmx_whole_commit(whole, NULL), 0);
		pmx_whole_free(whole);
		assert_holds(s->path, "new");
		assert_int_equal(getxattr(s->path, "system.posix_acl_access", after, sizeof(after)),
				 size);
		assert_memory_equal(before, after, (size_t)size);
	}
}

static void no_access_list_comes_from_the_directory(void **state)
{
	struct scratch *s = *state;
	char list[64];

	put(s->path, "former");
	assert_int_equal(chmod(s->path, 0640), 0);
	if (!set_list(s->dir, true, 0))
		skip_because("this file system has no access lists");
	for (size_t i = 0; i < 2; i++) {
		struct pmx_whole *whole = open_named_or_not(s->path, i);

		assert_int_equal(fgetxattr(pmx_whole_fd(whole), "system.posix_acl_access", list,
					   sizeof(list)),
				 -1);
		pmx_whole_free(whole);
	}
}

static void what_is_written_directly_is_emptied_when_it_begins(void **state)
{
	struct scratch *s = *state;
	struct pmx_whole *whole;

	put(s->path, "former");
	whole = open_one(s->path, PMX_WHOLE_LIVE);
	assert_holds(s->path, "former");
	assert_int_equal(pmx_whole_begin(whole, NULL), 0);
	assert_holds(s->path, "");
	pmx_whole_free(whole);
	assert_int_equal(unlink(s->path), 0);

	whole = open_one(s->path, PMX_WHOLE_LIVE);
	pmx_whole_free(whole); /* never begun: it is gone */
	assert_int_equal(access(s->path, F_OK), -1);
}

/* The directory stands where the name is wanted. */
static void what_is_soon_replaced_is_not_kept(void **state)
{
	struct scratch *s = *state;
	struct pmx_whole *whole = open_one(s->path, PMX_WHOLE_TRANSIENT);

	assert_int_equal(write(pmx_whole_fd(whole), "new", 3), 3);
	assert_int_equal(mkdir(s->path, 0700), 0);
	assert_int_equal(pmx_whole_commit(whole, NULL), -EISDIR);
	pmx_whole_free(whole);
	assert_int_equal(rmdir(s->path), 0);
}

static void one_file_is_one_whatever_it_is_called(void **state)
{
	struct scratch *s = *state;
	char longer[400];

	snprintf(longer, sizeof(longer), "%s/../%s/./out", s->dir, strrchr(s->dir, '/') + 1);
	for (int there = 0; there < 2; there++) {
		if (there)
			put(s->path, "former");
		struct pmx_whole *one = open_one(s->path, PMX_WHOLE_REPLACE);
		struct pmx_whole *two = open_named_or_not(longer, true);
		struct pmx_whole *null = open_one("/dev/null", PMX_WHOLE_REPLACE);

		assert_true(pmx_whole_is_same(one, two));
		assert_false(pmx_whole_is_same(one, null));
		assert_false(pmx_whole_is_same(null, two));
		assert_false(pmx_whole_is_same(null, null));
		pmx_whole_free(one);
		pmx_whole_free(two);
		pmx_whole_free(null);
	}
}

static void a_descriptor_goes_on_where_it_is_and_is_ours_only_when_given(void **state)
{
	struct scratch *s = *state;
	struct pmx_whole *whole;
	struct pmx_error err;
	char name[32];
	int fd = open(s->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, "former", 6), 6);
	snprintf(name, sizeof(name), "/dev/fd/%d", fd);
	assert_int_equal(pmx_whole_open(&whole, name, PMX_WHOLE_LIVE, &err), -EBADF);
	assert_int_equal(fcntl(fd, F_SETFD, 0), 0);
	whole = open_one(name, PMX_WHOLE_LIVE);
	assert_int_equal(pmx_whole_begin(whole, NULL), 0);
	assert_int_equal(write(pmx_whole_fd(whole), "new", 3), 3);
	assert_int_equal(pmx_whole_commit(whole, NULL), 0);
	pmx_whole_free(whole);
	assert_int_equal(write(fd, "later", 5), 5);
	assert_holds(s->path, "formernewlater");
	close(fd);
}

static void what_cannot_be_a_file_is_refused_by_its_reason(void **state)
{
	static const struct {
		const char *path;
		int code;
	} cases[] = {
		{ "", -ENOENT },
		{ "/", -EISDIR },
		{ ".", -EISDIR },
		{ "/usr/", -EISDIR },
		{ "/dev/null/x", -ENOTDIR },
		{ "/nonexistent/x", -ENOENT },
		{ "/proc/self/cwd/..", -EISDIR },
	};
	struct pmx_whole *whole;
	struct pmx_error err;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(pmx_whole_open(&whole, cases[i].path, PMX_WHOLE_REPLACE, &err),
				 cases[i].code);
		assert_non_null(strstr(err.text, "cannot write"));
	}
}

int main(void)
{
#define CASE(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)
	static const struct CMUnitTest tests[] = {
		CASE(the_name_is_taken_at_the_end),
		CASE(what_is_not_committed_is_gone),
		CASE(a_temporary_with_a_name_says_so_and_can_be_discarded_early),
		CASE(a_temporary_is_read_by_nobody_who_could_not_read_the_former),
		CASE(the_access_list_of_the_former_is_taken_over),
		CASE(no_access_list_comes_from_the_directory),
		CASE(what_is_written_directly_is_emptied_when_it_begins),
		CASE(what_is_soon_replaced_is_not_kept),
		CASE(one_file_is_one_whatever_it_is_called),
		CASE(a_descriptor_goes_on_where_it_is_and_is_ours_only_when_given),
		CASE(what_cannot_be_a_file_is_refused_by_its_reason),
	};

	return cmocka_run_group_tests_name("whole", tests, NULL, NULL);
}
