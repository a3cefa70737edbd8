/* SPDX-License-Identifier: GPL-2.0-only */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static inline long tracepoint(const char *call)
{
	int ctx = fsopen("tracefs", 0);
	fsconfig(ctx, FSCONFIG_CMD_CREATE, 0, 0, 0);
	int m = fsmount(ctx, 0, 0);
	char path[99], b[32] = "";
	snprintf(path, 99, "events/syscalls/sys_enter_%s/id", call);
	int fd = openat(m, path, O_RDONLY);
	if (read(fd, b, 31) < 1)
		exit(77);
	return atol(b);
}
static inline int sys_open(struct perf_event_attr *a, int cpu, int group)
{
	int fd = syscall(SYS_perf_event_open, a, 0, cpu, group, 0);
	if (fd < 0)
		perror("perf_event_open"), exit(1);
	return fd;
}
static inline uint64_t count(int fd)
{
	uint64_t v[3] = { 0 };
	if (read(fd, v, sizeof v) < 8)
		perror("read"), exit(1);
	return v[0];
}
static inline void pin(int cpu)
{
	cpu_set_t s;
	CPU_ZERO(&s);
	CPU_SET(cpu, &s);
	sched_setaffinity(0, sizeof s, &s);
}
