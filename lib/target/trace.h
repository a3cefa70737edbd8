/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace.h - stopping a child when it has been executed, and where its program begins
 *
 * By ptrace. Whoever begins does the rest: the kernel knows the thread. Should we end, the child is
 * killed.
 */
#ifndef PERFMUX_TARGET_TRACE_H
#define PERFMUX_TARGET_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <perfmux/error.h>

/* Begins to trace a child that waits; -EPERM and others, with what would help. */
int pmx_trace_begin(pid_t pid, struct pmx_error *err);

/*
 * Waits until the child was executed, and is stopped: true; or has ended, and is to be reaped:
 * false.
 */
bool pmx_trace_wait_exec(pid_t pid);

/*
 * Lets a stopped child run until it is about to execute @address, and stops it there. 0; 1 when it
 * ended before and is to be reaped; -ENOTSUP where we do not know how; or another -errno.
 */
int pmx_trace_run_to(pid_t pid, uint64_t address, struct pmx_error *err);

/* Lets a stopped child go. */
int pmx_trace_end(pid_t pid, struct pmx_error *err);

#endif
