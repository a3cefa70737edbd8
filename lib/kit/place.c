// SPDX-License-Identifier: GPL-2.0-only
/*
 * place.c - where our own code is, as uprobes are told of it
 */
#include "kit/place.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <unistd.h>

struct place {
	uintptr_t address;
	char *path;
	size_t size;
	uint64_t offset;
};

/* The loaded file that has the address. */
static int find_place(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct place *place = arg;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + part->p_vaddr;

		if (part->p_type != PT_LOAD || place->address < start ||
		    place->address - start >= part->p_filesz)
			continue;
		place->offset = place->address - start + part->p_offset;
		snprintf(place->path, place->size, "%s", info->dlpi_name);
		return 1;
	}
	return 0;
}

int kit_place(uintptr_t address, char *path, size_t size, uint64_t *offset)
{
	struct place place = { .address = address, .path = path, .size = size };
	ssize_t length;

	if (!dl_iterate_phdr(find_place, &place))
		return -ENOENT;
	*offset = place.offset;
	if (path[0])
		return 0;
	length = readlink("/proc/self/exe", path, size - 1); /* the program itself has no name */
	if (length < 0)
		return -errno;
	path[length] = '\0';
	return 0;
}
