/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpus.h - sets of CPU numbers
 *
 * A set is a plain value: it is copied by assignment and owns nothing. It holds the CPUs 0 to
 * PMX_MAX_CPUS - 1, the most that Linux supports (NR_CPUS of the largest configuration), so that no
 * list read from a file can make it grow.
 */
#ifndef PERFMUX_CPUS_H
#define PERFMUX_CPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PMX_MAX_CPUS 8192

struct pmx_cpus {
	uint64_t bits[PMX_MAX_CPUS / 64];
};

/*
 * Reads a list as the kernel writes it, "0-3,8,10-11"; white space at the end is ignored, an
 * empty list gives an empty set. Returns 0, -EINVAL for anything else (@out is then undefined),
 * -ERANGE for a CPU number that is too large or a range that runs backwards.
 */
int pmx_cpus_parse(struct pmx_cpus *out, const char *list);

/*
 * Writes the set as a list, terminated unless @size is 0, and without the ranges that do not fit;
 * returns the length that the whole list has.
 */
size_t pmx_cpus_format(const struct pmx_cpus *set, char *buf, size_t size);

/* What sets do: empty one, add to it, keep what is in another as well, ask. */
void pmx_cpus_clear(struct pmx_cpus *set);
void pmx_cpus_add(struct pmx_cpus *set, int cpu); /* a number out of range is ignored */
void pmx_cpus_and(struct pmx_cpus *set, const struct pmx_cpus *other);
bool pmx_cpus_has(const struct pmx_cpus *set, int cpu);
bool pmx_cpus_is_empty(const struct pmx_cpus *set);
int pmx_cpus_count(const struct pmx_cpus *set);

/* The first CPU of the set after @cpu, or -1; start with -1. */
int pmx_cpus_next(const struct pmx_cpus *set, int cpu);

#define pmx_cpus_for_each(cpu, set) \
	for (int cpu = pmx_cpus_next(set, -1); cpu >= 0; cpu = pmx_cpus_next(set, cpu))

#ifdef __cplusplus
}
#endif
#endif
