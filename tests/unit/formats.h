/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * formats.h - a machine whose tracefs has no events but those that a test puts there
 */
#ifndef TESTS_FORMATS_H
#define TESTS_FORMATS_H

#include "sysroot.h"

#include <perfmux/gpu.h>
#include <perfmux/record.h>

#define EVENTS "/sys/kernel/tracing/events/"

struct fixture {
	struct sysroot root;
	struct pmx_machine *machine;
	struct pmx_format *format;
	struct pmx_gpu_variant variant;
	struct pmx_error err;
};

static inline int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	sysroot_make(&f->root);
	sysroot_mkdir(&f->root, "/sys/kernel/tracing/events");
	f->machine = open_machine(f->root.dir);
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	struct fixture *f = *state;

	pmx_format_free(f->format);
	pmx_machine_free(f->machine);
	sysroot_remove(&f->root);
	free(f);
	return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
