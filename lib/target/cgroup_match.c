// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_match.c - finds the cgroups that a --for-each-cgroup item means
 */
#include <errno.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/target.h>

#include "base/num.h"
#include "target/cgroup.h"
#include "target/cgroup_mount.h"
#include "target/cgroup_tree.h"

/* Bounds for what a pattern may make regcomp() allocate: it unrolls repetitions such as {1000}. */
#define MAX_PATTERN 1024
#define MAX_REPEAT  1024

/*
 * How often the repetitions in @pattern may unroll, nested ones multiplied; at most @limit + 1.
 * A brace that begins no repetition costs nothing.
 */
static uint64_t repeats(const char *pattern, uint64_t limit)
{
	uint64_t product = 1;

	for (const char *at = pattern; (at = strchr(at, '{')) != NULL;) {
		uint64_t most = 1, number;

		do {
			at++;
			int rc = pmx_num_decimal_prefix(&at, limit, &number);

			if (rc == -ERANGE)
				return limit + 1;
			if (rc == 0 && number > most)
				most = number;
		} while (*at == ',');
		if (most > limit / product)
			return limit + 1;
		product *= most;
	}
	return product;
}

static int compile(const char *pattern, regex_t *regex, struct pmx_error *err)
{
	int rc;

	if (strlen(pattern) > MAX_PATTERN || repeats(pattern, MAX_REPEAT) > MAX_REPEAT)
		return pmx_error_set(err, -E2BIG, "the cgroup pattern is too large");
	rc = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
	if (rc == REG_ESPACE)
		return pmx_error_nomem(err);
	if (rc != 0) {
		char why[128];

		regerror(rc, regex, why, sizeof(why));
		return pmx_error_set(err, -EINVAL,
				     "no cgroup is called '%s', and it is no pattern: %s", pattern,
				     why);
	}
	return 0;
}

/* Breadth first: the list of what was found is the list of what is to be searched. */
static int walk(struct pmx_machine *machine, const char *mount, struct pmx_paths *paths)
{
	int rc = pmx_cgroup_children(machine, mount, "", paths);

	for (size_t i = 0; rc == 0 && i < paths->count; i++)
		rc = pmx_cgroup_children(machine, mount, paths->list[i], paths);
	return rc;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void keep_matching(struct pmx_paths *paths, const regex_t *regex)
{
	size_t kept = 0;

	for (size_t i = 0; i < paths->count; i++) {
		if (regexec(regex, paths->list[i], 0, NULL, 0) == 0)
			paths->list[kept++] = paths->list[i];
		else
			free(paths->list[i]);
	}
	paths->count = kept;
	if (paths->list) {
		paths->list[kept] = NULL;
		qsort(paths->list, kept, sizeof(*paths->list), compare);
	}
}

static int search(struct pmx_machine *machine, const char *mount, const char *pattern,
		  struct pmx_paths *paths, struct pmx_error *err)
{
	regex_t regex;
	int rc = compile(pattern, &regex, err);

	if (rc < 0)
		return rc;
	rc = walk(machine, mount, paths);
	if (rc == 0)
		keep_matching(paths, &regex);
	regfree(&regex);
	if (rc == -E2BIG)
		return pmx_error_set(err, rc, "more than %d cgroups below %s: name those wanted",
				     PMX_MAX_CGROUPS, mount);
	if (rc < 0)
		return pmx_error_nomem(err);
	if (paths->count > 0)
		return 0;
	pmx_error_set(err, -ENOENT, "no cgroup is called '%s' or matches it", pattern);
	pmx_cgroup_hint(machine, mount, pattern, err);
	return -ENOENT;
}

ssize_t pmx_cgroup_match(struct pmx_machine *machine, const char *pattern, char ***names,
			 struct pmx_error *err)
{
	struct pmx_error exact = { 0 };
	struct pmx_paths paths = { 0 };
	char mount[PATH_MAX];
	int rc = pmx_cgroup_mount_find(machine, mount, sizeof(mount), err);

	if (rc < 0)
		return rc;
	int fd = pmx_cgroup_open_named(machine, mount, pattern, &exact);

	if (fd >= 0) {
		close(fd);
		rc = pmx_paths_add(&paths, strdup(pattern)) < 0 ? pmx_error_nomem(err) : 0;
	} else if (fd != -ENOENT && fd != -ENOTDIR && fd != -ENAMETOOLONG) {
		rc = fd;
		if (err)
			*err = exact;
	} else {
		rc = search(machine, mount, pattern, &paths, err);
	}
	if (rc < 0) {
		pmx_paths_free(&paths);
		return rc;
	}
	*names = paths.list;
	return (ssize_t)paths.count;
}
