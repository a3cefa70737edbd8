// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_signals.c - overflows send the signal that fcntl() has asked for
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scenario/control.h"

enum { ROUNDS = 30, TIMES = 20 };

static int signal_of(void)
{
	return SIGRTMIN + 3;
}

static void ask_for_signals(struct kit *kit, int fd)
{
	struct f_owner_ex owner = { .type = F_OWNER_TID, .pid = gettid() };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal_of());
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (fcntl(fd, F_SETFL, O_ASYNC) < 0 || fcntl(fd, F_SETSIG, signal_of()) < 0 ||
	    fcntl(fd, F_SETOWN_EX, &owner) < 0)
		kit_error(kit, "signals of an event: %s", strerror(errno));
}

/* The signals that are queued; of the first what it says. */
static unsigned take_signals(siginfo_t *first)
{
	const struct timespec now = { 0 };
	unsigned count = 0;
	siginfo_t info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal_of());
	while (sigtimedwait(&set, &info, &now) > 0)
		if (!count++)
			*first = info;
	return count;
}

static void check_signal(struct kit *kit, int fd, const siginfo_t *info, int code)
{
	if (info->si_fd != fd || info->si_code != code)
		kit_breach(kit, "siginfo", "a signal with si_code %d, not %d, and si_fd %d, not %d",
			   info->si_code, code, info->si_fd, fd);
}

static int open_disabled(struct kit *kit, const struct kit_meter *meter)
{
	struct perf_event_attr attr = meter->attr;
	int fd;

	attr.sample_period = 1;
	attr.disabled = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	ask_for_signals(kit, fd);
	return fd;
}

/* One overflow at a time: whose fault it is does not matter. */
static void check_limited(struct kit *kit)
{
	int fd = open_disabled(kit, kit_meter(kit, KIT_FAULTS));
	siginfo_t info = { 0 };

	for (uint64_t i = 1; i <= ROUNDS; i++) {
		kit_check(kit, pmx_oracle_exact(kit->breach, "signals before an overflow",
						take_signals(&info), 0, 0));
		control_check(kit, "REFRESH", fd, PERF_EVENT_IOC_REFRESH, 1, 0);
		kit_work(kit_meter(kit, KIT_FAULTS), TIMES);
		kit_check(kit, pmx_oracle_exact(kit->breach, "signals of the one overflow",
						take_signals(&info), 1, 1));
		check_signal(kit, fd, &info, POLL_HUP);
		control_check_value(kit, "page faults up to the overflows", fd, i);
	}
	close(fd);
}

/* Each comes at an instruction of its own, with time for a signal behind it. */
static void check_unlimited(struct kit *kit)
{
	int fd = open_disabled(kit, kit_meter(kit, KIT_WRITES));
	siginfo_t info = { 0 };

	control_check(kit, "ENABLE", fd, PERF_EVENT_IOC_ENABLE, 0, 0);
	for (int i = 0; i < ROUNDS; i++) {
		kit_work(kit_meter(kit, KIT_WRITES), 1);
		kit_check(kit, pmx_oracle_exact(kit->breach, "signals of an overflow without limit",
						take_signals(&info), 1, 1));
		check_signal(kit, fd, &info, POLL_IN);
	}
	control_check_value(kit, "writes, each with a signal", fd, ROUNDS);
	close(fd);
}

static void run(struct kit *kit)
{
	check_limited(kit);
	if (kit_meter(kit, KIT_WRITES))
		check_unlimited(kit);
}

const struct pmx_scenario scenario_control_signals = {
	.name = "control.signals",
	.summary = "one signal an overflow, as fcntl() asks for",
	.about = "perf_event_wakeup, kill_fasync",
	.explain =
		"Has page faults and a breakpoint send a queued signal at each overflow (O_ASYNC, "
		"F_SETSIG), and lets overflows happen one at a time, by REFRESH and without a "
		"limit. Each must bring exactly one signal by the next instruction, with the "
		"descriptor and POLL_HUP for the last that REFRESH allows, else POLL_IN. It is "
		"sent from an interrupt that the overflow queues, whose work may neither be lost "
		"nor done twice.",
	.needs = PMX_NEED_FAULTS,
	.run = run,
};
