// SPDX-License-Identifier: GPL-2.0-only
/*
 * faults N - touches N (1000) fresh pages: exactly N page faults in user mode (page-faults:u) more
 * than `faults 0000`, provided that both start alike: setarch -R, and words as long, since the
 * stack may need a page more for longer ones. The kernel's own, while it starts a program, vary by
 * a few.
 */
#include <sys/mman.h>

#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long pages = number(argc, argv, 1, 1000);
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (pages + 1) * page;
	volatile char *memory =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die("faults: no memory");
	/* A huge page would serve 512 of them with one fault. */
	madvise((void *)memory, size, MADV_NOHUGEPAGE);
	for (unsigned long i = 0; i < pages; i++)
		memory[i * page] = 1;
	return 0;
}
