// SPDX-License-Identifier: GPL-2.0-only
/*
 * elf_file.c - fuzzes ELF files: segments, symbols, and what the dynamic linker is told
 *
 * libelf, which reads the file, is in it. max_len=4096
 */
#include "symbol/elf.h"

#include "fuzz.h"

static int look(void *ctx, const struct pmx_elf_symbol *symbol)
{
	size_t *sum = ctx;

	CHECK(symbol->name);
	*sum += strlen(symbol->name) + (symbol->source ? strlen(symbol->source) : 0);
	return *sum > 1 << 16 ? 77 : 0;
}

static void check_segments(const struct pmx_elf *elf)
{
	CHECK(elf->segment_count <= PMX_ELF_MAX_SEGMENTS);
	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct pmx_elf_segment *found = pmx_elf_segment_of(elf->segments,
									 elf->segment_count,
									 elf->segments[i].vaddr);

		if (found)
			CHECK(elf->segments[i].vaddr - found->vaddr < found->memsz);
	}
}

static void check_dynamic(struct pmx_elf *elf)
{
	struct pmx_elf_dynamic dynamic;

	pmx_elf_dynamic(elf, &dynamic);
	CHECK(dynamic.needed_count <= PMX_ELF_MAX_NEEDED);
	for (size_t i = 0; i < dynamic.needed_count; i++)
		CHECK(dynamic.needed[i] && strlen(dynamic.needed[i]) < 1 << 16);
	pmx_elf_dynamic_free(&dynamic);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct pmx_libelf lib;
	struct pmx_error err = { .code = 0 };
	struct pmx_elf elf;
	bool has_symtab;
	size_t sum = 0;
	char path[64];
	int fd, ret;

	fuzz_keep_library("libelf.so.1");
	CHECK(lib.handle || !pmx_libelf_load(&lib, &err));
	fd = fuzz_file(data, size, path, sizeof(path));
	ret = pmx_elf_open(&elf, &lib, fd, path, &err);
	if (ret) {
		check_error(ret, &err);
	} else {
		check_segments(&elf);
		ret = pmx_elf_symbols(&elf, look, &sum, &has_symtab);
		CHECK(ret == 0 || ret == 77);
		check_dynamic(&elf);
		pmx_elf_close(&elf);
	}
	close(fd);
	return 0;
}
