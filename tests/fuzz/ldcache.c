// SPDX-License-Identifier: GPL-2.0-only
/*
 * ldcache.c - fuzzes /etc/ld.so.cache: every path that it gives for a name is a text within it
 *
 * max_len=1024
 */
#include "symbol/ldcache.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = { "libc.so.6", "libm.so.6", "" };
	struct pmx_ldcache cache;
	char path[64];
	int fd = fuzz_file(data, size, path, sizeof(path));

	pmx_ldcache_read(&cache, path);
	close(fd);
	CHECK(cache.bytes || !cache.count);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		uint32_t cursor = 0, before = 0;
		const char *found;

		while ((found = pmx_ldcache_next(&cache, names[i], &cursor))) {
			CHECK(cursor > before && cursor <= cache.count);
			CHECK(found >= cache.bytes &&
			      found + strlen(found) <= cache.bytes + cache.size);
			before = cursor;
		}
	}
	pmx_ldcache_free(&cache);
	return 0;
}
