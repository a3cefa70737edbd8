// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_shell.c - --pre, --post: a command of the shell, waited for
 */
#include "run_shell.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int start(pid_t *pid, const char *command, const sigset_t *mask, int output)
{
	char *argv[] = { (char *)"sh", (char *)"-c", (char *)command, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	int ret;

	posix_spawn_file_actions_init(&files);
	ret = output < 0 ? 0 : posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attr, mask);
	if (!ret)
		ret = posix_spawn(pid, "/bin/sh", &files, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	return ret;
}

int run_shell(const char *option, const char *command, const sigset_t *mask, int output,
	      struct pmx_error *err)
{
	int status = 0, ret;
	pid_t pid;

	if (!command)
		return 0;
	ret = start(&pid, command, mask, output);
	if (ret)
		return pmx_error_set(err, -ret, "cannot run %s: %s", option, strerror(ret));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	return pmx_error_set(err, -ECANCELED, "%s failed with %s %d: %s", option,
			     WIFEXITED(status) ? "status" : "signal",
			     WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), command);
}
