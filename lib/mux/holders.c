// SPDX-License-Identifier: GPL-2.0-only
/*
 * holders.c - which processes have perf events open
 *
 * A descriptor of an event is a link to "anon_inode:[perf_event]" in /proc/PID/fd, and that is all
 * that the kernel tells about it.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/capacity.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/live.h"
#include "base/num.h"

/* Processes, and descriptors of one, that are looked at. */
#define MAX_NAMES 65536

#define LINK "anon_inode:[perf_event]"

static bool is_event(int dir, const char *name)
{
	char target[sizeof(LINK)];

	return pmx_live_readlink(dir, name, target, sizeof(target)) == (ssize_t)strlen(LINK) &&
	       !memcmp(target, LINK, strlen(LINK));
}

/* Events among a process's descriptors, or -errno. */
static int count_events(struct pmx_machine *machine, const char *pid)
{
	char path[64], **names;
	pmx_autoclose int dir = -1;
	int events = 0;
	ssize_t count;

	snprintf(path, sizeof(path), "/proc/%.20s/fd", pid);
	dir = pmx_machine_open_dir(machine, path);
	if (dir < 0)
		return dir;
	count = pmx_machine_list(machine, path, MAX_NAMES, &names);
	if (count < 0)
		return (int)count;
	for (ssize_t i = 0; i < count; i++)
		events += is_event(dir, names[i]);
	pmx_names_free(names);
	return events;
}

static int add_holder(struct pmx_machine *machine, struct pmx_holders *out, const char *pid,
		      struct pmx_holder holder)
{
	struct pmx_holder *grown =
		pmx_array_room(out->list, &out->room, out->count + 1, sizeof(*grown));
	char path[64], comm[64];

	if (!grown)
		return -ENOMEM;
	out->list = grown;
	snprintf(path, sizeof(path), "/proc/%.20s/comm", pid);
	if (pmx_machine_read(machine, path, comm, sizeof(comm)) > 0)
		snprintf(holder.comm, sizeof(holder.comm), "%.15s", comm);
	out->list[out->count++] = holder;
	return 0;
}

/* A process that ends meanwhile has none. */
static int look_into(struct pmx_machine *machine, struct pmx_holders *out, const char *name)
{
	uint64_t pid;
	int events;

	if (pmx_num_decimal(name, INT_MAX, &pid))
		return 0;
	if (pmx_machine_is_live(machine) && (pid_t)pid == getpid())
		return 0;
	events = count_events(machine, name);
	if (events == -EACCES || events == -EPERM)
		out->hidden++;
	if (events == -ENOMEM)
		return events;
	if (events <= 0)
		return 0;
	return add_holder(machine, out, name,
			  (struct pmx_holder){ .pid = (pid_t)pid, .events = (unsigned)events });
}

static int compare_holders(const void *a, const void *b)
{
	const struct pmx_holder *x = a, *y = b;

	if (x->events != y->events)
		return x->events > y->events ? -1 : 1;
	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

int pmx_holders_find(struct pmx_machine *machine, struct pmx_holders *out, struct pmx_error *err)
{
	char **names;
	ssize_t count = pmx_machine_list(machine, "/proc", MAX_NAMES, &names);
	int ret = 0;

	*out = (struct pmx_holders){ .count = 0 };
	if (count < 0)
		return pmx_error_set(err, (int)count, "cannot list the processes: /proc: %s",
				     strerror((int)-count));
	for (ssize_t i = 0; i < count && !ret; i++)
		ret = look_into(machine, out, names[i]);
	pmx_names_free(names);
	if (ret) {
		pmx_holders_free(out);
		return pmx_error_nomem(err);
	}
	if (out->count)
		qsort(out->list, out->count, sizeof(*out->list), compare_holders);
	return 0;
}

void pmx_holders_free(struct pmx_holders *holders)
{
	free(holders->list);
	*holders = (struct pmx_holders){ .count = 0 };
}
