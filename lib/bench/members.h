/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * members.h - what a JSON document has to hold: asked for by name and type, with a fault that says
 * where
 *
 * Each returns 0, or -EINVAL with a text such as "baseline 'FILE': commands[2].runs is no whole
 * number". @where is what holds the member, "commands[2]", or "" for the document itself.
 */
#ifndef PERFMUX_BENCH_MEMBERS_H
#define PERFMUX_BENCH_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/library.h"

struct pmx_document {
	const struct pmx_jansson *lib;
	const char *path; /* of the file, for messages */
	struct pmx_error *err;
};

/* For faults of any kind; returns -EINVAL. */
int pmx_document_wrong(const struct pmx_document *doc, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Texts are the document's. @may_miss: NULL where it is null, or not there. */
int pmx_member_text(const struct pmx_document *doc, const json_t *object, const char *where,
		    const char *key, bool may_miss, const char **out);
int pmx_member_bool(const struct pmx_document *doc, const json_t *object, const char *where,
		    const char *key, bool *out);
/* From 0 to @max, which is at most 2^53. */
int pmx_member_whole(const struct pmx_document *doc, const json_t *object, const char *where,
		     const char *key, uint64_t max, uint64_t *out);
int pmx_member_array(const struct pmx_document *doc, const json_t *object, const char *where,
		     const char *key, const json_t **out);

/* True for a whole number from 0 to @max. */
bool pmx_json_whole(const struct pmx_document *doc, const json_t *value, uint64_t max,
		    uint64_t *out);

#endif
