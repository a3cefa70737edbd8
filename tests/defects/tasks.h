/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tasks.h - two tasks that take turns on one CPU, so that the kernel may swap their contexts
 *
 * It does so where one leaves the CPU to the other and the events of both are copies of the same. A
 * busy machine puts others in between, so there are many turns.
 */
#ifndef DEFECTS_TASKS_H
#define DEFECTS_TASKS_H

#include "events.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/wait.h>

enum { TURNS = 50 };

static inline void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		cannot("may not run on CPU %d", cpu);
}

static inline void wait_for_turn(uint32_t *turn, uint32_t mine)
{
	uint32_t it;

	while ((it = __atomic_load_n(turn, __ATOMIC_ACQUIRE)) != mine)
		syscall(SYS_futex, turn, FUTEX_WAIT, it, NULL, NULL, 0);
}

static inline void pass_turn(uint32_t *turn, uint32_t next)
{
	__atomic_store_n(turn, next, __ATOMIC_RELEASE);
	syscall(SYS_futex, turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* This task, which is 0, and a child, 1, do @work by turns, each TURNS times; then the child ends. */
static inline void take_turns(void (*work)(int who, const void *arg), const void *arg)
{
	uint32_t *turn = mmap(NULL, sizeof(*turn), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child;

	if (turn == MAP_FAILED || (child = fork()) < 0)
		cannot("no second task: %s", strerror(errno));
	for (uint32_t i = 0; i < TURNS; i++) {
		wait_for_turn(turn, 2 * i + !child);
		work(!child, arg);
		pass_turn(turn, 2 * i + !child + 1);
	}
	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
	munmap(turn, sizeof(*turn));
}

#endif
