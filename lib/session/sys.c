// SPDX-License-Identifier: GPL-2.0-only
/*
 * sys.c - the system-call gate, the kernel's side
 */
#include "session/sys.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/rights.h"

static int kernel_open(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu,
		       int group_fd, unsigned long flags)
{
	long fd = pmx_with_rights(syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags));

	(void)ctx;
	return fd < 0 ? -errno : (int)fd;
}

static ssize_t kernel_read(void *ctx, int fd, void *buf, size_t size)
{
	ssize_t n;

	(void)ctx;
	do
		n = read(fd, buf, size);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int kernel_ioctl(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	(void)ctx;
	return ioctl(fd, request, arg) < 0 ? -errno : 0;
}

static int kernel_map(void *ctx, int fd, size_t size, bool writable, void **out)
{
	int access = writable ? PROT_READ | PROT_WRITE : PROT_READ;

	(void)ctx;
	/* above the limit of what may be locked */
	*out = pmx_with_rights(mmap(NULL, size, access, MAP_SHARED, fd, 0));
	return *out == MAP_FAILED ? -errno : 0;
}

static void kernel_unmap(void *ctx, void *address, size_t size)
{
	(void)ctx;
	munmap(address, size);
}

static uint64_t kernel_now(void *ctx)
{
	struct timespec ts;

	(void)ctx;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

const struct pmx_sys pmx_sys_kernel = {
	.open = kernel_open,
	.read = kernel_read,
	.ioctl = kernel_ioctl,
	.map = kernel_map,
	.unmap = kernel_unmap,
	.now = kernel_now,
};
