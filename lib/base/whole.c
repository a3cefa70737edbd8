// SPDX-License-Identifier: GPL-2.0-only
/*
 * whole.c - files that are written whole or not at all
 *
 * A temporary that takes the name also leaves other names of the former file (hard links) what
 * they were. Only where the directory takes no temporary, or no new name, is the former file
 * itself overwritten, at the end and not before.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/own_path.h"
#include "base/whole.h"

enum {
	TRIES = 100, /* names that others left after a kill, with a process id that is ours now */
	NAME_KEPT = 200 /* of the file's name in that of the temporary */
};

struct pmx_whole {
	char *path;
	struct pmx_own_path at;
	int fd;
	int former;		      /* the file of that name, when it is to be replaced */
	bool is_direct;		      /* fd is the file itself */
	bool in_memory;		      /* no temporary could be had in the directory */
	char temporary[NAME_MAX + 1]; /* "": it has no name */
};

static int fail(const struct pmx_whole *w, int code, struct pmx_error *err)
{
	return pmx_error_set(err, code, "cannot write '%s': %s", w->path, strerror(-code));
}

/* --- opening ------------------------------------------------------------------------------ */

/* The name says whose it is. */
static void name_temporary(struct pmx_whole *w, int try)
{
	snprintf(w->temporary, sizeof(w->temporary), ".%.*s.perfmux-%d-%d", NAME_KEPT, w->at.name,
		 (int)getpid(), try);
}

static int open_named(struct pmx_whole *w, mode_t mode)
{
	int fd = -1;

	errno = EEXIST;
	for (int try = 0; try < TRIES && fd < 0 && errno == EEXIST; try++) {
		name_temporary(w, try);
		fd = openat(w->at.dir, w->temporary,
			    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	}
	if (fd < 0)
		w->temporary[0] = '\0';
	return fd;
}

/* As the former file: its owner where we may, and nobody may read it who could not before. */
static void take_after(const struct pmx_whole *w, const struct stat *former)
{
	mode_t mode = former->st_mode & 0777;

	if (fchown(w->fd, (uid_t)-1, former->st_gid) < 0)
		mode &= 0707 | (mode & 0007) << 3;
	if (fchown(w->fd, former->st_uid, (gid_t)-1) < 0)
		mode |= S_IRUSR | S_IWUSR;
	fchmod(w->fd, mode);
}

static int open_temporary(struct pmx_whole *w, enum pmx_whole_how how, const struct stat *former)
{
	mode_t mode = former ? 0600 : 0666;

	w->fd = how == PMX_WHOLE_NAMED ?
			-1 :
			openat(w->at.dir, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	/* how file systems and kernels say that they do not know it: several errors */
	if (w->fd < 0)
		w->fd = open_named(w, mode);
	if (w->fd < 0 && former && (errno == EACCES || errno == EPERM || errno == EROFS)) {
		w->fd = memfd_create("perfmux", MFD_CLOEXEC);
		w->in_memory = w->fd >= 0;
	}
	if (w->fd < 0)
		return -errno;
	if (former)
		take_after(w, former);
	return 0;
}

static int open_direct(struct pmx_whole *w, int flags)
{
	w->is_direct = true;
	w->fd = openat(w->at.dir, w->at.name,
		       flags | O_WRONLY | O_CLOEXEC | O_NOCTTY |
			       (w->at.is_descriptor ? 0 : O_NOFOLLOW),
		       0666);
	return w->fd < 0 ? -errno : 0;
}

/* A second name can be somebody's trap only where others make names. */
static int check_names(const struct pmx_whole *w, struct pmx_error *err)
{
	struct stat file, dir;

	if (w->at.is_descriptor || fstat(w->fd, &file) < 0 || fstat(w->at.dir, &dir) < 0)
		return 0;
	if (!S_ISREG(file.st_mode) || file.st_nlink < 2)
		return 0;
	if (!(dir.st_mode & S_IWOTH) && (dir.st_uid == 0 || dir.st_uid == geteuid()))
		return 0;
	return pmx_error_set(err, -EPERM,
			     "cannot write '%s': it is another file's name too, made where others "
			     "may make names",
			     w->path);
}

static int open_live(struct pmx_whole *w, enum pmx_whole_how how, struct pmx_error *err)
{
	int ret = open_direct(w, O_CREAT | (how == PMX_WHOLE_APPEND ? O_APPEND : 0));

	if (ret)
		return fail(w, ret, err);
	ret = check_names(w, err);
	if (!ret && how != PMX_WHOLE_APPEND && ftruncate(w->fd, 0) < 0 && errno != EINVAL)
		ret = fail(w, -errno, err);
	return ret;
}

static int open_whole(struct pmx_whole *w, enum pmx_whole_how how, struct pmx_error *err)
{
	struct stat st;
	int follow = w->at.is_descriptor ? 0 : AT_SYMLINK_NOFOLLOW;
	bool exists = !fstatat(w->at.dir, w->at.name, &st, follow);
	bool direct = w->at.is_descriptor || (exists && !S_ISREG(st.st_mode));
	int ret;

	if (direct || how == PMX_WHOLE_APPEND || how == PMX_WHOLE_LIVE)
		return open_live(w, how, err);
	if (!exists && errno != ENOENT)
		return fail(w, -errno, err);
	if (exists) {
		w->former = openat(w->at.dir, w->at.name,
				   O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (w->former < 0 || fstat(w->former, &st) < 0)
			return fail(w, -errno, err);
	}
	ret = open_temporary(w, how, exists ? &st : NULL);
	return ret ? fail(w, ret, err) : 0;
}

int pmx_whole_open(struct pmx_whole **out, const char *path, enum pmx_whole_how how,
		   struct pmx_error *err)
{
	struct pmx_whole *w = calloc(1, sizeof(*w));
	int ret;

	if (!w)
		return pmx_error_nomem(err);
	w->fd = w->former = w->at.dir = -1;
	w->path = strdup(path);
	ret = w->path ? pmx_own_path_find(path, &w->at, err) : pmx_error_nomem(err);
	if (!ret)
		ret = open_whole(w, how, err);
	if (ret) {
		pmx_whole_discard(w);
		pmx_whole_free(w);
		return ret;
	}
	*out = w;
	return 0;
}

int pmx_whole_fd(const struct pmx_whole *whole)
{
	return whole->fd;
}

bool pmx_whole_has_name(const struct pmx_whole *whole)
{
	return whole->temporary[0];
}

/* --- which ---------------------------------------------------------------------------------- */

/* What a name stands for now; -1 when it stands for nothing. */
static int target_of(const struct pmx_whole *w)
{
	return w->is_direct ? w->fd : w->former;
}

/* Terminals and /dev/null take several documents; of a file or a pipe one would spoil the other. */
bool pmx_whole_is_file(const struct pmx_whole *whole, int fd)
{
	struct stat a, b;

	return !fstat(target_of(whole), &a) && !fstat(fd, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && (S_ISREG(a.st_mode) || S_ISFIFO(a.st_mode));
}

bool pmx_whole_is_same(const struct pmx_whole *one, const struct pmx_whole *other)
{
	struct stat a, b;
	int target = target_of(other);

	if (target >= 0)
		return pmx_whole_is_file(one, target);
	return target_of(one) < 0 && !strcmp(one->at.name, other->at.name) &&
	       !fstat(one->at.dir, &a) && !fstat(other->at.dir, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* --- the end -------------------------------------------------------------------------------- */

static int copy(int from, int to)
{
	char buf[1 << 14];
	off_t at = 0;
	ssize_t got;

	while ((got = TEMP_FAILURE_RETRY(pread(from, buf, sizeof(buf), at))) > 0) {
		for (ssize_t done = 0, put; done < got; done += put) {
			put = TEMP_FAILURE_RETRY(write(to, buf + done, (size_t)(got - done)));
			if (put < 0)
				return -errno;
		}
		at += got;
	}
	return got < 0 ? -errno : 0;
}

static int overwrite_former(const struct pmx_whole *w)
{
	int ret = ftruncate(w->former, 0) < 0 ? -errno : copy(w->fd, w->former);

	return !ret && fsync(w->former) < 0 ? -errno : ret;
}

static int give_temporary_name(struct pmx_whole *w)
{
	char self[32];
	int ret = -1;

	if (w->temporary[0])
		return 0;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", w->fd);
	errno = EEXIST;
	for (int try = 0; try < TRIES && ret < 0 && errno == EEXIST; try++) {
		name_temporary(w, try);
		ret = linkat(AT_FDCWD, self, w->at.dir, w->temporary, AT_SYMLINK_FOLLOW);
	}
	if (!ret)
		return 0;
	w->temporary[0] = '\0';
	return -errno;
}

static int take_name(struct pmx_whole *w)
{
	int ret;

	if (fsync(w->fd) < 0 && errno != EINVAL && errno != EROFS)
		return -errno;
	ret = give_temporary_name(w);
	if (ret)
		return ret;
	if (renameat(w->at.dir, w->temporary, w->at.dir, w->at.name) < 0)
		return -errno;
	w->temporary[0] = '\0';
	return 0;
}

/* Where its directory has no place for it, that for temporaries may. */
static int keep_elsewhere(const struct pmx_whole *w, char *path, size_t size)
{
	const char *dir = secure_getenv("TMPDIR");
	pmx_autoclose int fd = -1;
	int ret;

	snprintf(path, size, "%s/perfmux-%d-%.*s.XXXXXX", dir && *dir ? dir : P_tmpdir,
		 (int)getpid(), NAME_KEPT, w->at.name);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = copy(w->fd, fd);
	if (ret)
		unlink(path);
	return ret;
}

/* What was measured is never lost for want of a name. */
static int keep(struct pmx_whole *w, int code, struct pmx_error *err)
{
	char path[PATH_MAX];
	const char *slash = strrchr(w->path, '/');
	int parent = slash ? (int)(slash - w->path) + 1 : 0;

	fail(w, code, err);
	if (!w->in_memory && !give_temporary_name(w)) {
		pmx_error_hint(err, "what was written is in '%.*s%s'", parent, w->path,
			       w->temporary);
		w->temporary[0] = '\0'; /* not to be discarded */
	} else if (!keep_elsewhere(w, path, sizeof(path))) {
		pmx_error_hint(err, "what was written is in '%s'", path);
	}
	return code;
}

int pmx_whole_commit(struct pmx_whole *whole, struct pmx_error *err)
{
	int ret;

	if (whole->is_direct)
		return 0;
	ret = whole->in_memory ? -EACCES : take_name(whole);
	/* a mount point, or another's file in a sticky directory, can be written but not replaced */
	if ((ret == -EACCES || ret == -EPERM || ret == -EBUSY) && whole->former >= 0)
		ret = overwrite_former(whole);
	return ret ? keep(whole, ret, err) : 0;
}

void pmx_whole_discard(const struct pmx_whole *whole)
{
	if (whole->temporary[0])
		unlinkat(whole->at.dir, whole->temporary, 0);
}

void pmx_whole_free(struct pmx_whole *whole)
{
	if (!whole)
		return;
	pmx_whole_discard(whole);
	if (whole->fd >= 0)
		close(whole->fd);
	if (whole->former >= 0)
		close(whole->former);
	if (whole->at.dir >= 0)
		close(whole->at.dir);
	free(whole->path);
	free(whole);
}
