// SPDX-License-Identifier: GPL-2.0-only
/*
 * uprobe-target N - calls the exported function pmx_probe_here exactly N (1000) times, with the
 * arguments (7, i, i x 4096): a place for uprobes with values that a test knows
 */
#include "workload.h"

void pmx_probe_here(uint32_t id, uint32_t index, uint64_t size);

__attribute__((noinline, noclone, used, visibility("default"))) void pmx_probe_here(uint32_t id,
										    uint32_t index,
										    uint64_t size)
{
	__asm__ volatile("" : : "r"(id), "r"(index), "r"(size) : "memory");
}

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 1000);

	for (unsigned long i = 0; i < count; i++)
		pmx_probe_here(7, (uint32_t)i, (uint64_t)i * 4096);
	return 0;
}
