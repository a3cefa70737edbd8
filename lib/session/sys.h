/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sys.h - the system-call gate: every perf_event_open, event ioctl, counter read and event mmap
 * of the project goes through here, so that a test can inject any errno, short read or time.
 */
#ifndef PMX_SESSION_SYS_H
#define PMX_SESSION_SYS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Each call returns what the system call returns, or -errno; none sets errno. @ctx is the ctx of
 * the table.
 */
struct pmx_sys {
	int (*open)(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
		    unsigned long flags);
	ssize_t (*read)(void *ctx, int fd, void *buf, size_t size);
	int (*ioctl)(void *ctx, int fd, unsigned long request, unsigned long arg);
	/*
	 * Maps the first @size bytes of an event, readable, and writable too if asked; 0 or -errno.
	 * NULL: as if -ENOSYS.
	 */
	int (*map)(void *ctx, int fd, size_t size, bool writable, void **out);
	void (*unmap)(void *ctx, void *address, size_t size);
	uint64_t (*now)(void *ctx); /* CLOCK_MONOTONIC, ns */
	void *ctx;
};

/* The kernel itself. */
extern const struct pmx_sys pmx_sys_kernel;

#endif
