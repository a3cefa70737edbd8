// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracepoints.c - the tracepoints, by reading each directory of tracefs once
 *
 * A kernel has thousands: a tracepoint is a directory, so that nothing of it needs to be opened to
 * know that it is there. Its fields are in a file of its own, which the kernel writes when it is
 * read, at a tenth of a millisecond each: they are read of those that a filter names.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "list/lister.h"

enum { MAX_SYSTEMS = 4096, MAX_EVENTS = 65536, MAX_PATH = 1024, MAX_NAME = 600 };

/* Longer than the format of any tracepoint known. */
enum { MAX_FORMAT = 65536, MAX_FIELDS = 1024 };

struct names {
	char **list;
	size_t count, room;
};

static int keep(struct names *names, const char *name)
{
	char **grown = pmx_array_room(names->list, &names->room, names->count + 2, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	names->list = grown;
	grown[names->count] = strdup(name);
	if (!grown[names->count])
		return -ENOMEM;
	grown[++names->count] = NULL;
	return 0;
}

static bool is_directory(DIR *dir, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_name[0] == '.')
		return false;
	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The directories in @path, sorted; freed with pmx_names_free() where it succeeds. */
static int list_directories(struct pmx_machine *machine, const char *path, size_t limit,
			    struct names *names)
{
	pmx_autoclose int fd = pmx_machine_open_dir(machine, path);
	pmx_autoclosedir DIR *dir = NULL;
	const struct dirent *entry;
	int ret = 0;

	if (fd < 0)
		return fd;
	dir = fdopendir(fd);
	if (!dir)
		return -errno;
	pmx_take_fd(&fd); /* the DIR closes it */
	while (!ret && names->count < limit && (entry = readdir(dir)))
		if (is_directory(dir, entry))
			ret = keep(names, entry->d_name);
	if (ret) {
		pmx_names_free(names->list);
		return ret;
	}
	if (names->count)
		qsort(names->list, names->count, sizeof(*names->list), compare);
	return 0;
}

/*
 * The function tracer's own records are described like tracepoints, but most have no id, and
 * nothing to open.
 */
static void drop_without_id(struct pmx_machine *machine, const char *path, struct names *names)
{
	char id[MAX_PATH + MAX_NAME];
	size_t kept = 0;
	long number;

	for (size_t i = 0; i < names->count; i++) {
		snprintf(id, sizeof(id), "%s/%s/id", path, names->list[i]);
		if (pmx_machine_read_long(machine, id, &number))
			free(names->list[i]);
		else
			names->list[kept++] = names->list[i];
	}
	names->count = kept;
	if (names->list)
		names->list[kept] = NULL;
}

static int read_systems(struct pmx_lister *lister, const char *tracefs)
{
	struct pmx_machine *machine = lister->resolver->machine;
	struct names systems = { 0 };
	char path[MAX_PATH];
	int ret;

	snprintf(path, sizeof(path), "%s/events", tracefs);
	ret = list_directories(machine, path, MAX_SYSTEMS, &systems);
	if (ret)
		return ret;
	lister->system_names = systems.list;
	lister->systems = calloc(systems.count + 1, sizeof(*lister->systems));
	if (!lister->systems)
		return -ENOMEM;
	for (size_t i = 0; i < systems.count && ret != -ENOMEM; i++) {
		struct names events = { 0 };

		snprintf(path, sizeof(path), "%s/events/%s", tracefs, systems.list[i]);
		ret = list_directories(machine, path, MAX_EVENTS, &events);
		if (!ret && strcmp(systems.list[i], "ftrace") == 0)
			drop_without_id(machine, path, &events);
		if (!ret) /* one that went away meanwhile, with its module, is left out */
			lister->systems[lister->system_count++] =
				(struct pmx_tracing_system){ systems.list[i], events.list,
							     events.count };
	}
	return ret == -ENOMEM ? ret : 0;
}

static void note(struct pmx_lister *lister, int why)
{
	bool live = pmx_machine_is_live(lister->resolver->machine);
	char *text = lister->notes[PMX_LIST_TRACEPOINT];

	if (why == -EACCES || why == -EPERM)
		snprintf(text, PMX_LIST_NOTE,
			 "tracefs is not readable for this user: run as root or with "
			 "CAP_DAC_READ_SEARCH");
	else if (why == -ENOENT && live)
		snprintf(text, PMX_LIST_NOTE,
			 "tracefs is not mounted: mount -t tracefs tracefs /sys/kernel/tracing");
	else if (why == -ENOENT)
		snprintf(text, PMX_LIST_NOTE, "tracefs is not in the sysroot");
	else
		snprintf(text, PMX_LIST_NOTE, "tracefs: %s", strerrordesc_np(-why));
}

int pmx_lister_read_tracepoints(struct pmx_lister *lister)
{
	const char *tracefs;
	int why = 0;

	if (lister->knows_tracepoints)
		return lister->tracing_rc;
	lister->knows_tracepoints = true;
	tracefs = pmx_machine_tracefs(lister->resolver->machine, &why);
	lister->tracing_rc = tracefs ? read_systems(lister, tracefs) : why;
	if (lister->tracing_rc)
		note(lister, lister->tracing_rc);
	return lister->tracing_rc;
}

/* The name in "\tfield:char prev_comm[16];\toffset:..."; false for another line. */
static bool field_name(const char *line, const char **name, size_t *length)
{
	static const char before[] = "\tfield:";
	const char *end, *at;

	if (strncmp(line, before, strlen(before)) != 0)
		return false;
	line += strlen(before);
	end = line + strcspn(line, ";\n");
	if (end > line && end[-1] == ']') { /* an array's length may hold spaces */
		at = memrchr(line, '[', (size_t)(end - line));
		end = at ? at : end;
	}
	for (at = end; at > line && at[-1] != ' ' && at[-1] != '*';)
		at--;
	*name = at;
	*length = (size_t)(end - at);
	return *length > 0 && strncmp(at, "common_", 7) != 0 && strncmp(at, "__syscall_nr", 12) != 0;
}

/* "prev_comm, prev_pid, ..."; NULL when there are none, or they cannot be read. */
static const char *read_fields(struct pmx_lister *lister, const char *system, const char *event,
			       char *format, char *fields)
{
	const char *tracefs = pmx_machine_tracefs(lister->resolver->machine, NULL);
	char path[MAX_PATH];
	size_t used = 0;

	snprintf(path, sizeof(path), "%s/events/%s/%s/format", tracefs, system, event);
	if (pmx_machine_read(lister->resolver->machine, path, format, MAX_FORMAT) < 0)
		return NULL;
	for (const char *line = format; line; line = strchr(line, '\n')) {
		const char *name;
		size_t length;

		line += *line == '\n';
		if (field_name(line, &name, &length) && used + length + 3 < MAX_FIELDS)
			used += (size_t)snprintf(fields + used, MAX_FIELDS - used, "%s%.*s",
						 used ? ", " : "", (int)length, name);
	}
	return used ? fields : NULL;
}

static int offer_detailed(struct pmx_listing *listing, const struct pmx_tracing_system *system,
			  const char *event, struct pmx_listed_event *listed)
{
	pmx_autofree char *format = malloc(MAX_FORMAT + MAX_FIELDS);

	if (!format)
		return pmx_error_nomem(listing->err);
	listed->terms =
		read_fields(listing->lister, system->name, event, format, format + MAX_FORMAT);
	return listing->fn(listing->ctx, listed);
}

static int offer(struct pmx_listing *listing, const struct pmx_tracing_system *system,
		 const char *event)
{
	struct pmx_lister *lister = listing->lister;
	char name[MAX_NAME];
	const char *names[] = { name, event };
	struct pmx_listed_event listed = { .section = PMX_LIST_TRACEPOINT, .name = name, .scale = 1 };
	bool named;

	snprintf(name, sizeof(name), "%s:%s", system->name, event);
	named = pmx_filter_match(&lister->filter, names, 2, NULL);
	if (!named && !pmx_filter_takes_all(&lister->filter, PMX_LIST_TRACEPOINT))
		return 0;
	if (named || lister->detail)
		return offer_detailed(listing, system, event, &listed);
	return listing->fn(listing->ctx, &listed);
}

int pmx_listing_tracepoints(struct pmx_listing *listing)
{
	struct pmx_lister *lister = listing->lister;
	int ret = pmx_lister_read_tracepoints(lister);

	if (ret)
		return ret == -ENOMEM ? pmx_error_nomem(listing->err) : 0;
	for (size_t i = 0; i < lister->system_count && !ret; i++)
		for (size_t e = 0; e < lister->systems[i].count && !ret; e++)
			ret = offer(listing, &lister->systems[i], lister->systems[i].events[e]);
	return ret;
}
