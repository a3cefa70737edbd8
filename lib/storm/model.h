/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * model.h - what a kernel that keeps its books must answer to each operation of a program
 *
 * The model knows nothing but what was asked for and what was answered. It predicts the next answer
 * (storm_predict()), says whether the kernel's is one of those (storm_judge()), and takes it over
 * (storm_apply()). Where a kernel may do one thing or another it takes the kernel's word, as long
 * as the word is one of those. So what is known of a count is a range, often of one number, which
 * known work moves, uncertainty widens and each read narrows to a number again.
 */
#ifndef PERFMUX_STORM_MODEL_H
#define PERFMUX_STORM_MODEL_H

#include <perfmux/oracle.h>

#include "storm/op.h"

/* What of the machine matters to a program. */
struct storm_scene {
	uint16_t usable; /* bits of enum storm_what: these count */
	uint8_t cpus;
	uint8_t home;	 /* index of the driver's CPU at the start, and of all tasks' */
	bool cpu_events; /* CPUs may be counted */
	bool may_map;	 /* as many rings as anybody wants */
	bool strict;	 /* what kernels are known to forget is not forgiven */
	uint64_t slack
		[KIT_METERS]; /* may be counted by each step of a task, though it was no work */
};

struct storm_range {
	uint64_t low, high; /* UINT64_MAX: without a limit */
};

/* Whether an event counts while its task runs. */
enum storm_power {
	STORM_OFF,
	STORM_PERHAPS,
	STORM_ON,
};

struct storm_task {
	bool alive;
	uint8_t process; /* the task that is the first thread of its process */
	uint8_t cpu;
	uint32_t born; /* tells tasks in the same slot apart */
};

/*
 * An event, and its instances: the one that was opened, and one for each task that inherited it.
 * Where a task was cloned, and all events that were on it are inherited, the kernel may swap all of
 * their instances instead of switching them. Tasks that may have swapped theirs, also by way of
 * others, are a circle: which of them has which instance is unknown.
 */
struct storm_event {
	bool open;
	uint8_t what, task, cpu, leader;
	uint16_t flags;
	uint8_t power; /* enum storm_power: its own, whatever its leader's is */
	bool hard;  /* its group has, or had, a hardware event: it is on only if all of it fits */
	bool waits; /* on, but perhaps not noticed before its task is next switched in */
	uint32_t place;	  /* order of opening */
	uint32_t born;	  /* its task's */
	uint8_t tasks;	  /* bits: they have an instance, and are alive */
	uint8_t families; /* how many tasks ever had one, at most 255 */

	uint32_t circle[STORM_TASKS]; /* of each task that has an instance */
	uint32_t home;		      /* the circle that has the instance that was opened */
	bool lost;		      /* that instance may have ended with its task */

	/* how often its group changed; and as each task's instance knows */
	uint32_t generation, seen[STORM_TASKS];

	struct storm_range value;   /* what a read must give */
	struct storm_range ended;   /* the part of tasks that have ended: a reset leaves it alone */
	uint64_t done[STORM_TASKS]; /* by each task since the last reset, at least */
	uint64_t unplaced, fresh;   /* by whichever task; by all together, at most; since then */
	uint32_t period, left, limit; /* of samples; events to the next; samples until it is off */
	bool phase_known;	      /* left is right */
	bool spent;		      /* its samples were, once */

	bool was_on, ran;			  /* it was enabled; it may also have counted */
	bool apart;				  /* enabled and running may differ */
	bool quiet;				  /* off ever since it was read */
	uint64_t enabled, running, opened_at, id; /* as last read */
	uint64_t read;				  /* the value that was last read, if */
	bool was_read;				  /* it was, since the last reset */

	bool mapped, lossy;
	uint8_t ring; /* the event whose mapped ring it uses, or STORM_NONE */
};

struct storm_model {
	const struct storm_scene *scene;
	struct storm_event event[STORM_EVENTS];
	struct storm_task task[STORM_TASKS];
	uint64_t open;	 /* bits: events */
	uint32_t serial; /* of what was opened or born last */
};

/* Where the words of a read are; those of the next member of a group @step further on. */
struct storm_layout {
	size_t enabled, running, value, id, lost, step;
};

/* @flags: bits of enum storm_flag, STORM_READ_. */
static inline struct storm_layout storm_layout(uint16_t flags)
{
	size_t times = flags & STORM_READ_TIMES ? 2 : 0, id = !!(flags & STORM_READ_ID);

	if (flags & STORM_READ_GROUP)
		return (struct storm_layout){
			.enabled = 1,
			.running = 2,
			.value = 1 + times,
			.id = 2 + times,
			.lost = 2 + times + id,
			.step = 1 + id + !!(flags & STORM_READ_LOST),
		};
	return (struct storm_layout){
		.enabled = 1,
		.running = 2,
		.id = 1 + times,
		.lost = 1 + times + id,
	};
}

/* How many words there are. */
static inline size_t storm_read_words(uint16_t flags, unsigned members)
{
	size_t times = flags & STORM_READ_TIMES ? 2 : 0;
	size_t each = 1 + !!(flags & STORM_READ_ID) + !!(flags & STORM_READ_LOST);

	return !!(flags & STORM_READ_GROUP) + times + each * members;
}

#define STORM_ERRORS 5

/* What an operation may answer. */
struct storm_expect {
	bool skip; /* it means nothing here, and is not run */
	bool eof;  /* a read may give nothing: a pinned event that could not be put on its PMU */
	uint8_t errors;
	int error[STORM_ERRORS]; /* 0 for "works", or positive */

	/* of an event's read */
	uint16_t layout; /* bits of enum storm_flag: STORM_READ_ */
	uint8_t members; /* of the group, or 1; 0: no read */
	uint8_t member[STORM_EVENTS];
	struct storm_range value[STORM_EVENTS];
	struct storm_range enabled, running;
	bool equal;	     /* running is enabled */
	uint64_t since;	     /* enabled is at most the time since then, */
	unsigned multiplier; /* so many times */
};

struct storm_answer {
	int result;   /* 0, or -errno */
	uint64_t at;  /* when it was there, ns */
	size_t bytes; /* of a read */
	uint64_t id;
	uint64_t word[3 + 3 * STORM_EVENTS];
};

void storm_model_start(struct storm_model *model, const struct storm_scene *scene);

void storm_predict(const struct storm_model *model, const struct storm_op *op,
		   struct storm_expect *out);

/*
 * Whether @answer is one of those. If not: @breach says which invariant broke ("storm-errno",
 * "storm-size", "storm-count", "storm-times", "storm-id", "storm-lost") and by which numbers.
 */
bool storm_judge(const struct storm_model *model, const struct storm_op *op,
		 const struct storm_expect *expect, const struct storm_answer *answer,
		 struct pmx_breach *breach);

/* What @op did, given an answer that was judged right. */
void storm_apply(struct storm_model *model, const struct storm_op *op,
		 const struct storm_expect *expect, const struct storm_answer *answer);

/* --- the model's own ------------------------------------------------------------------------ */

static inline uint64_t storm_add(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* Not only the work of our tasks. */
static inline bool storm_counts_others(const struct storm_event *event)
{
	return event->task == STORM_NONE || event->what == KIT_FAULTS;
}

/* The bit of a task's slot; none for STORM_NONE. */
static inline uint8_t storm_task_bit(unsigned task)
{
	return task < STORM_TASKS ? (uint8_t)(1u << task) : 0;
}

/* The next open event from slot @from on, or STORM_EVENTS. */
static inline unsigned storm_next_event(const struct storm_model *model, unsigned from)
{
	uint64_t rest = from < STORM_EVENTS ? model->open >> from << from : 0;

	return rest ? (unsigned)__builtin_ctzll(rest) : STORM_EVENTS;
}

#define storm_for_each_event(model, i)                                  \
	for (unsigned i = storm_next_event(model, 0); i < STORM_EVENTS; \
	     i = storm_next_event(model, i + 1))

/* Of the event and its leader together. */
enum storm_power storm_power_of(const struct storm_model *model, const struct storm_event *event);
/* The task may be on a CPU while the driver asks for something. */
bool storm_may_run(const struct storm_model *model, unsigned task);
/* Any of an event's tasks, or its CPU. */
bool storm_event_may_run(const struct storm_model *model, const struct storm_event *event);
/* Whoever is on now may count, and its times go on. */
void storm_settle(struct storm_model *model);
void storm_fork_task(struct storm_model *model, const struct storm_op *op);
void storm_end_task(struct storm_model *model, unsigned task);

/* Bits: tasks that may have the instance that was opened. */
uint8_t storm_holders(const struct storm_event *event);
/* Bits: tasks of this circle. */
uint8_t storm_circle(const struct storm_event *event, uint32_t circle);

/* The task did this work, and all that count it have counted it. */
void storm_count(struct storm_model *model, unsigned task, unsigned what, uint32_t times);
/* The task has ended: what becomes of its counts. */
void storm_count_ended(struct storm_event *event, unsigned task);
/* So much may have been counted besides. */
void storm_count_slack(struct storm_event *event, uint64_t slack);
void storm_count_reset(struct storm_event *event);
/* A read gave @value, which is one that was expected. */
void storm_count_learn(struct storm_event *event, uint64_t value);

#endif
