// SPDX-License-Identifier: GPL-2.0-only
/*
 * work.c - known work: so many events of one kind, in the calling thread
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kit/found.h"

enum { PAGES = 64 }; /* touched before they are given back */

static void call(long number, uint64_t times)
{
	while (times--)
		syscall(number, 0, 0);
}

/* A sanitizer's own notes about this memory would be faults, too. */
__attribute__((no_sanitize("address"))) static void fault(uint64_t times)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *memory = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		abort(); /* work that was not done must not look like a lost count */
	madvise((void *)memory, PAGES * page, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < times; i++) {
		if (i && i % PAGES == 0)
			madvise((void *)memory, PAGES * page, MADV_DONTNEED);
		memory[i % PAGES * page] = 1;
	}
	munmap((void *)memory, PAGES * page);
}

__attribute__((noinline, noclone)) void kit_probe_target(void)
{
	__asm__ volatile("" : : : "memory"); /* a call that is not optimised away */
}

static void probe(uint64_t times)
{
	while (times--)
		kit_probe_target();
}

static void write_word(uint64_t address, uint64_t times)
{
	volatile long *word = (volatile long *)(uintptr_t)address; /* NOLINT: as attr has it */

	while (times--)
		*word = (long)times;
}

void kit_work(const struct kit_meter *meter, uint64_t times)
{
	switch (meter->kind) {
	case KIT_CALLS:
		call(meter->call, times);
		break;
	case KIT_FAULTS:
		fault(times);
		break;
	case KIT_PROBE:
		probe(times);
		break;
	default:
		write_word(meter->attr.bp_addr, times);
	}
}
