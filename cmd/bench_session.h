/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_session.h - one bench from its options to its end: runs, what they are compared with, and
 * what becomes of them
 */
#ifndef PMX_CMD_BENCH_SESSION_H
#define PMX_CMD_BENCH_SESSION_H

#include "bench_output.h"
#include "bench_run.h"

struct bench_session {
	struct bench_run br;
	struct bench_output output;
	struct pmx_bench *baseline; /* or NULL */
	struct pmx_gate *gates;
	size_t gate_count;
	struct pmx_noise before, after;
	struct pmx_error *err;
};

/* --- before it runs ------------------------------------------------------------------------- */

/*
 * The index of the metric @name, which @option named; -ENOENT or -ENODATA when it is not measured.
 */
int bench_find_measured(struct bench_session *s, const char *option, const char *name,
			size_t *metric);

/*
 * Reads --fail-if. -errno when one makes no sense, or could not be judged whatever the runs give: a
 * gate that passes must have looked.
 */
int bench_gates_read(struct bench_session *s);
void bench_gates_free(struct bench_session *s);

/* --- afterwards ----------------------------------------------------------------------------- */

enum { BENCH_EXIT_GATE = 1 };

/*
 * Says which gates tripped, and, of a bench that is whole, which could not be judged: a line each.
 * Exit status: 0, BENCH_EXIT_GATE, or EXIT_PERFMUX when none tripped and one was not judged.
 */
int bench_gates_check(const struct bench_session *s, const struct pmx_bench_result *result,
		      bool interrupted);

/*
 * Writes what was measured until bench_run_all() returned @ret with @failure, and says what went
 * wrong. Exit status, or -errno with s->err still to be said.
 */
int bench_end(struct bench_session *s, int ret, const struct pmx_error *failure);

#endif
