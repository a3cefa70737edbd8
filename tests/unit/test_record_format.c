// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_record_format.c - formats of tracepoints, as kernels and trees have them
 */
#include <errno.h>

#include "formats.h"

#define FORMAT EVENTS "gpu_mem/gpu_mem_total/format"
#define COMMON                                                                 \
	"name: gpu_mem_total\nID: 4242\nformat:\n"                             \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define PRINT "\nprint fmt: \"%u %u %llu\", REC->gpu_id, REC->pid, REC->size\n"
/* The kernel's own, and that of a uprobe event with the same name and fields. */
#define OWN                                                                \
	COMMON "\tfield:uint32_t gpu_id;\toffset:8;\tsize:4;\tsigned:0;\n" \
	       "\tfield:uint32_t pid;\toffset:12;\tsize:4;\tsigned:0;\n"   \
	       "\tfield:uint64_t size;\toffset:16;\tsize:8;\tsigned:0;\n"
#define PROBE                                                                       \
	COMMON "\tfield:unsigned long __probe_ip;\toffset:8;\tsize:8;\tsigned:0;\n" \
	       "\tfield:u32 gpu_id;\toffset:16;\tsize:4;\tsigned:0;\n"              \
	       "\tfield:s16 pid;\toffset:20;\tsize:2;\tsigned:1;\n"                 \
	       "\tfield:u64 size;\toffset:22;\tsize:8;\tsigned:0;\n"

static int open_format(struct fixture *f, const char *text)
{
	if (text)
		sysroot_put(&f->root, FORMAT, text);
	pmx_format_free(f->format);
	f->format = NULL;
	return pmx_format_new(&f->format, f->machine, "gpu_mem", "gpu_mem_total", &f->err);
}

static void fields_are_where_the_format_says(void **state)
{
	struct fixture *f = *state;
	const struct pmx_field *size, *pid;

	assert_int_equal(open_format(f, OWN PRINT), 0);
	assert_int_equal(pmx_format_id(f->format), 4242);
	assert_string_equal(pmx_format_fields(f->format), "gpu_id, pid, size");
	size = pmx_format_field(f->format, "size");
	assert_int_equal(size->offset, 16);
	assert_int_equal(open_format(f, PROBE PRINT), 0);
	assert_string_equal(pmx_format_fields(f->format), "__probe_ip, gpu_id, pid, size");
	size = pmx_format_field(f->format, "size");
	assert_int_equal(size->offset, 22);
	assert_int_equal(size->size, 8);
	assert_false(size->is_signed);
	pid = pmx_format_field(f->format, "pid");
	assert_int_equal(pid->size, 2);
	assert_true(pid->is_signed);
	assert_null(pmx_format_field(f->format, "imported_size"));
	assert_null(pmx_format_field(f->format, "common_pid"));
	assert_int_equal(pmx_format_common(f->format, "common_pid")->offset, 4);
	assert_null(pmx_format_common(f->format, "size"));
}

static void how_a_record_is_printed_is_no_matter(void **state)
{
	static const char *const prints[] = {
		"\nprint fmt: \"%s\", some_function(REC->size, (((\n",
		"\nprint fmt: \n",
		"\nprint fmt: \"\", {\n",
	};
	struct fixture *f = *state;
	char text[4096];

	for (size_t i = 0; i < sizeof(prints) / sizeof(prints[0]); i++) {
		snprintf(text, sizeof(text), "%s%s", OWN, prints[i]);
		assert_int_equal(open_format(f, text), 0);
		assert_int_equal(pmx_format_field(f->format, "pid")->offset, 12);
	}
}

static void a_tracepoint_without_fields_has_none(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(open_format(f, COMMON PRINT), 0);
	assert_string_equal(pmx_format_fields(f->format), "");
	assert_null(pmx_format_field(f->format, "size"));
}

static void what_is_no_format_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"hello\n",
		"name: gpu_mem_total\nID: 5\n",
		"name: gpu_mem_total\nID: many\nformat:\n",
		COMMON "\tfield:u32 pid;\toffset:-8;\tsize:4;\tsigned:0;\n" PRINT,
		COMMON "\tfield:u32 pid;\toffset:8;\tsize:\n" PRINT,
		COMMON "\tfield:const char * s;\toffset:6:4\tis;ez8;\tsigned:0;\n" PRINT,
		"name: n\nID: 7\nformat:\nfield:c r[",
		"name: n\nID: 7\nformat: \n\tfield:c r[",
		"name: n\nID: 7\nformat:\n\tfield:char a[2] "
		"b[;\toffset:0;\tsize:2;\tsigned:0;\n\nprint fmt: \"\"\n",
		"name: n\nID: 7\nformat:\n\tfield:char "
		"c[\xff\xff];\toffset:0;\tsize:2;\tsigned:0;\n\nprint fmt: \"\"\n",
		"name: n\nID: 7\nformat:\n\tfield:char c[\xf\xf\xf\xf"
		"6];\toffset:0;\tsize:2;\tsigned:0;\n\nprint fmt: \"\"\n",
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(open_format(f, texts[i]), -EINVAL);
		assert_int_equal(f->err.code, -EINVAL);
		assert_non_null(strstr(f->err.text, "gpu_mem"));
	}
}

static void a_format_is_a_text_of_limited_length(void **state)
{
	struct fixture *f = *state;
	char *large = malloc(200000);

	memset(large, 'x', 199999);
	large[199999] = '\0';
	assert_int_equal(open_format(f, large), -EINVAL);
	free(large);
	sysroot_put_bytes(&f->root, FORMAT, OWN "\0" PRINT, sizeof(OWN PRINT));
	assert_int_equal(open_format(f, NULL), -EINVAL);
}

static void a_tracepoint_that_is_missing_is_said(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(open_format(f, NULL), -ENOENT);
	assert_non_null(strstr(f->err.text, "gpu_mem:gpu_mem_total"));
	sysroot_put(&f->root, "/sys/kernel/tracing/events/enable", "0\n");
	assert_int_equal(pmx_format_new(&f->format, f->machine, "enable", "x", &f->err), -ENOENT);
}

static void names_are_names_and_not_paths(void **state)
{
	static const char *const names[] = { "", ".", "..", "../gpu_mem/gpu_mem_total" };
	struct fixture *f = *state;
	char text[] = OWN PRINT, endless[600];

	assert_int_equal(open_format(f, text), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct pmx_format *none = NULL;

		assert_int_equal(pmx_format_new(&none, f->machine, "gpu_mem", names[i], &f->err),
				 -ENOENT);
		assert_int_equal(pmx_format_new(&none, f->machine, names[i], "gpu_mem_total",
						&f->err),
				 -ENOENT);
		assert_null(none);
	}
	memset(endless, 'a', sizeof(endless) - 1);
	endless[sizeof(endless) - 1] = '\0';
	assert_int_equal(pmx_format_new(&f->format, f->machine, "gpu_mem", endless, &f->err),
			 -ENOENT);
}

static void a_machine_without_tracefs_is_said(void **state)
{
	struct fixture *f = *state;
	struct sysroot bare;
	struct pmx_machine *machine;

	sysroot_make(&bare);
	machine = open_machine(bare.dir);
	assert_int_equal(pmx_format_new(&f->format, machine, "a", "b", &f->err), -ENODEV);
	assert_non_null(strstr(f->err.text, "tracefs"));
	pmx_machine_free(machine);
	sysroot_remove(&bare);
}

static void a_file_that_may_not_be_read_is_said(void **state)
{
	struct fixture *f = *state;

	sysroot_put(&f->root, FORMAT, OWN PRINT);
	assert_int_equal(chmod(sysroot_path(&f->root, FORMAT), 0), 0);
	become_user();
	assert_int_equal(open_format(f, NULL), -EACCES);
	become_again();
	assert_non_null(strstr(f->err.hint, "root"));
}

/* --- fields ------------------------------------------------------------------------------- */

static void numbers_are_read_by_size_and_sign(void **state)
{
	static const struct {
		struct pmx_field field;
		uint64_t value;
	} cases[] = {
		{ { 0, 1, false, false }, 0xff },
		{ { 0, 1, true, false }, UINT64_MAX },
		{ { 1, 2, false, false }, 0xfeff },
		{ { 1, 2, true, false }, 0xfffffffffffffeff },
		{ { 0, 4, false, false }, 0x80feffff },
		{ { 0, 4, true, false }, 0xffffffff80feffff },
		{ { 0, 8, false, false }, 0x0102030480feffff },
		{ { 8, 8, true, false }, 0xf102030480feffff },
	};
	static const uint64_t raw[] = { 0x0102030480feffff, 0xf102030480feffff };
	uint64_t value;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		value = 0;
		/* of the machine's own byte order, as the kernel writes */
		assert_true(pmx_field_read(&cases[i].field, raw, sizeof(raw), &value));
		assert_true(value == cases[i].value);
	}
}

static void a_field_outside_of_the_record_is_not_read(void **state)
{
	static const struct pmx_field outside[] = {
		{ 8, 1, false, false },	 { 1, 8, false, false }, { UINT32_MAX, 8, false, false },
		{ 0, 3, false, false },	 { 0, 0, false, false }, { 0, UINT32_MAX, false, false },
		{ 0, 16, false, false },
	};
	uint64_t raw = 0, value = 4711;

	(void)state;
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++)
		assert_false(pmx_field_read(&outside[i], &raw, sizeof(raw), &value));
	assert_int_equal(value, 4711);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(fields_are_where_the_format_says),
		TEST(how_a_record_is_printed_is_no_matter),
		TEST(a_tracepoint_without_fields_has_none),
		TEST(what_is_no_format_is_refused),
		TEST(a_format_is_a_text_of_limited_length),
		TEST(a_tracepoint_that_is_missing_is_said),
		TEST(names_are_names_and_not_paths),
		TEST(a_machine_without_tracefs_is_said),
		TEST(a_file_that_may_not_be_read_is_said),
		cmocka_unit_test(numbers_are_read_by_size_and_sign),
		cmocka_unit_test(a_field_outside_of_the_record_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
