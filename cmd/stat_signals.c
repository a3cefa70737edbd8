// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_signals.c - signals as data
 */
#include "stat_signals.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static bool is_ignored(int number)
{
	struct sigaction now;

	return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

int stat_signals_block(struct stat_signals *signals, struct pmx_error *err)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t ours;

	sigemptyset(&ours);
	sigaddset(&ours, SIGCHLD);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!is_ignored(ends[i])) /* as nohup wants it */
			sigaddset(&ours, ends[i]);
	sigprocmask(SIG_BLOCK, &ours, &signals->old);
	signals->fd = signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals->fd >= 0)
		return 0;
	pmx_error_set(err, -errno, "cannot watch for signals: %s", strerror(errno));
	sigprocmask(SIG_SETMASK, &signals->old, NULL);
	return err->code;
}

int stat_signals_next(const struct stat_signals *signals, bool *from_terminal)
{
	struct signalfd_siginfo info;

	if (read(signals->fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	*from_terminal = info.ssi_code == SI_KERNEL;
	return (int)info.ssi_signo;
}

void stat_signals_restore(struct stat_signals *signals)
{
	close(signals->fd);
	signals->fd = -1;
	sigprocmask(SIG_SETMASK, &signals->old, NULL);
}
