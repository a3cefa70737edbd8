// SPDX-License-Identifier: GPL-2.0-only
/*
 * bp-target [WRITES [READS [CALLS]]] - prints where its variables and a function are, a line "NAME
 * ADDRESS" for each, says "ready" and, when its stdin has a byte or has ended, writes to bp_word
 * WRITES times, reads it READS times and calls bp_here CALLS times (100 unless said)
 */
#include <stdio.h>

#include "workload.h"

extern volatile uint64_t bp_word;
extern uint32_t bp_table[256];
extern __thread int bp_thread;
void bp_here(void);

volatile uint64_t bp_word;
uint32_t bp_table[256] = { 1 };
__thread int bp_thread;
static volatile char bp_bytes[12] __attribute__((aligned(8)));

__attribute__((noinline, noclone, used)) void bp_here(void)
{
	__asm__ volatile("" : : : "memory");
}

int main(int argc, char **argv)
{
	unsigned long writes = number(argc, argv, 1, 100), reads = number(argc, argv, 2, 100);
	unsigned long calls = number(argc, argv, 3, 100);

	printf("bp_word %p\nbp_table %p\nbp_bytes %p\nbp_here %p\nbp_thread %p\n",
	       (void *)(uintptr_t)&bp_word, (void *)bp_table, (void *)(uintptr_t)bp_bytes,
	       (void *)(uintptr_t)bp_here, (void *)&bp_thread);
	fflush(stdout);
	say_ready();
	wait_stdin();
	for (unsigned long i = 0; i < writes; i++)
		bp_word = i;
	for (unsigned long i = 0; i < reads; i++)
		(void)bp_word;
	for (unsigned long i = 0; i < calls; i++)
		bp_here();
	return 0;
}
