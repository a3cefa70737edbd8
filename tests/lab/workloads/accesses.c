// SPDX-License-Identifier: GPL-2.0-only
/*
 * accesses WRITES READS CALLS - writes 8 bytes to pmx_accessed exactly WRITES times, reads them
 * READS times, and calls pmx_called CALLS times
 * accesses - prints the addresses of both
 *
 * Linked at a fixed address, so that one run says where the next one has them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "workload.h"

extern volatile uint64_t pmx_accessed;
/* Alone in its cache line: nothing near it is touched by chance. */
__attribute__((aligned(64))) volatile uint64_t pmx_accessed = 0;

void pmx_called(void);

__attribute__((noinline, noclone)) void pmx_called(void)
{
	__asm__ volatile("" : : : "memory");
}

int main(int argc, char **argv)
{
	if (argc == 1) {
		printf("%#" PRIxPTR " %#" PRIxPTR "\n", (uintptr_t)&pmx_accessed,
		       (uintptr_t)pmx_called);
		return 0;
	}
	for (unsigned long i = number(argc, argv, 1, 0); i > 0; i--)
		pmx_accessed = i;
	for (unsigned long i = number(argc, argv, 2, 0); i > 0; i--)
		(void)pmx_accessed;
	for (unsigned long i = number(argc, argv, 3, 0); i > 0; i--)
		pmx_called();
	return 0;
}
