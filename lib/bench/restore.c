// SPDX-License-Identifier: GPL-2.0-only
/*
 * restore.c - a bench made of the document that it was saved as
 *
 * The file may be anybody's: everything in it is looked at before it is believed.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "bench/restore.h"
#include "bench/values.h"

enum { WHERE = 64 }; /* room for "commands[999]" and the like */

#define MOST_WHOLE (UINT64_C(1) << 53) /* above, not all whole numbers are doubles */

/* --- scene and seed ------------------------------------------------------------------------- */

static int restore_texts(const struct pmx_document *doc, const json_t *root,
			 struct pmx_bench_scene *scene)
{
	const struct {
		const char *key;
		char *to;
		size_t size;
	} texts[] = {
		{ "kernel", scene->kernel, sizeof(scene->kernel) },
		{ "machine", scene->machine, sizeof(scene->machine) },
		{ "processor", scene->processor, sizeof(scene->processor) },
		{ "host", scene->host, sizeof(scene->host) },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const char *text;
		int ret = pmx_member_text(doc, root, "", texts[i].key, false, &text);

		if (ret)
			return ret;
		if (strlen(text) >= texts[i].size)
			return pmx_document_wrong(doc, "%s is longer than %zu bytes", texts[i].key,
						  texts[i].size - 1);
		snprintf(texts[i].to, texts[i].size, "%s", text);
	}
	return 0;
}

static int restore_scene(const struct pmx_document *doc, const json_t *root,
			 struct pmx_bench_scene *scene)
{
	uint64_t cpus = 0, when = 0;
	int ret = restore_texts(doc, root, scene);

	if (!ret)
		ret = pmx_member_whole(doc, root, "", "cpus", PMX_MAX_CPUS, &cpus);
	if (!ret)
		ret = pmx_member_whole(doc, root, "", "when", MOST_WHOLE, &when);
	scene->cpus = (unsigned)cpus;
	scene->when = (time_t)when;
	return ret;
}

/* "0x1234" or "4660": a text, since no double holds all of its 64 bits. */
static int restore_seed(const struct pmx_document *doc, const json_t *root, uint64_t *seed)
{
	const char *text;
	int ret = pmx_member_text(doc, root, "", "seed", false, &text);

	if (ret)
		return ret;
	ret = strncmp(text, "0x", 2) ? pmx_num_decimal(text, UINT64_MAX, seed) :
				       pmx_num_hex(text + 2, UINT64_MAX, seed);
	return ret ? pmx_document_wrong(doc, "seed is no whole number of 64 bits") : 0;
}

/* --- metrics -------------------------------------------------------------------------------- */

/* What the store refuses is the file's fault. */
static int refused(const struct pmx_document *doc, const char *where, int ret)
{
	struct pmx_error why = { .code = 0 };

	if (!ret || ret == -ENOMEM)
		return ret;
	if (doc->err)
		why = *doc->err;
	return pmx_document_wrong(doc, "%s: %s", where, why.text);
}

static int restore_unit(const struct pmx_document *doc, const json_t *object, const char *where,
			enum pmx_bench_unit *unit)
{
	static const char *const names[] = {
		[PMX_BENCH_SECONDS] = "seconds",
		[PMX_BENCH_BYTES] = "bytes",
		[PMX_BENCH_COUNT] = "count",
	};
	const char *name;
	int ret = pmx_member_text(doc, object, where, "unit", false, &name);

	if (ret)
		return ret;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i])) {
			*unit = (enum pmx_bench_unit)i;
			return 0;
		}
	return pmx_document_wrong(doc, "%s.unit is none of seconds, bytes, count", where);
}

static int restore_metric(const struct pmx_document *doc, const json_t *object, const char *where,
			  struct pmx_bench *bench)
{
	struct pmx_bench_metric metric = { .name = NULL };
	const char *name, *why;
	int ret;

	if (!json_is_object(object))
		return pmx_document_wrong(doc, "%s is no object", where);
	ret = pmx_member_text(doc, object, where, "name", false, &name);
	if (!ret)
		ret = restore_unit(doc, object, where, &metric.unit);
	if (!ret)
		ret = pmx_member_bool(doc, object, where, "time", &metric.is_time);
	if (!ret)
		ret = pmx_member_bool(doc, object, where, "scaled", &metric.scaled);
	if (!ret)
		ret = pmx_member_text(doc, object, where, "why", true, &why);
	if (ret)
		return ret;
	metric.name = (char *)name; /* which is copied, not changed */
	metric.why = (char *)why;
	return refused(doc, where, pmx_bench_add_metric(bench, &metric, doc->err));
}

/* --- values --------------------------------------------------------------------------------- */

/* Of one command. */
struct lists {
	const char *where;	       /* "commands[0]" */
	const json_t *values, *rounds; /* each has a list for each metric */
	const json_t *seen;	       /* a number for each; or NULL: nothing was left out */
};

static int restore_value(const struct pmx_document *doc, const struct lists *lists, size_t metric,
			 size_t i, struct pmx_bench *bench, struct pmx_bench_values *out)
{
	const struct pmx_jansson *lib = doc->lib;
	const json_t *value = lib->json_array_get(lib->json_array_get(lists->values, metric), i);
	const json_t *round = lib->json_array_get(lib->json_array_get(lists->rounds, metric), i);
	uint64_t number = 0;

	/* times, bytes and counts alike; -0 would be saved as it is, and is none of ours */
	if (!json_is_real(value) || signbit(lib->json_real_value(value)))
		return pmx_document_wrong(doc, "%s.values[%zu][%zu] is no number from 0 on",
					  lists->where, metric, i);
	if (!pmx_json_whole(doc, round, UINT32_MAX, &number))
		return pmx_document_wrong(doc,
					  "%s.rounds[%zu][%zu] is no whole number from 0 to "
					  "%u",
					  lists->where, metric, i, UINT32_MAX);
	if (!pmx_bench_values_rises(out, (uint32_t)number))
		return pmx_document_wrong(doc, "%s.rounds[%zu][%zu] is not above the one before",
					  lists->where, metric, i);
	if (pmx_bench_values_reserve(out))
		return pmx_error_nomem(doc->err);
	pmx_bench_values_add(out, bench->seed, (uint32_t)number, lib->json_real_value(value));
	if (bench->rounds <= number)
		bench->rounds = number + 1;
	return 0;
}

static int restore_values(const struct pmx_document *doc, const struct lists *lists, size_t metric,
			  struct pmx_bench *bench, struct pmx_bench_values *out)
{
	const struct pmx_jansson *lib = doc->lib;
	const json_t *values = lib->json_array_get(lists->values, metric);
	const json_t *rounds = lib->json_array_get(lists->rounds, metric);
	size_t count = lib->json_array_size(values);

	if (!json_is_array(values) || !json_is_array(rounds))
		return pmx_document_wrong(doc, "%s.%s[%zu] is no list", lists->where,
					  json_is_array(values) ? "rounds" : "values", metric);
	if (lib->json_array_size(rounds) != count)
		return pmx_document_wrong(doc, "%s has %zu values[%zu], but %zu rounds[%zu]",
					  lists->where, count, metric, lib->json_array_size(rounds),
					  metric);
	for (size_t i = 0; i < count; i++) {
		int ret = restore_value(doc, lists, metric, i, bench, out);

		if (ret)
			return ret;
	}
	if (lists->seen && (!pmx_json_whole(doc, lib->json_array_get(lists->seen, metric),
					    MOST_WHOLE, &out->seen) ||
			    out->seen < count))
		return pmx_document_wrong(doc, "%s.seen[%zu] is no whole number from %zu on",
					  lists->where, metric, count);
	return 0;
}

/* The list @key, of as many as there are metrics. */
static int get_list(const struct pmx_document *doc, const json_t *object, const char *where,
		    const char *key, size_t metrics, const json_t **out)
{
	int ret = pmx_member_array(doc, object, where, key, out);

	if (!ret && doc->lib->json_array_size(*out) != metrics)
		ret = pmx_document_wrong(doc, "%s.%s has %zu lists for %zu metrics", where, key,
					 doc->lib->json_array_size(*out), metrics);
	return ret;
}

static int restore_lists(const struct pmx_document *doc, const json_t *object, const char *where,
			 struct pmx_bench *bench, struct pmx_bench_command *command)
{
	struct lists lists = { .where = where };
	size_t metrics = bench->metric_count;
	int ret = get_list(doc, object, where, "values", metrics, &lists.values);

	if (!ret)
		ret = get_list(doc, object, where, "rounds", metrics, &lists.rounds);
	if (!ret && doc->lib->json_object_get(object, "seen"))
		ret = get_list(doc, object, where, "seen", metrics, &lists.seen);
	for (size_t i = 0; !ret && i < metrics; i++) {
		ret = restore_values(doc, &lists, i, bench, &command->metric[i]);
		if (!ret && command->metric[i].seen > command->runs)
			ret = pmx_document_wrong(doc,
						 "%s has more values[%zu] than "
						 "runs",
						 where, i);
	}
	return ret;
}

/* --- commands ------------------------------------------------------------------------------- */

static int restore_runs(const struct pmx_document *doc, const json_t *object, const char *where,
			struct pmx_bench_command *command)
{
	const char *why = NULL;
	int ret = pmx_member_whole(doc, object, where, "runs", MOST_WHOLE, &command->runs);

	if (!ret)
		ret = pmx_member_whole(doc, object, where, "failed", MOST_WHOLE, &command->failed);
	if (!ret)
		ret = pmx_member_text(doc, object, where, "why_failed", true, &why);
	if (ret || !why)
		return ret;
	command->why_failed = strdup(why);
	return command->why_failed ? 0 : pmx_error_nomem(doc->err);
}

static int restore_command(const struct pmx_document *doc, const json_t *object, const char *where,
			   struct pmx_bench *bench)
{
	struct pmx_bench_command *command;
	const char *name, *typed;
	int ret;

	if (!json_is_object(object))
		return pmx_document_wrong(doc, "%s is no object", where);
	ret = pmx_member_text(doc, object, where, "name", false, &name);
	if (!ret)
		ret = pmx_member_text(doc, object, where, "command", false, &typed);
	if (!ret)
		ret = refused(doc, where, pmx_bench_add_command(bench, name, typed, doc->err));
	if (ret)
		return ret;
	command = &bench->commands[bench->command_count - 1];
	ret = restore_runs(doc, object, where, command);
	return ret ? ret : restore_lists(doc, object, where, bench, command);
}

/* --- all ------------------------------------------------------------------------------------ */

typedef int restore_fn(const struct pmx_document *doc, const json_t *object, const char *where,
		       struct pmx_bench *bench);

static int restore_each(const struct pmx_document *doc, const json_t *root, const char *key,
			restore_fn *restore, struct pmx_bench *bench)
{
	const json_t *list;
	int ret = pmx_member_array(doc, root, "", key, &list);

	for (size_t i = 0; !ret && i < doc->lib->json_array_size(list); i++) {
		char where[WHERE];

		snprintf(where, sizeof(where), "%s[%zu]", key, i);
		ret = restore(doc, doc->lib->json_array_get(list, i), where, bench);
	}
	return ret;
}

int pmx_bench_restore(const struct pmx_document *doc, const json_t *root, struct pmx_bench **out)
{
	struct pmx_bench *bench;
	uint64_t seed = 0;
	int ret = restore_seed(doc, root, &seed);

	if (!ret)
		ret = pmx_bench_new(&bench, seed, doc->err);
	if (ret)
		return ret;
	ret = restore_scene(doc, root, &bench->scene);
	if (!ret)
		ret = restore_each(doc, root, "metrics", restore_metric, bench);
	if (!ret)
		ret = restore_each(doc, root, "commands", restore_command, bench);
	if (ret) {
		pmx_bench_free(bench);
		return ret;
	}
	*out = bench;
	return 0;
}
