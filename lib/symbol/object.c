// SPDX-License-Identifier: GPL-2.0-only
/*
 * object.c - the programs and libraries that were looked into
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "symbol/object.h"

/* One file on its way to become an object. */
struct reading {
	struct pmx_objects *objects;
	struct pmx_object *object;
};

/* Compares a name, of which @length bytes count, with a wanted one. */
static int compare_name(const char *name, size_t length, const char *wanted)
{
	int order = strncmp(name, wanted, length);

	return order ? order : -(wanted[length] != '\0');
}

static const char *find_wanted(const struct pmx_objects *objects, const char *name, size_t length)
{
	size_t low = 0, high = objects->wanted_count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = compare_name(name, length, objects->wanted[mid]);

		if (!order)
			return objects->wanted[mid];
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

/* Symbols of shared libraries may have a version behind them: name@VERSION, name@@VERSION. */
static const char *match(const struct pmx_objects *objects, const char *name)
{
	const char *version = strchr(name, '@');
	const char *wanted = find_wanted(objects, name, strlen(name));

	if (!wanted && version)
		wanted = find_wanted(objects, name, (size_t)(version - name));
	return wanted;
}

/* The same place may be in both tables, and under several names with versions. */
static bool is_known(const struct pmx_object *object, const struct pmx_candidate *candidate)
{
	size_t same_name = 0;

	for (size_t i = 0; i < object->candidate_count; i++) {
		struct pmx_candidate *other = &object->candidates[i];

		if (other->name != candidate->name)
			continue;
		same_name++;
		if (other->vaddr != candidate->vaddr ||
		    (other->type == STT_TLS) != (candidate->type == STT_TLS))
			continue;
		other->is_local &= candidate->is_local;
		other->is_old &= candidate->is_old;
		if (candidate->size > other->size)
			other->size = candidate->size;
		return true;
	}
	return same_name >= PMX_OBJECT_MAX_CANDIDATES;
}

static int add_candidate(struct pmx_object *object, const struct pmx_candidate *candidate,
			 const char *source)
{
	struct pmx_candidate *grown = pmx_array_room(object->candidates, &object->candidate_room,
						     object->candidate_count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	object->candidates = grown;
	grown[object->candidate_count] = *candidate;
	if (source) {
		grown[object->candidate_count].source = strdup(source);
		if (!grown[object->candidate_count].source)
			return -ENOMEM;
	}
	object->candidate_count++;
	return 0;
}

static int take_symbol(void *ctx, const struct pmx_elf_symbol *symbol)
{
	struct reading *reading = ctx;
	struct pmx_object *object = reading->object;
	const struct pmx_elf_segment *segment;
	struct pmx_candidate candidate = {
		.name = match(reading->objects, symbol->name),
		.vaddr = symbol->value,
		.size = symbol->size,
		.type = symbol->type,
		.is_local = symbol->is_local,
		.is_old = symbol->is_old,
	};

	if (!candidate.name)
		return 0;
	segment = pmx_elf_segment_of(object->segments, object->segment_count, symbol->value);
	/* the value of a thread-local one is no address */
	if (!segment && symbol->type != STT_TLS)
		return 0;
	candidate.is_code = segment && segment->is_code;
	if (is_known(object, &candidate))
		return 0;
	return add_candidate(object, &candidate, symbol->source);
}

static void object_free(struct pmx_object *object)
{
	if (!object)
		return;
	for (size_t i = 0; i < object->candidate_count; i++)
		free(object->candidates[i].source);
	free(object->candidates);
	pmx_elf_dynamic_free(&object->dynamic);
	free(object->path);
	free(object->open_path);
	free(object);
}

static int read_elf(struct pmx_objects *objects, int fd, struct pmx_object *object,
		    struct pmx_error *err)
{
	struct reading reading = { objects, object };
	struct pmx_elf elf;
	int ret = pmx_elf_open(&elf, &objects->lib, fd, object->path, err);

	if (ret)
		return ret;
	object->is_64 = elf.is_64;
	object->is_fixed = elf.is_fixed;
	object->has_interpreter = elf.has_interpreter;
	object->machine = elf.machine;
	object->entry = elf.entry;
	memcpy(object->segments, elf.segments, sizeof(elf.segments));
	object->segment_count = elf.segment_count;
	/* A table for which there was no memory is left out, too, but the file does not lack it. */
	errno = 0;
	pmx_elf_dynamic(&elf, &object->dynamic);
	ret = pmx_elf_symbols(&elf, take_symbol, &reading, &object->has_symtab);
	ret = ret || errno == ENOMEM ? pmx_error_nomem(err) : 0;
	pmx_elf_close(&elf);
	return ret;
}

static int object_new(struct pmx_objects *objects, int fd, const struct stat *st, const char *path,
		      const char *open_path, struct pmx_object **out, struct pmx_error *err)
{
	struct pmx_object *object = calloc(1, sizeof(*object));
	int ret;

	if (!object)
		return pmx_error_nomem(err);
	object->device = st->st_dev;
	object->inode = st->st_ino;
	object->bytes = st->st_size;
	object->changed = st->st_mtim;
	object->path = strdup(path);
	object->open_path = strdup(open_path);
	ret = object->path && object->open_path ? read_elf(objects, fd, object, err) :
						  pmx_error_nomem(err);
	if (ret)
		object_free(object);
	else
		*out = object;
	return ret;
}

static struct pmx_object *find_known(const struct pmx_objects *objects, const struct stat *st)
{
	for (size_t i = 0; i < objects->count; i++) {
		struct pmx_object *o = objects->list[i];

		if (o->device == st->st_dev && o->inode == st->st_ino && o->bytes == st->st_size &&
		    o->changed.tv_sec == st->st_mtim.tv_sec &&
		    o->changed.tv_nsec == st->st_mtim.tv_nsec)
			return o;
	}
	return NULL;
}

int pmx_objects_get(struct pmx_objects *objects, int fd, const char *path, const char *open_path,
		    struct pmx_object **out, struct pmx_error *err)
{
	struct pmx_object **grown;
	struct stat st;
	int ret = 0;

	if (fstat(fd, &st))
		return pmx_error_set(err, -errno, "'%s' cannot be read: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return pmx_error_set(err, -ENOEXEC, "'%s' is no file", path);
	*out = find_known(objects, &st);
	if (*out)
		return 0;
	if (!objects->is_loaded)
		ret = pmx_libelf_load(&objects->lib, err);
	if (ret)
		return ret;
	objects->is_loaded = true;
	grown = pmx_array_room(objects->list, &objects->room, objects->count + 1, sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(err);
	objects->list = grown;
	ret = object_new(objects, fd, &st, path, open_path, out, err);
	if (!ret)
		objects->list[objects->count++] = *out;
	return ret;
}

void pmx_objects_free(struct pmx_objects *objects)
{
	for (size_t i = 0; i < objects->count; i++)
		object_free(objects->list[i]);
	free(objects->list);
	free(objects->wanted);
	if (objects->is_loaded)
		pmx_libelf_unload(&objects->lib);
	*objects = (struct pmx_objects){ .count = 0 };
}

static int offer(void *ctx, const struct pmx_elf_symbol *symbol)
{
	pmx_suggest_offer(ctx, symbol->name, symbol->name);
	return 0;
}

void pmx_object_offer(struct pmx_objects *objects, const struct pmx_object *object,
		      struct pmx_suggest *suggest)
{
	pmx_autoclose int fd = open(object->open_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct pmx_elf elf;
	bool ignored;

	if (fd < 0 || pmx_elf_open(&elf, &objects->lib, fd, object->path, NULL))
		return;
	pmx_elf_symbols(&elf, offer, suggest, &ignored);
	pmx_elf_close(&elf);
}

const char *pmx_object_short_name(const struct pmx_object *object)
{
	const char *slash = strrchr(object->path, '/');

	return slash ? slash + 1 : object->path;
}
