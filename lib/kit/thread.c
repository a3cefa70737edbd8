// SPDX-License-Identifier: GPL-2.0-only
/*
 * thread.c - threads of a scenario
 */
#include "kit/thread.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { GONE_MS = 2000 };

struct start {
	struct kit kit;
	void (*body)(struct kit *kit, void *arg);
	void *arg;
	struct kit_gate begun; /* its stage becomes the thread's id */
};

static void *run(void *arg)
{
	struct start *start = arg;

	kit_gate_open(&start->begun, (uint32_t)gettid());
	start->body(&start->kit, start->arg);
	return NULL;
}

struct kit_thread kit_thread(struct kit *kit, void (*body)(struct kit *kit, void *arg), void *arg)
{
	struct start *start = calloc(1, sizeof(*start));
	struct kit_thread thread;
	int ret;

	if (!start)
		kit_error(kit, "out of memory for a thread");
	start->kit = *kit;
	start->body = body;
	start->arg = arg;
	ret = pthread_create(&thread.handle, NULL, run, start);
	if (ret)
		kit_error(kit, "a thread: %s", strerror(ret));
	kit_gate_wait(&start->begun, 1);
	thread.tid = (pid_t)start->begun.stage;
	return thread;
}

void kit_thread_wait(struct kit *kit, const struct kit_thread *thread)
{
	uint64_t end = kit_now() + GONE_MS * KIT_MSEC;

	pthread_join(thread->handle, NULL);
	while (!syscall(SYS_tgkill, getpid(), thread->tid, 0)) {
		if (kit_now() >= end)
			kit_error(kit, "thread %d did not end within %d s", thread->tid,
				  GONE_MS / 1000);
		kit_sleep(KIT_MSEC / 20);
	}
}
