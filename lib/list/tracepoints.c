// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracepoints.c - the tracepoints, by reading each directory of tracefs once
 *
 * A kernel has thousands: a tracepoint is a directory, so that nothing of it needs to be opened to
 * know that it is there. Its fields are in a file of its own, which the kernel writes when it is
 * read, at a tenth of a millisecond each: they are read of those that a filter names.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/machine_private.h"
#include "list/lister.h"

enum { MAX_SYSTEMS = 4096, MAX_EVENTS = 65536, MAX_PATH = 1024, MAX_NAME = 600 };

/* Longer than the format of any tracepoint known. */
enum { MAX_FORMAT = 65536, MAX_FIELDS = 1024 };

/*
 * The function tracer's own records are described like tracepoints, but most have no id, and
 * nothing to open. Returns how many are left.
 */
static size_t drop_without_id(struct pmx_machine *machine, const char *path, char **names,
			      size_t count)
{
	char id[MAX_PATH + MAX_NAME];
	size_t kept = 0;
	long number;

	for (size_t i = 0; i < count; i++) {
		snprintf(id, sizeof(id), "%s/%s/id", path, names[i]);
		if (pmx_machine_read_long(machine, id, &number))
			free(names[i]);
		else
			names[kept++] = names[i];
	}
	names[kept] = NULL;
	return kept;
}

static ssize_t read_events(struct pmx_machine *machine, const char *tracefs, const char *system,
			   char ***events)
{
	char path[MAX_PATH];
	ssize_t count;

	snprintf(path, sizeof(path), "%s/events/%s", tracefs, system);
	count = pmx_machine_list_directories(machine, path, MAX_EVENTS, events);
	if (count >= 0 && strcmp(system, "ftrace") == 0)
		count = (ssize_t)drop_without_id(machine, path, *events, (size_t)count);
	return count;
}

static int read_systems(struct pmx_lister *lister, const char *tracefs)
{
	struct pmx_machine *machine = lister->resolver->machine;
	char path[MAX_PATH], **events;
	ssize_t count, event_count = 0;

	snprintf(path, sizeof(path), "%s/events", tracefs);
	count = pmx_machine_list_directories(machine, path, MAX_SYSTEMS, &lister->system_names);
	if (count < 0)
		return (int)count;
	lister->systems = calloc((size_t)count + 1, sizeof(*lister->systems));
	if (!lister->systems)
		return -ENOMEM;
	for (ssize_t i = 0; i < count && event_count != -ENOMEM; i++) {
		const char *system = lister->system_names[i];

		event_count = read_events(machine, tracefs, system, &events);
		if (event_count >=
		    0) /* one that went away meanwhile, with its module, is left out */
			lister->systems[lister->system_count++] =
				(struct pmx_tracing_system){ system, events, (size_t)event_count };
	}
	return event_count == -ENOMEM ? -ENOMEM : 0;
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
	return *length > 0 && strncmp(at, "common_", 7) != 0 &&
	       strncmp(at, "__syscall_nr", 12) != 0;
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
	struct pmx_listed_event listed = { .section = PMX_LIST_TRACEPOINT,
					   .name = name,
					   .scale = 1 };
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
