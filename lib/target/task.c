// SPDX-License-Identifier: GPL-2.0-only
/*
 * task.c - tasks that run already: the threads of a process, one by one, by name
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/target.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/num.h"

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

/* The name of a thread: what the kernel shows, without the newline. False: the thread is gone. */
static bool read_comm(int dir, const char *path, char comm[16])
{
	pmx_autoclose int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, comm, 15);

	if (n <= 0)
		return false;
	comm[n] = '\0';
	if (comm[n - 1] == '\n')
		comm[n - 1] = '\0';
	return true;
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

/* Adds what one reading of the directory shows; returns how many were new, or -errno. */
static int add_listed(struct pmx_target *target, DIR *dir, pid_t pid, struct pmx_error *err)
{
	const struct dirent *entry;
	int added = 0;

	rewinddir(dir);
	while ((entry = readdir(dir))) {
		struct pmx_task task = { .pid = pid };
		char path[NAME_MAX + 8];
		uint64_t tid;
		size_t slot;

		if (pmx_num_decimal(entry->d_name, INT_MAX, &tid))
			continue;
		task.tid = (pid_t)tid;
		slot = find_slot(target, task.tid);
		snprintf(path, sizeof(path), "%s/comm", entry->d_name);
		if (has_task(target, slot, task.tid) || !read_comm(dirfd(dir), path, task.comm))
			continue;
		if (insert(target, slot, &task, err))
			return -ENOMEM;
		added++;
	}
	return added;
}

int pmx_target_add_process(struct pmx_target *target, pid_t pid, struct pmx_error *err)
{
	size_t before = target->task_count;
	char path[32];
	int added = 1;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	pmx_autoclosedir DIR *dir = opendir(path);
	if (!dir)
		return pmx_error_set(err, errno == ENOENT ? -ESRCH : -errno,
				     "cannot measure process %d: %s", (int)pid,
				     errno == ENOENT ? "no such process" : strerror(errno));
	for (int round = 0; round < LIST_ROUNDS && added > 0; round++)
		added = add_listed(target, dir, pid, err);
	if (added < 0)
		return added;
	/* named before, or gone while we read */
	if (target->task_count == before && !has_task(target, find_slot(target, pid), pid))
		return pmx_error_set(err, -ESRCH, "cannot measure process %d: no such process",
				     (int)pid);
	return 0;
}

int pmx_target_add_thread(struct pmx_target *target, pid_t tid, struct pmx_error *err)
{
	struct pmx_task task = { .tid = tid, .pid = tid };
	size_t slot = find_slot(target, tid);
	char path[48];

	if (has_task(target, slot, tid))
		return 0;
	/* /proc/TID exists for every thread, although only processes are listed there */
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)tid);
	if (!read_comm(AT_FDCWD, path, task.comm))
		return pmx_error_set(err, -ESRCH, "cannot measure thread %d: no such thread",
				     (int)tid);
	return insert(target, slot, &task, err);
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
		ret = threads ? pmx_target_add_thread(target, (pid_t)id, err)
			      : pmx_target_add_process(target, (pid_t)id, err);
		if (ret)
			return ret;
		p += len;
		if (!*p)
			return 0;
	}
}
