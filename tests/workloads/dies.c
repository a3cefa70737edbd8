// SPDX-License-Identifier: GPL-2.0-only
/*
 * dies SIGNAL - kills itself with the signal of that number (9), without leaving a core
 */
#include <signal.h>
#include <sys/resource.h>

#include "workload.h"

int main(int argc, char **argv)
{
	int signo = (int)number(argc, argv, 1, SIGKILL);

	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	signal(signo, SIG_DFL);
	raise(signo);
	die("dies: the signal did not kill");
}
