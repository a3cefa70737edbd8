// SPDX-License-Identifier: GPL-2.0-only
/*
 * why.c - what an errno of perf_event_open means for this event on this machine, in a sentence
 *
 * Sources: perf_event_open(2), and kernel/events/core.c of Linux 6.1 and 6.12. The files that
 * tell one cause from another are read only here, after a failure.
 */
#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/watchable.h"
#include "session/groups.h"
#include "session/internal.h"

/* A generic hardware event names a core PMU that need not exist. */
static bool has_pmu(const struct pmx_session *s, const struct pmx_pmu *pmu)
{
	char path[320];
	long type;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu->name);
	return s->machine && !pmx_machine_read_long(s->machine, path, &type);
}

static void why_missing(const struct pmx_session *s, const struct pmx_event *event, char *buf,
			size_t size)
{
	if (event->cgroup)
		snprintf(buf, size,
			 "perf_event is not active in the cgroup: enable any controller for it "
			 "in its parent's cgroup.subtree_control");
	else if (event->pmu->kind == PMX_PMU_CORE && !has_pmu(s, event->pmu))
		snprintf(buf, size,
			 "no hardware PMU here (a virtual machine may not be given "
			 "one)");
	else if (event->pmu->kind == PMX_PMU_TRACEPOINT)
		snprintf(buf, size, "the kernel has no such tracepoint (any more)");
	else
		snprintf(buf, size, "the PMU %s does not have this event", event->pmu->name);
}

/*
 * Up to level 2 everybody may count the user's part of his own tasks, so that it is somebody else's
 * where that was refused, too. Above it, which some distributions have, nobody may.
 */
static bool is_of_others(const struct pmx_session *s, const struct pmx_event *event, int level)
{
	bool user_part = event->attr.exclude_kernel ||
			 (!event->attr.exclude_user && pmx_counts_in_user_mode(event));

	return level <= 1 || (level == 2 && user_part && s->plan->target->kind == PMX_TARGET_TASKS);
}

/* EACCES is paranoid or a capability; the level says which. */
static void why_no_access(const struct pmx_session *s, const struct pmx_event *event, char *buf,
			  size_t size)
{
	int level = s->machine ? pmx_machine_paranoid(s->machine) : 2;
	const char *what = "counting in the kernel";
	int allowed = 1;

	if (event->pmu->kind == PMX_PMU_TRACEPOINT) {
		what = "tracepoints";
		allowed = -1;
	} else if (s->plan->target->kind == PMX_TARGET_CPUS) {
		what = "counting whole CPUs";
		allowed = 0;
	} else if (is_of_others(s, event, level)) {
		snprintf(buf, size,
			 "no permission: the task belongs to somebody else; count it as root, or "
			 "give perfmux CAP_PERFMON");
		return;
	}
	snprintf(buf, size,
		 "no permission for %s: kernel.perf_event_paranoid is %d; as root, sysctl "
		 "kernel.perf_event_paranoid=%d, or give perfmux CAP_PERFMON",
		 what, level, allowed);
}

/* A number in /proc/self/status, or -1. */
static long long own_status(const struct pmx_session *s, const char *name, int base)
{
	char text[4096];
	const char *line;

	if (!s->machine ||
	    pmx_machine_read(s->machine, "/proc/self/status", text, sizeof(text)) < 0)
		return -1;
	line = strstr(text, name);
	return line ? strtoll(line + strlen(name), NULL, base) : -1;
}

/* EPERM: seccomp, or a capability; which of them can be told from what we are and have. */
static void why_forbidden(const struct pmx_session *s, char *buf, size_t size)
{
	const uint64_t perfmon = UINT64_C(1) << CAP_PERFMON | UINT64_C(1) << CAP_SYS_ADMIN;
	long long filters = own_status(s, "\nSeccomp:", 10);
	const char *who = "by a seccomp filter, as containers have, or for want of CAP_PERFMON";

	if (filters == 0)
		who = "by a security module, or for want of CAP_PERFMON";
	else if (filters > 0 && s->rights & perfmon)
		who = "by a seccomp filter, as containers have: allow perf_event_open in its "
		      "profile";
	snprintf(buf, size, "perf_event_open is forbidden (EPERM) %s", who);
}

/* Which exclude bit, or other demand, a PMU may have refused. */
static void why_invalid(const struct pmx_session *s, const struct pmx_event *event, char *buf,
			size_t size)
{
	const struct perf_event_attr *a = &event->attr;
	const char *bit = a->exclude_user   ? "user mode excluded (:k)" :
			  a->exclude_kernel ? "the kernel excluded (:u)" :
			  a->exclude_hv	    ? "the hypervisor excluded" :
			  a->exclude_guest  ? "guests excluded (:H)" :
			  a->exclude_host   ? "the host excluded (:G)" :
			  a->precise_ip	    ? "a precise level (:p)" :
					      NULL;
	bool sampling = event->pmu->kind == PMX_PMU_SAMPLING;
	const char *why_not = a->type == PERF_TYPE_BREAKPOINT && a->bp_type ?
				      pmx_watchable_why_not(a->bp_type, a->bp_len) :
				      NULL;

	if (why_not)
		snprintf(buf, size, "%s", why_not);
	else if (bit)
		snprintf(buf, size, "%s refuses it (EINVAL), perhaps since it cannot count with %s",
			 event->pmu->name, bit);
	else if (sampling && s->plan->target->kind != PMX_TARGET_CPUS)
		snprintf(buf, size,
			 "%s refuses tasks (EINVAL), as PMUs of its kind do before Linux 6.2; "
			 "count CPUs, with -a or -C",
			 event->pmu->name);
	else
		snprintf(buf, size, "%s refuses it (EINVAL): not with this configuration",
			 event->pmu->name);
}

static void why_open(const struct pmx_session *s, size_t counter, char *buf, size_t size)
{
	const struct pmx_event *event = counter_event(s, counter);
	int code = -s->counters[counter].err;

	switch (code) {
	case ENOENT:
	case ENXIO:
	case EOPNOTSUPP:
		why_missing(s, event, buf, size);
		break;
	case EACCES:
		why_no_access(s, event, buf, size);
		break;
	case EPERM:
		why_forbidden(s, buf, size);
		break;
	case ENOSYS:
		snprintf(buf, size,
			 "there is no perf_event_open here (ENOSYS): a seccomp filter, or a kernel "
			 "without perf events");
		break;
	case EINVAL:
		why_invalid(s, event, buf, size);
		break;
	case ENOSPC:
		if (event->pmu->kind == PMX_PMU_BREAKPOINT)
			pmx_slots_why(s, counter, buf, size);
		else
			snprintf(buf, size, "%s has no counter left for it (ENOSPC)",
				 event->pmu->name);
		break;
	case EMFILE:
		snprintf(buf, size,
			 "out of file descriptors (EMFILE): raise the limit with ulimit -n");
		break;
	case ENFILE:
		snprintf(buf, size, "the system is out of file descriptors (ENFILE)");
		break;
	case ESRCH:
		snprintf(buf, size, "the task ended before it could be counted");
		break;
	case ENODEV:
		snprintf(buf, size, "CPU %d is offline, or %s is not there",
			 s->plan->counters[counter].cpu, event->pmu->name);
		break;
	case EBUSY:
		snprintf(buf, size, "%s is in use by somebody else, exclusively (EBUSY)",
			 event->pmu->name);
		break;
	default:
		snprintf(buf, size, "perf_event_open: %s", strerror(code));
	}
}

/* The halves of a group, which would fit where the whole did not. */
static void why_group(const struct pmx_session *s, size_t counter, char *buf, size_t size)
{
	char group[200];

	pmx_groups_describe(s->plan->events, s->plan->counters[counter].event, group,
			    sizeof(group));
	snprintf(buf, size,
		 "the group %s does not fit on %s; split it, or let it split itself: %s:W", group,
		 counter_event(s, counter)->pmu->name, group);
}

const char *pmx_why_compose(const struct pmx_session *s, size_t counter, char *buf, size_t size)
{
	const struct counter_state *state = &s->counters[counter];
	int cpu = s->plan->counters[counter].cpu;

	switch ((enum fault)state->fault) {
	case FAULT_NONE:
		return NULL;
	case FAULT_OPEN:
		why_open(s, counter, buf, size);
		break;
	case FAULT_GROUP:
		why_group(s, counter, buf, size);
		break;
	case FAULT_LEADER:
		snprintf(buf, size, "the leader of its group could not be opened");
		break;
	case FAULT_PINNED:
		snprintf(buf, size, "pinned, and its PMU had no counter for it");
		break;
	case FAULT_READ:
		snprintf(buf, size, "could not be read: %s", strerror(-state->err));
		break;
	case FAULT_SHORT:
		snprintf(buf, size, "the kernel returned less than was asked for");
		break;
	case FAULT_BACKWARD:
		snprintf(buf, size, "the kernel's count or time went backwards");
		break;
	case FAULT_WAITING:
		snprintf(buf, size, "the command ended before its libraries were loaded");
		break;
	case FAULT_CPU_GONE:
		snprintf(buf, size, "CPU %d went offline; what it counted until then is included",
			 cpu);
		break;
	}
	return buf;
}

/* Only faults that name a CPU need a sentence for each. */
static int reason_cpu(const struct pmx_session *s, size_t i)
{
	bool named = s->counters[i].fault == FAULT_CPU_GONE || s->counters[i].err == -ENODEV;

	return named ? s->plan->counters[i].cpu : -1;
}

const char *pmx_session_why(const struct pmx_session *session, size_t index, int *code)
{
	struct pmx_session *s = (struct pmx_session *)session; /* the cache of sentences may grow */
	const struct counter_state *state;
	char text[640];
	struct reason *r;

	if (code)
		*code = 0;
	if (!s || s->counters[index].fault == FAULT_NONE)
		return NULL;
	state = &s->counters[index];
	if (code)
		*code = -state->err;
	for (r = s->reasons; r; r = r->next)
		if (r->event == s->plan->counters[index].event && r->state.err == state->err &&
		    r->state.fault == state->fault && r->cpu == reason_cpu(s, index))
			return r->text;
	pmx_why_compose(s, index, text, sizeof(text));
	r = malloc(sizeof(*r) + strlen(text) + 1);
	if (!r)
		return "out of memory";
	r->event = s->plan->counters[index].event;
	r->state = *state;
	r->cpu = reason_cpu(s, index);
	memcpy(r->text, text, strlen(text) + 1);
	r->next = s->reasons;
	s->reasons = r;
	return r->text;
}
