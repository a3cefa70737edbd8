// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracepoint.c - fuzzes a tracepoint's "format" file, as far as we use it
 *
 * A record as long as the format says has room for every number; one that is shorter is not read
 * beyond its end. The file is what libtraceevent reads, too. max_len=3072
 */
#include <perfmux/record.h>

#include "fuzz.h"

#define TRACEPOINT "/sys/kernel/tracing/events/s/n/"

enum { LONGEST = 1 << 16 };

/*
 * libtraceevent (1.7.1) loses some bytes of a format that it refuses; what we lose is still told.
 */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent.so";
}

const char *__lsan_default_options(void)
{
	return "print_suppressions=0";
}

static void check_field(const struct pmx_field *field)
{
	uint64_t end = (uint64_t)field->offset + field->size, value = 0;
	size_t size = end < LONGEST ? (size_t)end : LONGEST;
	unsigned char *record = malloc(size + 1);

	CHECK(record);
	memset(record, 0xa5, size + 1);
	/* in a block that ends with the record */
	record = realloc(record, size ? size : 1);
	CHECK(record);
	if (pmx_field_read(field, record, size, &value))
		CHECK(end <= size &&
		      (field->size == 8 || field->is_signed || value >> (8 * field->size) == 0));
	if (size && end)
		CHECK(!pmx_field_read(field, record, size < end ? size : size - 1, &value));
	free(record);
}

static void check_fields(const struct pmx_format *format)
{
	static const char *const common[] = { "common_type", "common_flags", "common_pid" };
	char *names = strdup(pmx_format_fields(format)), *rest = names, *name;

	CHECK(names);
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
		if (pmx_format_common(format, common[i]))
			check_field(pmx_format_common(format, common[i]));
	while (rest && (name = rest)[0]) {
		rest = strstr(name, ", ");
		if (rest) {
			*rest = '\0';
			rest += 2;
		}
		CHECK(pmx_format_field(format, name));
		check_field(pmx_format_field(format, name));
	}
	free(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_machine *machine = NULL;
	struct pmx_format *format = NULL;
	struct pmx_error err = { .code = 0 };
	int ret;

	fuzz_keep_library("libtraceevent.so.1");
	fuzz_put(TRACEPOINT "format", data, size);
	CHECK(!pmx_machine_new(&machine, fuzz_sysroot(), NULL));
	ret = pmx_format_new(&format, machine, "s", "n", &err);
	if (ret) {
		check_error(ret, &err);
	} else {
		CHECK(pmx_format_id(format) <= INT32_MAX);
		check_fields(format);
	}
	pmx_format_free(format);
	pmx_machine_free(machine);
	return 0;
}
