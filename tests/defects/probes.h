/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probes.h - a function, and an inherited event of its calls
 */
#ifndef DEFECTS_PROBES_H
#define DEFECTS_PROBES_H

#include "events.h"

#include <limits.h>
#include <link.h>

__attribute__((noinline)) static void probed(void)
{
	__asm__ volatile("" ::: "memory");
}

/* Stops where the function is, with its place in the file. */
static inline int find_probed(struct dl_phdr_info *object, size_t size, void *arg)
{
	uint64_t *offset = arg;

	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t from = (uintptr_t)probed - (object->dlpi_addr + part->p_vaddr);

		if (part->p_type == PT_LOAD && from < part->p_filesz) {
			*offset = from + part->p_offset;
			return 1;
		}
	}
	return 0;
}

/* Calls of it, by this task and those that it makes from now on. */
static inline struct perf_event_attr probe_attr(void)
{
	static char path[PATH_MAX];
	struct perf_event_attr attr;
	uint64_t offset = 0;
	int type = -1;
	FILE *file = fopen("/sys/bus/event_source/devices/uprobe/type", "re");

	if (!file || fscanf(file, "%d", &type) != 1)
		cannot("no PMU of uprobes");
	fclose(file);
	if (!dl_iterate_phdr(find_probed, &offset) ||
	    readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		cannot("the program does not find itself");
	attr = event_attr((uint32_t)type, 0);
	attr.uprobe_path = (uintptr_t)path;
	attr.probe_offset = offset;
	attr.inherit = 1;
	return attr;
}

#endif
