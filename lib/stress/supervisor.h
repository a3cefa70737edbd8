/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * supervisor.h - a process that stands between perfmux and one run of a scenario
 *
 * It outlives both: when the scenario's time is up, and when perfmux itself is gone, it ends
 * whatever was started and puts back what was changed.
 */
#ifndef PERFMUX_STRESS_SUPERVISOR_H
#define PERFMUX_STRESS_SUPERVISOR_H

#include <sys/types.h>

#include "kit/sheet.h"

struct supervised {
	pid_t pid;		 /* of the supervisor */
	int pidfd;		 /* readable when it has ended */
	struct kit_sheet *sheet; /* shared with it */
};

/* What is run; in its process of its own, where it may end with _exit(). */
typedef void supervised_fn(struct kit_sheet *sheet, void *arg);

/* Starts both processes. 0 or -errno. */
int supervise(struct supervised *out, supervised_fn *run, void *arg, unsigned limit_ms);

/* Asks it to end what it runs; it then ends by itself. */
void supervised_stop(const struct supervised *it);

/* Waits for it; the sheet stays, until supervised_free(). */
void supervised_wait(struct supervised *it);
void supervised_free(struct supervised *it);

#endif
