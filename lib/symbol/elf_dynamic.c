// SPDX-License-Identifier: GPL-2.0-only
/*
 * elf_dynamic.c - what the dynamic linker is told: libraries needed, and where to look for them
 *
 * Read as the dynamic linker reads it, by segments, so that files without section headers work.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbol/elf.h"

enum { MAX_DYNAMIC = 1 << 20 };

/* Where the file has what is loaded at @vaddr; false when nothing of it is. */
static bool file_offset(const struct pmx_elf *elf, uint64_t vaddr, uint64_t *out)
{
	const struct pmx_elf_segment *segment =
		pmx_elf_segment_of(elf->segments, elf->segment_count, vaddr);

	if (!segment || vaddr - segment->vaddr >= segment->filesz)
		return false;
	*out = segment->offset + (vaddr - segment->vaddr);
	return *out <= INT64_MAX;
}

/* The text at @index of the strings at @offset, a copy; NULL when there is none, or no memory. */
static char *read_text(const struct pmx_elf *elf, uint64_t offset, uint64_t index)
{
	char text[PATH_MAX];
	ssize_t n;

	if (index > INT64_MAX - offset)
		return NULL;
	n = pread(elf->fd, text, sizeof(text), (off_t)(offset + index));
	if (n <= 0 || !memchr(text, '\0', (size_t)n) || !*text)
		return NULL;
	return strdup(text);
}

static Elf_Data *read_entries(struct pmx_elf *elf, size_t *count)
{
	size_t size = elf->dynamic_size < MAX_DYNAMIC ? elf->dynamic_size : MAX_DYNAMIC;
	Elf_Data *data;

	if (!elf->has_dynamic || elf->dynamic_offset > INT64_MAX)
		return NULL;
	data = elf->lib->elf_getdata_rawchunk(elf->elf, (int64_t)elf->dynamic_offset, size,
					      ELF_T_DYN);
	*count = size / (elf->is_64 ? sizeof(Elf64_Dyn) : sizeof(Elf32_Dyn));
	return data && data->d_buf ? data : NULL;
}

static void take_entry(const struct pmx_elf *elf, const GElf_Dyn *entry, uint64_t strings,
		       struct pmx_elf_dynamic *out)
{
	char **where = entry->d_tag == DT_RPATH	  ? &out->rpath :
		       entry->d_tag == DT_RUNPATH ? &out->runpath :
		       entry->d_tag == DT_SONAME  ? &out->soname :
						    NULL;

	if (entry->d_tag == DT_NEEDED && out->needed_count < PMX_ELF_MAX_NEEDED)
		where = &out->needed[out->needed_count];
	if (!where || *where)
		return;
	*where = read_text(elf, strings, entry->d_un.d_val);
	if (entry->d_tag == DT_NEEDED && *where)
		out->needed_count++;
}

void pmx_elf_dynamic(struct pmx_elf *elf, struct pmx_elf_dynamic *out)
{
	uint64_t strings = 0;
	bool has_strings = false;
	size_t count = 0;
	Elf_Data *data;
	GElf_Dyn entry;

	*out = (struct pmx_elf_dynamic){ .needed_count = 0 };
	data = read_entries(elf, &count);
	for (size_t i = 0; data && i < count && elf->lib->gelf_getdyn(data, (int)i, &entry); i++) {
		if (entry.d_tag == DT_NULL)
			count = i;
		else if (entry.d_tag == DT_STRTAB)
			has_strings = file_offset(elf, entry.d_un.d_ptr, &strings);
	}
	for (size_t i = 0; has_strings && i < count; i++)
		if (elf->lib->gelf_getdyn(data, (int)i, &entry))
			take_entry(elf, &entry, strings, out);
}

void pmx_elf_dynamic_free(struct pmx_elf_dynamic *dynamic)
{
	for (size_t i = 0; i < dynamic->needed_count; i++)
		free(dynamic->needed[i]);
	free(dynamic->rpath);
	free(dynamic->runpath);
	free(dynamic->soname);
	*dynamic = (struct pmx_elf_dynamic){ .needed_count = 0 };
}
