// SPDX-License-Identifier: GPL-2.0-only
/*
 * loops N - goes N (1000) times through a loop of exactly two instructions
 */
#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long left = number(argc, argv, 1, 1000);

	if (!left)
		return 0;
#if defined(__x86_64__)
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(left) : : "cc");
#elif defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(left) : : "cc");
#else
#error "no loop for this machine"
#endif
	return 0;
}
