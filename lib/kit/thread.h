/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * thread.h - threads of a scenario
 */
#ifndef PERFMUX_KIT_THREAD_H
#define PERFMUX_KIT_THREAD_H

#include <pthread.h>

#include "kit/kit.h"

struct kit_thread {
	pthread_t handle;
	pid_t tid;
};

/* A thread that runs @body with a struct kit of its own. Any failure ends the scenario. */
struct kit_thread kit_thread(struct kit *kit, void (*body)(struct kit *kit, void *arg), void *arg);
/*
 * Until it has ended and the kernel has taken it down, too: pthread_join() comes back while the
 * task still has its events.
 */
void kit_thread_wait(struct kit *kit, const struct kit_thread *thread);

#endif
