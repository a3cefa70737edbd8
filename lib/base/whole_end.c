// SPDX-License-Identifier: GPL-2.0-only
/*
 * whole_end.c - all is written: the temporary takes the name, or what was written is kept elsewhere
 *
 * A temporary that takes the name also leaves other names of the former file (hard links) what
 * they were. Only where the directory takes no temporary, or no new name, is the former file
 * itself overwritten, at the end and not before.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/whole_private.h"

/* What the next one replaces is not worth the wait for a disk. */
static int bring_to_disk(const struct pmx_whole *w, int fd)
{
	if (w->how == PMX_WHOLE_TRANSIENT || !fsync(fd) || errno == EINVAL || errno == EROFS)
		return 0;
	return -errno;
}

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

/*
 * The name may stand for another file by now, or for none: then nobody would find what is written.
 */
static bool is_still_there(const struct pmx_whole *w)
{
	struct stat named, opened;

	return !fstatat(w->at.dir, w->at.name, &named, AT_SYMLINK_NOFOLLOW) &&
	       !fstat(w->former, &opened) && named.st_dev == opened.st_dev &&
	       named.st_ino == opened.st_ino;
}

/* Its room is had before it is touched, where the file system can say so. */
static int overwrite_former(const struct pmx_whole *w)
{
	struct stat st;
	int ret;

	if (!is_still_there(w))
		return -ESTALE;
	if (fstat(w->fd, &st) < 0)
		return -errno;
	if (st.st_size && fallocate(w->former, FALLOC_FL_KEEP_SIZE, 0, st.st_size) < 0 &&
	    (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
		return -errno;
	ret = copy(w->fd, w->former);
	if (!ret && ftruncate(w->former, st.st_size) < 0)
		ret = -errno;
	return ret ? ret : bring_to_disk(w, w->former);
}

static int overwrite(const struct pmx_whole *w, struct pmx_error *err)
{
	int ret = pmx_whole_check_names(w, w->former, err);

	if (ret)
		return ret;
	ret = overwrite_former(w);
	return ret ? pmx_whole_fail(w, ret, err) : 0;
}

static int give_temporary_name(struct pmx_whole *w)
{
	char self[PMX_WHOLE_SELF_SIZE];
	int ret = -1;

	if (w->temporary[0])
		return 0;
	pmx_whole_self(w, self);
	errno = EEXIST;
	for (int try = 0; try < PMX_WHOLE_TRIES && ret < 0 && errno == EEXIST; try++) {
		pmx_whole_name_temporary(w, try);
		ret = linkat(AT_FDCWD, self, w->at.dir, w->temporary, AT_SYMLINK_FOLLOW);
	}
	if (!ret)
		return 0;
	w->temporary[0] = '\0';
	return -errno;
}

static int take_name(struct pmx_whole *w)
{
	int ret = bring_to_disk(w, w->fd);

	if (!ret)
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
		 (int)getpid(), PMX_WHOLE_NAME_KEPT, w->at.name);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = copy(w->fd, fd);
	if (ret)
		unlink(path);
	return ret;
}

/* Where the temporary is: a link may have led there. Without /proc, as far as the path says. */
static void put_directory(const struct pmx_whole *w, char *path, size_t size)
{
	const char *slash = strrchr(w->path, '/');
	char self[PMX_WHOLE_SELF_SIZE];
	ssize_t length;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", w->at.dir);
	length = readlink(self, path, size);
	if (length > 0 && (size_t)length < size)
		path[length] = '\0';
	else
		snprintf(path, size, "%.*s", slash ? (int)(slash - w->path) : 1,
			 slash ? w->path : ".");
}

/* What was measured is never lost for want of a name. */
static void keep(struct pmx_whole *w, struct pmx_error *err)
{
	char path[PATH_MAX];

	if (!w->in_memory && !give_temporary_name(w)) {
		put_directory(w, path, sizeof(path));
		pmx_error_hint(err, "what was written is in '%s/%s'", path, w->temporary);
		w->temporary[0] = '\0'; /* not to be discarded */
	} else if (!keep_elsewhere(w, path, sizeof(path))) {
		pmx_error_hint(err, "what was written is in '%s'", path);
	}
}

/* A mount point, or another's file in a sticky directory, can be written but not replaced. */
static bool may_be_overwritten(const struct pmx_whole *w, int code)
{
	return w->former >= 0 && (code == -EACCES || code == -EPERM || code == -EBUSY);
}

int pmx_whole_commit(struct pmx_whole *whole, struct pmx_error *err)
{
	int ret;

	if (whole->is_direct)
		return 0;
	ret = whole->in_memory ? -EACCES : take_name(whole);
	if (may_be_overwritten(whole, ret))
		ret = overwrite(whole, err);
	else if (ret)
		pmx_whole_fail(whole, ret, err);
	if (ret && whole->how != PMX_WHOLE_TRANSIENT)
		keep(whole, err);
	return ret;
}
