// SPDX-License-Identifier: GPL-2.0-only
/*
 * ldcache.c - /etc/ld.so.cache
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "symbol/ldcache.h"

enum { MAX_CACHE = 64 << 20 };

static const char old_magic[] = "ld.so-1.7.0", new_magic[] = "glibc-ld.so.cache1.1";

struct old_header {
	char magic[sizeof(old_magic) - 1];
	uint32_t count;
};

struct old_entry {
	int32_t flags;
	uint32_t key, value;
};

struct new_header {
	char magic[sizeof(new_magic) - 1];
	uint32_t count, strings;
	uint8_t flags, padding[3];
	uint32_t extensions, unused[3];
};

struct new_entry {
	int32_t flags;
	uint32_t key, value; /* offsets of texts, from the new table's start */
	uint32_t os_version;
	uint64_t hwcap;
};

/* Reads the file whole, and a zero behind it. */
static char *read_file(const char *path, size_t *size)
{
	pmx_autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
	pmx_autofree char *bytes = NULL;
	struct stat st;
	size_t have = 0;
	ssize_t n = 1;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0 ||
	    st.st_size > MAX_CACHE)
		return NULL;
	bytes = malloc((size_t)st.st_size + 1);
	while (bytes && n > 0 && have < (size_t)st.st_size) {
		n = read(fd, bytes + have, (size_t)st.st_size - have);
		have += n > 0 ? (size_t)n : 0;
	}
	if (!bytes || n < 0)
		return NULL;
	bytes[have] = '\0';
	*size = have;
	return pmx_take_ptr(bytes);
}

/* Where the new table begins. */
static size_t skip_old(const char *bytes, size_t size)
{
	struct old_header old;
	uint64_t end;

	if (size < sizeof(old) || memcmp(bytes, old_magic, sizeof(old.magic)) != 0)
		return 0;
	memcpy(&old, bytes, sizeof(old));
	end = sizeof(old) + (uint64_t)old.count * sizeof(struct old_entry);
	end = (end + 7) & ~UINT64_C(7);
	return end < size ? (size_t)end : size;
}

void pmx_ldcache_read(struct pmx_ldcache *cache, const char *path)
{
	size_t size = 0, skip;
	pmx_autofree char *bytes = read_file(path, &size);
	struct new_header header;

	*cache = (struct pmx_ldcache){ .bytes = NULL };
	if (!bytes)
		return;
	skip = skip_old(bytes, size);
	if (size - skip < sizeof(header))
		return;
	memmove(bytes, bytes + skip, size - skip + 1);
	size -= skip;
	memcpy(&header, bytes, sizeof(header));
	if (memcmp(header.magic, new_magic, sizeof(header.magic)) != 0)
		return;
	cache->count = header.count;
	if (cache->count > (size - sizeof(header)) / sizeof(struct new_entry))
		cache->count = (uint32_t)((size - sizeof(header)) / sizeof(struct new_entry));
	cache->size = size;
	cache->bytes = pmx_take_ptr(bytes);
}

void pmx_ldcache_free(struct pmx_ldcache *cache)
{
	free(cache->bytes);
	*cache = (struct pmx_ldcache){ .bytes = NULL };
}

const char *pmx_ldcache_next(const struct pmx_ldcache *cache, const char *name, uint32_t *cursor)
{
	while (*cursor < cache->count) {
		struct new_entry entry;

		memcpy(&entry,
		       cache->bytes + sizeof(struct new_header) +
			       (size_t)(*cursor)++ * sizeof(entry),
		       sizeof(entry));
		if (!entry.hwcap && entry.key < cache->size && entry.value < cache->size &&
		    !strcmp(cache->bytes + entry.key, name))
			return cache->bytes + entry.value;
	}
	return NULL;
}
