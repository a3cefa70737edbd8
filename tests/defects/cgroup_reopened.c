// SPDX-License-Identifier: GPL-2.0-only
#include "events.h"
#include <signal.h>
#include <sys/stat.h>
/* events of one cgroup on one CPU, opened and closed again and again: is an event ever enabled for longer than it exists? */
static const char *root;
static int mk(char *p, size_t n)
{
	snprintf(p, n, "%s/cgt-%d-%llx", root, getpid(), (long long)now());
	if (mkdir(p, 0755)) {
		perror(p);
		exit(1);
	}
	return open(p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}
static void join(const char *p, pid_t pid)
{
	char q[400], n[20];
	snprintf(q, 400, "%s/cgroup.procs", p);
	int fd = open(q, O_WRONLY);
	int l = snprintf(n, 20, "%d", pid);
	if (write(fd, n, l) != l)
		perror("join");
	close(fd);
}
static void once(const char *what, int cg, int cpu, int disabled, uint64_t gap)
{
	struct perf_event_attr a = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	a.disabled = disabled;
	uint64_t t0 = now();
	int fd = po(&a, cg, cpu, -1, PERF_FLAG_PID_CGROUP);
	if (fd < 0) {
		printf("open %d\n", fd);
		return;
	}
	if (disabled) {
		usleep(3000);
		t0 = now();
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	}
	usleep(10000);
	struct rd r = rd(fd);
	uint64_t w = now() - t0;
	close(fd);
	printf("  %-34s after a pause of %3d ms: enabled %10llu running %10llu wall %10llu %s\n",
	       what, (int)(gap / 1000000), (long long)r.enabled, (long long)r.running, (long long)w,
	       r.enabled > w ? "TOO MUCH" : "");
}
int main(int argc, char **argv)
{
	root = argc > 1 ? argv[1] : "/sys/fs/cgroup";
	char p[300];
	setvbuf(stdout, 0, _IONBF, 0);
	{
		char q[320];
		snprintf(q, 320, "%s/cgroup.subtree_control", root);
		int f = open(q, O_WRONLY);
		if (write(f, "+pids", 5) > 0)
			if (write(f, "-pids", 5) < 0)
				perror("sub");
		close(f);
	}
	int rfd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ncpu = sysconf(_SC_NPROCESSORS_ONLN);
	int cpu = ncpu - 1;
	puts("the root cgroup");
	for (int i = 0; i < 8; i++) {
		once(i & 1 ? "opened disabled, enabled later" : "opened enabled", rfd, cpu, i & 1,
		     i ? 200000000 : 0);
		usleep(200000);
	}
	puts("a cgroup whose task spins all the time on that CPU");
	int cg = mk(p, 300);
	pid_t c = fork();
	if (!c) {
		cpu_set_t s;
		CPU_ZERO(&s);
		CPU_SET(cpu, &s);
		sched_setaffinity(0, sizeof s, &s);
		for (;;)
			;
	}
	join(p, c);
	cpu_set_t s;
	CPU_ZERO(&s);
	CPU_SET(0, &s);
	sched_setaffinity(0, sizeof s, &s);
	for (int i = 0; i < 6; i++) {
		once(i & 1 ? "opened disabled, enabled later" : "opened enabled", cg, cpu, i & 1,
		     i ? 200000000 : 0);
		usleep(200000);
	}
	kill(c, 9);
	waitpid(c, 0, 0);
	puts("a cgroup that had a task while an event was closed, and has none");
	for (int i = 0; i < 4; i++) {
		once(i & 1 ? "opened disabled, enabled later" : "opened enabled", cg, cpu, i & 1,
		     200000000);
		usleep(200000);
	}
	rmdir(p);
}
