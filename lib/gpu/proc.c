// SPDX-License-Identifier: GPL-2.0-only
/*
 * proc.c - what /proc says of processes
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/machine_private.h"
#include "base/num.h"
#include "gpu/proc.h"

enum { MAX_PATH = 64, MAX_STAT = 2048 };

static void copy_comm(char comm[16], const char *from, size_t length)
{
	if (length > 15)
		length = 15;
	memset(comm, 0, 16);
	memcpy(comm, from, length);
}

bool gpu_proc_is_ours(struct pmx_machine *machine)
{
	char link[MAX_PATH];
	ssize_t length;
	uint64_t pid;

	if (!pmx_machine_is_live(machine))
		return true;
	length = readlink("/proc/self", link, sizeof(link) - 1);
	if (length <= 0)
		return false;
	link[length] = '\0';
	return !pmx_num_decimal(link, INT32_MAX, &pid) && (pid_t)pid == getpid();
}

bool gpu_proc_comm(struct pmx_machine *machine, pid_t pid, char comm[16])
{
	char path[MAX_PATH], text[MAX_PATH];
	ssize_t length;

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
	length = pmx_machine_read(machine, path, text, sizeof(text));
	if (length < 0)
		return false;
	copy_comm(comm, text, (size_t)length);
	return true;
}

/* Fields behind the name, from 1: state, parent, ..., as proc(5) numbers them less 2. */
enum { STATE = 1, PARENT = 2, THREADS = 18, STARTED = 20 };

static void take_field(struct proc_stat *out, unsigned index, const char *text)
{
	uint64_t number = 0;

	if (index == STATE)
		out->state = text[0];
	else if (index == PARENT && !pmx_num_decimal(text, INT32_MAX, &number))
		out->ppid = (pid_t)number;
	else if (index == THREADS)
		pmx_num_decimal(text, UINT64_MAX, &out->threads);
	else if (index == STARTED)
		pmx_num_decimal(text, UINT64_MAX, &out->started);
}

/* "12 (a name, with ) perhaps) S 1 ...": the last parenthesis ends the name. */
static bool parse_stat(struct proc_stat *out, char *text)
{
	char *begin = strchr(text, '('), *end = strrchr(text, ')'), *next;
	unsigned index = 1;

	if (!begin || !end || end < begin || end[1] != ' ')
		return false;
	copy_comm(out->comm, begin + 1, (size_t)(end - begin - 1));
	for (char *field = end + 2; field && index <= STARTED; field = next, index++) {
		next = strchr(field, ' ');
		if (next)
			*next++ = '\0';
		take_field(out, index, field);
	}
	return true;
}

bool gpu_proc_stat(struct pmx_machine *machine, pid_t pid, struct proc_stat *out)
{
	char path[MAX_PATH], text[MAX_STAT];

	*out = (struct proc_stat){ .state = 0 };
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (pmx_machine_read(machine, path, text, sizeof(text)) >= 0)
		return parse_stat(out, text);
	return gpu_proc_comm(machine, pid, out->comm);
}

static int compare_pids(const void *a, const void *b)
{
	pid_t one = *(const pid_t *)a, other = *(const pid_t *)b;

	return one < other ? -1 : one > other;
}

static ssize_t read_pids(DIR *dir, size_t limit, pid_t **out)
{
	size_t count = 0, room = 0;
	const struct dirent *entry;

	while (count < limit && (entry = readdir(dir))) {
		pid_t *grown;
		uint64_t pid;

		if (pmx_num_decimal(entry->d_name, INT32_MAX, &pid) || !pid)
			continue;
		grown = pmx_array_room(*out, &room, count + 1, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		*out = grown;
		grown[count++] = (pid_t)pid;
	}
	if (count)
		qsort(*out, count, sizeof(**out), compare_pids);
	return (ssize_t)count;
}

ssize_t gpu_proc_pids(struct pmx_machine *machine, size_t limit, pid_t **out)
{
	pmx_autoclosedir DIR *dir = NULL;
	pid_t *pids = NULL;
	ssize_t count = pmx_machine_dir_stream(machine, "/proc", &dir);

	if (count < 0)
		return count;
	count = read_pids(dir, limit, &pids);
	if (count < 0)
		free(pids);
	else
		*out = pids;
	return count;
}
