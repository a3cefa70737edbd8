// SPDX-License-Identifier: GPL-2.0-only
/* inherit_stat: a parent and its child switch on one CPU; each does its own kind of known work. */
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

enum { ROUNDS = 50 };
static long word;
static uint32_t *turn;
static void fut(uint32_t *w, int op, uint32_t v)
{
	syscall(SYS_futex, w, op, v, NULL, NULL, 0);
}
static void wait_for(uint32_t v)
{
	uint32_t n;
	while ((n = __atomic_load_n(turn, __ATOMIC_ACQUIRE)) != v)
		fut(turn, FUTEX_WAIT, n);
}
static void pass_to(uint32_t v)
{
	__atomic_store_n(turn, v, __ATOMIC_RELEASE);
	fut(turn, FUTEX_WAKE, INT_MAX);
}
static void faults(int n)
{
	long p = sysconf(_SC_PAGESIZE);
	char *m = mmap(0, 64 * p, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(m, 64 * p, MADV_NOHUGEPAGE);
	for (int i = 0; i < n; i++)
		((volatile char *)m)[i * p] = 1;
	munmap(m, 64 * p);
}
static void writes(int n)
{
	while (n--)
		((volatile long *)&word)[0] = n;
}
static long tpid(void)
{
	int ctx = fsopen("tracefs", 0);
	fsconfig(ctx, FSCONFIG_CMD_CREATE, 0, 0, 0);
	int m = fsmount(ctx, 0, 0);
	int fd = openat(m, "events/syscalls/sys_enter_getpriority/id", O_RDONLY);
	char b[32] = "";
	if (read(fd, b, 31) < 1)
		return -1;
	return atol(b);
}
static void calls(int n)
{
	while (n--)
		syscall(SYS_getpriority, 0, 0);
}
static void work(int k, int n)
{
	if (k == 0)
		faults(n);
	if (k == 1)
		writes(n);
	if (k == 2)
		calls(n);
}

int main(int argc, char **argv)
{
	const char *order = argc > 1 ? argv[1] : "fwc";
	int stat = argc > 2 ? atoi(argv[2]) : 1;
	static const char names[] = "fwc";
	int fd[3];
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof set, &set);
	turn = mmap(0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; order[i]; i++) {
		int k = strchr(names, order[i]) - names;
		struct perf_event_attr a = {
			.size = sizeof a, .inherit = 1, .inherit_stat = stat, .exclude_kernel = k < 2
		};
		if (k == 0)
			a.type = PERF_TYPE_SOFTWARE, a.config = PERF_COUNT_SW_PAGE_FAULTS;
		if (k == 1)
			a.type = PERF_TYPE_BREAKPOINT, a.bp_type = HW_BREAKPOINT_W,
			a.bp_addr = (uintptr_t)&word, a.bp_len = 8;
		if (k == 2)
			a.type = PERF_TYPE_TRACEPOINT, a.config = tpid();
		fd[k] = syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
		if (fd[k] < 0) {
			perror("open");
			return 1;
		}
	}
	int amount[2][3] = { { 60, 1000, 100 }, { 10, 200, 3000 } };
	pid_t pid = fork();
	int me = pid ? 0 : 1;
	for (int r = 0; r < ROUNDS; r++) {
		wait_for(2 * r + me);
		for (int k = 0; k < 3; k++)
			work(k, amount[me][k]);
		pass_to(2 * r + me + 1);
	}
	if (!pid)
		_exit(0);
	waitpid(pid, 0, 0);
	long sum = 0, dsum = 0;
	for (int i = 0; order[i]; i++) {
		int k = strchr(names, order[i]) - names;
		uint64_t v;
		if (read(fd[k], &v, 8) != 8)
			return 1;
		long done = ROUNDS * (amount[0][k] + amount[1][k]);
		sum += v;
		dsum += done;
		printf("%-8s done %6ld counted %6lu %+ld\n",
		       ((const char *[]){ "faults", "writes", "calls" })[k], done, v,
		       (long)v - done);
	}
	printf("sum done %ld counted %ld\n", dsum, sum);
}
