/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inherit.h - scenarios about events that children have from their parents
 */
#ifndef PERFMUX_SCENARIO_INHERIT_H
#define PERFMUX_SCENARIO_INHERIT_H

#include "kit/kit.h"

#define INHERIT_SCENARIOS(X)       \
	X(inherit_children)        \
	X(inherit_tree)            \
	X(inherit_threads)         \
	X(inherit_enable)          \
	X(inherit_close)           \
	X(inherit_exit_read)       \
	X(inherit_grown)           \
	X(inherit_grown_swapped)   \
	X(inherit_swapped)         \
	X(inherit_exec)            \
	X(inherit_exec_enable)     \
	X(inherit_exec_remove)     \
	X(inherit_order)           \
	X(inherit_order_sorted)    \
	X(inherit_order_pinned)    \
	X(inherit_order_groups)    \
	X(inherit_order_cpus)      \
	X(inherit_order_kept)      \
	X(inherit_order_plain)     \
	X(inherit_uprobes)         \
	X(inherit_uprobes_apart)   \
	X(inherit_uprobes_threads) \
	X(inherit_uprobes_preempted)

#define INHERIT_EVENTS 4
#define INHERIT_TASKS  3 /* of a family: a parent and its children */

/* Meters of different PMUs, without uprobes, whose counts fall short when contexts are swapped. */
size_t inherit_meters(struct kit *kit, const struct kit_meter **out);

/* The work of all of them, @times of each, by whoever calls. */
void inherit_work(struct kit *kit, uint64_t times);

/* An inherited event, in the order of opening. */
struct inherit_event {
	const struct kit_meter *meter;
	int cpu;    /* -1: on any */
	int leader; /* the place of its group's leader in this order, or -1 */
	bool pinned;
};

/*
 * A parent opens events, and it and its children take turns on one CPU, each with work of its own
 * amount.
 */
struct inherit_family {
	const char *name; /* what is special about it, for what is said of its counts */
	struct inherit_event event[INHERIT_EVENTS];
	size_t events;
	bool stat;  /* with inherit_stat, which swaps counts when contexts are swapped */
	bool apart; /* contexts are not swapped: one more event is not inherited */
	/* the children are threads: none is interrupted, or ends before all work is done */
	bool threads;
};

struct inherit_counts {
	uint64_t done[INHERIT_EVENTS], counted[INHERIT_EVENTS];
	uint64_t slack[INHERIT_EVENTS]; /* so many more may be counted */
	struct pmx_reading reading[INHERIT_EVENTS];
};

struct inherit_counts inherit_run(struct kit *kit, const struct inherit_family *family);
/* True when each event counted what was done; asks nothing. */
bool inherit_is_exact(const struct inherit_family *family, const struct inherit_counts *counts);
/* Asks whether each did, and whether their sum is what was done. */
void inherit_check(struct kit *kit, const struct inherit_family *family,
		   const struct inherit_counts *counts);

/* Each order of @count events, from 0 to their factorial - 1, as places in @out. */
void inherit_permute(unsigned order, size_t count, size_t *out);
unsigned inherit_orders(size_t count);
/* The family whose events are opened in this order. */
struct inherit_family inherit_order(const struct kit_meter *const *meters, size_t count,
				    unsigned order, char *name, size_t size);

/* A child that works, and then executes a program that works (kit/program.h), each when told. */
struct inherit_executor { /* in shared memory */
	struct kit_gate gate;
	int program;
	uint32_t before; /* calls of its own, before */
	pid_t pid;
};

enum inherit_stage { INHERIT_WORK = 1, INHERIT_WORKED, INHERIT_EXEC };

struct inherit_executor *inherit_executor(struct kit *kit, int program);
void inherit_have_worked(struct inherit_executor *executor);
/* Until it has executed the program and ended. */
void inherit_have_executed(struct kit *kit, struct inherit_executor *executor);

/* A child that has got its parent's context, with the events that the parent opened. */
struct inherit_taker { /* in shared memory */
	struct kit_gate gate;
	pid_t pid;
};

/*
 * Forks a child on the calling task's CPU, which it must be pinned to, and comes back while the
 * child sleeps; most often it then has the context, seldom on a busy CPU.
 */
struct inherit_taker *inherit_taker(struct kit *kit);
void inherit_taker_end(struct kit *kit, struct inherit_taker *taker);

/* Families whose events' places in the kernel's lists are not those of their opening, or are. */
enum inherit_arrangement {
	INHERIT_FLEXIBLE_FIRST,
	INHERIT_GROUP_TORN,
	INHERIT_CPUS_DOWN,
	INHERIT_PINNED_FIRST,
	INHERIT_GROUP_WHOLE,
	INHERIT_CPUS_UP,
	INHERIT_ARRANGEMENTS,
};

/* @calls: three meters of one PMU (kit_calls()). False when it takes two CPUs and there is one. */
bool inherit_arrange(const struct kit *kit, enum inherit_arrangement which,
		     const struct kit_meter *calls, struct inherit_family *out);
/* Runs one with inherit_stat and asks. */
void inherit_check_arranged(struct kit *kit, enum inherit_arrangement which);

#endif
