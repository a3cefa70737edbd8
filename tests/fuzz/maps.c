// SPDX-License-Identifier: GPL-2.0-only
/*
 * maps.c - fuzzes /proc/PID/maps, and where in it a program's segments are found
 *
 * max_len=2048
 */
#include "symbol/maps.h"

#include "fuzz.h"

static void check_files(const struct pmx_maps *maps)
{
	CHECK(maps->count <= PMX_MAPS_MAX && maps->file_count <= PMX_MAPS_MAX_FILES);
	CHECK(maps->file_count <= maps->count);
	for (size_t i = 0; i < maps->count; i++)
		CHECK(maps->list[i].file < maps->file_count);
	for (size_t i = 0; i < maps->file_count; i++) {
		CHECK(maps->files[i].path[0] == '/');
		CHECK(memchr(maps->files[i].device, '\0', sizeof(maps->files[i].device)));
		CHECK(maps->list[maps->files[i].first].file == i);
	}
}

/* A segment that begins as the file's first mapping does is found there, if that has an address. */
static void check_bias(const struct pmx_maps *maps, size_t file)
{
	const struct pmx_mapping *first = &maps->list[maps->files[file].first];
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct pmx_elf_segment segments[2] = {
		{ .vaddr = 0, .offset = first->offset, .memsz = page, .filesz = page },
		{ .vaddr = page, .offset = first->offset + page, .memsz = 1, .filesz = 1 },
	};
	uint64_t bias = 0;
	int ret = pmx_maps_bias(maps, file, segments, 2, &bias);

	CHECK(ret == 0 || ret == -2 /* ENOENT */);
	if (first->start < first->end && first->offset % page == 0)
		CHECK(ret == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_maps maps = { .pid = 1 };
	FILE *in;

	if (!size)
		return 0;
	in = fmemopen((void *)data, size, "re");
	CHECK(in);
	CHECK(!pmx_maps_take(&maps, in));
	fclose(in);
	check_files(&maps);
	for (size_t i = 0; i < maps.file_count; i++)
		check_bias(&maps, i);
	pmx_maps_free(&maps);
	return 0;
}
