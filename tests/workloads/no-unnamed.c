// SPDX-License-Identifier: GPL-2.0-only
/*
 * no-unnamed.c - runs a command that finds no file system with files without a name (O_TMPFILE),
 * as it is on NFS and FAT
 *
 *	no-unnamed COMMAND...
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* O_DIRECTORY is in O_TMPFILE, too. */
#define OWN_BIT (O_TMPFILE & ~O_DIRECTORY)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOW_HALF(i) (offsetof(struct seccomp_data, args) + (i)*8)
#else
#define LOW_HALF(i) (offsetof(struct seccomp_data, args) + (i)*8 + 4)
#endif

int main(int argc, char **argv)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW_HALF(2)),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, OWN_BIT, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 99;
	execvp(argv[1], argv + 1);
	return 127;
}
