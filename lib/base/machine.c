// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine.c - the machine that is measured: what is asked about it as a whole
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/machine_private.h"

#define ONLINE	 "/sys/devices/system/cpu/online"
#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* True for any way to write "/". */
static bool is_own_root(int fd)
{
	struct stat top, given;

	return !stat("/", &top) && !fstat(fd, &given) && top.st_dev == given.st_dev &&
	       top.st_ino == given.st_ino;
}

/* The descriptor of a sysroot, -1 for the live machine; another negative number is an errno. */
static int open_root(int *root, const char *sysroot)
{
	*root = -1;
	if (!sysroot || !strcmp(sysroot, "/"))
		return 0;
	*root = open(sysroot, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (*root < 0)
		return -errno;
	if (is_own_root(*root)) {
		close(*root);
		*root = -1;
	}
	return 0;
}

int pmx_machine_new(struct pmx_machine **out, const char *sysroot, struct pmx_error *err)
{
	struct pmx_machine *machine = calloc(1, sizeof(*machine));
	int ret;

	if (!machine)
		return pmx_error_nomem(err);
	ret = open_root(&machine->root, sysroot);
	if (ret) {
		free(machine);
		pmx_error_set(err, ret,
			      "cannot use '%s' as a sysroot: "
			      "%s",
			      sysroot, strerror(-ret));
		pmx_error_hint(err, "a sysroot is a directory with copies of /sys and /proc in it");
		return ret;
	}
	*out = machine;
	return 0;
}

void pmx_machine_free(struct pmx_machine *machine)
{
	if (!machine)
		return;
	if (machine->root >= 0)
		close(machine->root);
	pmx_topology_free(machine->topology);
	free(machine);
}

bool pmx_machine_is_live(const struct pmx_machine *machine)
{
	return machine->root < 0;
}

static int read_online(struct pmx_machine *machine, struct pmx_error *err)
{
	int ret = pmx_machine_read_cpus(machine, ONLINE, &machine->online);

	if (!ret && pmx_cpus_is_empty(&machine->online))
		ret = -EINVAL;
	if (!ret)
		return 0;
	pmx_error_set(err, ret, "cannot tell which CPUs are online: %s: %s", ONLINE,
		      ret == -EINVAL || ret == -ERANGE ? "not a list of CPUs" : strerror(-ret));
	if (ret == -ENOENT)
		pmx_error_hint(err, pmx_machine_is_live(machine) ?
					    "is /sys mounted? mount -t sysfs sysfs /sys" :
					    "the sysroot needs this file");
	return ret;
}

int pmx_machine_online(struct pmx_machine *machine, struct pmx_cpus *out, struct pmx_error *err)
{
	int ret;

	if (!machine->knows_online) {
		ret = read_online(machine, err);
		if (ret)
			return ret;
		machine->knows_online = true;
	}
	*out = machine->online;
	return 0;
}

void pmx_machine_forget_online(struct pmx_machine *machine)
{
	machine->knows_online = false;
}

/*
 * "events" is asked for because the mount points exist without a mount, as empty directories; a
 * mount that we may not look into says EACCES for it.
 */
static void find_tracefs(struct pmx_machine *machine)
{
	static const struct {
		const char *path, *events;
	} places[] = {
		{ "/sys/kernel/tracing", "/sys/kernel/tracing/events" },
		{ "/sys/kernel/debug/tracing", "/sys/kernel/debug/tracing/events" },
	};

	machine->tracefs_why = -ENOENT;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int fd = pmx_machine_open_dir(machine, places[i].events);

		if (fd >= 0) {
			close(fd);
			machine->tracefs = places[i].path;
			machine->tracefs_why = 0;
			return;
		}
		if (fd == -EACCES || fd == -EPERM)
			machine->tracefs_why = -EACCES;
	}
}

const char *pmx_machine_tracefs(struct pmx_machine *machine, int *why)
{
	if (!machine->knows_tracefs) {
		find_tracefs(machine);
		machine->knows_tracefs = true;
	}
	if (why)
		*why = machine->tracefs_why;
	return machine->tracefs;
}

int pmx_machine_paranoid(struct pmx_machine *machine)
{
	long value;

	if (machine->knows_paranoid)
		return machine->paranoid;
	machine->paranoid = 2;
	if (!pmx_machine_read_long(machine, PARANOID, &value) && value >= INT_MIN &&
	    value <= INT_MAX)
		machine->paranoid = (int)value;
	machine->knows_paranoid = true;
	return machine->paranoid;
}
