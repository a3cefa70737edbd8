// SPDX-License-Identifier: GPL-2.0-only
/*
 * ending.c - the signals that ask a program to end
 */
#include "ending.h"

#include <stdbool.h>
#include <stddef.h>

/* The last four are what batch systems warn a job with, and timers. */
static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU };

static bool is_ignored(int number)
{
	struct sigaction now;

	return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void ending_signals(sigset_t *signals)
{
	sigemptyset(signals);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!is_ignored(ends[i]))
			sigaddset(signals, ends[i]);
}

void ending_handle(const struct sigaction *action)
{
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!is_ignored(ends[i]))
			sigaction(ends[i], action, NULL);
}
