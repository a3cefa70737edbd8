// SPDX-License-Identifier: GPL-2.0-only
/*
 * control.c - what scenarios about control share
 */
#include "scenario/control.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { RING_PAGES = 4, PERIOD_TIMES = 210 };

#ifndef TRAP_PERF
#define TRAP_PERF 6 /* asm-generic/siginfo.h */
#endif

void control_check(struct kit *kit, const char *what, int fd, unsigned long request,
		   unsigned long arg, int expected)
{
	kit_check(kit, pmx_oracle_errno(kit->breach, what, kit_ioctl(kit, fd, request, arg),
					&expected, 1));
}

void control_check_value(struct kit *kit, const char *what, int fd, uint64_t done)
{
	kit_check(kit, pmx_oracle_exact(kit->breach, what, kit_read(kit, fd).value, done, done));
}

int control_sampled(struct kit *kit, const struct kit_meter *meter, struct kit_ring *ring)
{
	struct perf_event_attr attr = kit_sampling(&meter->attr, 1000000);
	int fd = kit_must_open(kit, &attr, 0, -1, -1);
	int ret = kit_ring_map(kit, fd, RING_PAGES, ring);

	if (ret)
		kit_error(kit, "the ring of an event: %s", strerror(-ret));
	return fd;
}

void control_check_period(struct kit *kit, const struct kit_meter *meter, int fd,
			  struct kit_ring *ring, bool enable)
{
	uint64_t period = 1 + kit_random_below(&kit->random, 20);
	uint64_t before = kit_read(kit, fd).value, samples = ring->samples, counted;

	control_check(kit, "PERIOD", fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period, 0);
	if (enable)
		control_check(kit, "ENABLE", fd, PERF_EVENT_IOC_ENABLE, 0, 0);
	kit_work(meter, PERIOD_TIMES);
	counted = kit_read(kit, fd).value - before;
	kit_ring_drain(kit, ring);
	/* the first may come at once, or when a period is over */
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "samples since PERIOD", ring->samples - samples,
				   counted / period, counted / period + 1));
	kit_check(kit, pmx_oracle_exact(kit->breach, "page faults, sampled", counted, PERIOD_TIMES,
					PERIOD_TIMES + meter->slack));
}

/*
 * The part of siginfo_t that si_code TRAP_PERF fills, asm-generic/siginfo.h; older libcs lack it.
 */
struct trap_info {
	int signo, error, code;
	void *address;
	unsigned long data;
	uint32_t type, flags;
};

_Static_assert(sizeof(struct trap_info) <= sizeof(siginfo_t), "siginfo_t as the kernel has it");

static void on_trap(int signal, siginfo_t *info, void *context)
{
	struct trap_info trap;
	struct control_tally *tally;

	(void)signal, (void)context;
	memcpy(&trap, info, sizeof(trap));
	if (trap.code != TRAP_PERF)
		return; /* not an event's, and no tally to say so: it is missed where it is due */
	tally = (struct control_tally *)trap.data; /* NOLINT: what sig_data was set to */
	tally->code = (uint32_t)trap.code;
	tally->type = trap.type;
	tally->tid = gettid();
	__atomic_fetch_add(&tally->signals, 1, __ATOMIC_RELAXED);
}

void control_tally_sigtraps(struct kit *kit)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };

#ifdef __aarch64__
	/*
	 * seen on 6.1 and 6.12: the signal comes before the write, and after it the write is tried
	 * again
	 */
	kit_skip(kit, "on this architecture a breakpoint with sigtrap never lets the write pass");
#endif
	if (sigaction(SIGTRAP, &action, NULL) < 0)
		kit_error(kit, "sigaction(SIGTRAP): %s", strerror(errno));
}

struct perf_event_attr control_sigtrap(const struct kit_meter *meter, uint64_t period,
				       struct control_tally *tally)
{
	struct perf_event_attr attr = meter->attr;

	attr.sample_period = period;
	attr.sigtrap = 1;
	attr.remove_on_exec = 1;
	attr.sig_data = (uintptr_t)tally;
	return attr;
}
