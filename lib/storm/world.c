// SPDX-License-Identifier: GPL-2.0-only
/*
 * world.c - operations done by the kernel
 */
#include "storm/world.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storm/post.h"
#include "storm/wrong.h"

/* --- tasks ---------------------------------------------------------------------------------- */

static void pin(struct storm_world *world, pid_t pid, unsigned index)
{
	int cpu = kit_cpu(world->kit, index);
	struct pmx_cpus set = { 0 };

	pmx_cpus_add(&set, cpu);
	if (sched_setaffinity(pid, sizeof(set), (cpu_set_t *)&set))
		kit_error(world->kit, "a task cannot be on CPU %d: %s", cpu, strerror(errno));
}

static int make_task(struct storm_world *world, const struct storm_op *op)
{
	bool thread = op->kind == STORM_THREAD;
	long pid = storm_post_send(world->post, world->kit, op->task,
				   thread ? STORM_DO_THREAD : STORM_DO_FORK, 0, op->other);

	if (pid < 0)
		return (int)pid;
	world->task[op->other].pid = (pid_t)pid;
	world->task[op->other].process = thread ? world->task[op->task].process : (pid_t)pid;
	return 0;
}

/* A thread's id is free when all of it is gone, its events too; until then it may want our CPU. */
static void wait_thread(pid_t process, pid_t pid)
{
	while (!syscall(SYS_tgkill, process, pid, 0))
		sched_yield();
}

static void end_task(struct storm_world *world, unsigned slot)
{
	pid_t pid = world->task[slot].pid, process = world->task[slot].process;
	bool whole = pid == process;

	storm_post_send(world->post, world->kit, slot, STORM_DO_END, 0, whole);
	if (whole)
		kit_wait(world->kit, pid);
	else
		wait_thread(process, pid);
	for (unsigned i = 1; i < STORM_TASKS; i++)
		if (i == slot || (whole && world->task[i].process == process))
			world->task[i].pid = world->task[i].process = 0;
}

/* --- opening -------------------------------------------------------------------------------- */

static uint64_t read_format(uint16_t flags)
{
	uint64_t format = 0;

	if (flags & STORM_READ_GROUP)
		format |= PERF_FORMAT_GROUP;
	if (flags & STORM_READ_ID)
		format |= PERF_FORMAT_ID;
	if (flags & STORM_READ_LOST)
		format |= PERF_FORMAT_LOST;
	if (flags & STORM_READ_TIMES)
		format |= PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return format;
}

struct perf_event_attr storm_attr(const struct storm_world *world, const struct storm_op *op)
{
	struct perf_event_attr attr = world->attr[op->what];

	attr.read_format = read_format(op->flags);
	attr.sample_period = op->number;
	attr.disabled = !!(op->flags & STORM_DISABLED);
	attr.inherit = !!(op->flags & STORM_INHERIT);
	attr.inherit_thread = !!(op->flags & STORM_INHERIT_THREAD);
	attr.pinned = !!(op->flags & STORM_PINNED);
	attr.exclusive = !!(op->flags & STORM_EXCLUSIVE);
	attr.enable_on_exec = !!(op->flags & STORM_ENABLE_ON_EXEC);
	attr.remove_on_exec = !!(op->flags & STORM_REMOVE_ON_EXEC);
	return attr;
}

static int open_event(struct storm_world *world, const struct storm_op *op)
{
	struct perf_event_attr attr = storm_attr(world, op);
	int cpu = op->cpu == STORM_NONE ? -1 : kit_cpu(world->kit, op->cpu);
	int group = op->other == STORM_NONE ? -1 : world->fd[op->other];
	pid_t pid = op->task == STORM_NONE ? -1 : op->task ? world->task[op->task].pid : 0;
	int fd = kit_open_flags(world->kit, &attr, pid, cpu, group,
				op->flags & STORM_NO_GROUP ? PERF_FLAG_FD_NO_GROUP : 0);

	if (fd >= 0)
		world->fd[op->event] = fd;
	return fd < 0 ? fd : 0;
}

static int open_wrong(struct storm_world *world, const struct storm_wrong_open *it)
{
	int fd = kit_open_flags(world->kit, &it->attr, it->pid, it->cpu, it->group, it->flags);

	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

/* --- what is open --------------------------------------------------------------------------- */

static void unmap_event(struct storm_world *world, unsigned event)
{
	if (world->map[event])
		world->kit->sys->unmap(world->kit->sys->ctx, world->map[event],
				       world->mapped[event]);
	world->map[event] = NULL;
}

static int map_event(struct storm_world *world, const struct storm_op *op)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (1 + (size_t)op->number) * page;
	const struct pmx_sys *sys = world->kit->sys;
	void *map;
	int ret = sys->map(sys->ctx, world->fd[op->event], size, op->number > 0, &map);

	if (ret)
		return ret;
	world->map[op->event] = map;
	world->mapped[op->event] = size;
	return 0;
}

static void close_event(struct storm_world *world, unsigned event)
{
	unmap_event(world, event);
	close(world->fd[event]);
	world->fd[event] = -1;
}

static int call(struct storm_world *world, const struct storm_op *op, unsigned long request,
		unsigned long arg)
{
	return kit_ioctl(world->kit, world->fd[op->event], request, arg);
}

static int call_group(struct storm_world *world, const struct storm_op *op, unsigned long request)
{
	return call(world, op, request, op->flags & STORM_GROUP ? PERF_IOC_FLAG_GROUP : 0);
}

static int call_wrong(struct storm_world *world, const struct storm_op *op)
{
	const struct storm_wrong_call *it = &storm_wrong_calls[op->what];
	int fd = world->fd[op->event];

	if (it->target == STORM_OF_CLOSED) {
		fd = dup(fd);
		close(fd);
	}
	return kit_ioctl(world->kit, fd, it->request, it->arg);
}

static int read_event(struct storm_world *world, const struct storm_op *op,
		      const struct storm_expect *expect, struct storm_answer *answer)
{
	const struct pmx_sys *sys = world->kit->sys;
	size_t size = storm_read_words(expect->layout, expect->members) * sizeof(uint64_t);
	ssize_t got;

	if (op->number) /* else there is more room than it takes */
		size = op->number < size ? size - op->number : 0;
	else
		size = sizeof(answer->word);
	got = sys->read(sys->ctx, world->fd[op->event], answer->word, size);
	answer->bytes = got > 0 ? (size_t)got : 0;
	return got < 0 ? (int)got : 0;
}

static int do_event(struct storm_world *world, const struct storm_op *op,
		    const struct storm_expect *expect, struct storm_answer *answer)
{
	uint64_t period = op->number;

	switch (op->kind) {
	case STORM_OPEN:
		return open_event(world, op);
	case STORM_CLOSE:
		close_event(world, op->event);
		return 0;
	case STORM_ENABLE:
		return call_group(world, op, PERF_EVENT_IOC_ENABLE);
	case STORM_DISABLE:
		return call_group(world, op, PERF_EVENT_IOC_DISABLE);
	case STORM_RESET:
		return call_group(world, op, PERF_EVENT_IOC_RESET);
	case STORM_REFRESH:
		return call(world, op, PERF_EVENT_IOC_REFRESH, op->number);
	case STORM_PERIOD:
		return call(world, op, PERF_EVENT_IOC_PERIOD, (unsigned long)&period);
	case STORM_OUTPUT:
		return call(world, op, PERF_EVENT_IOC_SET_OUTPUT,
			    op->other == STORM_NONE ? -1ul : (unsigned long)world->fd[op->other]);
	case STORM_ID:
		return call(world, op, PERF_EVENT_IOC_ID, (unsigned long)&answer->id);
	case STORM_MAP:
		return map_event(world, op);
	case STORM_UNMAP:
		unmap_event(world, op->event);
		return 0;
	case STORM_READ:
		return read_event(world, op, expect, answer);
	case STORM_WRONG_OPEN:
		return open_wrong(world, &storm_wrong_opens[op->what]);
	default:
		return call_wrong(world, op);
	}
}

void storm_world_do(struct storm_world *world, const struct storm_op *op,
		    const struct storm_expect *expect, struct storm_answer *answer)
{
	const struct pmx_sys *sys = world->kit->sys;

	answer->bytes = 0;
	answer->id = 0;
	answer->result = 0;
	answer->at = op->kind == STORM_OPEN ? sys->now(sys->ctx) : 0;
	switch (op->kind) {
	case STORM_FORK:
	case STORM_THREAD:
		answer->result = make_task(world, op);
		break;
	case STORM_END:
		end_task(world, op->task);
		break;
	case STORM_PIN:
		pin(world, world->task[op->task].pid, op->cpu);
		break;
	case STORM_WORK:
		storm_post_send(world->post, world->kit, op->task, STORM_DO_WORK, op->what,
				op->number);
		break;
	case STORM_SWITCH:
		answer->result = (int)storm_post_send(world->post, world->kit, op->task,
						      STORM_DO_SWITCH, 0,
						      op->number ? PR_TASK_PERF_EVENTS_ENABLE :
								   PR_TASK_PERF_EVENTS_DISABLE);
		break;
	default:
		answer->result = do_event(world, op, expect, answer);
	}
	if (op->kind == STORM_READ)
		answer->at = sys->now(sys->ctx);
}

/* --- the world ------------------------------------------------------------------------------ */

void storm_world_clear(struct storm_world *world)
{
	for (unsigned i = 0; i < STORM_EVENTS; i++)
		if (world->fd[i] >= 0)
			close_event(world, i);
	for (unsigned i = 1; i < STORM_TASKS; i++) /* threads before their processes */
		if (world->task[i].pid && world->task[i].pid != world->task[i].process)
			end_task(world, i);
	for (unsigned i = 1; i < STORM_TASKS; i++)
		if (world->task[i].pid)
			end_task(world, i);
	pin(world, 0, world->scene->home);
}

static void set_attrs(struct storm_world *world)
{
	const struct kit_pmu *pmu[STORM_HARDWARE_LAST - STORM_HARDWARE + 1];
	size_t count = kit_pmus(world->kit, pmu, sizeof(pmu) / sizeof(pmu[0]));

	for (unsigned i = 0; i < KIT_METERS; i++) {
		const struct kit_meter *meter = kit_meter(world->kit, (enum kit_meter_kind)i);

		if (meter)
			world->attr[i] = meter->attr;
	}
	world->attr[STORM_DUMMY] = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	world->attr[STORM_TASK_CLOCK] = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
	world->attr[STORM_CPU_CLOCK] = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	for (unsigned i = STORM_DUMMY; i <= STORM_CPU_CLOCK; i++)
		world->attr[i].exclude_kernel = 1; /* which anybody may */
	for (size_t i = 0; i < count; i++)
		world->attr[STORM_HARDWARE + i] = pmu[i]->attr;
}

/* Of a CPU: an event of the driver that nobody inherits would keep contexts from being swapped. */
static int keep(struct storm_world *world)
{
	struct perf_event_attr attr = world->attr[KIT_CALLS];

	attr.disabled = 1;
	return kit_open(world->kit, &attr, -1, kit_cpu(world->kit, world->scene->home), -1);
}

void storm_world_open(struct storm_world *world, struct kit *kit, const struct storm_scene *scene)
{
	*world = (struct storm_world){ .kit = kit, .scene = scene, .kept = -1 };
	for (unsigned i = 0; i < STORM_EVENTS; i++)
		world->fd[i] = -1;
	set_attrs(world);
	if (scene->usable >> KIT_CALLS & 1 && scene->cpu_events)
		world->kept = keep(world);
	world->task[0].process = getpid();
	world->post = storm_post_new(kit);
	pin(world, 0, scene->home);
}

void storm_world_close(struct storm_world *world)
{
	storm_world_clear(world);
	if (world->kept >= 0)
		close(world->kept);
	storm_post_free(world->post);
	kit_unpin(world->kit);
}
