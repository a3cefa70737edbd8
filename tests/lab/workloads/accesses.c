// SPDX-License-Identifier: GPL-2.0-only
/*
 * accesses WRITES READS CALLS - writes each of pmx_words exactly WRITES times, 8 bytes at once,
 * reads each READS times, and calls pmx_called CALLS times
 * accesses - prints the addresses of the five words and of the function
 *
 * Linked at a fixed address, so that one run says where the next one has them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "workload.h"

enum { WORDS = 5 };

/*
 * Each alone in its cache line. In the file, not in the zeroes behind it: those share a page that
 * the kernel writes to when it starts the program.
 */
struct word {
	_Alignas(64) volatile uint64_t value;
};
extern struct word pmx_words[WORDS];
struct word pmx_words[WORDS] = { { 1 } };

void pmx_called(void);

__attribute__((noinline, noclone)) void pmx_called(void)
{
	__asm__ volatile("" : : : "memory");
}

static void print_addresses(void)
{
	for (int i = 0; i < WORDS; i++)
		printf("%#" PRIxPTR " ", (uintptr_t)&pmx_words[i].value);
	printf("%#" PRIxPTR "\n", (uintptr_t)pmx_called);
}

int main(int argc, char **argv)
{
	if (argc == 1) {
		print_addresses();
		return 0;
	}
	for (unsigned long i = number(argc, argv, 1, 0); i > 0; i--)
		for (int word = 0; word < WORDS; word++)
			pmx_words[word].value = i;
	for (unsigned long i = number(argc, argv, 2, 0); i > 0; i--)
		for (int word = 0; word < WORDS; word++)
			(void)pmx_words[word].value;
	for (unsigned long i = number(argc, argv, 3, 0); i > 0; i--)
		pmx_called();
	return 0;
}
