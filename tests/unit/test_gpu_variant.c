// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_variant.c - forms of the gpu_mem tracepoints, known by their formats alone
 */
#include <errno.h>

#include "formats.h"
#include "skips.h"

/* A field of a made-up format; size 0 ends a list. */
struct made {
	const char *type, *name;
	unsigned offset, size, is_signed;
};

static void put_in(struct fixture *f, const char *system, const char *event, unsigned id,
		   const struct made *fields)
{
	char path[256], text[4096];
	int n = snprintf(text, sizeof(text),
			 "name: %s\nID: %u\nformat:\n"
			 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
			 "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
			 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n",
			 event, id);

	for (; fields->size; fields++)
		n += snprintf(text + n, sizeof(text) - (size_t)n,
			      "\tfield:%s %s;\toffset:%u;\tsize:%u;\tsigned:%u;\n", fields->type,
			      fields->name, fields->offset, fields->size, fields->is_signed);
	snprintf(text + n, sizeof(text) - (size_t)n, "\nprint fmt: \"\"\n");
	snprintf(path, sizeof(path), EVENTS "%s/%s/format", system, event);
	sysroot_put(&f->root, path, text);
}

static void put(struct fixture *f, const char *event, unsigned id, const struct made *fields)
{
	put_in(f, "gpu_mem", event, id, fields);
}

static int read_variant(struct fixture *f)
{
	return pmx_gpu_variant_read(&f->variant, f->machine, &f->err);
}

static void expect_words(struct fixture *f, const char *words)
{
	char buf[160];

	assert_int_equal(read_variant(f), 0);
	assert_string_equal(pmx_gpu_variant_words(&f->variant, buf, sizeof(buf)), words);
}

/* --- forms -------------------------------------------------------------------------------- */

/* clang-format off */
#define GPU_ID { "uint32_t", "gpu_id", 8, 4, 0 }
#define PID    { "uint32_t", "pid", 12, 4, 0 }
#define SIZE   { "uint64_t", "size", 16, 8, 0 }
#define END    { NULL, NULL, 0, 0, 0 }
/* clang-format on */

static const struct made mainline[] = { GPU_ID, PID, SIZE, END };

static void mainline_has_totals_only(void **state)
{
	struct fixture *f = *state;

	put(f, "gpu_mem_total", 7, mainline);
	expect_words(f, "gpu_mem_total as in mainline: imported memory is not told apart");
	assert_false(pmx_gpu_variant_has_imported(&f->variant));
	assert_int_equal(f->variant.events[PMX_GPU_TOTAL].id, 7);
	assert_false(f->variant.events[PMX_GPU_IMPORTED].exists);
}

static void imported_memory_may_be_an_event_of_its_own(void **state)
{
	struct fixture *f = *state;

	put(f, "gpu_mem_total", 7, mainline);
	put(f, "gpu_mem_imported", 8, mainline);
	expect_words(f, "gpu_mem_total, and imported memory as gpu_mem_imported");
	assert_true(pmx_gpu_variant_has_imported(&f->variant));
	assert_int_equal(f->variant.events[PMX_GPU_IMPORTED].id, 8);
}

static void the_event_of_imported_memory_may_be_alone(void **state)
{
	struct fixture *f = *state;

	put(f, "gpu_mem_imported", 8, mainline);
	expect_words(f, "gpu_mem_imported alone: totals are not reported");
	assert_int_equal(f->err.code, 0);
}

static void imported_memory_may_be_a_fourth_field_of_any_name(void **state)
{
	static const char *const names[] = { "imported_size", "imported_mem", "import_mem_total" };
	struct fixture *f = *state;
	char words[160];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct made fields[] = {
			GPU_ID, PID, SIZE, { "uint64_t", names[i], 24, 8, 0 }, END
		};

		put(f, "gpu_mem_total", 7, fields);
		snprintf(words, sizeof(words), "gpu_mem_total with imported memory in its field %s",
			 names[i]);
		expect_words(f, words);
		assert_true(pmx_gpu_variant_has_imported(&f->variant));
	}
}

static void pid_and_size_have_other_names_in_other_trees(void **state)
{
	static const struct made fields[] = {
		{ "u32", "gpu_id", 8, 4, 0 },
		{ "u32", "ctx_id", 12, 4, 0 },
		{ "u64", "mem_total", 16, 8, 0 },
		{ "u64", "import_mem_total", 24, 8, 0 },
		END,
	};
	struct fixture *f = *state;

	put(f, "gpu_mem_total", 7, fields);
	assert_int_equal(read_variant(f), 0);
	assert_string_equal(f->variant.events[PMX_GPU_TOTAL].pid_name, "ctx_id");
	assert_string_equal(f->variant.events[PMX_GPU_TOTAL].size_name, "mem_total");
}

static void fixtures_of_real_kernels_are_understood(void **state)
{
	static const char *const machines[] = { "android", "arm3" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct pmx_machine *machine = open_fixture(machines[i]);
		struct pmx_gpu_variant variant;
		struct pmx_error err = { 0 };

		if (pmx_gpu_variant_read(&variant, machine, &err))
			fail_msg("%s", err.text);
		assert_true(variant.events[PMX_GPU_TOTAL].exists);
		pmx_machine_free(machine);
	}
}

/* --- refusals ----------------------------------------------------------------------------- */

static void a_format_without_a_needed_field_is_refused_by_name(void **state)
{
	static const struct made without_size[] = { GPU_ID, PID, END };
	static const struct made others[] = { { "u32", "gpu", 8, 4, 0 },
					      { "u64", "bytes", 16, 8, 0 },
					      END };
	struct fixture *f = *state;

	put(f, "gpu_mem_total", 7, without_size);
	assert_int_equal(read_variant(f), -EBADMSG);
	assert_string_equal(f->err.text,
			    "records of gpu_mem:gpu_mem_total cannot be read: they have no field "
			    "size or mem_total; their fields are: gpu_id, pid");
	put(f, "gpu_mem_total", 7, others);
	assert_int_equal(read_variant(f), -EBADMSG);
	assert_non_null(strstr(f->err.text, "no field gpu_id, pid or ctx_id, size or mem_total;"));
	/* the other event is no better */
	put(f, "gpu_mem_total", 7, mainline);
	put(f, "gpu_mem_imported", 7, without_size);
	assert_int_equal(read_variant(f), -EBADMSG);
	assert_non_null(strstr(f->err.text, "gpu_mem_imported"));
}

static void a_field_that_is_no_number_is_refused(void **state)
{
	static const struct made text[] = {
		GPU_ID, { "char", "pid[16]", 12, 16, 0 }, { "u64", "size", 28, 8, 0 }, END
	};
	static const struct made elsewhere[] = {
		GPU_ID, { "__data_loc char[]", "pid", 12, 4, 0 }, { "u64", "size", 16, 8, 0 }, END
	};
	static const struct made odd[] = {
		GPU_ID, { "u32", "pid", 12, 3, 0 }, { "u64", "size", 16, 8, 0 }, END
	};
	struct fixture *f = *state;

	put(f, "gpu_mem_total", 7, text);
	assert_int_equal(read_variant(f), -EBADMSG);
	assert_non_null(strstr(f->err.text, "field pid is text or a list"));

	/* where the text is takes four bytes, as a number would */
	put(f, "gpu_mem_total", 7, elsewhere);
	assert_int_equal(read_variant(f), -EBADMSG);
	assert_non_null(strstr(f->err.text, "field pid is text or a list"));

	put(f, "gpu_mem_total", 7, odd);
	assert_int_equal(read_variant(f), -EBADMSG);
	assert_non_null(strstr(f->err.text, "field pid has 3 bytes"));
}

static void no_tracepoint_points_to_the_second_source(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(read_variant(f), -ENOENT);
	assert_non_null(strstr(f->err.text, "no tracepoint here reports GPU memory"));
	assert_non_null(strstr(f->err.hint, "fdinfo"));
}

static void another_system_may_take_a_drivers_place(void **state)
{
	struct fixture *f = *state;

	put_in(f, "stand_in", "gpu_mem_total", 9, mainline);
	assert_int_equal(pmx_gpu_variant_read_in(&f->variant, f->machine, "stand_in", &f->err), 0);
	assert_int_equal(f->variant.events[PMX_GPU_TOTAL].id, 9);
	assert_int_equal(read_variant(f), -ENOENT);
	assert_int_equal(pmx_gpu_variant_read_in(&f->variant, f->machine, "none", &f->err),
			 -ENOENT);
	assert_non_null(strstr(f->err.text, "neither none:gpu_mem_total nor"));
}

static void no_tracefs_is_another_matter(void **state)
{
	struct fixture *f = *state;
	struct sysroot empty;
	struct pmx_machine *machine;

	sysroot_make(&empty);
	machine = open_machine(empty.dir);
	assert_int_equal(pmx_gpu_variant_read(&f->variant, machine, &f->err), -ENODEV);
	pmx_machine_free(machine);
	sysroot_remove(&empty);
}

static void a_tracefs_that_may_not_be_read_is_said(void **state)
{
	struct fixture *f = *state;
	int ret;

	put(f, "gpu_mem_total", 7, mainline);
	assert_int_equal(chmod(sysroot_path(&f->root, "/sys/kernel/tracing"), 0700), 0);
	become_user();
	ret = read_variant(f);
	become_again();
	if (getuid() != 0)
		skip_because("needs root, who may become another");
	assert_int_equal(ret, -EACCES);
	assert_non_null(strstr(f->err.hint, "CAP_DAC_READ_SEARCH"));
}

/* --- records ------------------------------------------------------------------------------ */

/* A uprobe event has a field more in front, and a width of its own for each. */
static const struct made probe[] = {
	{ "unsigned long", "__probe_ip", 8, 8, 0 },
	{ "u8", "gpu_id", 16, 1, 0 },
	{ "s32", "pid", 17, 4, 1 },
	{ "u64", "size", 21, 8, 0 },
	{ "u16", "imported_mem", 29, 2, 0 },
	END,
};

static void records_are_read_as_the_format_says(void **state)
{
	struct fixture *f = *state;
	unsigned char raw[31] = { 0 };
	uint32_t task = 123456, pid = 4711;
	uint64_t size = UINT64_C(0x123456789abcdef0);
	uint16_t imported = 0xfedc;
	struct pmx_record record = {
		.time = 99, .pid = 5, .tid = 6, .raw = raw, .size = sizeof(raw)
	};
	struct pmx_gpu_update update;

	put(f, "gpu_mem_total", 7, probe);
	assert_int_equal(read_variant(f), 0);
	memcpy(raw + 4, &task, 4);
	raw[16] = 3;
	memcpy(raw + 17, &pid, 4);
	memcpy(raw + 21, &size, 8);
	memcpy(raw + 29, &imported, 2);
	assert_true(pmx_gpu_variant_decode(&f->variant, PMX_GPU_TOTAL, &record, &update));
	assert_int_equal(update.time, 99);
	assert_int_equal(update.gpu, 3);
	assert_int_equal(update.pid, 4711);
	assert_true(update.has_total && update.has_imported);
	assert_int_equal(update.total, size);
	assert_int_equal(update.imported, 0xfedc);
	assert_int_equal(update.task, 123456);
	assert_int_equal(update.task_pid, 5);
	assert_int_equal(update.task_tid, 6);
	record.size--;
	assert_false(pmx_gpu_variant_decode(&f->variant, PMX_GPU_TOTAL, &record, &update));
	record.size = 0;
	assert_false(pmx_gpu_variant_decode(&f->variant, PMX_GPU_TOTAL, &record, &update));
}

static void the_size_of_the_other_event_is_what_is_imported(void **state)
{
	struct fixture *f = *state;
	uint32_t raw[6] = { 0, 77, 1, 4711, 0xffffffff, 1 };
	struct pmx_record record = { .pid = -1, .tid = -1, .raw = raw, .size = sizeof(raw) };
	struct pmx_gpu_update update;

	put(f, "gpu_mem_total", 7, mainline);
	put(f, "gpu_mem_imported", 8, mainline);
	assert_int_equal(read_variant(f), 0);
	assert_true(pmx_gpu_variant_decode(&f->variant, PMX_GPU_IMPORTED, &record, &update));
	assert_false(update.has_total);
	assert_true(update.has_imported);
	assert_int_equal(update.imported, UINT64_C(0x1ffffffff));
	assert_int_equal(update.task_pid, 0);
	assert_true(pmx_gpu_variant_decode(&f->variant, PMX_GPU_TOTAL, &record, &update));
	assert_true(update.has_total);
	assert_false(update.has_imported);
}

static void events_are_known_by_their_id_however_they_are_called(void **state)
{
	static char name[] = "anything";
	struct fixture *f = *state;
	struct pmx_event event = { .name = name,
				   .attr = { .type = PERF_TYPE_TRACEPOINT, .config = 7 } };

	put(f, "gpu_mem_total", 7, mainline);
	assert_int_equal(read_variant(f), 0);
	assert_true(pmx_gpu_variant_has_event(&f->variant, &event));
	event.attr.config = 0; /* the id that an event has that is not there */
	assert_false(pmx_gpu_variant_has_event(&f->variant, &event));
	event.attr.config = 7;
	event.attr.type = PERF_TYPE_HARDWARE;
	assert_false(pmx_gpu_variant_has_event(&f->variant, &event));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(mainline_has_totals_only),
		TEST(imported_memory_may_be_an_event_of_its_own),
		TEST(the_event_of_imported_memory_may_be_alone),
		TEST(imported_memory_may_be_a_fourth_field_of_any_name),
		TEST(pid_and_size_have_other_names_in_other_trees),
		TEST(fixtures_of_real_kernels_are_understood),
		TEST(a_format_without_a_needed_field_is_refused_by_name),
		TEST(a_field_that_is_no_number_is_refused),
		TEST(no_tracepoint_points_to_the_second_source),
		TEST(another_system_may_take_a_drivers_place),
		TEST(no_tracefs_is_another_matter),
		TEST(a_tracefs_that_may_not_be_read_is_said),
		TEST(records_are_read_as_the_format_says),
		TEST(the_size_of_the_other_event_is_what_is_imported),
		TEST(events_are_known_by_their_id_however_they_are_called),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
