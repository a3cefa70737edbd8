// SPDX-License-Identifier: GPL-2.0-only
/*
 * maps.c - which files a process has in its memory, and where
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/inroot.h"
#include "base/live.h"
#include "base/num.h"
#include "base/rights.h"
#include "symbol/maps.h"

#define DELETED " (deleted)"

/* A line of /proc/PID/maps. */
struct line {
	struct pmx_mapping mapping;
	char device[16];
	uint64_t inode;
	bool is_code, is_deleted;
	char *path;
};

/* Cuts the next word off, up to @end; what follows it in *rest. */
static char *cut_word(char **rest, const char *end)
{
	char *word = *rest + strspn(*rest, " ");

	*rest = word + strcspn(word, end);
	if (**rest)
		*(*rest)++ = '\0';
	return word;
}

/* False for memory that has no file. */
static bool parse(char *text, struct line *out)
{
	const char *start = cut_word(&text, "-"), *end = cut_word(&text, " ");
	const char *access = cut_word(&text, " "), *offset = cut_word(&text, " ");
	const char *device = cut_word(&text, " "), *inode = cut_word(&text, " ");
	size_t length;

	out->path = cut_word(&text, "\n");
	if (out->path[0] != '/' || strlen(access) < 3 || strlen(device) >= sizeof(out->device) ||
	    pmx_num_hex(start, UINT64_MAX, &out->mapping.start) ||
	    pmx_num_hex(end, UINT64_MAX, &out->mapping.end) ||
	    pmx_num_hex(offset, UINT64_MAX, &out->mapping.offset) ||
	    pmx_num_decimal(inode, UINT64_MAX, &out->inode))
		return false;
	memcpy(out->device, device, strlen(device) + 1);
	length = strlen(out->path);
	out->is_deleted = length > strlen(DELETED) &&
			  !strcmp(out->path + length - strlen(DELETED), DELETED);
	if (out->is_deleted)
		out->path[length - strlen(DELETED)] = '\0';
	out->is_code = access[2] == 'x';
	return true;
}

static bool is_same_file(const struct pmx_mapped_file *file, const struct line *line)
{
	return file->inode == line->inode && !strcmp(file->device, line->device) &&
	       !strcmp(file->path, line->path);
}

/*
 * The index of its file, which is added when it is new; -ENOMEM, or -E2BIG where there are too
 * many.
 */
static ssize_t find_file(struct pmx_maps *maps, const struct line *line)
{
	struct pmx_mapped_file *grown, *file;

	/* mappings of a file are neighbours, so the last is the most likely */
	for (size_t i = maps->file_count; i-- > 0;)
		if (is_same_file(&maps->files[i], line))
			return (ssize_t)i;
	if (maps->file_count == PMX_MAPS_MAX_FILES)
		return -E2BIG;
	grown = pmx_array_room(maps->files, &maps->file_room, maps->file_count + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	maps->files = grown;
	file = &grown[maps->file_count];
	*file = (struct pmx_mapped_file){ .path = strdup(line->path),
					  .inode = line->inode,
					  .first = (uint32_t)maps->count,
					  .is_deleted = line->is_deleted };
	memcpy(file->device, line->device, sizeof(file->device));
	if (!file->path)
		return -ENOMEM;
	return (ssize_t)maps->file_count++;
}

static int add(struct pmx_maps *maps, struct line *line)
{
	ssize_t file = find_file(maps, line);
	struct pmx_mapping *grown;

	if (file < 0)
		return file == -E2BIG ? 0 : (int)file;
	grown = pmx_array_room(maps->list, &maps->room, maps->count + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	maps->list = grown;
	line->mapping.file = (uint32_t)file;
	maps->list[maps->count++] = line->mapping;
	maps->files[file].has_code |= line->is_code;
	return 0;
}

static int cannot_read(pid_t pid, int code, struct pmx_error *err)
{
	if (code == -ENOENT || code == -ESRCH)
		return pmx_error_set(err, -ESRCH, "process %d: no such process", (int)pid);
	pmx_error_set(err, code, "the memory map of process %d cannot be read: %s", (int)pid,
		      strerror(-code));
	return pmx_error_hint(err, "only root and its own user may; or write the address: "
				   "mem:0x1000/8:w");
}

int pmx_maps_take(struct pmx_maps *maps, FILE *in)
{
	pmx_autofree char *text = NULL;
	size_t size = 0;
	int ret = 0;

	errno = 0;
	while (!ret && maps->count < PMX_MAPS_MAX && getline(&text, &size, in) > 0) {
		struct line line = { .inode = 0 };

		if (parse(text, &line))
			ret = add(maps, &line);
	}
	if (!ret && ferror(in))
		ret = errno ? -errno : -EIO;
	return ret;
}

int pmx_maps_read(struct pmx_maps *maps, pid_t pid, struct pmx_error *err)
{
	char path[32];
	int ret;

	*maps = (struct pmx_maps){ .pid = pid };
	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	pmx_autoclose int fd = pmx_live_open(path, O_RDONLY);
	if (fd < 0)
		return cannot_read(pid, fd, err);
	pmx_autofclose FILE *in = fdopen(fd, "r");
	if (!in)
		return cannot_read(pid, -errno, err);
	pmx_take_fd(&fd);
	ret = pmx_maps_take(maps, in);
	if (!ret)
		return 0;
	pmx_maps_free(maps);
	return ret == -ENOMEM ? pmx_error_nomem(err) : cannot_read(pid, ret, err);
}

void pmx_maps_free(struct pmx_maps *maps)
{
	for (size_t i = 0; i < maps->file_count; i++)
		free(maps->files[i].path);
	free(maps->files);
	free(maps->list);
	*maps = (struct pmx_maps){ .pid = 0 };
}

/* Lent rights lead to where another user's process has its files, and not into them. */
static int open_root(pid_t pid)
{
	const int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/root", (int)pid);
	fd = open(path, flags);
	if (fd < 0 && pmx_rights_are_lent())
		fd = pmx_with_rights(open(path, flags));
	return fd < 0 ? -errno : fd;
}

/* By its mapping, which names the file itself; by its name, where we may not do that. */
int pmx_maps_open(const struct pmx_maps *maps, size_t index, char *path, size_t size)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	const struct pmx_mapped_file *file = &maps->files[index];
	const struct pmx_mapping *mapping = &maps->list[file->first];
	int fd, length;

	snprintf(path, size, "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, (int)maps->pid,
		 mapping->start, mapping->end);
	fd = open(path, flags);
	if (fd >= 0)
		return fd;
	if (file->is_deleted)
		return -ENOENT;
	length = snprintf(path, size, "/proc/%d/root%s", (int)maps->pid, file->path);
	if (length < 0 || (size_t)length >= size)
		return -ENAMETOOLONG;
	pmx_autoclose int root = open_root(maps->pid);
	return root < 0 ? root : pmx_inroot_open(root, file->path, flags);
}

/* Does the process have the segment where this bias says? */
static bool is_at(const struct pmx_maps *maps, size_t file, const struct pmx_elf_segment *segment,
		  uint64_t bias, uint64_t page)
{
	uint64_t address = bias + (segment->vaddr & -page), offset = segment->offset & -page;

	for (size_t i = maps->files[file].first; i < maps->count; i++) {
		const struct pmx_mapping *m = &maps->list[i];

		if (m->file == file && address >= m->start && address < m->end)
			return m->offset + (address - m->start) == offset;
	}
	return false;
}

int pmx_maps_bias(const struct pmx_maps *maps, size_t file, const struct pmx_elf_segment *segments,
		  size_t segment_count, uint64_t *bias)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	size_t most = 0;

	/*
	 * The first segment may be at each mapping with its offset: the most of them fit at the
	 * right one.
	 */
	for (size_t i = maps->files[file].first; segment_count && i < maps->count; i++) {
		const struct pmx_mapping *m = &maps->list[i];
		uint64_t guess = m->start - (segments[0].vaddr & -page);
		size_t fit = 0;

		if (m->file != file || m->offset != (segments[0].offset & -page))
			continue;
		for (size_t s = 0; s < segment_count; s++)
			fit += segments[s].filesz && is_at(maps, file, &segments[s], guess, page);
		if (fit > most) {
			most = fit;
			*bias = guess;
		}
	}
	return most ? 0 : -ENOENT;
}

/* The vector consists of words as long as the process has them: pairs of a type and a value. */
static bool find_entry(const unsigned char *vector, size_t size, size_t word, uint64_t *entry)
{
	*entry = 0;
	for (size_t i = 0; i + 2 * word <= size; i += 2 * word) {
		uint64_t type = 0, value = 0;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		memcpy(&type, vector + i, word);
		memcpy(&value, vector + i + word, word);
#else
		memcpy((char *)&type + 8 - word, vector + i, word);
		memcpy((char *)&value + 8 - word, vector + i + word, word);
#endif
		if (type == AT_NULL)
			return *entry != 0;
		if (type > UINT16_MAX) /* not of this length, then */
			return false;
		if (type == AT_ENTRY)
			*entry = value;
	}
	return false;
}

uint64_t pmx_maps_entry(pid_t pid)
{
	unsigned char vector[4096];
	uint64_t entry;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)pid);
	pmx_autoclose int fd = pmx_live_open(path, O_RDONLY);
	ssize_t n = fd < 0 ? 0 : read(fd, vector, sizeof(vector));

	if (n > 0 &&
	    (find_entry(vector, (size_t)n, 8, &entry) || find_entry(vector, (size_t)n, 4, &entry)))
		return entry;
	return 0;
}
