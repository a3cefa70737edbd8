// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch.c - when have the measured tasks ended?
 *
 * One pidfd for a process, one for each thread that was named alone (PIDFD_THREAD, Linux 6.9),
 * all behind one epoll descriptor. A process that is dead and not yet reaped has ended.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <perfmux/target.h>

#include "base/cleanup.h"
#include "base/live.h"

#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL
#endif

struct pmx_watch {
	const struct pmx_target *target;
	int epoll;   /* -1: nothing to wait on, ask */
	size_t left; /* tasks in epoll that live */
	int *fds;
	size_t fd_count;
};

/* 0, -ESRCH when it has ended already, else why there is no descriptor. */
static int add_task(struct pmx_watch *w, pid_t id, unsigned flags)
{
	struct epoll_event event = { .events = EPOLLIN };
	int fd = (int)syscall(SYS_pidfd_open, id, flags);

	if (fd < 0)
		return -errno;
	event.data.fd = fd;
	if (epoll_ctl(w->epoll, EPOLL_CTL_ADD, fd, &event) < 0) {
		int code = -errno;

		close(fd);
		return code;
	}
	w->fds[w->fd_count++] = fd;
	w->left++;
	return 0;
}

static bool is_same_process(const struct pmx_target *target, size_t i)
{
	return i > 0 && target->tasks[i].pid == target->tasks[i - 1].pid;
}

/* A thread that is not its process's first has no pidfd of its own before 6.9: EINVAL. */
static int add_all(struct pmx_watch *w)
{
	for (size_t i = 0; i < w->target->task_count; i++) {
		const struct pmx_task *task = &w->target->tasks[i];
		bool alone = task->pid == task->tid && !is_same_process(w->target, i);
		int ret;

		if (is_same_process(w->target, i))
			continue;
		ret = add_task(w, task->pid, 0);
		if (alone && (ret == -EINVAL || ret == -ENOENT))
			ret = add_task(w, task->tid, PIDFD_THREAD);
		if (ret && ret != -ESRCH)
			return ret;
	}
	return 0;
}

static void stop_waiting(struct pmx_watch *w)
{
	for (size_t i = 0; i < w->fd_count; i++)
		close(w->fds[i]);
	w->fd_count = 0;
	if (w->epoll >= 0)
		close(w->epoll);
	w->epoll = -1;
}

int pmx_watch_new(struct pmx_watch **out, const struct pmx_target *target, struct pmx_error *err)
{
	struct pmx_watch *w = calloc(1, sizeof(*w));

	if (!w)
		return pmx_error_nomem(err);
	w->target = target;
	w->fds = calloc(target->task_count ? target->task_count : 1, sizeof(*w->fds));
	w->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (!w->fds) {
		pmx_watch_free(w);
		return pmx_error_nomem(err);
	}
	if (w->epoll >= 0 && add_all(w))
		stop_waiting(w);
	*out = w;
	return 0;
}

int pmx_watch_fd(const struct pmx_watch *watch)
{
	return watch->epoll;
}

/* Zombies count as ended: the state is the first letter behind the name, which may hold ")". */
static bool is_alive(pid_t tid)
{
	char path[32], stat[512];

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)tid);
	pmx_autoclose int fd = pmx_live_open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, stat, sizeof(stat) - 1);

	if (n <= 0)
		return false;
	stat[n] = '\0';
	const char *end = strrchr(stat, ')');
	return end && end[1] == ' ' && !strchr("ZX", end[2]);
}

bool pmx_watch_is_over(struct pmx_watch *watch)
{
	struct epoll_event event;

	if (watch->epoll >= 0) {
		while (watch->left && epoll_wait(watch->epoll, &event, 1, 0) == 1) {
			epoll_ctl(watch->epoll, EPOLL_CTL_DEL, event.data.fd, NULL);
			watch->left--;
		}
		return watch->left == 0;
	}
	for (size_t i = 0; i < watch->target->task_count; i++)
		if (is_alive(watch->target->tasks[i].tid))
			return false;
	return true;
}

void pmx_watch_free(struct pmx_watch *watch)
{
	if (!watch)
		return;
	stop_waiting(watch);
	free(watch->fds);
	free(watch);
}
