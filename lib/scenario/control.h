/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control.h - scenarios about what ioctls, signals and ring buffers of events do
 */
#ifndef PERFMUX_SCENARIO_CONTROL_H
#define PERFMUX_SCENARIO_CONTROL_H

#include "kit/kit.h"
#include "kit/ring.h"

#define CONTROL_SCENARIOS(X)       \
	X(control_enable)          \
	X(control_prctl)           \
	X(control_reset)           \
	X(control_reset_inherited) \
	X(control_refresh)         \
	X(control_refresh_again)   \
	X(control_period)          \
	X(control_period_running)  \
	X(control_filter)          \
	X(control_id)              \
	X(control_open)            \
	X(control_ioctl)           \
	X(control_samples)         \
	X(control_pause)           \
	X(control_output)          \
	X(control_output_race)     \
	X(control_sigtrap)         \
	X(control_sigtrap_threads) \
	X(control_signals)

/* Asks whether the request gives 0, or -EXPECTED. */
void control_check(struct kit *kit, const char *what, int fd, unsigned long request,
		   unsigned long arg, int expected);
/* Asks whether the value is what was done. */
void control_check_value(struct kit *kit, const char *what, int fd, uint64_t done);

/* An event that samples @meter, at a period that never ends, and its ring. */
int control_sampled(struct kit *kit, const struct kit_meter *meter, struct kit_ring *ring);
/* Gives it some other period, enables it if asked to, and asks whether samples come at it. */
void control_check_period(struct kit *kit, const struct kit_meter *meter, int fd,
			  struct kit_ring *ring, bool enable);

/* What SIGTRAPs of events have brought; an event's sig_data is the address of its tally. */
struct control_tally {
	uint32_t signals;
	uint32_t code, type; /* of the latest: TRAP_PERF, and the event's type */
	pid_t tid;	     /* where it came */
};

/* SIGTRAP is handled from now on, in all threads. */
void control_tally_sigtraps(struct kit *kit);
/* A breakpoint of @meter that sends SIGTRAP at each @period-th access. */
struct perf_event_attr control_sigtrap(const struct kit_meter *meter, uint64_t period,
				       struct control_tally *tally);

#endif
