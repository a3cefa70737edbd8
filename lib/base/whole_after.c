// SPDX-License-Identifier: GPL-2.0-only
/*
 * whole_after.c - a temporary that is to be what the former file was, to whoever reads it
 */
#include <errno.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/whole_private.h"

#define ACL "system.posix_acl_access"

/* Longer than this is no list that people keep. */
#define ACL_SIZE 4096

/* The former one's list, or none: the directory may have given the temporary one. */
static bool take_list(const struct pmx_whole *w)
{
	char list[ACL_SIZE];
	ssize_t size = fgetxattr(w->former, ACL, list, sizeof(list));

	if (size > 0)
		return !fsetxattr(w->fd, ACL, list, (size_t)size, 0);
	if (size < 0 && errno != ENODATA && errno != ENOTSUP)
		return false;
	fremovexattr(w->fd, ACL);
	return true;
}

/*
 * Without the list its mask would count as the group's bits, and who was excluded as one of the
 * others.
 */
void pmx_whole_take_after(const struct pmx_whole *w, const struct stat *former)
{
	mode_t mode = former->st_mode & 0777;

	if (fchown(w->fd, (uid_t)-1, former->st_gid) < 0)
		mode &= 0707 | (mode & 0007) << 3;
	if (fchown(w->fd, former->st_uid, (gid_t)-1) < 0)
		mode |= S_IRUSR | S_IWUSR;
	if (!take_list(w))
		mode &= 0700;
	fchmod(w->fd, mode);
}
