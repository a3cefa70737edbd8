/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * target.h - what is measured: a command, tasks, or CPUs
 */
#ifndef PERFMUX_TARGET_H
#define PERFMUX_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <perfmux/cpus.h>
#include <perfmux/error.h>
#include <perfmux/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

enum pmx_target_kind {
	PMX_TARGET_COMMAND, /* one task, and what it starts; counted from its exec on */
	PMX_TARGET_TASKS,   /* threads that run already */
	PMX_TARGET_CPUS,    /* whatever runs on some CPUs */
};

struct pmx_task {
	pid_t tid;
	pid_t pid;     /* the process it belongs to; tid itself where a thread was named alone */
	char comm[16]; /* the kernel's name of the thread, terminated; may hold any bytes */
};

struct pmx_target {
	enum pmx_target_kind kind;
	struct pmx_task *tasks; /* COMMAND: one; CPUS: none */
	size_t task_count, task_room;
	struct pmx_cpus cpus; /* CPUS only */
	bool inherit;	      /* count what the tasks start, too */
};

void pmx_target_free(struct pmx_target *target); /* what it holds; @target is empty then */

/*
 * Adds every thread of process @pid, or the one thread @tid; a task that is named twice is
 * counted once. 0; -ESRCH: no such task; -ENOMEM. Threads that come while the list is read are
 * found by reading it again.
 */
int pmx_target_add_process(struct pmx_target *target, pid_t pid, struct pmx_error *err);
int pmx_target_add_thread(struct pmx_target *target, pid_t tid, struct pmx_error *err);

/*
 * Adds every thread of the system that we may see. 0 or -errno: /proc cannot be listed, or -ENOMEM.
 */
int pmx_target_add_all(struct pmx_target *target, struct pmx_error *err);

/* Fills the names of all tasks, for reports by thread; a task that has ended has none. */
void pmx_target_read_names(struct pmx_target *target);

/*
 * Reads "12,34" and adds each as a process, or as a thread. -EINVAL: one is no id; else as above.
 * Those before the one that failed stay added.
 */
int pmx_target_add_list(struct pmx_target *target, const char *list, bool threads,
			struct pmx_error *err);

/*
 * Tells when the tasks of a target have ended. pmx_watch_fd() becomes readable when it is worth
 * asking pmx_watch_is_over() again; where the kernel has no descriptors for threads (before 6.9)
 * it is -1, and asking every 100 ms will do. -EMFILE and others.
 */
struct pmx_watch;
/* Of the tasks that @target has now; freed with pmx_watch_free(). 0 or -errno. */
int pmx_watch_new(struct pmx_watch **out, const struct pmx_target *target, struct pmx_error *err);
int pmx_watch_fd(const struct pmx_watch *watch);
bool pmx_watch_is_over(struct pmx_watch *watch);
void pmx_watch_free(struct pmx_watch *watch);

/*
 * Opens a cgroup's directory for PERF_FLAG_PID_CGROUP: @name is a path below the mount that perf
 * events use (version 2, a version 1 perf_event hierarchy, or both: whichever knows perf_event),
 * or an absolute path of a directory inside such a mount. Returns a descriptor (close-on-exec,
 * the caller's) or -errno: -ENOENT where there is no such cgroup, or no such mount; -EINVAL where
 * the name leads out of it.
 */
int pmx_cgroup_open(struct pmx_machine *machine, const char *name, struct pmx_error *err);

/*
 * Expands a --for-each-cgroup item: a name that exists, else an extended regular expression that
 * is matched against all paths below the mount. Names are sorted; freed with pmx_names_free().
 * Their number, or -errno: -ENOENT when nothing matches, -EINVAL for what is no expression either.
 */
ssize_t pmx_cgroup_match(struct pmx_machine *machine, const char *pattern, char ***names,
			 struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
