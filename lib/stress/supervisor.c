// SPDX-License-Identifier: GPL-2.0-only
/*
 * supervisor.c - running a scenario so that it can neither hang nor leave anything behind
 *
 * All that a scenario starts is in its process group, and falls to the supervisor when its parent
 * ends (PR_SET_CHILD_SUBREAPER), which therefore knows when the last of them is gone.
 */
#include "stress/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kit/cgroup.h"
#include "kit/kit.h"
#include "kit/tracefs.h"

enum {
	REAP_MS = 5000, /* for processes to end that were killed */
	UNDO_MS = 1000, /* for what is to be put back, and is in use */
};

struct run {
	supervised_fn *run;
	void *arg;
	struct kit_sheet *sheet;
	unsigned limit_ms;
	pid_t perfmux;
	sigset_t waited; /* SIGCHLD, and those that end us */
	bool ended;	 /* the scenario's own process has */
};

/* A scenario's signals are its own; perfmux has handlers for some. */
static void reset_signals(const sigset_t *waited)
{
	for (int i = 1; i < NSIG; i++)
		if (sigismember(waited, i) == 1)
			signal(i, SIG_DFL);
	sigprocmask(SIG_UNBLOCK, waited, NULL);
}

__attribute__((noreturn)) static void run_scenario(const struct run *run)
{
	int null = open("/dev/null", O_RDONLY);
	uint32_t end = KIT_UNFINISHED;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	reset_signals(&run->waited);
	if (null >= 0)
		dup2(null, STDIN_FILENO);
	run->run(run->sheet, run->arg);
	/* unless one of its processes has said that it cannot be gone on with */
	__atomic_compare_exchange_n(&run->sheet->end, &end, KIT_FINISHED, false, __ATOMIC_RELEASE,
				    __ATOMIC_RELAXED);
	_exit(0);
}

/* Reaps without waiting; false when there are no children left. */
static bool reap(struct run *run, pid_t scenario)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != scenario)
			continue;
		run->sheet->status = status;
		run->ended = true;
	}
	return pid == 0;
}

/* Until a signal has come, at most until @end; the signal, or -1. */
static int wait_signal(const struct run *run, uint64_t end)
{
	uint64_t now = kit_now(), rest = now < end ? end - now : 0;
	struct timespec ts = { .tv_sec = (time_t)(rest / 1000000000u),
			       .tv_nsec = (long)(rest % 1000000000u) };

	return sigtimedwait(&run->waited, NULL, &ts);
}

static void wait_for_end(struct run *run, pid_t scenario)
{
	uint64_t end = kit_now() + run->limit_ms * KIT_MSEC;

	for (;;) {
		int signal = wait_signal(run, end);

		if (signal == SIGCHLD && (!reap(run, scenario) || run->ended))
			return;
		if (signal > 0 && signal != SIGCHLD)
			return; /* perfmux is to stop */
		if (kit_now() >= end) {
			run->sheet->late = true;
			return;
		}
	}
}

/* What was left running; whoever does not end of SIGKILL is held by the kernel. */
static void end_all(struct run *run, pid_t scenario)
{
	uint64_t end = kit_now() + REAP_MS * KIT_MSEC;

	kill(-scenario, SIGKILL);
	if (!run->ended) /* it may not have come to its setpgid() */
		kill(scenario, SIGKILL);
	while (reap(run, scenario)) {
		if (kit_now() >= end) {
			run->sheet->stays = true;
			return;
		}
		wait_signal(run, kit_now() + 20 * KIT_MSEC);
		kill(-scenario, SIGKILL);
	}
}

static int undo_once(const struct kit_undo *undo)
{
	const char *tracefs = kit_tracefs_name(undo->path);

	if (!undo->text[0])
		return kit_cgroup_rmdir(undo->path);
	return tracefs ? kit_tracefs_write(tracefs, undo->text) :
			 kit_write_file(undo->path, undo->text);
}

/* The kernel may not yet have let go of what a process had that has only just ended. */
static int undo_one(const struct kit_undo *undo)
{
	uint64_t end = kit_now() + UNDO_MS * KIT_MSEC;
	int ret;

	while ((ret = undo_once(undo)) == -EBUSY && kit_now() < end)
		kit_sleep(5 * KIT_MSEC);
	return ret;
}

static void undo_all(struct kit_sheet *sheet)
{
	uint32_t count = sheet->undos < KIT_UNDOS ? sheet->undos : KIT_UNDOS;

	while (count--) {
		const struct kit_undo *undo = &sheet->undo[count];
		int ret = undo->ready ? undo_one(undo) : 0;

		if (ret && ret != -ENOENT)
			sheet->left++;
	}
}

static uint64_t cpu_time(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
	       (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
}

__attribute__((noreturn)) static void run_supervisor(struct run *run)
{
	uint64_t start = kit_now();
	pid_t scenario;

	/* what is typed at the terminal is for perfmux, who tells us */
	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	scenario = getppid() == run->perfmux ? fork() : -1;
	if (scenario < 0) {
		snprintf(run->sheet->why, sizeof(run->sheet->why), "fork: %s", strerror(errno));
		run->sheet->end = KIT_FAILED;
		_exit(1);
	}
	if (!scenario)
		run_scenario(run);
	setpgid(scenario, scenario);
	wait_for_end(run, scenario);
	end_all(run, scenario);
	undo_all(run->sheet);
	run->sheet->wall = kit_now() - start;
	run->sheet->cpu = cpu_time();
	_exit(0);
}

int supervise(struct supervised *out, supervised_fn *run, void *arg, unsigned limit_ms)
{
	/* besides a child's end all that ask to end, which perfmux may have handlers for */
	static const int waited[] = { SIGCHLD, SIGTERM, SIGINT,	 SIGHUP, SIGQUIT,
				      SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU };
	struct run it = { .run = run, .arg = arg, .limit_ms = limit_ms, .perfmux = getpid() };
	sigset_t old;
	int ret;

	*out = (struct supervised){ .pidfd = -1 };
	it.sheet = kit_try_shared(sizeof(*it.sheet));
	if (!it.sheet)
		return -errno;
	sigemptyset(&it.waited);
	for (size_t i = 0; i < sizeof(waited) / sizeof(waited[0]); i++)
		sigaddset(&it.waited, waited[i]);
	/* blocked before there is a child, so that none of its signals is missed */
	sigprocmask(SIG_BLOCK, &it.waited, &old);
	out->pid = fork();
	if (!out->pid)
		run_supervisor(&it);
	if (out->pid > 0)
		out->pidfd = (int)syscall(SYS_pidfd_open, out->pid, 0);
	ret = out->pidfd < 0 ? -errno : 0;
	sigprocmask(SIG_SETMASK, &old, NULL);
	out->sheet = it.sheet;
	if (ret)
		supervised_free(out);
	return ret;
}

void supervised_stop(const struct supervised *it)
{
	kill(it->pid, SIGTERM);
}

void supervised_wait(struct supervised *it)
{
	while (it->pid > 0 && waitpid(it->pid, NULL, 0) < 0 && errno == EINTR)
		;
	it->pid = 0;
}

void supervised_free(struct supervised *it)
{
	if (it->pid > 0) {
		supervised_stop(it);
		supervised_wait(it);
	}
	if (it->pidfd >= 0)
		close(it->pidfd);
	if (it->sheet)
		munmap(it->sheet, sizeof(*it->sheet));
	*it = (struct supervised){ .pidfd = -1 };
}
