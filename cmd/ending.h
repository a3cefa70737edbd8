/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ending.h - the signals that ask a program to end, and may be answered
 */
#ifndef PMX_CMD_ENDING_H
#define PMX_CMD_ENDING_H

#include <signal.h>

/*
 * Fills *@signals with those of INT, TERM, HUP, QUIT, ALRM, USR1, USR2 and XCPU that would end us:
 * what whoever started us ignored, as nohup(1) does, stays ignored.
 */
void ending_signals(sigset_t *signals);

/* Has each of them handled as @action says. */
void ending_handle(const struct sigaction *action);

#endif
