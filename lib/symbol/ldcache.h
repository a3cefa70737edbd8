/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ldcache.h - /etc/ld.so.cache: where the dynamic linker finds libraries that have no path
 *
 * The format is glibc's (sysdeps/generic/dl-cache.h, "glibc-ld.so.cache" 1.1, alone or behind the
 * table of older versions). Other C libraries have none.
 */
#ifndef PERFMUX_SYMBOL_LDCACHE_H
#define PERFMUX_SYMBOL_LDCACHE_H

#include <stddef.h>
#include <stdint.h>

struct pmx_ldcache {
	char *bytes; /* the new table, terminated; NULL without a cache */
	size_t size;
	uint32_t count; /* of entries that are whole */
};

/* Leaves an empty cache behind where the file is missing, too large or not understood. */
void pmx_ldcache_read(struct pmx_ldcache *cache, const char *path);
void pmx_ldcache_free(struct pmx_ldcache *cache);

/*
 * The next path for the library @name; start with *cursor 0. NULL when there is no more. There is
 * one for each kind of machine and, for CPUs with more features, for those: plain ones only.
 */
const char *pmx_ldcache_next(const struct pmx_ldcache *cache, const char *name, uint32_t *cursor);

#endif
