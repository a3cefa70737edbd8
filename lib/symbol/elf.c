// SPDX-License-Identifier: GPL-2.0-only
/*
 * elf.c - one ELF file, opened: its headers
 */
#include <errno.h>
#include <string.h>

#include "symbol/elf.h"

static int refuse(const struct pmx_elf *elf, const char *path, struct pmx_error *err)
{
	return pmx_error_set(err, -EIO, "'%s' cannot be read as an ELF file: %s", path,
			     pmx_libelf_why(elf->lib));
}

static int read_header(struct pmx_elf *elf, const char *path, struct pmx_error *err)
{
	GElf_Ehdr header;

	if (elf->lib->elf_kind(elf->elf) != ELF_K_ELF)
		return pmx_error_set(err, -ENOEXEC, "'%s' is no ELF file", path);
	if (!elf->lib->gelf_getehdr(elf->elf, &header))
		return refuse(elf, path, err);
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
		return pmx_error_set(err, -ENOEXEC,
				     "'%s' is neither a program nor a "
				     "library",
				     path);
	elf->is_64 = header.e_ident[EI_CLASS] == ELFCLASS64;
	elf->is_fixed = header.e_type == ET_EXEC;
	elf->machine = header.e_machine;
	elf->entry = header.e_entry;
	return 0;
}

static void add_segment(struct pmx_elf *elf, const GElf_Phdr *header)
{
	struct pmx_elf_segment segment = {
		.vaddr = header->p_vaddr,
		.memsz = header->p_memsz,
		.offset = header->p_offset,
		.filesz = header->p_filesz,
		.is_code = header->p_flags & PF_X,
	};

	if (!segment.memsz || elf->segment_count == PMX_ELF_MAX_SEGMENTS)
		return;
	if (segment.memsz > UINT64_MAX - segment.vaddr)
		segment.memsz = UINT64_MAX - segment.vaddr;
	elf->segments[elf->segment_count++] = segment;
}

static int read_segments(struct pmx_elf *elf, const char *path, struct pmx_error *err)
{
	size_t count;

	if (elf->lib->elf_getphdrnum(elf->elf, &count))
		return refuse(elf, path, err);
	for (size_t i = 0; i < count && i < UINT16_MAX; i++) {
		GElf_Phdr header;

		if (!elf->lib->gelf_getphdr(elf->elf, (int)i, &header))
			return refuse(elf, path, err);
		if (header.p_type == PT_LOAD)
			add_segment(elf, &header);
		if (header.p_type == PT_INTERP)
			elf->has_interpreter = true;
		if (header.p_type == PT_DYNAMIC) {
			elf->has_dynamic = true;
			elf->dynamic_offset = header.p_offset;
			elf->dynamic_size = header.p_filesz;
		}
	}
	if (!elf->segment_count)
		return pmx_error_set(err, -ENOEXEC, "'%s' has nothing that could be loaded", path);
	return 0;
}

int pmx_elf_open(struct pmx_elf *elf, const struct pmx_libelf *lib, int fd, const char *path,
		 struct pmx_error *err)
{
	int ret;

	*elf = (struct pmx_elf){ .lib = lib, .fd = fd };
	/* not mapped: a file that shrinks meanwhile is then a short read, and no SIGBUS */
	elf->elf = lib->elf_begin(fd, ELF_C_READ, NULL);
	if (!elf->elf)
		return refuse(elf, path, err);
	ret = read_header(elf, path, err);
	if (!ret)
		ret = read_segments(elf, path, err);
	if (ret)
		pmx_elf_close(elf);
	return ret;
}

void pmx_elf_close(struct pmx_elf *elf)
{
	if (elf->elf)
		elf->lib->elf_end(elf->elf);
	elf->elf = NULL;
}

const struct pmx_elf_segment *pmx_elf_segment_of(const struct pmx_elf_segment *list, size_t count,
						 uint64_t vaddr)
{
	for (size_t i = 0; i < count; i++)
		if (vaddr >= list[i].vaddr && vaddr - list[i].vaddr < list[i].memsz)
			return &list[i];
	return NULL;
}
