/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * library.h - libjansson, loaded when a baseline is read
 *
 * Nothing is linked to it, so that runs without a baseline do not pay for loading it. A static
 * program may carry it (link with --whole-archive libjansson.a) and uses it then.
 */
#ifndef PERFMUX_BENCH_LIBRARY_H
#define PERFMUX_BENCH_LIBRARY_H

#include <jansson.h>

#include <perfmux/error.h>

#include "base/library.h"

#define PMX_JANSSON_FUNCTIONS(X) \
	X(json_loadb)            \
	X(json_delete)           \
	X(json_object_get)       \
	X(json_array_size)       \
	X(json_array_get)        \
	X(json_string_value)     \
	X(json_real_value)

struct pmx_jansson {
	void *handle; /* NULL: linked in, or not loaded */
	PMX_JANSSON_FUNCTIONS(PMX_LIBRARY_MEMBER)
};

/* 0, or -ENOSYS with what is missing. */
int pmx_jansson_load(struct pmx_jansson *lib, struct pmx_error *err);
void pmx_jansson_unload(struct pmx_jansson *lib);

#endif
