/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_signals.h - signals as data: they are blocked, and taken when the measurement has time for
 * them
 */
#ifndef PMX_CMD_RUN_SIGNALS_H
#define PMX_CMD_RUN_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* So many descriptors can be waited for besides the signals. */
#define RUN_SIGNALS_FDS 4

struct run_signals {
	bool blocked;
	sigset_t ours; /* what we take */
	sigset_t old;  /* the mask before: what commands are started with */
	int fd; /* readable when a signal has come; -1 until something else is waited for, too */
};

/* Blocks CHLD and what asks us to end (ending.h). */
void run_signals_block(struct run_signals *signals);

/*
 * Sleeps until a signal or @timeout_ns (UINT64_MAX: for ever), or until one of the RUN_SIGNALS_FDS
 * descriptors in @fds can be read, -1 standing for none. Returns the signal or 0. *from_terminal:
 * the terminal sent it, and so our command got it, too. *readable: a bit for each of @fds.
 */
int run_signals_wait(struct run_signals *signals, uint64_t timeout_ns,
		     const int fds[RUN_SIGNALS_FDS], bool *from_terminal, unsigned *readable);

void run_signals_restore(struct run_signals *signals);

#endif
