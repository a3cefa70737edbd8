// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_signals.c - signals as data
 *
 * Where nothing but signals and time can come, one sigtimedwait() is the cheapest sleep there is. A
 * descriptor for signals is made only when other descriptors are waited for.
 */
#include "stat_signals.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

static bool is_ignored(int number)
{
	struct sigaction now;

	return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void stat_signals_block(struct stat_signals *signals)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	signals->fd = -1;
	/* whoever started us may have ignored it, and then there is no child to wait for */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&signals->ours);
	sigaddset(&signals->ours, SIGCHLD);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!is_ignored(ends[i])) /* as nohup wants it */
			sigaddset(&signals->ours, ends[i]);
	sigprocmask(SIG_BLOCK, &signals->ours, &signals->old);
	signals->blocked = true;
}

static int take(const struct stat_signals *signals, const struct timespec *timeout,
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

int stat_signals_wait(struct stat_signals *signals, uint64_t timeout_ns, const int fds[2],
		      bool *from_terminal, unsigned *readable)
{
	struct timespec ts = { (time_t)(timeout_ns / SECOND), (long)(timeout_ns % SECOND) };
	struct timespec *timeout = timeout_ns == UINT64_MAX ? NULL : &ts;
	static const struct timespec none;

	*readable = 0;
	if (fds[0] < 0 && fds[1] < 0)
		return take(signals, timeout, from_terminal);
	if (signals->fd < 0)
		signals->fd = signalfd(-1, &signals->ours, SFD_CLOEXEC | SFD_NONBLOCK);
	struct pollfd polled[] = {
		{ .fd = fds[0], .events = POLLIN },
		{ .fd = fds[1], .events = POLLIN },
		{ .fd = signals->fd, .events = POLLIN },
	};
	/* without the descriptor (EMFILE) signals are looked for ten times a second */
	if (signals->fd < 0 && (!timeout || timeout_ns > SECOND / 10)) {
		ts = (struct timespec){ .tv_nsec = SECOND / 10 };
		timeout = &ts;
	}
	if (ppoll(polled, 3, timeout, NULL) > 0)
		*readable = (polled[0].revents ? 1u : 0u) | (polled[1].revents ? 2u : 0u);
	return take(signals, &none, from_terminal);
}

void stat_signals_restore(struct stat_signals *signals)
{
	if (!signals->blocked)
		return;
	if (signals->fd >= 0)
		close(signals->fd);
	signals->fd = -1;
	signals->blocked = false;
	sigprocmask(SIG_SETMASK, &signals->old, NULL);
}
