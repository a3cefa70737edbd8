/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cleanup.h - variables that release what they hold when they go out of scope
 *
 * A resource is released where it is declared, so that an early return leaks nothing:
 *
 *	pmx_autofree char *copy = strdup(name);
 *	pmx_autoclose int fd = open(...);
 *
 * Initialise every such variable (NULL, -1): release runs whatever path is taken. Hand a value on
 * with pmx_take_ptr() or pmx_take_fd(), which leave NULL or -1 behind.
 */
#ifndef PERFMUX_BASE_CLEANUP_H
#define PERFMUX_BASE_CLEANUP_H

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Each keeps errno: it runs between a failed call and the caller who asks why. */

static inline void pmx_cleanup_free(void *pointer)
{
	free(*(void **)pointer); /* glibc's free() keeps errno since 2.33 */
}

static inline void pmx_cleanup_close(int *fd)
{
	int saved = errno;

	if (*fd >= 0)
		close(*fd);
	errno = saved;
}

static inline void pmx_cleanup_fclose(FILE **file)
{
	int saved = errno;

	if (*file)
		fclose(*file);
	errno = saved;
}

static inline void pmx_cleanup_closedir(DIR **dir)
{
	int saved = errno;

	if (*dir)
		closedir(*dir);
	errno = saved;
}

#define pmx_autofree	 __attribute__((cleanup(pmx_cleanup_free)))
#define pmx_autoclose	 __attribute__((cleanup(pmx_cleanup_close)))
#define pmx_autofclose	 __attribute__((cleanup(pmx_cleanup_fclose)))
#define pmx_autoclosedir __attribute__((cleanup(pmx_cleanup_closedir)))

#define pmx_take_ptr(pointer)                           \
	({                                              \
		__typeof__(pointer) taken_ = (pointer); \
		(pointer) = NULL;                       \
		taken_;                                 \
	})

static inline int pmx_take_fd(int *fd)
{
	int taken = *fd;

	*fd = -1;
	return taken;
}

#endif
