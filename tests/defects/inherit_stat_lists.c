// SPDX-License-Identifier: GPL-2.0-only
/* inherit_stat, one PMU: counts are mixed unless events are opened in the order in which children inherit them */
#include "tasks.h"
enum { ROUNDS = 50 };
static const struct {
	const char *name;
	long nr;
} calls[] = { { "getpriority", SYS_getpriority },
	      { "getsid", SYS_getsid },
	      { "getpgid", SYS_getpgid } };
static uint32_t *turn;
static void take(uint32_t v)
{
	uint32_t n;
	while ((n = __atomic_load_n(turn, __ATOMIC_ACQUIRE)) != v)
		syscall(SYS_futex, turn, FUTEX_WAIT, n, NULL, NULL, 0);
}
static void pass(uint32_t v)
{
	__atomic_store_n(turn, v, __ATOMIC_RELEASE);
	syscall(SYS_futex, turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
struct ev {
	int cpu, pinned, leader;
};
static void run(const char *name, int stat, const struct ev *ev, int n)
{
	static const int amount[2][3] = { { 100, 200, 300 }, { 500, 50, 10 } };
	int fd[3];
	*turn = 0;
	for (int k = 0; k < n; k++) {
		struct perf_event_attr a = { .size = sizeof a,
					     .type = PERF_TYPE_TRACEPOINT,
					     .config = tracepoint(calls[k].name),
					     .inherit = 1,
					     .inherit_stat = stat,
					     .pinned = ev[k].pinned };
		fd[k] = sys_open(&a, ev[k].cpu, ev[k].leader < 0 ? -1 : fd[ev[k].leader]);
	}
	pid_t pid = fork();
	int me = !pid;
	for (int r = 0; r < ROUNDS; r++) {
		take(2 * r + me);
		for (int k = 0; k < n; k++)
			for (int i = 0; i < amount[me][k]; i++)
				syscall(calls[k].nr, 0, 0);
		pass(2 * r + me + 1);
	}
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	printf("%s %-40s", stat ? "inherit_stat" : "without it  ", name);
	for (int k = 0; k < n; k++)
		printf("  done %d counted %lu",
		       ev[k].cpu > 0 ? 0 : ROUNDS * (amount[0][k] + amount[1][k]), count(fd[k])),
			close(fd[k]);
	printf("\n");
}
int main(void)
{
	pin(0);
	turn = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int stat = 1; stat >= 0; stat--) {
		run("flexible, then pinned:", stat, (struct ev[]){ { -1, 0, -1 }, { -1, 1, -1 } },
		    2);
		run("pinned, then flexible:", stat, (struct ev[]){ { -1, 1, -1 }, { -1, 0, -1 } },
		    2);
		run("leader, another, sibling:", stat,
		    (struct ev[]){ { -1, 0, -1 }, { -1, 0, -1 }, { -1, 0, 0 } }, 3);
		run("leader, sibling, another:", stat,
		    (struct ev[]){ { -1, 0, -1 }, { -1, 0, 0 }, { -1, 0, -1 } }, 3);
		run("CPU 1, then CPU 0, all run on 0:", stat,
		    (struct ev[]){ { 1, 0, -1 }, { 0, 0, -1 } }, 2);
		run("CPU 0, then CPU 1:", stat, (struct ev[]){ { 0, 0, -1 }, { 1, 0, -1 } }, 2);
	}
}
