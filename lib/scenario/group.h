/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * group.h - scenarios about groups of events
 */
#ifndef PERFMUX_SCENARIO_GROUP_H
#define PERFMUX_SCENARIO_GROUP_H

#include "kit/kit.h"

#define GROUP_SCENARIOS(X)    \
	X(group_software)     \
	X(group_join)         \
	X(group_hardware)     \
	X(group_formats)      \
	X(group_close_leader) \
	X(group_close_off)    \
	X(group_changes)      \
	X(group_read_limit)   \
	X(group_mixed_limit)  \
	X(group_oversized)    \
	X(group_move)         \
	X(group_move_state)   \
	X(group_stray)        \
	X(group_two_pmus)

#define GROUP_MAX 12

/* Events of known work, in the order of their opening; the first is the leader. */
struct group {
	const struct kit_meter *meter[GROUP_MAX];
	int fd[GROUP_MAX];
	uint64_t id[GROUP_MAX];
	uint64_t done[GROUP_MAX]; /* of its work */
	size_t count;
};

/*
 * All meters that work, of different PMUs, in an order that the seed determines; a second
 * breakpoint among them where there is room. At least two, or the scenario ends.
 */
void group_choose(struct kit *kit, struct group *group);
/*
 * Opens them for @pid (0: the calling task), the siblings enabled and the leader only if @enabled.
 * The leader is read as a group: kit_read_group(); siblings alone: kit_read().
 */
void group_open(struct kit *kit, struct group *group, pid_t pid, bool enabled);

/* Some of the work of each, in the calling task, at most @most times; it is remembered. */
void group_work(struct kit *kit, struct group *group, uint32_t most);

/* That a count is what was done of a meter's work. */
void group_check_count(struct kit *kit, const struct kit_meter *meter, const char *how,
		       uint64_t value, uint64_t done);
/*
 * That the group, read as a whole, has all its members in their order, with their ids, and has
 * counted what was done; and that each sibling, read alone, agrees with it to a digit. Stops it.
 */
void group_check(struct kit *kit, struct group *group, const char *what);

/* How a read of so many members may fail, for want of room in a record. */
void group_check_limit(struct kit *kit, const char *what, int ret);

/*
 * Opens @max page fault events of the calling task in one group, or as many as the kernel takes,
 * the siblings with @format added to kit_attr()'s, has it count, and checks that all members are
 * read. Skips where there are too few file descriptors.
 */
void group_fill(struct kit *kit, uint64_t format, size_t max);

#endif
