// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_memory.c - the memory of a command, and ours, which the kernel counts with it
 *
 * A process keeps the most that it had when it executes a program (setmax_mm_hiwater_rss() in
 * fs/exec.c), and until then a command has our memory. What no command had more than is thus what
 * we have, and says nothing of it.
 */
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "bench_run.h"

/* What is no further above what we had may be what we have grown to. */
#define NEAR (4 << 20)

/* A look costs a tenth of the shortest run, and we grow slowly. */
enum { STACK = 16 << 10, EVERY = 64 };

void bench_memory_begin(void)
{
	static const char forget_the_most[] = "5"; /* proc_pid_clear_refs(5) */
	pmx_autoclose int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

	malloc_trim(0);
	if (fd < 0 || write(fd, forget_the_most, sizeof(forget_the_most) - 1) < 0)
		return; /* then less can be told, and bench_memory_look() knows it */
}

__attribute__((no_sanitize("address"))) static int end_at_once(void *ctx)
{
	(void)ctx;
	_exit(0);
}

/* A child that has our memory and ends says how much the kernel takes that for. */
static void look(struct bench_run *br)
{
	static char stack[STACK] __attribute__((aligned(16)));
	struct rusage usage;
	pid_t pid;

	pid = clone(end_at_once, stack + STACK, CLONE_VM | CLONE_VFORK, NULL);
	br->own_memory = 0;
	if (pid > 0 && wait4(pid, NULL, __WALL, &usage) == pid)
		br->own_memory = (double)usage.ru_maxrss * 1024;
}

void bench_memory_look(struct bench_run *br)
{
	if (br->looks++ % EVERY == 0)
		look(br);
}

/*
 * What a reading may be wrong by: each CPU keeps what it counts to itself until that is a batch
 * (percpu_counter_batch in lib/percpu_counter.c, since Linux 6.2; before, 64 pages a task). Pages
 * of files and others are counted apart, here and on the CPU where the command began.
 */
static double uncertainty(void)
{
	static double bytes;
	long cpus;

	if (bytes > 0)
		return bytes;
	cpus = sysconf(_SC_NPROCESSORS_ONLN);
	bytes = 2 * 2 * fmax(32, 2 * (double)cpus) * (double)sysconf(_SC_PAGESIZE);
	return bytes;
}

double bench_memory_take(struct bench_run *br, const struct rusage *usage)
{
	double most = (double)usage->ru_maxrss * 1024, above = most - br->own_memory;

	if (above > uncertainty() && above <= uncertainty() + NEAR) {
		look(br);
		above = most - br->own_memory;
	}
	if (above > uncertainty())
		return most;
	br->less_than_ours++;
	return NAN;
}
