/* SPDX-License-Identifier: GPL-2.0-only */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static inline int po(struct perf_event_attr *a, pid_t p, int c, int g, unsigned long f)
{
	long r = syscall(SYS_perf_event_open, a, p, c, g, f);
	return r < 0 ? -errno : r;
}
static inline uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static inline void spin(uint64_t ns)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	uint64_t e = t.tv_sec * 1000000000ull + t.tv_nsec + ns;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	while (t.tv_sec * 1000000000ull + t.tv_nsec < e);
}
static inline int pmu_type(const char *n)
{
	char p[200];
	snprintf(p, 200, "/sys/bus/event_source/devices/%s/type", n);
	FILE *f = fopen(p, "r");
	int t = -1;
	if (f) {
		if (fscanf(f, "%d", &t) != 1)
			t = -1;
		fclose(f);
	}
	return t;
}
static inline struct perf_event_attr at(int type, uint64_t config)
{
	struct perf_event_attr a;
	memset(&a, 0, sizeof a);
	a.size = sizeof a;
	a.type = type;
	a.config = config;
	a.read_format = 7;
	return a;
}
struct rd {
	uint64_t value, enabled, running, id;
};
static inline struct rd rd(int fd)
{
	struct rd r = { 0 };
	ssize_t n = read(fd, &r, sizeof r);
	if (n != sizeof r)
		printf("  read %zd errno %d\n", n, errno);
	return r;
}
static inline void show(const char *w, struct rd r)
{
	printf("  %-28s value %llu enabled %llu running %llu id %llu\n", w, (long long)r.value,
	       (long long)r.enabled, (long long)r.running, (long long)r.id);
}
