/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_signals.h - signals as data: they are blocked, and read when the measurement has time for
 * them
 */
#ifndef PMX_CMD_STAT_SIGNALS_H
#define PMX_CMD_STAT_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

#include <perfmux/error.h>

struct stat_signals {
	int fd;	      /* readable when a signal has come */
	sigset_t old; /* the mask before ours: what commands are started with */
};

/* Blocks INT, TERM, HUP, QUIT and CHLD; a signal that was ignored before stays ignored. */
int stat_signals_block(struct stat_signals *signals, struct pmx_error *err);

/*
 * The next signal that has come, or 0. *from_terminal: the terminal sent it, and so our command
 * got it, too.
 */
int stat_signals_next(const struct stat_signals *signals, bool *from_terminal);

void stat_signals_restore(struct stat_signals *signals);

#endif
