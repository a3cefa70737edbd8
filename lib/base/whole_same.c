// SPDX-License-Identifier: GPL-2.0-only
/*
 * whole_same.c - would two results be written to one file?
 */
#include <string.h>
#include <sys/stat.h>

#include "base/whole_private.h"

/* What a name stands for now; -1 when it stands for nothing. */
static int target_of(const struct pmx_whole *w)
{
	return w->is_direct ? w->fd : w->former;
}

/* Terminals and /dev/null take several documents; of a file or a pipe one would spoil the other. */
bool pmx_whole_is_one_file(int one, int other)
{
	struct stat a, b;

	return !fstat(one, &a) && !fstat(other, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && (S_ISREG(a.st_mode) || S_ISFIFO(a.st_mode));
}

bool pmx_whole_is_file(const struct pmx_whole *whole, int fd)
{
	return pmx_whole_is_one_file(target_of(whole), fd);
}

bool pmx_whole_is_same(const struct pmx_whole *one, const struct pmx_whole *other)
{
	struct stat a, b;

	if (target_of(one) >= 0 && target_of(other) >= 0)
		return pmx_whole_is_file(one, target_of(other));
	/* where one was not there when it was asked for, the other may have made it since */
	return !strcmp(one->at.name, other->at.name) && !fstat(one->at.dir, &a) &&
	       !fstat(other->at.dir, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
