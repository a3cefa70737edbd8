// SPDX-License-Identifier: GPL-2.0-only
/* An inherited uprobe event, a parent and its child switching on one CPU; argv: 1 = a non-inherited event, too; 2 = child is on another CPU */
#define _GNU_SOURCE
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
enum { ROUNDS = 50, TIMES = 20 };
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
__attribute__((noinline, noclone)) void target(void)
{
	__asm__ volatile("" ::: "memory");
}
static uint64_t off;
static int find(struct dl_phdr_info *i, size_t s, void *arg)
{
	(void)s;
	(void)arg;
	for (int k = 0; k < i->dlpi_phnum; k++) {
		const ElfW(Phdr) *p = &i->dlpi_phdr[k];
		uintptr_t a = (uintptr_t)target, b = i->dlpi_addr + p->p_vaddr;
		if (p->p_type == PT_LOAD && a >= b && a - b < p->p_filesz) {
			off = a - b + p->p_offset;
			return 1;
		}
	}
	return 0;
}
static void child(int me)
{
	for (int r = 0; r < ROUNDS; r++) {
		wait_for(2 * r + me);
		for (int i = 0; i < TIMES; i++)
			target();
		pass_to(2 * r + me + 1);
	}
}
int main(int argc, char **argv)
{
	int mode = argc > 1 ? atoi(argv[1]) : 0, type = 0;
	uint64_t v;
	FILE *f = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
	if (!f || fscanf(f, "%d", &type) != 1)
		return 1;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof set, &set);
	turn = mmap(0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	dl_iterate_phdr(find, NULL);
	char path[PATH_MAX] = "";
	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		return 1;
	struct perf_event_attr a = { .size = sizeof a,
				     .type = type,
				     .uprobe_path = (uintptr_t)path,
				     .probe_offset = off,
				     .inherit = 1 };
	int fd = syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
	struct perf_event_attr d = { .size = sizeof d,
				     .type = PERF_TYPE_SOFTWARE,
				     .config = PERF_COUNT_SW_DUMMY };
	if (fd < 0 || (mode == 1 && syscall(SYS_perf_event_open, &d, 0, -1, -1, 0) < 0))
		return perror("open"), 1;
	pid_t one = fork();
	if (!one) {
		child(0);
		_exit(0);
	}
	pid_t two = fork();
	if (!two) {
		if (mode == 2) {
			CPU_ZERO(&set);
			CPU_SET(1, &set);
			sched_setaffinity(0, sizeof set, &set);
		}
		child(1);
		_exit(0);
	}
	waitpid(one, 0, 0), waitpid(two, 0, 0);
	if (read(fd, &v, 8) != 8)
		return 1;
	printf("mode %d: done %d counted %lu\n", mode, 2 * ROUNDS * TIMES, v);
}
