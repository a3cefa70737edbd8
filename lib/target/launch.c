// SPDX-License-Identifier: GPL-2.0-only
/*
 * launch.c - a command behind a barrier
 *
 * The child is cloned with our memory shared (CLONE_VM) instead of forked: no page tables are
 * copied, and the barrier can be a futex. Until exec it runs on a stack of its own, makes nothing
 * but system calls, and writes nothing but the words of struct pmx_launch that are meant for it;
 * we are asleep on one of them whenever it could touch errno, which the two share.
 *
 * That exec succeeded is told by the kernel: CLONE_CHILD_CLEARTID clears a word and wakes us when
 * the child lets go of our memory, at exec or exit; a failed exec has left its errno in another
 * word before.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfmux/launch.h>

#include "base/cleanup.h"
#include "base/rights.h"
#include "target/trace.h"

#define STACK_SIZE (64 << 10)

struct pmx_launch {
	char *const *argv;
	char path[PATH_MAX]; /* what is executed */
	char **script_argv;  /* should it be a script that names no interpreter */
	const sigset_t *signals;
	sigset_t mask; /* what signals points to */
	bool has_nofile;
	struct rlimit nofile;
	void *stack;
	pid_t parent, pid;
	bool lent; /* rights that are not the command's */
	bool released, reaped;
	bool traced;		/* and not resumed yet */
	_Atomic uint32_t go;	/* the barrier: 0 wait, 1 exec, 2 give up */
	_Atomic uint32_t child; /* the child's tid, cleared by the kernel at exec or exit */
	const struct pmx_launch_setting *setting;
	int exec_errno;
	const char *failed; /* what of the setting could not be had; NULL: exec */
};

static long futex(_Atomic uint32_t *word, int op, uint32_t value)
{
	return syscall(SYS_futex, word, op, value, NULL, NULL, 0);
}

/* In the child: NULL, or what failed, with errno set. System calls only. */
__attribute__((no_sanitize("address"))) static const char *apply_setting(
	const struct pmx_launch_setting *setting)
{
	for (int i = 0; i < 3; i++)
		if (setting->fds[i] >= 0 && syscall(SYS_dup3, setting->fds[i], i, 0) < 0 &&
		    (errno != EINVAL || setting->fds[i] != i))
			return "standard files";
	if (setting->cpus &&
	    syscall(SYS_sched_setaffinity, 0, sizeof(*setting->cpus), setting->cpus) < 0)
		return "CPUs";
	if (setting->nice) {
		errno = 0; /* -1 may be the priority of ours */
		int now = getpriority(PRIO_PROCESS, 0);

		if (errno || setpriority(PRIO_PROCESS, 0, now + setting->nice) < 0)
			return "nice value";
	}
	if (setting->no_aslr &&
	    personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE) < 0)
		return "personality";
	if (setting->own_group && setpgid(0, 0) < 0)
		return "process group";
	return NULL;
}

__attribute__((noreturn, no_sanitize("address"))) static void execute(struct pmx_launch *l)
{
	char *const *envp = l->setting && l->setting->envp ? l->setting->envp : environ;

	if (l->lent) /* before the command's files are looked at */
		pmx_rights_keep(0);
	l->failed = l->setting ? apply_setting(l->setting) : NULL;
	if (!l->failed)
		execve(l->path, l->argv, envp);
	if (!l->failed &&
	    errno == ENOEXEC) /* no "#!": the shell's, as execvp() and env(1) have it */
		execve("/bin/sh", l->script_argv, envp);
	l->exec_errno = errno;
	_exit(127);
}

/* Until exec nobody may end the wait but we: when we die, so does the child. */
__attribute__((no_sanitize("address"))) static int child_main(void *arg)
{
	struct pmx_launch *l = arg;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != l->parent)
		_exit(127);
	while (atomic_load(&l->go) == 0)
		futex(&l->go, FUTEX_WAIT, 0);
	if (atomic_load(&l->go) != 1)
		_exit(127);
	prctl(PR_SET_PDEATHSIG, 0);
	if (l->has_nofile)
		setrlimit(RLIMIT_NOFILE, &l->nofile);
	if (l->signals)
		sigprocmask(SIG_SETMASK, l->signals, NULL);
	execute(l);
}

/* 0 when @path is a file that we may execute. */
static int check_executable(const char *path)
{
	struct stat st;

	if (faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) < 0)
		return -errno;
	if (stat(path, &st) < 0)
		return -errno;
	return S_ISREG(st.st_mode) ? 0 : -EACCES;
}

/*
 * Looks @name up as execvp() does: the first directory of PATH that has it; EACCES only when none
 * has.
 */
static int find_in_path(const char *name, char *out, size_t size)
{
	const char *dirs = getenv("PATH");
	int found = -ENOENT;

	for (const char *dir = dirs ? dirs : "/bin:/usr/bin"; dir; dir = strchr(dir, ':')) {
		if (*dir == ':')
			dir++;
		int len = (int)strcspn(dir, ":");
		int n = snprintf(out, size, "%.*s%s%s", len, dir, len ? "/" : "", name);
		if (n < 0 || (size_t)n >= size)
			continue;
		int err = check_executable(out);
		if (!err)
			return 0;
		if (err == -EACCES)
			found = -EACCES;
	}
	return found;
}

int pmx_launch_find(const char *name, char *path, size_t size, struct pmx_error *err)
{
	int ret;

	if (!strchr(name, '/'))
		ret = *name ? find_in_path(name, path, size) : -ENOENT;
	else if (snprintf(path, size, "%s", name) >= (int)size)
		ret = -ENAMETOOLONG;
	else
		ret = check_executable(path);
	if (!ret)
		return 0;
	pmx_error_set(err, ret, "cannot run '%s': %s", name,
		      ret == -ENOENT && !strchr(name, '/') ? "command not found" : strerror(-ret));
	return ret;
}

/* "sh", the script, and the arguments behind the command's name. */
static int make_script_argv(struct pmx_launch *l, struct pmx_error *err)
{
	size_t count = 0;

	while (l->argv[count])
		count++;
	l->script_argv = calloc(count + 2, sizeof(*l->script_argv));
	if (!l->script_argv)
		return pmx_error_nomem(err);
	l->script_argv[0] = (char *)"sh";
	l->script_argv[1] = l->path;
	memcpy(l->script_argv + 2, l->argv + 1, count * sizeof(*l->argv));
	return 0;
}

static int start_child(struct pmx_launch *l, struct pmx_error *err)
{
	sigset_t all, old;
	int pid;

	l->stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	if (l->stack == MAP_FAILED) {
		l->stack = NULL;
		return pmx_error_nomem(err);
	}
	l->parent = getpid();
	atomic_store(&l->child, 1);
	/* no handler of ours may run in the child, on memory that is ours */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (!l->signals) {
		l->mask = old;
		l->signals = &l->mask;
	}
	pid = clone(child_main, (char *)l->stack + STACK_SIZE,
		    CLONE_VM | CLONE_CHILD_CLEARTID | SIGCHLD, l, NULL, NULL, &l->child);
	int code = -errno;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (pid < 0) {
		pmx_error_set(err, code, "cannot start '%s': %s", l->argv[0], strerror(-code));
		return code;
	}
	l->pid = pid;
	l->reaped = false;
	return 0;
}

int pmx_launch_new(struct pmx_launch **out, const struct pmx_launch_options *opts,
		   struct pmx_error *err)
{
	struct pmx_launch *l = calloc(1, sizeof(*l));
	int ret;

	if (!l)
		return pmx_error_nomem(err);
	l->argv = opts->argv;
	l->setting = opts->setting;
	l->reaped = true;
	l->lent = pmx_rights_are_lent();
	if (opts->signals) {
		l->mask = *opts->signals;
		l->signals = &l->mask;
	}
	if (opts->nofile) {
		l->nofile = *opts->nofile;
		l->has_nofile = true;
	}
	ret = pmx_launch_find(l->argv[0], l->path, sizeof(l->path), err);
	if (!ret)
		ret = make_script_argv(l, err);
	if (!ret)
		ret = start_child(l, err);
	if (!ret && opts->traced) {
		ret = pmx_trace_begin(l->pid, err);
		l->traced = !ret;
	}
	if (ret)
		pmx_launch_free(l);
	else
		*out = l;
	return ret;
}

pid_t pmx_launch_pid(const struct pmx_launch *launch)
{
	return launch->pid;
}

/*
 * Opens the barrier and sleeps until the child is out of our memory. A traced child stops for each
 * signal that it gets until then, and waits for us to go on.
 */
static void open_barrier(struct pmx_launch *l, uint32_t how)
{
	sigset_t all, old;
	uint32_t tid;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	atomic_store(&l->go, how);
	futex(&l->go, FUTEX_WAKE, 1);
	if (l->traced)
		l->traced = pmx_trace_wait_exec(l->pid);
	while ((tid = atomic_load(&l->child)) != 0)
		futex(&l->child, FUTEX_WAIT, tid);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	l->released = true;
	munmap(l->stack, STACK_SIZE);
	l->stack = NULL;
}

int pmx_launch_release(struct pmx_launch *launch, struct pmx_error *err)
{
	open_barrier(launch, 1);
	if (!launch->exec_errno)
		return 0;
	pmx_launch_wait(launch, true, NULL, NULL);
	if (launch->failed)
		return pmx_error_set(err, -launch->exec_errno, "cannot set the %s of '%s': %s",
				     launch->failed, launch->argv[0], strerror(launch->exec_errno));
	return pmx_error_set(err, -launch->exec_errno, "cannot run '%s': %s", launch->argv[0],
			     strerror(launch->exec_errno));
}

bool pmx_launch_is_stopped(const struct pmx_launch *launch)
{
	return launch->traced && launch->released;
}

int pmx_launch_run_to(struct pmx_launch *launch, uint64_t address, struct pmx_error *err)
{
	int ret;

	if (!pmx_launch_is_stopped(launch))
		return 0;
	ret = pmx_trace_run_to(launch->pid, address, err);
	if (ret == 1) /* it ended on the way */
		launch->traced = false;
	return ret == 1 ? 0 : ret;
}

int pmx_launch_resume(struct pmx_launch *launch, struct pmx_error *err)
{
	int ret;

	if (!pmx_launch_is_stopped(launch))
		return 0;
	ret = pmx_trace_end(launch->pid, err);
	if (!ret)
		launch->traced = false;
	return ret;
}

int pmx_launch_wait(struct pmx_launch *launch, bool block, int *status, struct rusage *usage)
{
	int ignored;
	pid_t pid;

	if (launch->reaped)
		return -ECHILD;
	do
		pid = wait4(launch->pid, status ? status : &ignored, block ? 0 : WNOHANG, usage);
	while (pid < 0 && errno == EINTR);
	if (pid < 0)
		return -errno;
	if (pid == 0)
		return 0;
	launch->reaped = true;
	return 1;
}

void pmx_launch_free(struct pmx_launch *launch)
{
	if (!launch)
		return;
	if (!launch->reaped && !launch->released) {
		open_barrier(launch, 2);
		pmx_launch_wait(launch, true, NULL, NULL);
	}
	if (!launch->reaped && launch->traced) {
		kill(launch->pid, SIGKILL);
		pmx_launch_wait(launch, true, NULL, NULL);
	}
	if (launch->stack)
		munmap(launch->stack, STACK_SIZE);
	free(launch->script_argv);
	free(launch);
}
