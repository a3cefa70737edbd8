// SPDX-License-Identifier: GPL-2.0-only
/*
 * variant.c - which form of the gpu_mem tracepoints a kernel has
 *
 * Mainline has gpu_mem_total with three fields. Imported memory was proposed as a second tracepoint
 * with the same fields, and, after review, as a fourth field; trees differ in what they call it.
 * Nothing but the format file tells: versions do not, and a record's layout neither.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/gpu.h>

#include "base/list.h"

enum { MAX_NAMES = 5, LIST = 160 };

/* A field's part in an event, and what it is called in one tree or another. */
struct role {
	const char *names[MAX_NAMES];
	bool optional;
	size_t field; /* where in the layout it is kept */
	size_t name;  /* where its name is; 0: nowhere, it has but one */
};

#define AT(member) offsetof(struct pmx_gpu_layout, member)
#define IMPORTED   "imported_size", "imported_mem", "import_mem_total"

static const struct role roles[PMX_GPU_EVENTS][4] = {
	[PMX_GPU_TOTAL] = {
		{ { "gpu_id" }, false, AT(gpu), 0 },
		{ { "pid", "ctx_id" }, false, AT(pid), AT(pid_name) },
		{ { "size", "mem_total" }, false, AT(size), AT(size_name) },
		{ { IMPORTED }, true, AT(imported), AT(imported_name) },
	},
	[PMX_GPU_IMPORTED] = {
		{ { "gpu_id" }, false, AT(gpu), 0 },
		{ { "pid", "ctx_id" }, false, AT(pid), AT(pid_name) },
		{ { "size", "mem_total", IMPORTED }, false, AT(size), AT(size_name) },
	},
};

/* --- reading ------------------------------------------------------------------------------ */

static const struct pmx_field *find(const struct pmx_format *format, const struct role *role,
				    const char **name)
{
	for (size_t i = 0; i < MAX_NAMES && role->names[i]; i++) {
		const struct pmx_field *field = pmx_format_field(format, role->names[i]);

		*name = role->names[i];
		if (field)
			return field;
	}
	return NULL;
}

static bool is_number(const struct pmx_field *field)
{
	return !field->is_list &&
	       (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8);
}

static void keep(struct pmx_gpu_layout *layout, const struct role *role,
		 const struct pmx_field *field, const char *name)
{
	char *base = (char *)layout;

	*(struct pmx_field *)(void *)(base + role->field) = *field;
	if (role->name)
		*(const char **)(void *)(base + role->name) = name;
}

static void append_missing(char *missing, const struct role *role)
{
	char names[LIST] = "";
	size_t length = 0;

	for (size_t i = 0; i < MAX_NAMES && role->names[i]; i++)
		length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
					   i ? " or " : "", role->names[i]);
	pmx_list_append(missing, LIST, names);
}

static int refuse_field(const char *system, const char *event, const char *name,
			const struct pmx_field *field, struct pmx_error *err)
{
	if (field->is_list)
		return pmx_error_set(err, -EBADMSG,
				     "records of %s:%s cannot be read: their field %s is text or a "
				     "list, and no number",
				     system, event, name);
	return pmx_error_set(err, -EBADMSG,
			     "records of %s:%s cannot be read: their field %s has %u bytes, which "
			     "no number has",
			     system, event, name, field->size);
}

static int refuse_missing(const char *system, const char *event, const char *missing,
			  const struct pmx_format *format, struct pmx_error *err)
{
	return pmx_error_set(err, -EBADMSG,
			     "records of %s:%s cannot be read: they have no field %s; their fields "
			     "are: %s",
			     system, event, missing, pmx_format_fields(format));
}

static int lay_out(struct pmx_gpu_layout *layout, const char *system, enum pmx_gpu_event event,
		   const struct pmx_format *format, struct pmx_error *err)
{
	const struct pmx_field *task = pmx_format_common(format, "common_pid");
	char missing[LIST] = "";
	const char *name = NULL;

	for (size_t i = 0; i < 4 && roles[event][i].names[0]; i++) {
		const struct role *role = &roles[event][i];
		const struct pmx_field *field = find(format, role, &name);

		if (field && !is_number(field))
			return refuse_field(system, pmx_gpu_event_name(event), name, field, err);
		if (field)
			keep(layout, role, field, name);
		else if (!role->optional)
			append_missing(missing, role);
	}
	if (missing[0])
		return refuse_missing(system, pmx_gpu_event_name(event), missing, format, err);
	layout->exists = true;
	layout->id = pmx_format_id(format);
	layout->has_imported = layout->imported_name != NULL;
	layout->has_task = task && is_number(task);
	if (layout->has_task)
		layout->task = *task;
	return 0;
}

static int read_layout(struct pmx_gpu_layout *layout, struct pmx_machine *machine,
		       const char *system, enum pmx_gpu_event event, struct pmx_error *err)
{
	struct pmx_format *format = NULL;
	int ret = pmx_format_new(&format, machine, system, pmx_gpu_event_name(event), err);

	if (ret)
		return ret;
	ret = lay_out(layout, system, event, format, err);
	pmx_format_free(format);
	return ret;
}

int pmx_gpu_variant_read_in(struct pmx_gpu_variant *out, struct pmx_machine *machine,
			    const char *system, struct pmx_error *err)
{
	struct pmx_gpu_variant variant = { .events = { { .exists = false } } };
	bool any = false;

	for (unsigned event = 0; event < PMX_GPU_EVENTS; event++) {
		int ret = read_layout(&variant.events[event], machine, system, event, err);

		if (ret && ret != -ENOENT)
			return ret;
		any |= !ret;
	}
	if (!any) {
		pmx_error_set(err, -ENOENT,
			      "no tracepoint here reports GPU memory: there is neither "
			      "%s:gpu_mem_total nor %s:gpu_mem_imported",
			      system, system);
		pmx_error_hint(err, "where a DRM driver tells of its clients' memory in "
				    "/proc/PID/fdinfo, perfmux gpu reads that");
		return -ENOENT;
	}
	*out = variant;
	if (err)
		*err = (struct pmx_error){ .code = 0 }; /* one of the two may be missing */
	return 0;
}

int pmx_gpu_variant_read(struct pmx_gpu_variant *out, struct pmx_machine *machine,
			 struct pmx_error *err)
{
	return pmx_gpu_variant_read_in(out, machine, PMX_GPU_SYSTEM, err);
}

/* --- asked of it -------------------------------------------------------------------------- */

bool pmx_gpu_variant_has_imported(const struct pmx_gpu_variant *variant)
{
	return variant->events[PMX_GPU_IMPORTED].exists ||
	       variant->events[PMX_GPU_TOTAL].has_imported;
}

bool pmx_gpu_variant_has_event(const struct pmx_gpu_variant *variant, const struct pmx_event *event)
{
	if (event->attr.type != PERF_TYPE_TRACEPOINT)
		return false;
	for (size_t i = 0; i < PMX_GPU_EVENTS; i++)
		if (variant->events[i].exists && variant->events[i].id == event->attr.config)
			return true;
	return false;
}

const char *pmx_gpu_variant_words(const struct pmx_gpu_variant *variant, char *buf, size_t size)
{
	const struct pmx_gpu_layout *total = &variant->events[PMX_GPU_TOTAL];
	bool apart = variant->events[PMX_GPU_IMPORTED].exists;

	if (!total->exists)
		snprintf(buf, size, "gpu_mem_imported alone: totals are not reported");
	else if (total->has_imported)
		snprintf(buf, size, "gpu_mem_total with imported memory in its field %s%s",
			 total->imported_name, apart ? ", and gpu_mem_imported" : "");
	else if (apart)
		snprintf(buf, size, "gpu_mem_total, and imported memory as gpu_mem_imported");
	else
		snprintf(buf, size,
			 "gpu_mem_total as in mainline: imported memory is not told apart");
	return buf;
}

/* --- records ------------------------------------------------------------------------------ */

bool pmx_gpu_variant_decode(const struct pmx_gpu_variant *variant, enum pmx_gpu_event event,
			    const struct pmx_record *record, struct pmx_gpu_update *out)
{
	const struct pmx_gpu_layout *layout = &variant->events[event];
	uint64_t size;

	*out = (struct pmx_gpu_update){
		.time = record->time,
		.task_pid = record->pid > 0 ? record->pid : 0,
		.task_tid = record->tid > 0 ? record->tid : 0,
		.has_total = event == PMX_GPU_TOTAL,
		.has_imported = event == PMX_GPU_IMPORTED || layout->has_imported,
	};
	if (!pmx_field_read(&layout->gpu, record->raw, record->size, &out->gpu) ||
	    !pmx_field_read(&layout->pid, record->raw, record->size, &out->pid) ||
	    !pmx_field_read(&layout->size, record->raw, record->size, &size))
		return false;
	if (event == PMX_GPU_TOTAL)
		out->total = size;
	else
		out->imported = size;
	if (layout->has_task)
		pmx_field_read(&layout->task, record->raw, record->size, &out->task);
	return !layout->has_imported ||
	       pmx_field_read(&layout->imported, record->raw, record->size, &out->imported);
}
