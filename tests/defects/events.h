/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - what the programs that show defects share: how they end, events, and what is read of them
 *
 * Each ends with 0 when the kernel counted right, 1 when the defect shows, 2 when it cannot be asked
 * here; what was done and counted is printed, and why not. What is used is libc, nothing of perfmux.
 */
#ifndef DEFECTS_EVENTS_H
#define DEFECTS_EVENTS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MSEC 1000000u

enum { COUNTED_RIGHT, DEFECT_SHOWS, CANNOT_BE_ASKED };

/* Of an event with times, as the programs open all of theirs. */
struct reading {
	uint64_t value;
	uint64_t enabled, running; /* ns */
};

__attribute__((format(printf, 1, 2), noreturn)) static inline void cannot(const char *why, ...)
{
	va_list args;

	printf("cannot be asked here: ");
	va_start(args, why);
	vprintf(why, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	_exit(CANNOT_BE_ASKED);
}

static inline int verdict(bool defect)
{
	puts(defect ? "the defect shows" : "counted right");
	return defect ? DEFECT_SHOWS : COUNTED_RIGHT;
}

/* --- events ------------------------------------------------------------------------------- */

static inline struct perf_event_attr event_attr(uint32_t type, uint64_t config)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = type,
		.config = config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
}

/* Faults of the program itself, as touch_pages() makes them. */
static inline struct perf_event_attr faults_attr(void)
{
	struct perf_event_attr attr = event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);

	attr.exclude_kernel = 1;
	return attr;
}

/* Writes to a word. */
static inline struct perf_event_attr writes_attr(const volatile long *word)
{
	struct perf_event_attr attr = event_attr(PERF_TYPE_BREAKPOINT, 0);

	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (uintptr_t)word;
	attr.bp_len = sizeof(*word);
	attr.exclude_kernel = 1;
	return attr;
}

/* Calls of a system call that is named as the kernel does. Tracefs need not be mounted. */
static inline struct perf_event_attr calls_attr(const char *call)
{
	int context = fsopen("tracefs", FSOPEN_CLOEXEC), root = -1, fd = -1;
	char path[100], id[32] = "";

	if (context >= 0 && !fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		root = fsmount(context, FSMOUNT_CLOEXEC, 0);
	snprintf(path, sizeof(path), "events/syscalls/sys_enter_%s/id", call);
	if (root >= 0)
		fd = openat(root, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, id, sizeof(id) - 1) < 1)
		cannot("no tracepoint sys_enter_%s: %s", call, strerror(errno));
	close(fd);
	close(root);
	close(context);
	return event_attr(PERF_TYPE_TRACEPOINT, strtoull(id, NULL, 10));
}

/* An event of this task, or a negative errno. */
static inline int try_event(struct perf_event_attr attr, int cpu, int leader)
{
	long fd = syscall(SYS_perf_event_open, &attr, 0, cpu, leader, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

static inline int open_event(struct perf_event_attr attr, int cpu, int leader)
{
	int fd = try_event(attr, cpu, leader);

	if (fd < 0)
		cannot("an event of type %" PRIu32 ": %s", attr.type, strerror(-fd));
	return fd;
}

static inline struct reading read_event(int fd)
{
	struct reading it;

	if (read(fd, &it, sizeof(it)) != (ssize_t)sizeof(it))
		cannot("an event cannot be read: %s", strerror(errno));
	return it;
}

static inline void tell_event(int fd, unsigned long request, unsigned long argument)
{
	if (ioctl(fd, request, argument) < 0)
		cannot("ioctl %#lx: %s", request, strerror(errno));
}

/* --- time and work ------------------------------------------------------------------------ */

static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Uses @ns of this thread's time. */
static inline void spin(uint64_t ns)
{
	uint64_t end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + ns;

	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static inline void make_calls(long call, int times)
{
	for (int i = 0; i < times; i++)
		syscall(call, 0, 0);
}

static inline void write_word(volatile long *word, int times)
{
	for (int i = 0; i < times; i++)
		*word = i;
}

/* A fault each: a page is never seen before. */
static inline void touch_pages(int times)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);

	for (int i = 0; i < times; i++) {
		char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				  -1, 0);

		if (page == MAP_FAILED)
			cannot("no memory");
		*(volatile char *)page = 1;
		munmap(page, size);
	}
}

#endif
