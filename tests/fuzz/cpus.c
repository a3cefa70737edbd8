// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpus.c - fuzzes lists of CPUs: what was read and written is read again as the same
 */
#include <perfmux/cpus.h>

#include "fuzz.h"

static void check_members(const struct pmx_cpus *set)
{
	int count = 0, last = -1;

	pmx_cpus_for_each(cpu, set) {
		CHECK(cpu > last && cpu < PMX_MAX_CPUS && pmx_cpus_has(set, cpu));
		last = cpu;
		count++;
	}
	CHECK(count == pmx_cpus_count(set));
	CHECK(pmx_cpus_is_empty(set) == !count);
}

/* The list as it is written, in a block that it fills; and cut short, terminated all the same. */
static void check_written(const struct pmx_cpus *set)
{
	char little[8];
	size_t length = pmx_cpus_format(set, little, sizeof(little));
	char *list = malloc(length + 1);
	struct pmx_cpus again;

	CHECK(list && memchr(little, '\0', sizeof(little)));
	CHECK(pmx_cpus_format(set, list, length + 1) == length);
	CHECK(strlen(list) == length);
	CHECK(!strncmp(list, little, strlen(little)));
	CHECK(!pmx_cpus_parse(&again, list));
	CHECK(!memcmp(&again, set, sizeof(again)));
	free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct pmx_cpus set;

	if (!pmx_cpus_parse(&set, text)) {
		check_members(&set);
		check_written(&set);
	}
	free(text);
	return 0;
}
