/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * launch.h - starting a command that waits behind a barrier until its counters are open
 *
 * pmx_launch() makes the process, which waits; pmx_launch_release() lets it exec;
 * pmx_launch_wait() reaps it. The child shares our memory until exec (no page tables are copied)
 * and touches none of it.
 */
#ifndef PERFMUX_LAUNCH_H
#define PERFMUX_LAUNCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <perfmux/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_launch_options {
	char *const *argv;	 /* NULL-terminated; argv[0] is looked up in PATH */
	const sigset_t *signals; /* signal mask of the command; NULL for ours */
	const struct rlimit *nofile; /* RLIMIT_NOFILE of the command, in case ours was raised; or NULL */
};

struct pmx_launch; /* one command */

/*
 * Makes the waiting process. -ENOENT, -EACCES, ...: the command cannot be found or run, said
 * before anything is measured where it can be known (exit status 127 or 126 is the caller's to
 * give).
 */
int pmx_launch_new(struct pmx_launch **out, const struct pmx_launch_options *opts,
		   struct pmx_error *err);

pid_t pmx_launch_pid(const struct pmx_launch *launch);

/* Lets the command exec, once. Returns when exec succeeded, or -errno when it failed; reaps it then. */
int pmx_launch_release(struct pmx_launch *launch, struct pmx_error *err);

/*
 * Reaps the command. @block false: returns 0 at once when it still runs. 1 when it has ended:
 * *status is as of waitpid(), *usage what it and its children used. @status and @usage may be
 * NULL.
 */
int pmx_launch_wait(struct pmx_launch *launch, bool block, int *status, struct rusage *usage);

/* Kills and reaps a command that never was released; frees. A command that runs is left running. */
void pmx_launch_free(struct pmx_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
