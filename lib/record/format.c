// SPDX-License-Identifier: GPL-2.0-only
/*
 * format.c - where the fields of a tracepoint's record are, as its "format" file says
 *
 * libtraceevent reads the file. The record of a uprobe event of the same name has one field more in
 * front than the kernel's own, and trees differ in what they add: no offset is known beforehand.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/record.h>

#include "base/cleanup.h"
#include "record/traceevent.h"

enum {
	MAX_FORMAT = 64 * 1024, /* bytes; the kernel's own limit for a file of this kind is lower */
	MAX_FIELDS = 1024,
	MAX_PATH = 512,
};

struct named_field {
	char *name;
	struct pmx_field field;
};

struct fields {
	struct named_field *list;
	size_t count;
};

struct pmx_format {
	uint64_t id;
	struct fields common, own;
	char *names; /* of its own */
};

/* --- the file ----------------------------------------------------------------------------- */

static int no_tracefs(struct pmx_machine *machine, int why, const char *system, const char *name,
		      struct pmx_error *err)
{
	if (why == -EACCES || why == -EPERM) {
		pmx_error_set(err, -EACCES,
			      "the format of %s:%s cannot be read: tracefs is not readable for "
			      "this user",
			      system, name);
		pmx_error_hint(err, "run as root or with CAP_DAC_READ_SEARCH");
		return -EACCES;
	}
	pmx_error_set(err, -ENODEV, "the format of %s:%s cannot be read: tracefs is not %s", system,
		      name, pmx_machine_is_live(machine) ? "mounted" : "in the sysroot");
	if (pmx_machine_is_live(machine))
		pmx_error_hint(err, "mount it: mount -t tracefs tracefs /sys/kernel/tracing");
	return -ENODEV;
}

static bool is_step(const char *name)
{
	return name[0] && !strchr(name, '/') && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static int no_tracepoint(const char *system, const char *name, struct pmx_error *err)
{
	return pmx_error_set(err, -ENOENT, "there is no tracepoint %s:%s here", system, name);
}

static int read_file(struct pmx_machine *machine, const char *system, const char *name, char *text,
		     struct pmx_error *err)
{
	char path[MAX_PATH];
	const char *tracefs;
	ssize_t length;
	int why = 0;

	if (!is_step(system) || !is_step(name))
		return no_tracepoint(system, name, err);
	tracefs = pmx_machine_tracefs(machine, &why);
	if (!tracefs)
		return no_tracefs(machine, why, system, name, err);
	if ((size_t)snprintf(path, sizeof(path), "%s/events/%s/%s/format", tracefs, system, name) >=
	    sizeof(path))
		return no_tracepoint(system, name, err);
	length = pmx_machine_read(machine, path, text, MAX_FORMAT);
	if (length >= 0)
		return 0;
	switch (length) {
	case -ENOENT:
	case -ENOTDIR:
		return no_tracepoint(system, name, err);
	case -EACCES:
	case -EPERM:
		return no_tracefs(machine, -EACCES, system, name, err);
	case -EFBIG:
	case -EINVAL:
		return pmx_error_set(err, -EINVAL, "%s is not a format: too long, or not a text",
				     path);
	default:
		return pmx_error_set(err, (int)length, "%s: %s", path, strerror((int)-length));
	}
}

/* --- what it says ------------------------------------------------------------------------- */

static int add_field(struct fields *fields, const struct tep_format_field *from)
{
	struct named_field *to = &fields->list[fields->count];

	if (from->offset < 0 || from->size < 0 || !from->name)
		return -EINVAL;
	to->name = strdup(from->name);
	if (!to->name)
		return -ENOMEM;
	to->field = (struct pmx_field){
		.offset = (uint32_t)from->offset,
		.size = (uint32_t)from->size,
		.is_signed = from->flags & TEP_FIELD_IS_SIGNED,
		.is_list = from->flags &
			   (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_STRING | TEP_FIELD_IS_DYNAMIC),
	};
	fields->count++;
	return 0;
}

static int add_fields(struct fields *fields, const struct tep_format_field *first, int count)
{
	int ret = 0;

	if (count < 0 || count > MAX_FIELDS)
		return -EINVAL;
	fields->list = calloc((size_t)count + 1, sizeof(*fields->list));
	if (!fields->list)
		return -ENOMEM;
	for (const struct tep_format_field *f = first; f && !ret; f = f->next)
		ret = fields->count < (size_t)count ? add_field(fields, f) : -EINVAL;
	return ret;
}

static int join_names(struct pmx_format *format)
{
	size_t size;
	FILE *stream = open_memstream(&format->names, &size);

	if (!stream)
		return -ENOMEM;
	for (size_t i = 0; i < format->own.count; i++)
		fprintf(stream, "%s%s", i ? ", " : "", format->own.list[i].name);
	return fclose(stream) || !format->names ? -ENOMEM : 0;
}

/* How a record is printed is no matter here, and where libtraceevent cannot print it it fails. */
static void drop_print(char *text)
{
	static const char nothing[] = "print fmt: \"\"\n";
	char *print = strstr(text, "\nprint fmt:");

	if (print && (size_t)(print + 1 - text) + sizeof(nothing) <= MAX_FORMAT)
		memcpy(print + 1, nothing, sizeof(nothing));
}

/*
 * A field as the kernel writes it: "\tfield:TYPE NAME;\toffset:0;\tsize:2;\tsigned:0;".
 * libtraceevent (1.7.1) dies of some lines that only begin so.
 */
static bool is_field(const char *line, size_t length)
{
	static const char *const numbers[] = { ";\toffset:", ";\tsize:", ";\tsigned:" };
	const char *at = memchr(line, ';', length), *end = line + length;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		size_t prefix = strlen(numbers[i]), digits;

		if (!at || (size_t)(end - at) <= prefix || memcmp(at, numbers[i], prefix) != 0)
			return false;
		digits = strspn(at + prefix, "-0123456789");
		if (!digits)
			return false;
		at += prefix + digits;
	}
	return at + 1 == end && *at == ';';
}

/*
 * Printable ASCII in lines. Of signed bytes libtraceevent (1.7.1) takes the one of 255 for the end
 * of the text, and control characters in a row leave it without the token that it looks at.
 */
static bool is_printable(const char *text)
{
	while ((*text >= ' ' && *text <= '~') || *text == '\t' || *text == '\n')
		text++;
	return !*text;
}

static bool closes_brackets(const char *line, size_t length)
{
	bool is_open = false;

	for (size_t i = 0; i < length; i++) {
		if ((line[i] == '[' && is_open) || (line[i] == ']' && !is_open) ||
		    (line[i] == ';' && is_open))
			return false;
		is_open = line[i] == '[' || (is_open && line[i] != ']');
	}
	return !is_open;
}

/*
 * Between "format:" and "print fmt:" there are fields and empty lines, and each bracket is closed.
 */
static bool has_sane_fields(const char *text)
{
	const char *line = strstr(text, "\nformat:\n");
	size_t length;

	for (line = line ? line + 9 : NULL; line && *line;
	     line += length + (line[length] == '\n')) {
		length = strcspn(line, "\n");
		if (!strncmp(line, "print fmt:", 10))
			break;
		if (length && (strncmp(line, "\tfield:", 7) != 0 || !is_field(line, length) ||
			       !closes_brackets(line, length)))
			return false;
	}
	return line;
}

static int parse(struct pmx_format *format, const struct pmx_traceevent *lib, const char *text,
		 const char *system)
{
	struct tep_handle *tep = lib->tep_alloc();
	struct tep_event *event = NULL; /* the handle's, once it is complete */
	int ret = -EINVAL;

	if (!tep)
		return -ENOMEM;
	errno = 0;
	if (lib->tep_parse_format(tep, &event, text, strlen(text), system) == TEP_ERRNO__SUCCESS &&
	    event && !(event->flags & TEP_EVENT_FL_FAILED) && event->id >= 0) {
		format->id = (uint64_t)event->id;
		ret = add_fields(&format->own, event->format.fields, event->format.nr_fields);
		if (!ret)
			ret = add_fields(&format->common, event->format.common_fields,
					 event->format.nr_common);
	} else if (errno == ENOMEM) {
		ret = -ENOMEM; /* which the library calls a format that it cannot read */
	}
	lib->tep_free(tep);
	return ret ? ret : join_names(format);
}

static int fill(struct pmx_format *format, struct pmx_machine *machine, const char *system,
		const char *name, struct pmx_error *err)
{
	pmx_autofree char *text = malloc(MAX_FORMAT);
	struct pmx_traceevent lib;
	int ret;

	if (!text)
		return pmx_error_nomem(err);
	ret = read_file(machine, system, name, text, err);
	if (!ret)
		ret = pmx_traceevent_load(&lib, err);
	if (ret)
		return ret;
	drop_print(text);
	ret = is_printable(text) && has_sane_fields(text) ? parse(format, &lib, text, system) :
							    -EINVAL;
	pmx_traceevent_unload(&lib);
	if (ret == -ENOMEM)
		return pmx_error_nomem(err);
	if (ret)
		return pmx_error_set(err, ret,
				     "the format of %s:%s is none that libtraceevent understands",
				     system, name);
	return 0;
}

int pmx_format_new(struct pmx_format **out, struct pmx_machine *machine, const char *system,
		   const char *name, struct pmx_error *err)
{
	struct pmx_format *format = calloc(1, sizeof(*format));
	int ret;

	if (!format)
		return pmx_error_nomem(err);
	ret = fill(format, machine, system, name, err);
	if (ret) {
		pmx_format_free(format);
		return ret;
	}
	*out = format;
	return 0;
}

static void free_fields(struct fields *fields)
{
	for (size_t i = 0; i < fields->count; i++)
		free(fields->list[i].name);
	free(fields->list);
}

void pmx_format_free(struct pmx_format *format)
{
	if (!format)
		return;
	free_fields(&format->common);
	free_fields(&format->own);
	free(format->names);
	free(format);
}

/* --- asked of it -------------------------------------------------------------------------- */

uint64_t pmx_format_id(const struct pmx_format *format)
{
	return format->id;
}

static const struct pmx_field *find_field(const struct fields *fields, const char *name)
{
	for (size_t i = 0; i < fields->count; i++)
		if (strcmp(fields->list[i].name, name) == 0)
			return &fields->list[i].field;
	return NULL;
}

const struct pmx_field *pmx_format_field(const struct pmx_format *format, const char *name)
{
	return find_field(&format->own, name);
}

const struct pmx_field *pmx_format_common(const struct pmx_format *format, const char *name)
{
	return find_field(&format->common, name);
}

const char *pmx_format_fields(const struct pmx_format *format)
{
	return format->names;
}

bool pmx_field_read(const struct pmx_field *field, const void *raw, size_t size, uint64_t *value)
{
	const unsigned char *at = (const unsigned char *)raw + field->offset;
	uint64_t all;
	uint32_t four;
	uint16_t two;

	if (field->offset > size || field->size > size - field->offset)
		return false;
	switch (field->size) {
	case 1:
		*value = field->is_signed ? (uint64_t)(int8_t)at[0] : at[0];
		return true;
	case 2:
		memcpy(&two, at, sizeof(two));
		*value = field->is_signed ? (uint64_t)(int16_t)two : two;
		return true;
	case 4:
		memcpy(&four, at, sizeof(four));
		*value = field->is_signed ? (uint64_t)(int32_t)four : four;
		return true;
	case 8:
		memcpy(&all, at, sizeof(all));
		*value = all;
		return true;
	default:
		return false;
	}
}
