// SPDX-License-Identifier: GPL-2.0-only
/*
 * task.c - tasks that run already: the threads of a process, one by one, by name
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perfmux/target.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/live.h"
#include "base/num.h"
#include "base/rights.h"

/* A process whose threads come faster than they can be listed is listed this often. */
#define LIST_ROUNDS 16

void pmx_target_free(struct pmx_target *target)
{
	free(target->tasks);
	target->tasks = NULL;
	target->task_count = 0;
	target->task_room = 0;
}

/* The threads of a process come in ascending order, so a new one is nearly always the last. */
static size_t find_slot(const struct pmx_target *target, pid_t tid)
{
	size_t low = 0, high = target->task_count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (target->tasks[mid].tid < tid)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool has_task(const struct pmx_target *target, size_t slot, pid_t tid)
{
	return slot < target->task_count && target->tasks[slot].tid == tid;
}

static int no_such_task(const char *what, pid_t id, int code, struct pmx_error *err)
{
	if (code == ENOENT)
		code = ESRCH;
	if (code == ESRCH)
		return pmx_error_set(err, -code, "cannot measure %s %d: no such %s", what, (int)id,
				     what);
	return pmx_error_set(err, -code, "cannot measure %s %d: %s", what, (int)id, strerror(code));
}

static int no_proc(struct pmx_error *err)
{
	pmx_error_set(err, -ENOENT, "cannot list tasks: /proc is not mounted");
	return pmx_error_hint(err, "mount it: mount -t proc proc /proc");
}

static bool has_proc(void)
{
	pmx_autoclosedir DIR *self = pmx_live_open_dir("/proc/self");

	return self;
}

/* A process that /proc does not show need not be one that is not there. */
static int not_shown(pid_t pid, int code, struct pmx_error *err)
{
	if (code == ENOENT && !has_proc())
		return no_proc(err);
	if (code == ENOENT && (!kill(pid, 0) || errno == EPERM))
		return pmx_error_set(err, -EACCES,
				     "cannot measure process %d: /proc hides it (hidepid)",
				     (int)pid);
	return no_such_task("process", pid, code, err);
}

static int insert(struct pmx_target *target, size_t slot, const struct pmx_task *task,
		  struct pmx_error *err)
{
	struct pmx_task *grown = pmx_array_room(target->tasks, &target->task_room,
						target->task_count + 1, sizeof(*target->tasks));

	if (!grown)
		return pmx_error_nomem(err);
	target->tasks = grown;
	memmove(&target->tasks[slot + 1], &target->tasks[slot],
		(target->task_count - slot) * sizeof(*target->tasks));
	target->tasks[slot] = *task;
	target->task_count++;
	return 0;
}

/* Adds what one reading of the directory shows. */
static int add_listed(struct pmx_target *target, DIR *dir, pid_t pid, struct pmx_error *err)
{
	const struct dirent *entry;

	rewinddir(dir);
	while ((entry = readdir(dir))) {
		struct pmx_task task = { .pid = pid };
		uint64_t tid;
		size_t slot;

		if (pmx_num_decimal(entry->d_name, INT_MAX, &tid))
			continue;
		task.tid = (pid_t)tid;
		slot = find_slot(target, task.tid);
		if (!has_task(target, slot, task.tid) && insert(target, slot, &task, err))
			return -ENOMEM;
	}
	return 0;
}

/* The directory has two links more than threads, which is cheaper to ask than to list again. */
static nlink_t count_links(DIR *dir)
{
	struct stat st;

	return fstat(dirfd(dir), &st) == 0 ? st.st_nlink : 0;
}

int pmx_target_add_process(struct pmx_target *target, pid_t pid, struct pmx_error *err)
{
	char path[32];
	nlink_t before;
	int ret, round = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	pmx_autoclosedir DIR *dir = pmx_live_open_dir(path);
	if (!dir)
		return not_shown(pid, errno, err);
	do {
		before = count_links(dir);
		ret = add_listed(target, dir, pid, err);
	} while (!ret && count_links(dir) != before && ++round < LIST_ROUNDS);
	if (ret)
		return ret;
	/* gone while we read */
	if (!has_task(target, find_slot(target, pid), pid) && kill(pid, 0) && errno == ESRCH)
		return no_such_task("process", pid, ESRCH, err);
	return 0;
}

/* The processes in /proc, into *pids, which the caller frees; their number, or -errno. */
static ssize_t list_processes(DIR *dir, pid_t **pids)
{
	const struct dirent *entry;
	size_t count = 0, room = 0;
	uint64_t pid;

	while ((entry = readdir(dir))) {
		pid_t *grown;

		if (pmx_num_decimal(entry->d_name, INT_MAX, &pid))
			continue;
		grown = pmx_array_room(*pids, &room, count + 1, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		*pids = grown;
		grown[count++] = (pid_t)pid;
	}
	return (ssize_t)count;
}

int pmx_target_add_all(struct pmx_target *target, struct pmx_error *err)
{
	pmx_autoclosedir DIR *dir = pmx_live_open_dir("/proc");
	pmx_autofree pid_t *pids = NULL;
	ssize_t count;

	if (!dir)
		return pmx_error_set(err, -errno, "cannot list the tasks in /proc: %s",
				     strerror(errno));
	/* who may not look at a process may not be told of it either (hidepid) */
	count = pmx_with_rights(list_processes(dir, &pids));
	if (count < 0)
		return pmx_error_nomem(err);
	if (!count)
		return no_proc(err);
	for (ssize_t i = 0; i < count; i++) {
		int ret = pmx_target_add_process(target, pids[i], err);

		if (ret && ret != -ESRCH) /* one that ended meanwhile is no fault */
			return ret;
	}
	return 0;
}

int pmx_target_add_thread(struct pmx_target *target, pid_t tid, struct pmx_error *err)
{
	struct pmx_task task = { .tid = tid, .pid = tid };
	size_t slot = find_slot(target, tid);

	if (has_task(target, slot, tid))
		return 0;
	if (kill(tid, 0) && errno == ESRCH)
		return no_such_task("thread", tid, ESRCH, err);
	return insert(target, slot, &task, err);
}

void pmx_target_read_names(struct pmx_target *target)
{
	for (size_t i = 0; i < target->task_count; i++) {
		struct pmx_task *task = &target->tasks[i];
		char path[48];

		/* /proc/TID exists for every thread, although only processes are listed there */
		snprintf(path, sizeof(path), "/proc/%d/comm", (int)task->tid);
		pmx_autoclose int fd = pmx_live_open(path, O_RDONLY);
		ssize_t n = fd < 0 ? 0 : read(fd, task->comm, sizeof(task->comm) - 1);

		task->comm[n > 0 ? n : 0] = '\0';
		task->comm[strcspn(task->comm, "\n")] = '\0';
	}
}

int pmx_target_add_list(struct pmx_target *target, const char *list, bool threads,
			struct pmx_error *err)
{
	const char *what = threads ? "thread" : "process";
	int ret;

	for (const char *p = list;; p++) {
		size_t len = strcspn(p, ",");
		char number[16];
		uint64_t id;

		snprintf(number, sizeof(number), "%.*s", len < 15 ? (int)len : 15, p);
		if (pmx_num_decimal(number, INT_MAX, &id) || id == 0)
			return pmx_error_set(err, -EINVAL, "'%.*s' is not a %s id",
					     len < 200 ? (int)len : 200, p, what);
		ret = threads ? pmx_target_add_thread(target, (pid_t)id, err) :
				pmx_target_add_process(target, (pid_t)id, err);
		if (ret)
			return ret;
		p += len;
		if (!*p)
			return 0;
	}
}
