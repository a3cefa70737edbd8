/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rooted.h - a machine for each test: an empty sysroot to put files into, opened already
 */
#ifndef TESTS_ROOTED_H
#define TESTS_ROOTED_H

#include "sysroot.h"

static struct sysroot root;
static struct pmx_machine *machine;

static inline int make_root(void **state)
{
	(void)state;
	sysroot_make(&root);
	machine = open_machine(root.dir);
	return 0;
}

static inline int remove_root(void **state)
{
	(void)state;
	pmx_machine_free(machine);
	sysroot_remove(&root);
	return 0;
}

#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)

#endif
