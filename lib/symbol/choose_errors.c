// SPDX-License-Identifier: GPL-2.0-only
/*
 * choose_errors.c - the messages for a name that means nothing, or several things
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/list.h"
#include "symbol/choose.h"

/* What was typed behind the symbol: "/8:w", ":w". */
static const char *tail_of(const struct pmx_event *event)
{
	const struct pmx_symbol *symbol = event->symbol;
	const char *name = symbol->name ? strstr(event->name, symbol->name) : NULL;

	return name ? name + strlen(symbol->name) : "";
}

static void name_files(const struct pmx_files *files, char *out, size_t size)
{
	out[0] = '\0';
	for (size_t i = 0; i < files->count; i++)
		pmx_list_append(out, size, pmx_object_short_name(files->list[i]));
}

static int no_file(const struct pmx_files *files, const struct pmx_event *event,
		   struct pmx_error *err)
{
	const char *name = event->symbol->name;
	char list[200];

	name_files(files, list, sizeof(list));
	pmx_error_set(err, -ENOENT, "'%s': '%s' is no file of %s%s%s%s", event->name,
		      event->symbol->file, files->what, name ? ", nor the source file of a '" : "",
		      name ? name : "", name ? "'" : "");
	return pmx_error_hint(err, "it has: %s", list);
}

static void offer_all(struct pmx_objects *objects, const struct pmx_files *files,
		      const struct pmx_event *event, struct pmx_suggest *suggest)
{
	pmx_suggest_begin(suggest,
			  (struct pmx_span){ event->symbol->name, strlen(event->symbol->name) });
	/* the program alone, if it has any: what it needs has thousands of names that are near */
	for (size_t i = 0; i < files->count && !suggest->count; i++)
		pmx_object_offer(objects, files->list[i], suggest);
}

int pmx_choose_none(struct pmx_objects *objects, const struct pmx_files *files,
		    const struct pmx_event *event, bool has_file, struct pmx_error *err)
{
	const struct pmx_object *program = files->list[0];
	struct pmx_suggest suggest;
	char others[64] = "";

	if (event->symbol->file && !has_file)
		return no_file(files, event, err);
	offer_all(objects, files, event, &suggest);
	if (files->count > 1)
		snprintf(others, sizeof(others), " and its %zu librar%s", files->count - 1,
			 files->count == 2 ? "y" : "ies");
	pmx_suggest_error(&suggest, err, "'%s': no symbol '%s' in %s%s", event->name,
			  event->symbol->name,
			  event->symbol->file ? event->symbol->file : program->path,
			  event->symbol->file ? "" : others);
	if (files->is_script)
		pmx_error_hint(err, "%s is a script: what counts is the program that runs it",
			       files->what);
	else if (!program->has_symtab)
		pmx_error_hint(err, "%s is stripped: only names that it exports are left in it",
			       program->path);
	return -ENOENT;
}

/* Can the candidates be told apart by the names of their files? */
static bool have_files(const struct pmx_chosen *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (list[i].object == list[k].object)
				return false;
	return true;
}

/* By the names of their source files? */
static bool have_sources(const struct pmx_chosen *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!list[i].candidate->source)
			return false;
		for (size_t k = 0; k < i; k++)
			if (!strcmp(list[i].candidate->source, list[k].candidate->source))
				return false;
	}
	return true;
}

static void describe(const struct pmx_chosen *chosen, bool by_file, bool by_source, char *out,
		     size_t size)
{
	const char *file = pmx_object_short_name(chosen->object);

	if (by_file)
		snprintf(out, size, "%s", file);
	else if (by_source)
		snprintf(out, size, "%s", chosen->candidate->source);
	else
		snprintf(out, size, "%s:0x%" PRIx64, file, chosen->candidate->vaddr);
}

int pmx_choose_several(const struct pmx_event *event, const struct pmx_chosen *list, size_t count,
		       struct pmx_error *err)
{
	bool by_file = have_files(list, count);
	bool by_source = !by_file && have_sources(list, count);
	char shown[256] = "", first[256] = "", one[256];

	for (size_t i = 0; i < count; i++) {
		describe(&list[i], by_file, by_source, one, sizeof(one));
		pmx_list_append(shown, sizeof(shown), one);
		if (!i)
			memcpy(first, one, sizeof(first));
	}
	pmx_error_set(err, -EEXIST, "'%s': '%s' is in %zu places: %s", event->name,
		      event->symbol->name, count, shown);
	if (by_file || by_source)
		return pmx_error_hint(err, "say which: mem:%s:%s%s", first, event->symbol->name,
				      tail_of(event));
	return pmx_error_hint(err, "say which by its address: mem:%s%s", first, tail_of(event));
}
