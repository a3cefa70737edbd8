// SPDX-License-Identifier: GPL-2.0-only
/*
 * inroot.c - opening files of a sysroot, and never one outside it
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/inroot.h"

enum { MAX_LINKS = 40 }; /* as the kernel's */

struct walk {
	char done[PATH_MAX]; /* free of links, without "/" in front */
	char rest[PATH_MAX]; /* still to go */
	int links;
};

/* Moves the next component of walk->rest into @name; false when there is none. */
static bool take_component(struct walk *walk, char *name, size_t size)
{
	const char *start = walk->rest + strspn(walk->rest, "/");
	size_t length = strcspn(start, "/");

	if (!length || length >= size) {
		name[0] = '\0';
		return length != 0;
	}
	memcpy(name, start, length);
	name[length] = '\0';
	memmove(walk->rest, start + length, strlen(start + length) + 1);
	return true;
}

static int push(struct walk *walk, const char *name)
{
	size_t length = strlen(walk->done), more = strlen(name);

	if (length + more + 2 > sizeof(walk->done))
		return -ENAMETOOLONG;
	if (length)
		walk->done[length++] = '/';
	memcpy(walk->done + length, name, more + 1);
	return 0;
}

static void pop(struct walk *walk)
{
	char *slash = strrchr(walk->done, '/');

	*(slash ? slash : walk->done) = '\0';
}

/* Replaces the link that walk->done ends in by where it points. */
static int follow(struct walk *walk, char *target, size_t length)
{
	size_t rest = strlen(walk->rest);

	if (++walk->links > MAX_LINKS)
		return -ELOOP;
	if (length + 1 + rest + 1 > sizeof(walk->rest))
		return -ENAMETOOLONG;
	memmove(walk->rest + length + 1, walk->rest, rest + 1);
	memcpy(walk->rest, target, length);
	walk->rest[length] = '/';
	if (target[0] == '/')
		walk->done[0] = '\0';
	else
		pop(walk);
	return 0;
}

static int step(int root, struct walk *walk, const char *name)
{
	char target[PATH_MAX];
	ssize_t length;
	int ret;

	if (!strcmp(name, "."))
		return 0;
	if (!strcmp(name, "..")) {
		pop(walk);
		return 0;
	}
	ret = push(walk, name);
	if (ret)
		return ret;
	length = readlinkat(root, walk->done, target, sizeof(target));
	if (length < 0) /* no link, or not there: opening it will tell */
		return 0;
	return follow(walk, target, (size_t)length);
}

int pmx_inroot_resolve(int root, const char *path, char *out, size_t size)
{
	struct walk walk = { .links = 0 };
	char name[NAME_MAX + 1];
	size_t length = strlen(path);
	int ret = 0;

	if (length >= sizeof(walk.rest))
		return -ENAMETOOLONG;
	memcpy(walk.rest, path, length + 1);
	while (!ret && take_component(&walk, name, sizeof(name)))
		ret = name[0] ? step(root, &walk, name) : -ENAMETOOLONG;
	if (ret)
		return ret;
	if (!walk.done[0])
		walk.done[0] = '.';
	length = strlen(walk.done);
	if (length >= size)
		return -ENAMETOOLONG;
	memcpy(out, walk.done, length + 1);
	return 0;
}

static int open_by_hand(int root, const char *path, int flags)
{
	char resolved[PATH_MAX];
	int ret = pmx_inroot_resolve(root, path, resolved, sizeof(resolved));
	int fd;

	if (ret)
		return ret;
	fd = openat(root, resolved, flags | O_NOFOLLOW);
	return fd < 0 ? -errno : fd;
}

int pmx_inroot_open(int root, const char *path, int flags)
{
	struct open_how how = { .flags = (unsigned)flags, .resolve = RESOLVE_IN_ROOT };
	long fd = syscall(SYS_openat2, root, path, &how, sizeof(how));

	if (fd >= 0)
		return (int)fd;
	/* Linux before 5.6 and seccomp filters do not know the call; EAGAIN is a lost race. */
	if (errno == ENOSYS || errno == EPERM || errno == EAGAIN)
		return open_by_hand(root, path, flags);
	return -errno;
}
