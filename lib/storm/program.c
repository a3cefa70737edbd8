// SPDX-License-Identifier: GPL-2.0-only
/*
 * program.c - a program of operations as a list and as C
 *
 * Each step of the C program is one line that does something and wants one of the answers that were
 * predicted. What was learnt from a read is not written as a number, which another run would not
 * have, but as what comes on top of that read.
 */
#include "storm/program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "storm/wrong.h"

struct writer {
	FILE *list, *code;
	unsigned line;
};

/* All of the C program but its main(). */
__asm__(".pushsection .rodata, \"a\"\n"
	"storm_reproducer:\n"
	".incbin \"lib/storm/reproducer.in\"\n"
	".byte 0\n"
	".popsection\n");
extern const char storm_reproducer[] __attribute__((visibility("hidden")));

static const char *name_of(int error)
{
	const char *name = error ? strerrorname_np(error) : "0";

	return name ? name : "-1";
}

/* --- the list ------------------------------------------------------------------------------- */

static void list(struct writer *it, const struct storm_course *course, const struct storm_op *op)
{
	const struct storm_answer *answer = &course->answer;
	char text[256];

	storm_op_text(op, text, sizeof(text));
	fprintf(it->list, " * %3u  %s", ++it->line, text);
	if (answer->result)
		fprintf(it->list, ": %s", name_of(-answer->result));
	if (op->kind == STORM_READ && !answer->result) {
		fputs(":", it->list);
		for (size_t i = 0; i < answer->bytes / sizeof(uint64_t); i++)
			fprintf(it->list, " %" PRIu64, answer->word[i]);
	}
	fputs("\n", it->list);
}

/* --- in C ----------------------------------------------------------------------------------- */

static const char *const what_names[STORM_WHATS] = {
	[KIT_CALLS] = "CALLS",
	[KIT_FAULTS] = "FAULTS",
	[KIT_PROBE] = "PROBE",
	[KIT_WRITES] = "WRITES",
	[KIT_WRITES + 1] = "WRITES2",
	[KIT_WRITES + 2] = "WRITES3",
	[KIT_WRITES + 3] = "WRITES4",
	[STORM_DUMMY] = "DUMMY",
	[STORM_TASK_CLOCK] = "TASK_CLOCK",
	[STORM_CPU_CLOCK] = "CPU_CLOCK",
	[STORM_HARDWARE] = "CORE",
	[STORM_HARDWARE + 1] = "CORE + 1",
	[STORM_HARDWARE + 2] = "CORE + 2",
	[STORM_HARDWARE + 3] = "CORE + 3",
};

/* A slot or CPU, or NONE. */
struct slot_text {
	char text[16];
};

static struct slot_text slot(int number)
{
	struct slot_text it = { "NONE" };

	if (number != STORM_NONE)
		snprintf(it.text, sizeof(it.text), "%d", number);
	return it;
}

static int cpu_of(const struct storm_course *course, uint8_t cpu)
{
	return cpu == STORM_NONE ? STORM_NONE : kit_cpu(course->world->kit, cpu);
}

static void code_attr(FILE *code, const struct storm_op *op)
{
	static const struct {
		uint16_t flag;
		const char *text;
	} rows[] = {
		{ STORM_DISABLED, ".disabled = 1" },
		{ STORM_INHERIT, ".inherit = 1" },
		{ STORM_INHERIT_THREAD, ".inherit_thread = 1" },
		{ STORM_PINNED, ".pinned = 1" },
		{ STORM_EXCLUSIVE, ".exclusive = 1" },
		{ STORM_ENABLE_ON_EXEC, ".enable_on_exec = 1" },
		{ STORM_REMOVE_ON_EXEC, ".remove_on_exec = 1" },
	};

	fputs(", .read_format = 0", code);
	if (op->flags & STORM_READ_GROUP)
		fputs(" | PERF_FORMAT_GROUP", code);
	if (op->flags & STORM_READ_TIMES)
		fputs(" | TIMES", code);
	if (op->flags & STORM_READ_ID)
		fputs(" | PERF_FORMAT_ID", code);
	if (op->flags & STORM_READ_LOST)
		fputs(" | PERF_FORMAT_LOST", code);
	if (op->number)
		fprintf(code, ", .sample_period = %" PRIu32, op->number);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (op->flags & rows[i].flag)
			fprintf(code, ", %s", rows[i].text);
}

static void code_open(FILE *code, const struct storm_course *course, const struct storm_op *op)
{
	fprintf(code, "open_event(%u, %s, %s, %s, %s, %s", op->event, what_names[op->what],
		slot(op->task).text, slot(cpu_of(course, op->cpu)).text, slot(op->other).text,
		op->flags & STORM_NO_GROUP ? "PERF_FLAG_FD_NO_GROUP" : "0");
	code_attr(code, op);
	fputs(")", code);
}

static void code_call(FILE *code, const struct storm_op *op, const char *request)
{
	fprintf(code, "call(%u, PERF_EVENT_IOC_%s, %s)", op->event, request,
		op->flags & STORM_GROUP ? "PERF_IOC_FLAG_GROUP" : "0");
}

static void code_read(FILE *code, const struct storm_course *course, const struct storm_op *op)
{
	const struct storm_expect *expect = &course->expect;
	size_t size = storm_read_words(expect->layout, expect->members) * sizeof(uint64_t);

	if (op->number)
		fprintf(code, "read_event(%u, %zu)", op->event,
			op->number < size ? size - op->number : 0);
	else
		fprintf(code, "read_event(%u, sizeof(buf))", op->event);
}

static void code_wrong(FILE *code, const struct storm_op *op)
{
	const struct storm_wrong_open *open = &storm_wrong_opens[op->what];
	const struct storm_wrong_call *call = &storm_wrong_calls[op->what];

	if (op->kind == STORM_WRONG_OPEN)
		fprintf(code, "open_wrong(&(struct perf_event_attr){ %s }, %d, %d, %d, %#lx)",
			open->attr_text, open->pid, open->cpu, open->group, open->flags);
	else
		fprintf(code, "%s(%u, %#lx, %#lx)",
			call->target == STORM_OF_CLOSED ? "call_closed" : "call", op->event,
			call->request, call->arg);
}

static void code_task(FILE *code, const struct storm_course *course, const struct storm_op *op)
{
	switch (op->kind) {
	case STORM_FORK:
		fprintf(code, "make(%u, FORK, %u)", op->task, op->other);
		break;
	case STORM_THREAD:
		fprintf(code, "make(%u, THREAD, %u)", op->task, op->other);
		break;
	case STORM_END:
		fprintf(code, "end(%u)", op->task);
		break;
	case STORM_PIN:
		fprintf(code, "pin(%u, %d)", op->task, cpu_of(course, op->cpu));
		break;
	case STORM_WORK:
		fprintf(code, "do_work(%u, %s, %" PRIu32 ")", op->task, what_names[op->what],
			op->number);
		break;
	default:
		fprintf(code, "(int)tell(%u, SWITCH, 0, %" PRIu32 ")", op->task, op->number);
	}
}

/* What is done: an expression that gives an errno, or 0. */
static void code_step(FILE *code, const struct storm_course *course, const struct storm_op *op)
{
	switch (op->kind) {
	case STORM_OPEN:
		code_open(code, course, op);
		break;
	case STORM_CLOSE:
		fprintf(code, "close_event(%u)", op->event);
		break;
	case STORM_ENABLE:
		code_call(code, op, "ENABLE");
		break;
	case STORM_DISABLE:
		code_call(code, op, "DISABLE");
		break;
	case STORM_RESET:
		code_call(code, op, "RESET");
		break;
	case STORM_REFRESH:
		fprintf(code, "call(%u, PERF_EVENT_IOC_REFRESH, %" PRIu32 ")", op->event,
			op->number);
		break;
	case STORM_PERIOD:
		fprintf(code, "set_period(%u, %" PRIu32 ")", op->event, op->number);
		break;
	case STORM_OUTPUT:
		fprintf(code, "call(%u, PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)%s%s%s)",
			op->event, op->other == STORM_NONE ? "" : "fd[", slot(op->other).text,
			op->other == STORM_NONE ? "" : "]");
		break;
	case STORM_ID:
		fprintf(code, "id_of(%u)", op->event);
		break;
	case STORM_MAP:
		fprintf(code, "map_event(%u, %" PRIu32 ")", op->event, op->number);
		break;
	case STORM_UNMAP:
		fprintf(code, "unmap_event(%u)", op->event);
		break;
	case STORM_READ:
		code_read(code, course, op);
		break;
	case STORM_WRONG_OPEN:
	case STORM_WRONG_CALL:
		code_wrong(code, op);
		break;
	default:
		code_task(code, course, op);
	}
}

static void code_count(FILE *code, const struct storm_course *course, unsigned index, size_t at)
{
	const struct storm_event *event = &course->model.event[course->expect.member[index]];
	const struct storm_range *value = &course->expect.value[index];
	uint64_t base = event->was_read ? event->read : 0;

	fprintf(code, "\tcount_is(%u, %zu, %d, %" PRIu64 "u, ", course->expect.member[index], at,
		event->was_read, value->low - base);
	if (value->high == UINT64_MAX)
		fputs("UINT64_MAX);\n", code);
	else
		fprintf(code, "%" PRIu64 "u);\n", value->high - base);
}

static void code_words(FILE *code, const struct storm_course *course)
{
	const struct storm_expect *expect = &course->expect;
	struct storm_layout at = storm_layout(expect->layout);
	bool group = expect->layout & STORM_READ_GROUP;

	fprintf(code, "\tsize_is(%zu, %u);\n",
		storm_read_words(expect->layout, expect->members) * sizeof(uint64_t),
		group ? (unsigned)expect->members : 0u);
	for (unsigned i = 0; i < expect->members; i++) {
		code_count(code, course, i, at.value + i * at.step);
		if (expect->layout & STORM_READ_ID)
			fprintf(code, "\tid_is(%u, %zu);\n", expect->member[i],
				at.id + i * at.step);
		if (expect->layout & STORM_READ_LOST &&
		    !course->model.event[expect->member[i]].lossy)
			fprintf(code, "\tnone_lost(%u, %zu);\n", expect->member[i],
				at.lost + i * at.step);
	}
	if (expect->layout & STORM_READ_TIMES)
		fprintf(code, "\ttimes_are(%u, %d, %d, %d);\n", expect->member[0], expect->equal,
			expect->enabled.high != UINT64_MAX, expect->running.high != UINT64_MAX);
}

static void code(struct writer *it, const struct storm_course *course, const struct storm_op *op)
{
	const struct storm_expect *expect = &course->expect;
	bool works = false;
	char text[256];

	storm_op_text(op, text, sizeof(text));
	fprintf(it->code, "\twant(\"%s\", ", text);
	code_step(it->code, course, op);
	for (unsigned i = 0; i < expect->errors; i++) {
		fprintf(it->code, ", %s", name_of(expect->error[i]));
		works = works || !expect->error[i];
	}
	fputs(");\n", it->code);
	if (op->kind == STORM_ID)
		fprintf(it->code, "\tid_is(%u, 0);\n", op->event);
	if (op->kind != STORM_READ || !works)
		return;
	if (expect->eof)
		fputs("\tif (bytes > 0) {\n", it->code);
	if (expect->error[0])
		fputs("\tsize_is(0, 0);\n", it->code);
	else
		code_words(it->code, course);
	if (expect->eof)
		fputs("\t}\n", it->code);
}

/* --- both ----------------------------------------------------------------------------------- */

static void told(void *ctx, const struct storm_course *course, const struct storm_op *op)
{
	list(ctx, course, op);
	code(ctx, course, op);
}

/* What is the machine's own. */
static void write_constants(FILE *out, const struct storm_world *world)
{
	fprintf(out, "#define CALLS_ID %" PRIu64 " /* where tracefs is not mounted */\n",
		(uint64_t)world->attr[KIT_CALLS].config);
	fputs("#define CORE_EVENTS { ", out);
	for (unsigned i = STORM_HARDWARE; i <= STORM_HARDWARE_LAST; i++)
		fprintf(out, "{ %u, %#" PRIx64 ", %#" PRIx64 ", %#" PRIx64 " }, ",
			world->attr[i].type, (uint64_t)world->attr[i].config,
			(uint64_t)world->attr[i].config1, (uint64_t)world->attr[i].config2);
	fputs("}\n", out);
}

size_t storm_program_write(FILE *out, struct storm_course *course, const char *title,
			   const struct storm_op *program, size_t count)
{
	pmx_autofree char *list_text = NULL, *code_text = NULL;
	const struct storm_world *world = course->world;
	size_t list_size, code_size, failed;
	struct writer writer = { .list = open_memstream(&list_text, &list_size) };

	if (writer.list)
		writer.code = open_memstream(&code_text, &code_size);
	if (!writer.code) {
		if (writer.list)
			fclose(writer.list);
		return 0;
	}
	course->told = told;
	course->ctx = &writer;
	failed = storm_course_run(course, program, count);
	course->told = NULL;
	course->ctx = NULL;
	if (fclose(writer.list) | fclose(writer.code) || !list_text || !code_text)
		return 0;
	fprintf(out, "/*\n * %s\n *\n%s */\n", title, list_text);
	write_constants(out, world);
	fputs("\n", out);
	fputs(storm_reproducer, out);
	fprintf(out, "\nint main(void)\n{\n\tstart(%d);\n%s\treturn 0;\n}\n",
		kit_cpu(world->kit, world->scene->home), code_text);
	return failed;
}
