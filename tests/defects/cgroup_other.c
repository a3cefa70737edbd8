// SPDX-License-Identifier: GPL-2.0-only
#include "events.h"
#include <signal.h>
#include <sys/stat.h>
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
static int op(int cg, int cpu, int dis)
{
	struct perf_event_attr a = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	a.disabled = dis;
	return po(&a, cg, cpu, -1, PERF_FLAG_PID_CGROUP);
}
static void once(const char *what, int cg, int cpu, int dis)
{
	uint64_t t0 = now();
	int fd = op(cg, cpu, dis);
	if (dis) {
		spin(2000000);
		t0 = now();
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	}
	spin(3000000);
	struct rd r = rd(fd);
	uint64_t w = now() - t0;
	printf("  %-40s enabled %12llu running %12llu wall %9llu %s\n", what, (long long)r.enabled,
	       (long long)r.running, (long long)w,
	       r.enabled > w	   ? "TOO MUCH" :
	       r.enabled < 2500000 ? "TOO LITTLE" :
				     "");
	close(fd);
}
int main(int argc, char **argv)
{
	root = argc > 1 ? argv[1] : "/sys/fs/cgroup";
	char pa[300], pb[300];
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
	int cpu = 1;
	cpu_set_t s;
	CPU_ZERO(&s);
	CPU_SET(cpu, &s);
	sched_setaffinity(0, sizeof s, &s);
	int a = mk(pa, 300), b = mk(pb, 300);
	puts("another cgroup's event first, then we enter ours, then open");
	int o = op(b, cpu, 0);
	join(pa, 0);
	once("opened enabled", a, cpu, 0);
	spin(20000000);
	once("enabled later", a, cpu, 1);
	usleep(2000);
	once("opened enabled, after a switch", a, cpu, 0);
	close(o);
	puts("we are inside; another cgroup's event opened; then open");
	spin(20000000);
	o = op(b, cpu, 0);
	once("opened enabled", a, cpu, 0);
	spin(20000000);
	once("enabled later", a, cpu, 1);
	usleep(2000);
	once("opened enabled, after a switch", a, cpu, 0);
	close(o);
	puts("other's event opened disabled, then enabled");
	spin(20000000);
	o = op(b, cpu, 1);
	once("opened enabled", a, cpu, 0);
	ioctl(o, PERF_EVENT_IOC_ENABLE, 0);
	once("opened enabled", a, cpu, 0);
	once("enabled later", a, cpu, 1);
	close(o);
	puts("other cgroup's task on the CPU, its event opened by another process on CPU 0 meanwhile");
	int pp[2];
	if (pipe(pp))
		return 1;
	pid_t c = fork();
	if (!c) {
		cpu_set_t s;
		CPU_ZERO(&s);
		CPU_SET(0, &s);
		sched_setaffinity(0, sizeof s, &s);
		for (int i = 0; i < 400; i++) {
			int x = op(b, cpu, i & 1), y = op(b, cpu, 0);
			usleep(300);
			close(x);
			usleep(200);
			close(y);
			usleep(100);
		}
		_exit(0);
	}
	for (int i = 0; i < 20; i++) {
		once("opened enabled", a, cpu, 0);
		spin(5000000);
		once("enabled later", a, cpu, 1);
	}
	kill(c, 9);
	waitpid(c, 0, 0);
	join(root, 0);
	rmdir(pa);
	rmdir(pb);
}
