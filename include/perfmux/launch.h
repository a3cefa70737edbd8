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
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <perfmux/cpus.h>
#include <perfmux/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What a command has of its own: set between the barrier and exec, so that perfmux keeps its own.
 */
struct pmx_launch_setting {
	int fds[3];		     /* its standard input, output and error; -1: ours */
	const struct pmx_cpus *cpus; /* it may run on; NULL: as we */
	int nice;		     /* added to ours */
	bool no_aslr;		     /* addresses are not randomised */
	char *const *envp;	     /* its environment; NULL: ours */
	bool own_group;		     /* it leads a process group, to be signalled as a whole */
};

struct pmx_launch_options {
	/* NULL-terminated, argv[0] is looked up in PATH; the caller's until the release. */
	char *const *argv;
	const sigset_t *signals;     /* signal mask of the command; NULL for ours */
	const struct rlimit *nofile; /* its RLIMIT_NOFILE, in case ours was raised; or NULL */
	bool traced;		     /* stop it when it has been executed, by ptrace */
	/* The caller's until the release; NULL: nothing of its own. */
	const struct pmx_launch_setting *setting;
};

struct pmx_launch; /* one command */

/*
 * Makes the waiting process. -ENOENT, -EACCES, ...: the command cannot be found or run, said
 * before anything is measured where it can be known (exit status 127 or 126 is the caller's to
 * give). -EPERM: it may not be traced (@err says what would help).
 */
int pmx_launch_new(struct pmx_launch **out, const struct pmx_launch_options *opts,
		   struct pmx_error *err);

/* Its process id, also before it may run. */
pid_t pmx_launch_pid(const struct pmx_launch *launch);

/*
 * Lets the command exec, once. Returns when exec succeeded, or -errno when it or its setting failed
 * (-EACCES for a nice value below ours, -EINVAL for CPUs that are not online); reaps it then. A
 * traced command is stopped afterwards, before its first instruction, until
 * pmx_launch_resume().
 */
int pmx_launch_release(struct pmx_launch *launch, struct pmx_error *err);

/*
 * Of a traced command, by the thread that made it. pmx_launch_is_stopped(): false also when the
 * command ended before it could be stopped. pmx_launch_run_to(): lets it run until it comes to
 * @address for the first time, and stops it there; 0 also when it ends before. -ENOTSUP: not on
 * this kind of machine; -EBUSY: it executed another program on the way; else -errno: no trap can
 * be set there. pmx_launch_resume(): lets it run, traced no more.
 */
bool pmx_launch_is_stopped(const struct pmx_launch *launch);
int pmx_launch_run_to(struct pmx_launch *launch, uint64_t address, struct pmx_error *err);
int pmx_launch_resume(struct pmx_launch *launch, struct pmx_error *err);

/*
 * The file that a command called @name would execute, as pmx_launch_new() finds it: 0, or -errno
 * with the message that that would give.
 */
int pmx_launch_find(const char *name, char *path, size_t size, struct pmx_error *err);

/*
 * Reaps the command. @block false: returns 0 at once when it still runs. 1 when it has ended:
 * *status is as of waitpid(), *usage what it and its children used. @status and @usage may be
 * NULL. -ECHILD: it has been reaped before.
 */
int pmx_launch_wait(struct pmx_launch *launch, bool block, int *status, struct rusage *usage);

/*
 * Kills and reaps a command that never was released, or is stopped; frees. One that runs is left
 * running. NULL is nothing.
 */
void pmx_launch_free(struct pmx_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
