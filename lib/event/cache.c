// SPDX-License-Identifier: GPL-2.0-only
/*
 * cache.c - names of hardware cache events: cache, operation, result
 *
 * The words are those perf takes; upper and lower case are the same here. Which cache has which
 * operation is what perf knows, too: nothing prefetches into a branch predictor.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <strings.h>

#include "event/generic.h"

enum {
	READ = PERF_COUNT_HW_CACHE_OP_READ,
	WRITE = PERF_COUNT_HW_CACHE_OP_WRITE,
	PREFETCH = PERF_COUNT_HW_CACHE_OP_PREFETCH,
	ACCESS = PERF_COUNT_HW_CACHE_RESULT_ACCESS,
	MISS = PERF_COUNT_HW_CACHE_RESULT_MISS,
	MAX_WORDS = 5,
};

#define OP(op) (1u << (op))

struct words {
	unsigned id;
	unsigned ops; /* of a cache: those it has */
	const char *names[MAX_WORDS];
};

static const struct words caches[] = {
	{ PERF_COUNT_HW_CACHE_L1D,
	  OP(READ) | OP(WRITE) | OP(PREFETCH),
	  { "L1-dcache", "L1-d", "L1d", "L1-data" } },
	{ PERF_COUNT_HW_CACHE_L1I,
	  OP(READ) | OP(PREFETCH),
	  { "L1-icache", "L1-i", "L1i", "L1-instruction" } },
	{ PERF_COUNT_HW_CACHE_LL, OP(READ) | OP(WRITE) | OP(PREFETCH), { "LLC", "L2" } },
	{ PERF_COUNT_HW_CACHE_DTLB,
	  OP(READ) | OP(WRITE) | OP(PREFETCH),
	  { "dTLB", "d-tlb", "Data-TLB" } },
	{ PERF_COUNT_HW_CACHE_ITLB, OP(READ), { "iTLB", "i-tlb", "Instruction-TLB" } },
	{ PERF_COUNT_HW_CACHE_BPU, OP(READ), { "branch", "branches", "bpu", "btb", "bpc" } },
	{ PERF_COUNT_HW_CACHE_NODE, OP(READ) | OP(WRITE) | OP(PREFETCH), { "node" } },
};

static const struct words operations[] = {
	{ READ, 0, { "load", "loads", "read" } },
	{ WRITE, 0, { "store", "stores", "write" } },
	{ PREFETCH, 0, { "prefetch", "prefetches", "speculative-read", "speculative-load" } },
};

static const struct words results[] = {
	{ ACCESS, 0, { "refs", "Reference", "ops", "access" } },
	{ MISS, 0, { "misses", "miss" } },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * The entry one of whose words @name begins with, up to a dash or the end; the longest word
 * counts ("L1-d" is in "L1-dcache"). Takes the word and the dash off *name.
 */
static const struct words *take_word(const struct words *list, size_t count, struct pmx_span *name)
{
	const struct words *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t w = 0; w < MAX_WORDS && list[i].names[w]; w++) {
			size_t len = strlen(list[i].names[w]);

			if (len > longest && len <= name->len &&
			    (len == name->len || name->at[len] == '-') &&
			    strncasecmp(name->at, list[i].names[w], len) == 0) {
				found = &list[i];
				longest = len;
			}
		}
	}
	if (found) {
		/* A dash at the very end stays: it is then a word too many. */
		bool dash = longest + 1 < name->len;

		*name = pmx_span_skip(*name, longest + dash);
	}
	return found;
}

bool pmx_cache_find(struct pmx_span name, uint64_t *config)
{
	const struct words *cache = take_word(caches, COUNT(caches), &name);
	const struct words *op = NULL, *result = NULL;

	if (!cache)
		return false;
	for (int part = 0; part < 2 && name.len; part++) {
		if (!op)
			op = take_word(operations, COUNT(operations), &name);
		if (!result && name.len)
			result = take_word(results, COUNT(results), &name);
	}
	if (name.len || (op && !(cache->ops & OP(op->id))))
		return false;
	*config = cache->id | (uint64_t)(op ? op->id : (unsigned)READ) << 8 |
		  (uint64_t)(result ? result->id : (unsigned)ACCESS) << 16;
	return true;
}

bool pmx_cache_name(size_t index, char *buf, size_t size)
{
	static const char *const plain[] = { "loads", "stores", "prefetches" };

	for (size_t c = 0; c < COUNT(caches); c++) {
		for (size_t o = 0; o < COUNT(operations); o++) {
			if (!(caches[c].ops & OP(operations[o].id)))
				continue;
			if (index < 2) {
				snprintf(buf, size, index ? "%s-%s-misses" : "%s-%s",
					 caches[c].names[0],
					 index ? operations[o].names[0] : plain[o]);
				return true;
			}
			index -= 2;
		}
	}
	return false;
}
