/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sysroot.h - machines for tests: the fixtures, and directories made up on the spot
 */
#ifndef PERFMUX_TEST_SYSROOT_H
#define PERFMUX_TEST_SYSROOT_H

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h> /* cmocka.h wants these in this order */

#include <cmocka.h>

#include <perfmux/machine.h>

#include "scratch.h"

struct sysroot {
	char dir[256];
};

static inline struct pmx_machine *open_machine(const char *dir)
{
	struct pmx_machine *machine = NULL;
	struct pmx_error err = { 0 };

	if (pmx_machine_new(&machine, dir, &err))
		fail_msg("%s", err.text);
	return machine;
}

/* The machine described by tests/fixtures/@name. */
static inline struct pmx_machine *open_fixture(const char *name)
{
	const char *top = getenv("TOP");
	char dir[4096];

	snprintf(dir, sizeof(dir), "%s/tests/fixtures/%s", top ? top : ".", name);
	return open_machine(dir);
}

static inline void sysroot_make(struct sysroot *root)
{
	assert_non_null(mkdtemp(scratch_path(root->dir, sizeof(root->dir), "sysroot")));
	assert_int_equal(chmod(root->dir, 0755), 0);
}

/* The path of @path outside the sysroot, in a buffer that the next call overwrites. */
static inline const char *sysroot_path(const struct sysroot *root, const char *path)
{
	static char full[4096];

	snprintf(full, sizeof(full), "%s%s", root->dir, path);
	return full;
}

/* Makes the directories above @path. */
static inline void sysroot_parents(const struct sysroot *root, const char *path)
{
	char full[4096];

	snprintf(full, sizeof(full), "%s%s", root->dir, path);
	for (char *slash = full + strlen(root->dir) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
}

static inline void sysroot_put_bytes(const struct sysroot *root, const char *path,
				     const char *bytes, size_t length)
{
	FILE *file;

	sysroot_parents(root, path);
	file = fopen(sysroot_path(root, path), "w");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static inline void sysroot_put(const struct sysroot *root, const char *path, const char *text)
{
	sysroot_put_bytes(root, path, text, strlen(text));
}

static inline void sysroot_link(const struct sysroot *root, const char *path, const char *target)
{
	sysroot_parents(root, path);
	assert_int_equal(symlink(target, sysroot_path(root, path)), 0);
}

static inline void sysroot_mkdir(const struct sysroot *root, const char *path)
{
	sysroot_parents(root, path);
	assert_int_equal(mkdir(sysroot_path(root, path), 0755), 0);
}

static inline int sysroot_remove_one(const char *path, const struct stat *st, int type,
				     struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void sysroot_remove(const struct sysroot *root)
{
	nftw(root->dir, sysroot_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Root may read anything: what a user may not read is tested as nobody. */
static inline void become_user(void)
{
	if (getuid() == 0)
		assert_int_equal(seteuid(65534), 0);
}

static inline void become_again(void)
{
	if (getuid() == 0)
		assert_int_equal(seteuid(0), 0);
}

#endif
