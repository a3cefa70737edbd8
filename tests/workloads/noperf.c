// SPDX-License-Identifier: GPL-2.0-only
/*
 * noperf ERRNO COMMAND... - runs COMMAND under a seccomp filter, as a container runtime does, in
 * which perf_event_open fails with that errno (a number: 1 is EPERM, 38 ENOSYS)
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

#include "workload.h"

int main(int argc, char **argv)
{
	unsigned int error = (unsigned int)number(argc, argv, 1, EPERM);
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error & SECCOMP_RET_DATA)),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (argc < 3)
		die("usage: noperf ERRNO COMMAND...");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		die("noperf: no seccomp here");
	execvp(argv[2], argv + 2);
	die("noperf: cannot run the command");
}
