/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * restore.h - a bench made of the document that it was saved as
 */
#ifndef PERFMUX_BENCH_RESTORE_H
#define PERFMUX_BENCH_RESTORE_H

#include <perfmux/bench.h>

#include "bench/members.h"

/*
 * @root is an object of schema "perfmux-bench/1". 0, -EINVAL with what is wrong and where, -ENOMEM.
 */
int pmx_bench_restore(const struct pmx_document *doc, const json_t *root, struct pmx_bench **out);

#endif
