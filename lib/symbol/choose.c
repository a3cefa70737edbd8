// SPDX-License-Identifier: GPL-2.0-only
/*
 * choose.c - which of the symbols with a name is meant, and how much of it is watched
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "event/watchable.h"
#include "symbol/choose.h"

enum { MAX_CHOSEN = 64 };

struct choosing {
	const struct pmx_files *files;
	const struct pmx_event *event;
	struct pmx_chosen list[MAX_CHOSEN]; /* what the name may mean; more are not shown */
	size_t count;
	struct pmx_object *named; /* the file that was named */
};

/* A file is named by its path, its last part, its soname, or these without a version at the end. */
static bool is_named(const struct pmx_object *object, const char *name)
{
	const char *names[] = { pmx_object_short_name(object), object->dynamic.soname };
	size_t length = strlen(name);
	struct stat st;

	if (strchr(name, '/'))
		return !strcmp(name, object->path) ||
		       (!stat(name, &st) && st.st_dev == object->device &&
			st.st_ino == object->inode);
	for (size_t i = 0; i < 2; i++)
		if (names[i] && !strncmp(names[i], name, length) &&
		    (!names[i][length] || (names[i][length] == '.' && strstr(name, ".so"))))
			return true;
	return false;
}

static struct pmx_object *find_named(const struct choosing *c, const char *name)
{
	for (size_t i = 0; i < c->files->count; i++)
		if (is_named(c->files->list[i], name))
			return c->files->list[i];
	return NULL;
}

/*
 * Old versions of a symbol are there for old programs: only what has nothing else is meant by them.
 */
static bool is_outdated(const struct pmx_object *object, const struct pmx_candidate *candidate)
{
	for (size_t i = 0; candidate->is_old && i < object->candidate_count; i++)
		if (object->candidates[i].name == candidate->name && !object->candidates[i].is_old)
			return true;
	return false;
}

static bool is_wanted(const struct choosing *c, const struct pmx_object *object,
		      const struct pmx_candidate *candidate)
{
	const struct pmx_symbol *symbol = c->event->symbol;

	if (strcmp(candidate->name, symbol->name) != 0 || is_outdated(object, candidate))
		return false;
	if (!symbol->file || c->named == object)
		return true;
	if (c->named || !candidate->source)
		return false;
	const char *slash = strrchr(candidate->source, '/');

	return !strcmp(candidate->source, symbol->file) ||
	       (slash && !strcmp(slash + 1, symbol->file));
}

static void collect(struct choosing *c)
{
	for (size_t i = 0; i < c->files->count; i++) {
		struct pmx_object *object = c->files->list[i];

		for (size_t k = 0; k < object->candidate_count && c->count < MAX_CHOSEN; k++)
			if (is_wanted(c, object, &object->candidates[k]))
				c->list[c->count++] =
					(struct pmx_chosen){ object, &object->candidates[k] };
	}
}

/* The one that is meant, or NULL. */
static const struct pmx_chosen *pick(const struct choosing *c)
{
	const struct pmx_chosen *global = NULL;

	if (c->count == 1)
		return &c->list[0];
	for (size_t i = 0; i < c->count; i++) {
		if (c->list[i].object != c->files->list[0] || c->list[i].candidate->is_local)
			continue;
		if (global)
			return NULL;
		global = &c->list[i];
	}
	return global;
}

/* Symbols without an address that is the same for all who use them. */
static int check_kind(const struct pmx_event *event, const struct pmx_candidate *candidate,
		      struct pmx_error *err)
{
	if (candidate->type == STT_TLS) {
		pmx_error_set(err, -ENOTSUP,
			      "'%s': '%s' is thread-local: each thread has one of its own, at an "
			      "address of its own",
			      event->name, candidate->name);
		return pmx_error_hint(err, "let the program print its address, and write "
					   "mem:ADDRESS");
	}
	if (candidate->type == STT_GNU_IFUNC) {
		pmx_error_set(err, -ENOTSUP,
			      "'%s': '%s' stands for one of several functions, chosen when the "
			      "program starts",
			      event->name, candidate->name);
		return pmx_error_hint(err, "name the function itself; for libc's, nm of its debug "
					   "symbols shows them: __memcpy_avx_unaligned_erms, ...");
	}
	return 0;
}

static int check_offset(const struct choosing *c, const struct pmx_candidate *candidate,
			struct pmx_error *err)
{
	uint64_t offset = c->event->symbol->offset;

	if (offset <= UINT64_MAX - candidate->vaddr &&
	    (!offset || !candidate->size || offset < candidate->size))
		return 0;
	pmx_error_set(err, -EINVAL,
		      "'%s': '%s' has %" PRIu64 " bytes: +%" PRIu64 " is behind its end",
		      c->event->name, candidate->name, candidate->size, offset);
	return pmx_error_hint(err, "what has no name can be watched by its address in the file: "
				   "mem:FILE:ADDRESS");
}

static int misaligned(const struct pmx_event *event, const struct pmx_choice *out,
		      struct pmx_error *err)
{
	pmx_error_set(err, -EINVAL,
		      "'%s': %u bytes can be watched only at a multiple of %u, and this is at "
		      "0x%" PRIx64,
		      event->name, out->length, out->length, out->vaddr);
	return pmx_error_hint(err, "/%u is the longest that fits there",
			      pmx_watchable_longest(out->vaddr, out->length));
}

/*
 * Fills in what was not typed: a function is watched as code, data as far as one breakpoint
 * reaches.
 */
static int set_extent(const struct pmx_event *event, bool is_code, struct pmx_choice *out,
		      struct pmx_error *err)
{
	const struct pmx_symbol *symbol = event->symbol;

	out->access = symbol->has_access	     ? event->attr.bp_type :
		      is_code && !symbol->has_length ? (uint32_t)HW_BREAKPOINT_X :
						       (uint32_t)HW_BREAKPOINT_RW;
	if (symbol->has_length)
		out->length = (uint32_t)event->attr.bp_len;
	else if (out->access == HW_BREAKPOINT_X)
		out->length = sizeof(long);
	else
		out->length = pmx_watchable_longest(out->vaddr, out->size ? out->size : 4);
	if (out->access == HW_BREAKPOINT_X || pmx_watchable_fits(out->vaddr, out->length))
		return 0;
	return misaligned(event, out, err);
}

static int take_candidate(const struct choosing *c, const struct pmx_chosen *chosen,
			  struct pmx_choice *out, struct pmx_error *err)
{
	const struct pmx_candidate *candidate = chosen->candidate;
	uint64_t offset = c->event->symbol->offset;
	int ret = check_kind(c->event, candidate, err);

	if (!ret)
		ret = check_offset(c, candidate, err);
	if (ret)
		return ret;
	*out = (struct pmx_choice){ .object = chosen->object,
				    .vaddr = candidate->vaddr + offset,
				    .size = candidate->size ? candidate->size - offset : 0 };
	return set_extent(c->event, candidate->is_code && candidate->type != STT_OBJECT, out, err);
}

/* mem:FILE:ADDRESS */
static int take_address(const struct choosing *c, struct pmx_choice *out, struct pmx_error *err)
{
	const struct pmx_object *object = c->named;
	const struct pmx_elf_segment *segment = pmx_elf_segment_of(object->segments,
								   object->segment_count,
								   c->event->symbol->offset);

	*out = (struct pmx_choice){ .object = c->named, .vaddr = c->event->symbol->offset };
	if (segment)
		return set_extent(c->event, segment->is_code, out, err);
	pmx_error_set(err, -EINVAL, "'%s': '%s' has nothing at 0x%" PRIx64, c->event->name,
		      object->path, out->vaddr);
	return pmx_error_hint(err, "addresses are those that nm shows, not offsets in the file");
}

int pmx_choose(struct pmx_objects *objects, const struct pmx_files *files,
	       const struct pmx_event *event, struct pmx_choice *out, struct pmx_error *err)
{
	struct choosing c = { .files = files, .event = event };
	const struct pmx_chosen *chosen;

	if (event->symbol->file)
		c.named = find_named(&c, event->symbol->file);
	if (!event->symbol->name)
		return c.named ? take_address(&c, out, err) :
				 pmx_choose_none(objects, files, event, false, err);
	collect(&c);
	if (!c.count)
		return pmx_choose_none(objects, files, event, c.named != NULL, err);
	chosen = pick(&c);
	return chosen ? take_candidate(&c, chosen, out, err) :
			pmx_choose_several(event, c.list, c.count, err);
}
