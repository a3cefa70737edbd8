// SPDX-License-Identifier: GPL-2.0-only
/*
 * whole.c - files that are written whole or not at all: from a name to what is written to
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/whole_private.h"

int pmx_whole_fail(const struct pmx_whole *w, int code, struct pmx_error *err)
{
	return pmx_error_set(err, code, "cannot write '%s': %s", w->path, strerror(-code));
}

/* --- a temporary -------------------------------------------------------------------------- */

void pmx_whole_name_temporary(struct pmx_whole *w, int attempt)
{
	snprintf(w->temporary, sizeof(w->temporary), ".%.*s.perfmux-%d-%d", PMX_WHOLE_NAME_KEPT,
		 w->at.name, (int)getpid(), attempt);
}

void pmx_whole_self(const struct pmx_whole *w, char path[PMX_WHOLE_SELF_SIZE])
{
	snprintf(path, PMX_WHOLE_SELF_SIZE, "/proc/self/fd/%d", w->fd);
}

static int open_named(struct pmx_whole *w, mode_t mode)
{
	int fd = -1;

	errno = EEXIST;
	for (int try = 0; try < PMX_WHOLE_TRIES && fd < 0 && errno == EEXIST; try++) {
		pmx_whole_name_temporary(w, try);
		fd = openat(w->at.dir, w->temporary,
			    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	}
	if (fd < 0)
		w->temporary[0] = '\0';
	return fd;
}

/* -1 too where nothing could give it a name in the end. */
static int open_unnamed(struct pmx_whole *w, mode_t mode)
{
	char self[PMX_WHOLE_SELF_SIZE];
	struct stat st;

	w->fd = openat(w->at.dir, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	pmx_whole_self(w, self);
	if (w->fd >= 0 && lstat(self, &st) < 0) {
		close(w->fd);
		w->fd = -1;
	}
	return w->fd;
}

static int open_temporary(struct pmx_whole *w, const struct stat *former)
{
	mode_t mode = former ? 0600 : 0666;

	w->fd = open_unnamed(w, mode);
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
		pmx_whole_take_after(w, former);
	return 0;
}

/* --- the file itself ---------------------------------------------------------------------- */

static int open_direct(struct pmx_whole *w, int flags)
{
	w->is_direct = true;
	w->fd = openat(w->at.dir, w->at.name, flags | O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW,
		       0666);
	return w->fd < 0 ? -errno : 0;
}

/* Those that we have opened are closed on exec: none was given to us so. */
static bool is_given_for_writing(int fd)
{
	int on_exec = fcntl(fd, F_GETFD), mode = fcntl(fd, F_GETFL);

	return on_exec >= 0 && !(on_exec & FD_CLOEXEC) && mode >= 0 && !(mode & O_PATH) &&
	       (mode & O_ACCMODE) != O_RDONLY;
}

/* What it stands for goes on where our descriptor is; where another process's is, none can know. */
static int open_descriptor(struct pmx_whole *w, struct pmx_error *err)
{
	int fd = w->at.descriptor;

	w->is_direct = true;
	if (fd >= 0 && !is_given_for_writing(fd))
		return pmx_whole_fail(w, -EBADF, err);
	if (fd >= 0)
		w->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	else
		w->fd = openat(w->at.dir, w->at.name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
	return w->fd < 0 ? pmx_whole_fail(w, -errno, err) : 0;
}

int pmx_whole_check_names(const struct pmx_whole *w, int fd, struct pmx_error *err)
{
	struct stat file, dir;

	if (fstat(fd, &file) < 0 || fstat(w->at.dir, &dir) < 0)
		return 0;
	if (!S_ISREG(file.st_mode) || file.st_nlink < 2)
		return 0;
	if (!(dir.st_mode & (S_IWGRP | S_IWOTH)) && (dir.st_uid == 0 || dir.st_uid == geteuid()))
		return 0;
	return pmx_error_set(err, -EPERM,
			     "cannot write '%s': it is another file's name too, made where others "
			     "may make names",
			     w->path);
}

static int open_live(struct pmx_whole *w, struct pmx_error *err)
{
	const bool grows = w->how == PMX_WHOLE_APPEND || w->how == PMX_WHOLE_LIVE;
	const int flags = O_CREAT | (grows ? O_APPEND : 0);
	int ret = open_direct(w, flags | O_EXCL);

	w->is_made = !ret;
	if (ret == -EEXIST)
		ret = open_direct(w, flags);
	if (ret)
		return pmx_whole_fail(w, ret, err);
	ret = pmx_whole_check_names(w, w->fd, err);
	if (!ret && !grows)
		ret = pmx_whole_begin(w, err);
	return ret;
}

int pmx_whole_begin(struct pmx_whole *whole, struct pmx_error *err)
{
	if (!whole->is_direct)
		return 0;
	whole->is_made = false;
	if (whole->at.is_descriptor || whole->how == PMX_WHOLE_APPEND || !ftruncate(whole->fd, 0) ||
	    errno == EINVAL)
		return 0;
	return pmx_whole_fail(whole, -errno, err);
}

/* --- either ------------------------------------------------------------------------------- */

static int open_whole(struct pmx_whole *w, struct pmx_error *err)
{
	struct stat st;
	bool exists = !fstatat(w->at.dir, w->at.name, &st, AT_SYMLINK_NOFOLLOW);
	bool direct = exists && !S_ISREG(st.st_mode);
	int ret;

	if (w->at.is_descriptor)
		return open_descriptor(w, err);
	if (direct || w->how == PMX_WHOLE_APPEND || w->how == PMX_WHOLE_LIVE)
		return open_live(w, err);
	if (!exists && errno != ENOENT)
		return pmx_whole_fail(w, -errno, err);
	if (exists) {
		w->former = openat(w->at.dir, w->at.name,
				   O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (w->former < 0 || fstat(w->former, &st) < 0)
			return pmx_whole_fail(w, -errno, err);
	}
	ret = open_temporary(w, exists ? &st : NULL);
	return ret ? pmx_whole_fail(w, ret, err) : 0;
}

int pmx_whole_open(struct pmx_whole **out, const char *path, enum pmx_whole_how how,
		   struct pmx_error *err)
{
	struct pmx_whole *w = calloc(1, sizeof(*w));
	int ret;

	if (!w)
		return pmx_error_nomem(err);
	w->how = how;
	w->fd = w->former = w->at.dir = -1;
	w->path = strdup(path);
	ret = w->path ? pmx_own_path_find(path, &w->at, err) : pmx_error_nomem(err);
	if (!ret)
		ret = open_whole(w, err);
	if (ret) {
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

void pmx_whole_discard(const struct pmx_whole *whole)
{
	if (whole->temporary[0])
		unlinkat(whole->at.dir, whole->temporary, 0);
	if (whole->is_made)
		unlinkat(whole->at.dir, whole->at.name, 0);
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
