// SPDX-License-Identifier: GPL-2.0-only
/*
 * own_path.c - where a path leads, without the help of links that others have planted
 *
 * Each component is looked at by a descriptor of its own: what was judged is what is followed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/num.h"
#include "base/own_path.h"

enum { MAX_LINKS = 40 }; /* as the kernel's */

struct walk {
	const char *path; /* as it was given */
	char rest[PATH_MAX];
	int dir;
	int links;
	bool refused; /* and the error says why */
	struct pmx_own_path *out;
	struct pmx_error *err;
};

static int fail(const struct walk *w, int code)
{
	return pmx_error_set(w->err, code, "cannot write '%s': %s", w->path, strerror(-code));
}

/* Cuts the next component off w->rest. 1 when it is the last, 0, or -errno. */
static int take_component(struct walk *w, char name[NAME_MAX + 1])
{
	const char *start = w->rest + strspn(w->rest, "/");
	size_t length = strcspn(start, "/");
	const char *end = start + length;
	bool last = !*end;

	if (length > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(name, start, length);
	name[length] = '\0';
	memmove(w->rest, end, strlen(end) + 1);
	if (last && (!length || !strcmp(name, ".") || !strcmp(name, "..")))
		return -EISDIR;
	return last;
}

/* Puts where the link @fd points in front of what is left. */
static int put_in_front(struct walk *w, int fd)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(fd, "", target, sizeof(target));
	size_t rest = strlen(w->rest);

	if (length < 0)
		return -errno;
	if (++w->links > MAX_LINKS)
		return -ELOOP;
	if ((size_t)length + rest + 1 > sizeof(w->rest))
		return -ENAMETOOLONG;
	memmove(w->rest + length, w->rest, rest + 1);
	memcpy(w->rest, target, (size_t)length);
	return 0;
}

static int enter(struct walk *w, int dir)
{
	if (dir < 0)
		return -errno;
	close(w->dir);
	w->dir = dir;
	return 0;
}

static bool is_procfs(int fd)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

static int refuse(struct walk *w, const char *name, uid_t owner)
{
	w->refused = true;
	pmx_error_set(w->err, -EPERM,
		      "cannot write '%s': '%s' is a link of user %u, and only our own or root's "
		      "are followed",
		      w->path, name, owner);
	return pmx_error_hint(w->err, "name the file that is meant");
}

/* Which of our descriptors @name in @dir is; -1 when it is none, or another process's. */
static int own_descriptor(int dir, const char *name)
{
	struct stat named, ours;
	uint64_t number;

	if (fstat(dir, &named) || stat("/proc/self/fd", &ours) || named.st_dev != ours.st_dev ||
	    named.st_ino != ours.st_ino)
		return -1;
	return pmx_num_decimal(name, INT_MAX, &number) ? -1 : (int)number;
}

/* 1 when the path ends here, 0 when it goes on elsewhere. */
static int follow(struct walk *w, int fd, const struct stat *st, const char *name, bool last)
{
	int ret;

	if (st->st_uid != 0 && st->st_uid != geteuid())
		return refuse(w, name, st->st_uid);
	if (is_procfs(fd)) { /* what such a link says is no path: the kernel has to follow it */
		w->out->is_descriptor = last;
		w->out->descriptor = last ? own_descriptor(w->dir, name) : -1;
		return last ? 1 : enter(w, openat(w->dir, name, O_PATH | O_DIRECTORY | O_CLOEXEC));
	}
	ret = put_in_front(w, fd);
	if (!ret && w->rest[0] == '/')
		ret = enter(w, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
	return ret;
}

static int step(struct walk *w, char name[NAME_MAX + 1])
{
	int last = take_component(w, name);
	struct stat st;

	if (last < 0)
		return last;
	pmx_autoclose int fd = openat(w->dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return errno == ENOENT && last ? 1 : -errno;
	if (fstat(fd, &st) < 0)
		return -errno;
	if (S_ISLNK(st.st_mode))
		return follow(w, fd, &st, name, last);
	if (last)
		return 1;
	return S_ISDIR(st.st_mode) ? enter(w, pmx_take_fd(&fd)) : -ENOTDIR;
}

int pmx_own_path_find(const char *path, struct pmx_own_path *out, struct pmx_error *err)
{
	struct walk w = { .path = path, .out = out, .err = err };
	size_t length = strlen(path);
	int ret = 0;

	*out = (struct pmx_own_path){ .dir = -1, .descriptor = -1 };
	if (!length || length >= sizeof(w.rest))
		return fail(&w, length ? -ENAMETOOLONG : -ENOENT);
	memcpy(w.rest, path, length + 1);
	w.dir = open(path[0] == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (w.dir < 0)
		return fail(&w, -errno);
	while (!ret)
		ret = step(&w, out->name);
	if (ret == 1) {
		out->dir = w.dir;
		return 0;
	}
	close(w.dir);
	return w.refused ? ret : fail(&w, ret);
}
