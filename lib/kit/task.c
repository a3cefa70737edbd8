// SPDX-License-Identifier: GPL-2.0-only
/*
 * task.c - processes of a scenario, and how they wait for one another
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "kit/kit.h"
#include "kit/sheet.h"

void *kit_try_shared(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void *kit_shared(struct kit *kit, size_t size)
{
	void *memory = kit_try_shared(size);

	if (!memory)
		kit_error(kit, "%zu bytes of shared memory: %s", size, strerror(errno));
	return memory;
}

pid_t kit_fork(struct kit *kit, void (*body)(struct kit *kit, void *arg), void *arg)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0)
		kit_error(kit, "fork: %s", strerror(errno));
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		body(kit, arg);
	_exit(0);
}

int kit_wait(struct kit *kit, pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			kit_error(kit, "waitpid(%d): %s", pid, strerror(errno));
	/* kit_skip() and kit_error() end the scenario, whichever of its processes says so */
	if (__atomic_load_n(&kit->sheet->end, __ATOMIC_ACQUIRE) != KIT_UNFINISHED)
		_exit(0);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The letter behind the name, which may hold any bytes; 0 when the task is gone. */
static char state_of(pid_t tid)
{
	char path[40], text[512];
	const char *behind;
	pmx_autoclose int fd = -1;
	ssize_t length;

	snprintf(path, sizeof(path), "/proc/%d/stat", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	length = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (length <= 0)
		return 0;
	text[length] = '\0';
	behind = strrchr(text, ')');
	return behind && behind[1] == ' ' ? behind[2] : 0;
}

void kit_wait_asleep(struct kit *kit, pid_t tid)
{
	uint64_t end = kit_now() + 2000 * KIT_MSEC;

	while (kit_now() < end) {
		char state = state_of(tid);

		if (!state || strchr("SZXx", state))
			return;
		kit_sleep(KIT_MSEC / 10);
	}
	kit_error(kit, "task %d did not come to rest within 2 s", tid);
}

static long futex(uint32_t *word, int op, uint32_t value)
{
	return syscall(SYS_futex, word, op, value, NULL, NULL, 0);
}

void kit_gate_wait(struct kit_gate *gate, uint32_t stage)
{
	for (;;) {
		uint32_t now = __atomic_load_n(&gate->stage, __ATOMIC_ACQUIRE);

		if (now >= stage)
			return;
		futex(&gate->stage, FUTEX_WAIT, now);
	}
}

void kit_gate_open(struct kit_gate *gate, uint32_t stage)
{
	__atomic_store_n(&gate->stage, stage, __ATOMIC_RELEASE);
	futex(&gate->stage, FUTEX_WAKE, INT_MAX);
}

void kit_gate_step(struct kit_gate *gate)
{
	__atomic_fetch_add(&gate->stage, 1, __ATOMIC_ACQ_REL);
	futex(&gate->stage, FUTEX_WAKE, INT_MAX);
}
