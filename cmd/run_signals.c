// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_signals.c - signals as data
 *
 * Where nothing but signals and time can come, one sigtimedwait() is the cheapest sleep there is. A
 * descriptor for signals is made only when other descriptors are waited for.
 */
#include "run_signals.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "ending.h"

#define SECOND UINT64_C(1000000000)

void run_signals_block(struct run_signals *signals)
{
	signals->fd = -1;
	/* whoever started us may have ignored it, and then there is no child to wait for */
	signal(SIGCHLD, SIG_DFL);
	ending_signals(&signals->ours);
	sigaddset(&signals->ours, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals->ours, &signals->old);
	signals->blocked = true;
}

static int take(const struct run_signals *signals, const struct timespec *timeout,
		bool *from_terminal)
{
	siginfo_t info;
	int number = timeout ? sigtimedwait(&signals->ours, &info, timeout) :
			       sigwaitinfo(&signals->ours, &info);

	if (number <= 0)
		return 0;
	*from_terminal = info.si_code == SI_KERNEL;
	return number;
}

/* Sleeps until any of them, or a signal, can be read; a bit for each of @fds that can. */
static unsigned sleep_on(const struct run_signals *signals, const int *fds,
			 const struct timespec *timeout)
{
	struct pollfd polled[RUN_SIGNALS_FDS + 1];
	unsigned readable = 0;

	for (int i = 0; i < RUN_SIGNALS_FDS; i++)
		polled[i] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
	polled[RUN_SIGNALS_FDS] = (struct pollfd){ .fd = signals->fd, .events = POLLIN };
	if (ppoll(polled, RUN_SIGNALS_FDS + 1, timeout, NULL) <= 0)
		return 0;
	for (int i = 0; i < RUN_SIGNALS_FDS; i++)
		readable |= polled[i].revents ? 1u << i : 0;
	return readable;
}

static bool has_any(const int *fds)
{
	for (int i = 0; i < RUN_SIGNALS_FDS; i++)
		if (fds[i] >= 0)
			return true;
	return false;
}

int run_signals_wait(struct run_signals *signals, uint64_t timeout_ns,
		     const int fds[RUN_SIGNALS_FDS], bool *from_terminal, unsigned *readable)
{
	struct timespec ts = { (time_t)(timeout_ns / SECOND), (long)(timeout_ns % SECOND) };
	struct timespec *timeout = timeout_ns == UINT64_MAX ? NULL : &ts;
	static const struct timespec none;

	*readable = 0;
	if (!has_any(fds))
		return take(signals, timeout, from_terminal);
	if (signals->fd < 0)
		signals->fd = signalfd(-1, &signals->ours, SFD_CLOEXEC | SFD_NONBLOCK);
	/* without the descriptor (EMFILE) signals are looked for ten times a second */
	if (signals->fd < 0 && (!timeout || timeout_ns > SECOND / 10)) {
		ts = (struct timespec){ .tv_nsec = SECOND / 10 };
		timeout = &ts;
	}
	*readable = sleep_on(signals, fds, timeout);
	return take(signals, &none, from_terminal);
}

void run_signals_restore(struct run_signals *signals)
{
	if (!signals->blocked)
		return;
	if (signals->fd >= 0)
		close(signals->fd);
	signals->fd = -1;
	signals->blocked = false;
	sigprocmask(SIG_SETMASK, &signals->old, NULL);
}
