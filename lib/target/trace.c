// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace.c - stopping a child when it has been executed, and where its program begins
 *
 * An instruction that traps is written over the one at the address and taken back when the child
 * has come to it. Debug registers could do that too, but a hypervisor may drop them.
 */
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "base/rights.h"
#include "target/trace.h"

#if defined(__x86_64__)
#define TRAP	 "\xcc" /* int3 */
#define AFTER	 1	/* where the child stands then, behind the address */
#define PC(regs) ((regs).rip)
#elif defined(__aarch64__)
#define TRAP	 "\x00\x00\x20\xd4" /* brk #0 */
#define AFTER	 0
#define PC(regs) ((regs).pc)
#else
#define TRAP		 ""
#define AFTER		 0
#define PC(regs)	 ((regs).no_program_counter)
struct no_registers {
	uint64_t no_program_counter;
};
#define user_regs_struct no_registers
#endif

enum { TRAP_SIZE = sizeof(TRAP) - 1 };

/* glibc wants pointers for what are numbers. */
static long trace(int request, pid_t pid, unsigned long address, unsigned long data)
{
	void *pointers[2];

	memcpy(&pointers[0], &address, sizeof(address));
	memcpy(&pointers[1], &data, sizeof(data));
	return ptrace(request, pid, pointers[0], pointers[1]);
}

/*
 * Who gained rights by exec has memory that no process without CAP_SYS_PTRACE may look into, and
 * until it execs the child shares ours. That is lifted for one call: meanwhile the child has the
 * rights too, and the kernel lets nobody trace it who has fewer.
 */
static int seize(pid_t pid)
{
	const unsigned long options = PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
	bool lent = pmx_rights_are_lent();
	long ret;

	if (lent)
		prctl(PR_SET_DUMPABLE, 1);
	ret = trace(PTRACE_SEIZE, pid, 0, options);
	if (lent)
		prctl(PR_SET_DUMPABLE, 0);
	if (ret && errno == EPERM) /* Yama may ask for the right itself */
		ret = pmx_with_rights(trace(PTRACE_SEIZE, pid, 0, options));
	return ret ? -errno : 0;
}

int pmx_trace_begin(pid_t pid, struct pmx_error *err)
{
	int code = seize(pid);

	if (!code)
		return 0;
	pmx_error_set(err, code,
		      "a command with symbols to watch has to be stopped when it begins, and "
		      "ptrace is refused: %s",
		      strerror(-code));
	return pmx_error_hint(err, "run as root, without another tracer (strace, gdb) around; in a "
				   "container allow ptrace, or CAP_SYS_PTRACE; or start it first "
				   "and use -p");
}

/*
 * What the child has done: stopped, in *status as waitpid() has it, true; or ended, which is left
 * to be reaped.
 */
static bool wait_stop(pid_t pid, int *status)
{
	siginfo_t info;
	int ret;

	do
		ret = waitid(P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOWAIT | __WALL);
	while (ret < 0 && errno == EINTR);
	if (ret < 0 || info.si_code == CLD_EXITED || info.si_code == CLD_KILLED ||
	    info.si_code == CLD_DUMPED)
		return false;
	do
		ret = waitpid(pid, status, __WALL);
	while (ret < 0 && errno == EINTR);
	return ret == pid && WIFSTOPPED(*status);
}

static int event_of(int status)
{
	return status >> 16;
}

/*
 * Goes on after a stop that is not the one waited for: what signals do to a child, they shall do.
 */
static void go_on(pid_t pid, int status)
{
	bool ends_stop = WSTOPSIG(status) == SIGTRAP || WSTOPSIG(status) == SIGCONT;

	if (event_of(status) == PTRACE_EVENT_STOP)
		trace(ends_stop ? PTRACE_CONT : PTRACE_LISTEN, pid, 0, 0);
	else if (event_of(status))
		trace(PTRACE_CONT, pid, 0, 0);
	else
		trace(PTRACE_CONT, pid, 0, (unsigned long)WSTOPSIG(status));
}

bool pmx_trace_wait_exec(pid_t pid)
{
	int status;

	while (wait_stop(pid, &status)) {
		if (event_of(status) == PTRACE_EVENT_EXEC)
			return true;
		go_on(pid, status);
	}
	return false;
}

/* --- registers and instructions ------------------------------------------------------------ */

static int get_registers(pid_t pid, struct user_regs_struct *registers)
{
	struct iovec io = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_GETREGSET, pid, (void *)NT_PRSTATUS, &io))
		return -errno;
	/* shorter for a program of 32 bits */
	return io.iov_len == sizeof(*registers) ? 0 : -ENOTSUP;
}

static int set_registers(pid_t pid, struct user_regs_struct *registers)
{
	struct iovec io = { registers, sizeof(*registers) };

	return ptrace(PTRACE_SETREGSET, pid, (void *)NT_PRSTATUS, &io) ? -errno : 0;
}

/* Exchanges the bytes of a trap at @address for those in @bytes. Words do not cross pages. */
static int exchange(pid_t pid, uint64_t address, unsigned char *bytes)
{
	const size_t size = sizeof(long), at = address % size;
	unsigned char word[2 * sizeof(long)], saved[TRAP_SIZE + 1];
	long value;

	if (at + TRAP_SIZE > size)
		return -EFAULT;
	errno = 0;
	value = trace(PTRACE_PEEKTEXT, pid, address - at, 0);
	if (errno)
		return -errno;
	memcpy(word, &value, size);
	memcpy(saved, word + at, TRAP_SIZE);
	memcpy(word + at, bytes, TRAP_SIZE);
	memcpy(&value, word, size);
	if (trace(PTRACE_POKETEXT, pid, address - at, (unsigned long)value))
		return -errno;
	memcpy(bytes, saved, TRAP_SIZE);
	return 0;
}

/* 0 when the child stands at @address, 1 when it has ended. */
static int wait_trap(pid_t pid, uint64_t address, struct user_regs_struct *registers)
{
	int status, ret;

	while (wait_stop(pid, &status)) {
		if (event_of(status) == PTRACE_EVENT_EXEC)
			return -EBUSY;
		ret = get_registers(pid, registers);
		if (ret)
			return ret;
		if (!event_of(status) && WSTOPSIG(status) == SIGTRAP &&
		    PC(*registers) == address + AFTER)
			return 0;
		go_on(pid, status);
	}
	return 1;
}

static int run_to(pid_t pid, uint64_t address)
{
	struct user_regs_struct registers;
	unsigned char bytes[TRAP_SIZE + 1] = TRAP;
	int ret = TRAP_SIZE ? get_registers(pid, &registers) : -ENOTSUP;

	if (!ret)
		ret = exchange(pid, address, bytes);
	if (ret)
		return ret;
	trace(PTRACE_CONT, pid, 0, 0);
	ret = wait_trap(pid, address, &registers);
	if (ret)
		return ret;
	ret = exchange(pid, address, bytes);
	if (ret)
		return ret;
	PC(registers) = address;
	return set_registers(pid, &registers);
}

int pmx_trace_run_to(pid_t pid, uint64_t address, struct pmx_error *err)
{
	int ret = run_to(pid, address);

	if (ret >= 0)
		return ret;
	pmx_error_set(err, ret, "the command cannot be stopped when its libraries are loaded: %s",
		      ret == -ENOTSUP ? "not with this kind of program or machine" :
		      ret == -EBUSY   ? "it executed another program" :
					strerror(-ret));
	return pmx_error_hint(err, "start it first, and use -p");
}

int pmx_trace_end(pid_t pid, struct pmx_error *err)
{
	if (!trace(PTRACE_DETACH, pid, 0, 0) || errno == ESRCH)
		return 0;
	return pmx_error_set(err, -errno, "the command cannot be let go: %s", strerror(errno));
}
