/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine.h - the machine that is measured, as its /sys, /proc and tracefs describe it
 *
 * Everything is read on first use and kept; a run that asks nothing reads nothing. A machine may
 * be a directory that holds copies of these files (a sysroot): then nothing can be opened or
 * counted on it, but every question can be asked. Not safe for use by several threads at once.
 */
#ifndef PERFMUX_MACHINE_H
#define PERFMUX_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <perfmux/cpus.h>
#include <perfmux/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_machine;

/*
 * @sysroot: NULL or "/" for this machine. Returns 0, or -ENOENT and others when the directory
 * cannot be used. The machine is freed with pmx_machine_free(); NULL is allowed there.
 */
int pmx_machine_new(struct pmx_machine **out, const char *sysroot, struct pmx_error *err);
void pmx_machine_free(struct pmx_machine *machine);

/* True for the machine perfmux runs on, false for a sysroot. */
bool pmx_machine_is_live(const struct pmx_machine *machine);

/*
 * Reads a small file whole. @path is absolute, seen from inside the machine. Returns its length
 * without white space at the end, with @buf terminated; -EFBIG when it does not fit into @size,
 * else -errno. NUL bytes inside are an error (-EINVAL).
 */
ssize_t pmx_machine_read(struct pmx_machine *machine, const char *path, char *buf, size_t size);

/*
 * As above, for a whole number in decimal. 0, or -errno: -EINVAL when the file holds anything else.
 */
int pmx_machine_read_long(struct pmx_machine *machine, const char *path, long *value);

/* A descriptor (close-on-exec, owned by the caller) of a directory in the machine, or -errno. */
int pmx_machine_open_dir(struct pmx_machine *machine, const char *path);

/*
 * The names in a directory, without "." and "..", sorted by byte value; a NULL ends them. At most
 * @limit are kept. Freed with pmx_names_free(). Returns their number or -errno.
 */
ssize_t pmx_machine_list(struct pmx_machine *machine, const char *path, size_t limit,
			 char ***names);
void pmx_names_free(char **names);

/*
 * The CPUs that are online, at least one. Kept after the first call that succeeds, until
 * pmx_machine_forget_online(). 0 or -errno: -EINVAL, -ERANGE when the file holds no list of CPUs.
 */
int pmx_machine_online(struct pmx_machine *machine, struct pmx_cpus *out, struct pmx_error *err);
void pmx_machine_forget_online(struct pmx_machine *machine);

/*
 * Where tracefs is, as a path inside the machine ("/sys/kernel/tracing" or below debugfs), owned
 * by the machine; NULL when it is not mounted, with *why set to -ENOENT, or not readable by us,
 * -EACCES.
 */
const char *pmx_machine_tracefs(struct pmx_machine *machine, int *why);

/* kernel.perf_event_paranoid; 2, the kernel's own default, where the file cannot be read. */
int pmx_machine_paranoid(struct pmx_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
