/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_members.h - what the documents of repeated runs have in common
 */
#ifndef PERFMUX_REPORT_BENCH_MEMBERS_H
#define PERFMUX_REPORT_BENCH_MEMBERS_H

#include <perfmux/report_bench.h>

#include "report/out.h"

/* "seconds", "bytes", "count": what a metric's values are in, where programs read them. */
const char *pmx_bench_unit_name(enum pmx_bench_unit unit);

/* Each is members of an object, the first behind a comma, too. */
void pmx_bench_put_scene(struct pmx_out *out, const struct pmx_bench_scene *scene);
void pmx_bench_put_seed(struct pmx_out *out, uint64_t seed);

/* An object with what a metric is. */
void pmx_bench_put_metric(struct pmx_out *out, const struct pmx_bench_metric *metric);

/*
 * Arrays of the values, and of the rounds in which they were measured. JSON has no number that is
 * not finite: such a value, and its round, is in neither.
 */
void pmx_bench_put_values(struct pmx_out *out, const struct pmx_bench_values *it);
void pmx_bench_put_rounds(struct pmx_out *out, const struct pmx_bench_values *it);

/* The first members of a command's object, which stays open: its names, and how its runs ended. */
void pmx_bench_put_command(struct pmx_out *out, const struct pmx_bench_command *command);

#endif
