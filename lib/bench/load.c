// SPDX-License-Identifier: GPL-2.0-only
/*
 * load.c - a baseline's file: read whole, parsed, and asked whether it is one
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/num.h"
#include "bench/restore.h"

#define FAMILY	   "perfmux-bench/" /* behind it, the number of the schema */
#define NOT_OURS   "'%s' is no baseline of perfmux bench: "
#define HOW_TO_GET "perfmux bench --save FILE makes one"

enum { MOST_MIB = 256, SCHEMA = 1 };

struct text {
	char *data;
	size_t length, room;
};

/* --- the file ------------------------------------------------------------------------------- */

static int unreadable(const char *path, int code, struct pmx_error *err)
{
	pmx_error_set(err, code, "cannot read baseline '%s': %s", path, strerror(-code));
	if (code == -ENOENT)
		pmx_error_hint(err, HOW_TO_GET);
	return code;
}

static int not_ours(const char *path, const char *why, struct pmx_error *err)
{
	pmx_error_set(err, -EINVAL, NOT_OURS "%s", path, why);
	pmx_error_hint(err, HOW_TO_GET);
	return -EINVAL;
}

static int too_large(const char *path, struct pmx_error *err)
{
	char why[64];

	snprintf(why, sizeof(why), "it is larger than %d MiB", MOST_MIB);
	return not_ours(path, why, err);
}

/* It may be a pipe: the size is known at the end only. */
static int read_all(int fd, const char *path, struct text *text, struct pmx_error *err)
{
	enum { MOST = MOST_MIB << 20, STEP = 64 * 1024 };
	ssize_t got;

	do {
		char *grown = pmx_array_room(text->data, &text->room, text->length + STEP, 1);

		if (!grown)
			return pmx_error_nomem(err);
		text->data = grown;
		got = TEMP_FAILURE_RETRY(read(fd, grown + text->length, STEP));
		if (got < 0)
			return unreadable(path, -errno, err);
		text->length += (size_t)got;
		if (text->length > MOST)
			return too_large(path, err);
	} while (got);
	return 0;
}

static int read_file(const char *path, struct text *text, struct pmx_error *err)
{
	pmx_autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return unreadable(path, -errno, err);
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > (off_t)MOST_MIB << 20)
		return too_large(path, err);
	return read_all(fd, path, text, err);
}

/* --- the document --------------------------------------------------------------------------- */

/* Of "perfmux-bench/2" it is 2; 0 when it is no schema of ours. */
static uint64_t schema_of(const struct pmx_document *doc, const json_t *root)
{
	const json_t *schema = json_is_object(root) ? doc->lib->json_object_get(root, "schema") :
						      NULL;
	const char *text = json_is_string(schema) ? doc->lib->json_string_value(schema) : "";
	uint64_t number = 0;

	if (strncmp(text, FAMILY, strlen(FAMILY)) ||
	    pmx_num_decimal(text + strlen(FAMILY), UINT32_MAX, &number))
		return 0;
	return number;
}

static int check_schema(const struct pmx_document *doc, const json_t *root)
{
	uint64_t schema = schema_of(doc, root);
	const char *version;

	if (!schema)
		return not_ours(doc->path, "it has no schema \"" FAMILY "1\"", doc->err);
	if (schema == SCHEMA)
		return 0;
	pmx_error_set(doc->err, -EPROTO,
		      "baseline '%s' has schema " FAMILY "%llu; this perfmux knows " FAMILY
		      "%d and nothing newer",
		      doc->path, (unsigned long long)schema, SCHEMA);
	version = doc->lib->json_string_value(doc->lib->json_object_get(root, "version"));
	if (version)
		pmx_error_hint(doc->err, "perfmux %.40s wrote it, and can read it", version);
	return -EPROTO;
}

/* Every number becomes a double, as it was: whole ones may be larger than JSON's integers. */
static int parse(const struct pmx_document *doc, const struct text *text, json_t **root)
{
	json_error_t fault;
	char why[sizeof(fault.text) + 64];

	*root = doc->lib->json_loadb(text->data, text->length,
				     JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &fault);
	if (*root)
		return 0;
	if (json_error_code(&fault) == json_error_out_of_memory)
		return pmx_error_nomem(doc->err);
	snprintf(why, sizeof(why), "line %d, column %d: %s", fault.line, fault.column, fault.text);
	return not_ours(doc->path, why, doc->err);
}

static int load(const struct pmx_document *doc, const struct text *text, struct pmx_bench **out)
{
	json_t *root = NULL;
	int ret = parse(doc, text, &root);

	if (ret)
		return ret;
	ret = check_schema(doc, root);
	if (!ret)
		ret = pmx_bench_restore(doc, root, out);
	doc->lib->json_delete(root); /* nobody else has a reference */
	return ret;
}

int pmx_bench_load(struct pmx_bench **out, const char *path, struct pmx_error *err)
{
	struct pmx_jansson lib;
	struct text text = { .data = NULL };
	int ret = read_file(path, &text, err);

	if (!ret)
		ret = pmx_jansson_load(&lib, err);
	if (!ret) {
		ret = load(&(struct pmx_document){ .lib = &lib, .path = path, .err = err }, &text,
			   out);
		pmx_jansson_unload(&lib);
	}
	free(text.data);
	return ret;
}
