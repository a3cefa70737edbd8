// SPDX-License-Identifier: GPL-2.0-only
/*
 * command.c - which files a command will have in its memory when it begins
 *
 * Source: ld.so(8). Left out are $LIB and $PLATFORM, and directories for CPUs with more features:
 * a library that is found there only makes the list not whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "symbol/command.h"
#include "symbol/ldcache.h"

enum { MAX_SCRIPTS = 5 }; /* interpreters that are scripts, as in the kernel */

struct search {
	struct pmx_objects *objects;
	struct pmx_command_files *files;
	struct pmx_ldcache cache;
	bool has_cache; /* cache was read */
};

/* --- libraries ----------------------------------------------------------------------------- */

static bool has_file(const struct pmx_command_files *files, const struct pmx_object *object)
{
	for (size_t i = 0; i < files->count; i++)
		if (files->list[i] == object)
			return true;
	return false;
}

/* Takes @path if it is a library for the program's kind of machine. */
static bool try_file(struct search *s, const char *path)
{
	pmx_autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct pmx_object *object;

	if (fd < 0 || pmx_objects_get(s->objects, fd, path, path, &object, NULL))
		return false;
	if (object->machine != s->files->list[0]->machine ||
	    object->is_64 != s->files->list[0]->is_64)
		return false;
	if (has_file(s->files, object))
		return true;
	if (s->files->count == PMX_COMMAND_MAX_FILES)
		return false;
	s->files->list[s->files->count++] = object;
	return true;
}

/* A directory with $ORIGIN as that of @object; false for what we cannot expand. */
static bool expand(const char *dir, size_t length, const struct pmx_object *object, char *out,
		   size_t size)
{
	static const char *const names[] = { "$ORIGIN", "${ORIGIN}" };
	const char *origin = object->path;
	int n = -1;

	for (size_t i = 0; i < 2; i++) {
		size_t name = strlen(names[i]);

		if (length >= name && !memcmp(dir, names[i], name) &&
		    !memchr(dir + name, '$', length - name)) {
			const char *slash = strrchr(origin, '/');

			n = snprintf(out, size, "%.*s%.*s", slash ? (int)(slash - origin) : 1,
				     slash ? origin : ".", (int)(length - name), dir + name);
			return n > 0 && (size_t)n < size;
		}
	}
	if (memchr(dir, '$', length))
		return false;
	n = snprintf(out, size, "%.*s", (int)length, length ? dir : ".");
	return n > 0 && (size_t)n < size;
}

/* Looks for @name in directories separated by colons or semicolons. */
static bool try_dirs(struct search *s, const char *dirs, const char *name,
		     const struct pmx_object *object)
{
	char dir[PATH_MAX], path[PATH_MAX + 256];

	while (dirs) {
		size_t length = strcspn(dirs, ":;");

		if (length < INT_MAX && expand(dirs, length, object, dir, sizeof(dir)) &&
		    snprintf(path, sizeof(path), "%s/%s", dir, name) < (int)sizeof(path) &&
		    try_file(s, path))
			return true;
		dirs = dirs[length] ? dirs + length + 1 : NULL;
	}
	return false;
}

static bool try_cache(struct search *s, const char *name)
{
	uint32_t cursor = 0;
	const char *path;

	if (!s->has_cache)
		pmx_ldcache_read(&s->cache, "/etc/ld.so.cache");
	s->has_cache = true;
	while ((path = pmx_ldcache_next(&s->cache, name, &cursor)))
		if (try_file(s, path))
			return true;
	return false;
}

static bool find_library(struct search *s, const char *name, const struct pmx_object *by)
{
	const char *environment = getenv("LD_LIBRARY_PATH");
	const struct pmx_object *program = s->files->list[0];

	if (strchr(name, '/'))
		return try_file(s, name);
	if (by->dynamic.rpath && !by->dynamic.runpath && try_dirs(s, by->dynamic.rpath, name, by))
		return true;
	if (program->dynamic.rpath && !by->dynamic.runpath &&
	    try_dirs(s, program->dynamic.rpath, name, program))
		return true;
	if (environment && *environment && try_dirs(s, environment, name, by))
		return true;
	if (by->dynamic.runpath && try_dirs(s, by->dynamic.runpath, name, by))
		return true;
	return try_cache(s, name) ||
	       try_dirs(s,
			by->is_64 ? "/lib64:/usr/lib64:/lib:/usr/lib:/usr/local/lib" :
				    "/lib:/usr/lib:/usr/local/lib",
			name, by);
}

/* Names separated by spaces or colons, as in LD_PRELOAD. */
static void find_preloaded(struct search *s, const char *names)
{
	while (names && *names) {
		size_t length = strcspn(names, ": ");
		char name[PATH_MAX];

		if (length && length < sizeof(name)) {
			memcpy(name, names, length);
			name[length] = '\0';
			s->files->is_whole &= find_library(s, name, s->files->list[0]);
		}
		names += length + (names[length] != '\0');
	}
}

/* Breadth first, as the dynamic linker does; the list is its own queue. */
static void find_libraries(struct search *s)
{
	if (!s->files->list[0]->has_interpreter)
		return;
	find_preloaded(s, getenv("LD_PRELOAD"));
	for (size_t i = 0; i < s->files->count; i++) {
		const struct pmx_object *object = s->files->list[i];

		for (size_t n = 0; n < object->dynamic.needed_count; n++)
			s->files->is_whole &= find_library(s, object->dynamic.needed[n], object);
	}
	s->files->is_whole &= access("/etc/ld.so.preload", F_OK) != 0;
}

/* --- the program --------------------------------------------------------------------------- */

/* The interpreter of a script, from its first line; false when it is none. */
static bool read_interpreter(int fd, char *out, size_t size)
{
	char line[256];
	ssize_t n = pread(fd, line, sizeof(line) - 1, 0);
	const char *name;
	size_t length;

	if (n < 3 || line[0] != '#' || line[1] != '!')
		return false;
	line[n] = '\0';
	name = line + 2 + strspn(line + 2, " \t");
	length = strcspn(name, " \t\r\n");
	if (!length || length >= size)
		return false;
	memcpy(out, name, length);
	out[length] = '\0';
	return true;
}

/*
 * A traced program gets no rights of its own by being executed, unless the tracer has all rights;
 * and of one that changes its user the kernel drops all counters.
 */
static int check_rights(int fd, const char *path, struct pmx_error *err)
{
	struct stat st;
	const char *what = NULL;

	if (fstat(fd, &st))
		return 0;
	if (st.st_mode & S_ISUID && st.st_uid != geteuid())
		what = "set-user-ID";
	else if (st.st_mode & S_ISGID && st.st_mode & S_IXGRP && st.st_gid != getegid())
		what = "set-group-ID";
	else if (geteuid() && fgetxattr(fd, "security.capability", NULL, 0) > 0)
		what = "given capabilities";
	if (!what)
		return 0;
	pmx_error_set(err, -EPERM,
		      "'%s' is %s: symbols of it cannot be watched, since who is traced gets no "
		      "rights",
		      path, what);
	return pmx_error_hint(err, "run perfmux as its owner, or attach with -p once it runs");
}

/* Opens the program, or the interpreter of a script; its path in @path. */
static int open_program(const char *command, char *path, size_t size, bool *is_script,
			struct pmx_error *err)
{
	int fd, ret;

	snprintf(path, size, "%s", command);
	for (int i = 0; i < MAX_SCRIPTS; i++) {
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		if (fd < 0) {
			ret = -errno;
			pmx_error_set(err, ret, "'%s' cannot be read: %s", path, strerror(-ret));
			return pmx_error_hint(err, "symbols are looked up in the file; to run it "
						   "is not enough");
		}
		ret = check_rights(fd, path, err);
		if (!ret && !read_interpreter(fd, path, size))
			return fd;
		*is_script = true;
		close(fd);
		if (ret)
			return ret;
	}
	return pmx_error_set(err, -ELOOP, "'%s': too many interpreters", command);
}

int pmx_command_files(struct pmx_objects *objects, const char *command,
		      struct pmx_command_files *out, struct pmx_error *err)
{
	struct search s = { .objects = objects, .files = out };
	bool is_script = false;
	char path[PATH_MAX];
	pmx_autofree char *real = NULL;
	pmx_autoclose int fd = open_program(command, path, sizeof(path), &is_script, err);
	int ret;

	out->count = 0;
	out->is_whole = true;
	out->is_script = is_script;
	if (fd < 0)
		return fd;
	real = realpath(path, NULL);
	ret = pmx_objects_get(objects, fd, real ? real : path, real ? real : path, &out->list[0],
			      err);
	if (ret)
		return ret;
	out->count = 1;
	find_libraries(&s);
	pmx_ldcache_free(&s.cache);
	return 0;
}
