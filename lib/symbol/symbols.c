// SPDX-License-Identifier: GPL-2.0-only
/*
 * symbols.c - the symbols of a list of events, in the processes of a target
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/symbol.h>

#include "base/cleanup.h"
#include "symbol/choose.h"
#include "symbol/command.h"
#include "symbol/maps.h"

enum { MAX_LOCATIONS = 1 << 20 };

struct pmx_symbols {
	const struct pmx_events *events;
	const struct pmx_target *target;
	struct pmx_objects objects;
	uint32_t *rows;	  /* by event: its row of locations; UINT32_MAX for none */
	uint32_t *listed; /* by row: its event */
	size_t row_count;
	pid_t *processes; /* sorted; a command has one, without a number */
	size_t process_count;
	struct pmx_location *locations; /* by row and process */
};

/* The files of one process that runs, with where they are. */
struct loaded {
	struct pmx_maps maps;
	struct pmx_object *objects[PMX_COMMAND_MAX_FILES]; /* the program first */
	uint64_t bias[PMX_COMMAND_MAX_FILES];
	size_t count;
	uint64_t entry;
};

bool pmx_symbols_are_in(const struct pmx_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->list[i].symbol)
			return true;
	return false;
}

static struct pmx_location *location(const struct pmx_symbols *s, size_t row, size_t process)
{
	return &s->locations[row * s->process_count + process];
}

/* --- a process that runs ------------------------------------------------------------------- */

static void swap_objects(struct loaded *loaded, size_t a, size_t b)
{
	struct pmx_object *object = loaded->objects[a];
	uint64_t bias = loaded->bias[a];

	loaded->objects[a] = loaded->objects[b];
	loaded->bias[a] = loaded->bias[b];
	loaded->objects[b] = object;
	loaded->bias[b] = bias;
}

/* A mapped file with code; what is no ELF file, or was not loaded as one, is none of ours. */
static int add_mapped(struct pmx_symbols *s, struct loaded *loaded, size_t file,
		      struct pmx_error *err)
{
	char opened[PATH_MAX + 32];
	pmx_autoclose int fd = pmx_maps_open(&loaded->maps, file, opened, sizeof(opened));
	struct pmx_object *object;
	uint64_t bias;
	int ret;

	if (fd < 0 || loaded->count == PMX_COMMAND_MAX_FILES)
		return 0;
	ret = pmx_objects_get(&s->objects, fd, loaded->maps.files[file].path, opened, &object, err);
	if (ret == -ENOSYS || ret == -ENOMEM)
		return ret;
	if (ret ||
	    pmx_maps_bias(&loaded->maps, file, object->segments, object->segment_count, &bias))
		return 0;
	loaded->objects[loaded->count] = object;
	loaded->bias[loaded->count] = bias;
	if (loaded->entry && bias + object->entry == loaded->entry)
		swap_objects(loaded, 0, loaded->count);
	loaded->count++;
	return 0;
}

/* Fills @loaded, whose maps are to be freed whatever is returned. */
static int read_process(struct pmx_symbols *s, pid_t pid, struct loaded *loaded,
			struct pmx_error *err)
{
	int ret = pmx_maps_read(&loaded->maps, pid, err);

	loaded->count = 0;
	loaded->entry = pmx_maps_entry(pid);
	for (size_t i = 0; !ret && i < loaded->maps.file_count; i++)
		if (loaded->maps.files[i].has_code)
			ret = add_mapped(s, loaded, i, err);
	if (!ret && !loaded->count) {
		ret = pmx_error_set(err, -EACCES, "the program of process %d cannot be read",
				    (int)pid);
		pmx_error_hint(err, "a kernel thread has none; of others only root and their own "
				    "user can read it");
	}
	return ret;
}

static void set_location(struct pmx_location *where, const struct pmx_choice *choice)
{
	*where = (struct pmx_location){
		.path = choice->object->path,
		.vaddr = choice->vaddr,
		.size = choice->size,
		.length = choice->length,
		.access = choice->access,
	};
}

static void set_address(struct pmx_location *where, const struct loaded *loaded,
			const struct pmx_object *object)
{
	for (size_t i = 0; i < loaded->count; i++) {
		if (loaded->objects[i] != object)
			continue;
		where->address = loaded->bias[i] + where->vaddr;
		where->in_process = true;
		return;
	}
}

static int choose_in(struct pmx_symbols *s, const struct loaded *loaded, const char *what,
		     size_t row, size_t process, struct pmx_error *err)
{
	struct pmx_files files = { loaded->objects, loaded->count, what, false };
	struct pmx_choice choice;
	int ret = pmx_choose(&s->objects, &files, &s->events->list[s->listed[row]], &choice, err);

	if (ret)
		return ret;
	set_location(location(s, row, process), &choice);
	set_address(location(s, row, process), loaded, choice.object);
	return 0;
}

static int locate_process(struct pmx_symbols *s, size_t process, struct pmx_error *err)
{
	pmx_autofree struct loaded *loaded = calloc(1, sizeof(*loaded));
	char what[32];
	int ret;

	if (!loaded)
		return pmx_error_nomem(err);
	snprintf(what, sizeof(what), "process %d", (int)s->processes[process]);
	ret = read_process(s, s->processes[process], loaded, err);
	for (size_t row = 0; !ret && row < s->row_count; row++)
		ret = choose_in(s, loaded, what, row, process, err);
	pmx_maps_free(&loaded->maps);
	return ret;
}

/* --- a command ----------------------------------------------------------------------------- */

/* What can be known before it runs: a symbol that is nowhere, unless there may be more files. */
static int look_ahead(struct pmx_symbols *s, const char *command, struct pmx_error *err)
{
	pmx_autofree struct pmx_command_files *found = calloc(1, sizeof(*found));
	int ret;

	if (!found)
		return pmx_error_nomem(err);
	ret = pmx_command_files(&s->objects, command, found, err);
	/* the kernel may know how to run what we do not understand */
	if (ret == -ENOEXEC)
		return 0;
	for (size_t row = 0; !ret && row < s->row_count; row++) {
		struct pmx_files files = { found->list, found->count, command, found->is_script };
		struct pmx_choice choice;

		ret = pmx_choose(&s->objects, &files, &s->events->list[s->listed[row]], &choice,
				 err);
		if (!ret)
			set_location(location(s, row, 0), &choice);
		else if (ret == -ENOENT && !found->is_whole)
			ret = 0;
	}
	return ret;
}

/* Before the libraries are loaded: symbols of the program, if they were found there before. */
static bool locate_in_program(struct pmx_symbols *s, const struct loaded *loaded)
{
	for (size_t row = 0; row < s->row_count; row++)
		location(s, row, 0)->in_process = false;
	for (size_t row = 0; row < s->row_count; row++) {
		struct pmx_location *where = location(s, row, 0);

		if (!where->path || strcmp(where->path, loaded->objects[0]->path) != 0)
			return false;
		set_address(where, loaded, loaded->objects[0]);
	}
	return true;
}

int pmx_symbols_locate(struct pmx_symbols *s, pid_t pid, bool is_loaded, uint64_t *entry,
		       struct pmx_error *err)
{
	pmx_autofree struct loaded *loaded = calloc(1, sizeof(*loaded));
	int ret;

	if (!loaded)
		return pmx_error_nomem(err);
	ret = read_process(s, pid, loaded, err);
	if (!ret && !is_loaded && !locate_in_program(s, loaded) &&
	    loaded->objects[0]->has_interpreter)
		ret = 1;
	for (size_t row = 0; !ret && row < s->row_count; row++)
		if (!location(s, row, 0)->in_process)
			ret = choose_in(s, loaded, "the command", row, 0, err);
	*entry = loaded->entry;
	pmx_maps_free(&loaded->maps);
	return ret;
}

/* --- all of them --------------------------------------------------------------------------- */

static int compare_pids(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

static int list_processes(struct pmx_symbols *s)
{
	const struct pmx_target *target = s->target;
	size_t count = 0;

	s->processes = calloc(target->task_count + 1, sizeof(*s->processes));
	if (!s->processes)
		return -ENOMEM;
	s->process_count = 1;
	if (target->kind == PMX_TARGET_COMMAND)
		return 0;
	for (size_t i = 0; i < target->task_count; i++)
		s->processes[i] = target->tasks[i].pid;
	qsort(s->processes, target->task_count, sizeof(*s->processes), compare_pids);
	for (size_t i = 0; i < target->task_count; i++)
		if (!count || s->processes[i] != s->processes[count - 1])
			s->processes[count++] = s->processes[i];
	s->process_count = count;
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names, sorted and each once; files are searched for all of them together. */
static int list_names(struct pmx_symbols *s)
{
	struct pmx_objects *o = &s->objects;
	size_t count = 0;

	o->wanted = calloc(s->row_count + 1, sizeof(*o->wanted));
	if (!o->wanted)
		return -ENOMEM;
	for (size_t row = 0; row < s->row_count; row++)
		if (s->events->list[s->listed[row]].symbol->name)
			o->wanted[count++] = s->events->list[s->listed[row]].symbol->name;
	qsort(o->wanted, count, sizeof(*o->wanted), compare_names);
	for (size_t i = 0; i < count; i++)
		if (!i || strcmp(o->wanted[i], o->wanted[o->wanted_count - 1]) != 0)
			o->wanted[o->wanted_count++] = o->wanted[i];
	return 0;
}

static int make_tables(struct pmx_symbols *s, struct pmx_error *err)
{
	s->rows = malloc((s->events->count + 1) * sizeof(*s->rows));
	s->listed = malloc((s->events->count + 1) * sizeof(*s->listed));
	if (!s->rows || !s->listed)
		return pmx_error_nomem(err);
	for (size_t e = 0; e < s->events->count; e++) {
		s->rows[e] = UINT32_MAX;
		if (!s->events->list[e].symbol)
			continue;
		s->listed[s->row_count] = (uint32_t)e;
		s->rows[e] = (uint32_t)s->row_count++;
	}
	if (list_processes(s) || list_names(s))
		return pmx_error_nomem(err);
	if (s->row_count * s->process_count > MAX_LOCATIONS)
		return pmx_error_set(err, -E2BIG, "more than %d addresses of symbols",
				     MAX_LOCATIONS);
	s->locations = calloc(s->row_count * s->process_count + 1, sizeof(*s->locations));
	return s->locations ? 0 : pmx_error_nomem(err);
}

static int find_all(struct pmx_symbols *s, const char *command, struct pmx_error *err)
{
	int ret = 0;

	switch (s->target->kind) {
	case PMX_TARGET_CPUS:
		pmx_error_set(err, -EINVAL,
			      "'%s': a symbol has an address only in a process, and -a and -C "
			      "count all processes",
			      s->events->list[s->listed[0]].name);
		return pmx_error_hint(err, "count for a command, or with -p or -t");
	case PMX_TARGET_COMMAND:
		return command ? look_ahead(s, command, err) : 0;
	case PMX_TARGET_TASKS:
		for (size_t i = 0; !ret && i < s->process_count; i++)
			ret = locate_process(s, i, err);
	}
	return ret;
}

int pmx_symbols_new(struct pmx_symbols **out, const struct pmx_events *events,
		    const struct pmx_target *target, const char *command, struct pmx_error *err)
{
	struct pmx_symbols *s = calloc(1, sizeof(*s));
	int ret;

	if (!s)
		return pmx_error_nomem(err);
	s->events = events;
	s->target = target;
	ret = make_tables(s, err);
	if (!ret && s->row_count)
		ret = find_all(s, command, err);
	if (ret)
		pmx_symbols_free(s);
	else
		*out = s;
	return ret;
}

void pmx_symbols_free(struct pmx_symbols *s)
{
	if (!s)
		return;
	pmx_objects_free(&s->objects);
	free(s->rows);
	free(s->listed);
	free(s->processes);
	free(s->locations);
	free(s);
}

const struct pmx_location *pmx_symbols_find(const struct pmx_symbols *s, size_t event, size_t task)
{
	size_t process = 0;

	if (!s || s->rows[event] == UINT32_MAX)
		return NULL;
	if (s->target->kind != PMX_TARGET_COMMAND) {
		const pid_t *found = task < s->target->task_count ?
					     bsearch(&s->target->tasks[task].pid, s->processes,
						     s->process_count, sizeof(*s->processes),
						     compare_pids) :
					     NULL;

		if (!found)
			return NULL;
		process = (size_t)(found - s->processes);
	}
	return location(s, s->rows[event], process);
}
