// SPDX-License-Identifier: GPL-2.0-only
/*
 * defects.c - what kernels are known to get wrong
 *
 * An entry says which breach it explains; it never makes one. Each was seen on the kernels it
 * names, and does not show on the others.
 */
#include <perfmux/stress.h>

#define KERNEL(major, minor) ((major) << 16 | (minor))

#define SYNC_STAT "perf_event_sync_stat() in kernel/events/core.c"
#define SIDE_BY_SIDE                                                                            \
	"With inherit_stat a swap of contexts gives each count to the event that has the same " \
	"place in the other task's list"

#define LATE_SIBLING                                                                               \
	.since = KERNEL(6, 12),                                                                    \
	.reference = "__perf_install_in_context() in kernel/events/core.c, since \"perf: "         \
		     "Optimize context reschedule for single PMU cases\"",                         \
	.text = "A sibling of another PMU that is added to a running group, or enabled in it, is " \
		"off until the next switch of tasks: only its own PMU is rescheduled, while the "  \
		"group is in its leader's lists."

#define CLOSED_OFF                                                                                \
	.reference = "perf_group_detach() in kernel/events/core.c",                               \
	.text = "When a leader that is off is closed, its enabled siblings are not put on their " \
		"PMU until the next switch of tasks, and the time while the group was off "       \
		"becomes time enabled."

#define MOVED                                                                                    \
	.reference = "perf_event_open() in kernel/events/core.c, at move_group",                 \
	.text = "When a hardware sibling moves a group of software events to its context, each " \
		"is again as it was opened: what was enabled or disabled since then is forgotten."

#define CGROUP_CLOCK                                                                           \
	.since = KERNEL(6, 12),                                                                \
	.reference = "perf_cgroup_set_timestamp() in kernel/events/core.c",                    \
	.text = "A cgroup's clock on a CPU stands while it has no events there, and is not "   \
		"always set again when the next is enabled: its time enabled stays 0, or has " \
		"all the time since in it."

static const struct pmx_defect defects[] = {
	{
		.scenario = "inherit.order",
		.invariant = "exact",
		.since = KERNEL(6, 2),
		.reference = SYNC_STAT ", since \"perf: Rewrite core context handling\"",
		.text = SIDE_BY_SIDE
		", and children have events sorted by PMU: counts of unrelated events are mixed, "
		"unless they were opened in that order.",
	},
	{
		.scenario = "inherit.order-pinned",
		.invariant = "exact",
		.reference = SYNC_STAT,
		.text = SIDE_BY_SIDE
		", and children have pinned events first: counts are mixed when a pinned event was "
		"opened after a flexible one.",
	},
	{
		.scenario = "inherit.order-groups",
		.invariant = "exact",
		.reference = SYNC_STAT,
		.text = SIDE_BY_SIDE
		", and children have a group's members side by side: counts are mixed when another "
		"event was opened amid the group.",
	},
	{
		.scenario = "inherit.order-cpus",
		.invariant = "exact",
		.reference = SYNC_STAT,
		.text = SIDE_BY_SIDE
		", and children have events sorted by CPU: counts are mixed when a lower CPU's "
		"event was opened after a higher one's.",
	},
	{
		.scenario = "inherit.grown-swapped",
		.invariant = "errno",
		.reference = "perf_event_open() in kernel/events/core.c",
		.text = "After a swap of contexts an inherited event is in the context of another "
			"task than the one it was opened for, and no sibling can be opened for it "
			"any more (EINVAL).",
	},
	{
		.scenario = "inherit.uprobes",
		.invariant = "same",
		.reference = "uprobe_perf_filter() in kernel/trace/trace_uprobe.c",
		.text = "A uprobe's event counts only in the address space of the task that it was "
			"opened for; after a swap of contexts an inherited one is with another "
			"task, and counts nothing.",
	},
	{
		.scenario = "inherit.uprobes-preempted",
		.invariant = "exact",
		.reference = "handler_chain() in kernel/events/uprobes.c",
		.text = "The consumers of a uprobe are called one after the other, and tasks may "
			"be switched in between, but for preempt=none: a thread whose context was "
			"swapped meanwhile is counted by the events of two, or by none.",
	},
	{ .scenario = "context.late-sibling", .invariant = "always-on", LATE_SIBLING },
	{ .scenario = "group.join", .invariant = "always-on", LATE_SIBLING },
	{ .scenario = "group.join", .invariant = "exact", LATE_SIBLING },
	{ .scenario = "group.close-off", .invariant = "times", CLOSED_OFF },
	{ .scenario = "group.close-off", .invariant = "exact", CLOSED_OFF },
	{
		.scenario = "control.refresh-again",
		.invariant = "exact",
		.since = KERNEL(6, 16),
		.reference = "__perf_event_overflow() in kernel/events/core.c, since \"perf: Fix "
			     "the POLL_HUP delivery breakage\" (6.17, 6.16.8)",
		.text = "A breakpoint or tracepoint whose overflows are used up never counts "
			"again: it is stopped, and enabling it adds it without starting it.",
	},
	{
		.scenario = "control.period-running",
		.invariant = "exact",
		.reference = "perf_swevent_set_period() in kernel/events/core.c",
		.text = "A new period of a software-class event that runs takes effect one period "
			"late: the first one still has the old length.",
	},
	{
		.scenario = "control.reset-inherited",
		.invariant = "reset",
		.reference = "_perf_event_reset() in kernel/events/core.c",
		.text = "RESET leaves what children have counted that have ended.",
	},
	{ .scenario = "group.move-state", .invariant = "held", MOVED },
	{ .scenario = "group.move-state", .invariant = "exact", MOVED },
	{
		.scenario = "group.stray",
		.invariant = "always-on",
		.reference = "perf_event_open() in kernel/events/core.c",
		.text = "Software events whose group was moved to a hardware PMU's context stay "
			"there when its hardware members are closed, and wait for their turn as if "
			"they needed counters.",
	},
	{
		.scenario = "mux.two-pmus",
		.invariant = "isolation",
		.until = KERNEL(6, 2),
		.reference = "mended by \"perf: Rewrite core context handling\"",
		.text = "The PMUs of a task share one context: a full one keeps the events of "
			"another waiting.",
	},
	{ .scenario = "cgroup.reopened", .invariant = "times", CGROUP_CLOCK },
	{ .scenario = "cgroup.reopened", .invariant = "exact", CGROUP_CLOCK },
	{
		.scenario = "storm.strict",
		.invariant = "storm-*",
		.reference = "the rows of group.join, group.close-off, control.refresh-again",
		.text = "What kernels are known to forget, in one program; storm.mixed, which "
			"makes allowance for exactly that, finds whatever else there is.",
	},
	{ 0 },
};

const struct pmx_defect *pmx_defects(void)
{
	return defects;
}
