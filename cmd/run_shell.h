/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_shell.h - what a user wants done around a run: --pre, --post and their like
 */
#ifndef PMX_CMD_RUN_SHELL_H
#define PMX_CMD_RUN_SHELL_H

#include <signal.h>

#include <perfmux/error.h>

/*
 * Has sh carry out @command, and waits for it; a NULL @command is done at once. It must succeed:
 * -ECANCELED, and a message that begins with @option, when it did not. @mask are the signals that
 * it finds blocked (struct run_signals has those of before the run), @output where what it puts out
 * goes; -1: where ours does.
 */
int run_shell(const char *option, const char *command, const sigset_t *mask, int output,
	      struct pmx_error *err);

#endif
