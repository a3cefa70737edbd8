// SPDX-License-Identifier: GPL-2.0-only
/*
 * observer.c - the observer's life: which counters are watched, and the thread that does it
 */
#include "mux/observer.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define NSEC_PER_SEC  UINT64_C(1000000000)
#define NSEC_PER_MSEC UINT64_C(1000000)

/* Width of a bin of the timeline at first. */
#define BIN_NS (NSEC_PER_MSEC / 4)

/* Readings beside pages are for counts and for targets whose pages do not change. */
#define READ_BESIDE_PAGES_NS (50 * NSEC_PER_MSEC)
#define READ_NS		     NSEC_PER_MSEC

/* Time between two looks when they must be taken from the target's own CPU. */
#define ALONE_NS (2 * NSEC_PER_MSEC)

#define ALL_SLICES   (1u << 20)
#define LEAST_SLICES 64u

/* Reading may take one part in so many of the time: it interrupts the target's CPUs. */
#define READ_SHARE 150

static bool is_watchable(const struct pmx_plan *plan, size_t counter)
{
	const struct pmx_event *event = &plan->events->list[plan->counters[counter].event];

	return !event->residency_of && event->pmu && !event->pmu->software_class;
}

/* --- making ------------------------------------------------------------------------------- */

static size_t find_spot(struct pmx_observer *o, size_t counter)
{
	const struct pmx_counter *c = &o->plan->counters[counter];
	const struct pmx_pmu *pmu = o->plan->events->list[c->event].pmu;
	size_t i;

	/* counters of one place are neighbours: looked for from the end */
	for (i = o->spot_count; i-- > 0;)
		if (o->spots[i].pmu == pmu && o->spots[i].task == c->task &&
		    o->spots[i].cpu == c->cpu)
			return i;
	o->spots[o->spot_count] = (struct spot){ .pmu = pmu, .task = c->task, .cpu = c->cpu };
	for (size_t e = 0; e < o->plan->events->count; e++)
		o->spots[o->spot_count].has_residency |= o->plan->events->list[e].residency_of ==
							 pmu;
	return o->spot_count++;
}

static int choose(struct pmx_observer *o)
{
	size_t counters = o->plan->counter_count;

	o->watched = calloc(counters + 1, sizeof(*o->watched));
	o->watched_of = malloc((counters + 1) * sizeof(*o->watched_of));
	o->spots = calloc(counters + 1, sizeof(*o->spots));
	if (!o->watched || !o->watched_of || !o->spots || pmx_snapshot_init(&o->snap, counters))
		return -ENOMEM;
	for (size_t i = 0; i < counters; i++) {
		o->watched_of[i] = SIZE_MAX;
		if (!is_watchable(o->plan, i) || pmx_session_why(o->session, i, NULL))
			continue;
		o->watched[o->count].counter = i;
		o->watched[o->count].spot = find_spot(o, i);
		o->watched_of[i] = o->count++;
	}
	return 0;
}

static const char *why_no_page(const struct pmx_observer *o, int err)
{
	if (err == -EINVAL && o->plan->target->inherit)
		return "an event that is inherited by new tasks has no page";
	if (err == -EPERM)
		return "no more pages may be locked in memory (RLIMIT_MEMLOCK)";
	return strerror(-err);
}

/* All of them or none: two ways of watching at once would be told apart by nobody. */
static void map_pages(struct pmx_observer *o)
{
	int err = 0;

	for (size_t i = 0; i < o->count && !err; i++) {
		err = pmx_page_map(o->session, o->watched[i].counter, &o->watched[i].page);
		o->mapped += !err;
	}
	if (err) {
		for (size_t i = 0; i < o->count; i++) {
			pmx_page_unmap(o->session, o->watched[i].page);
			o->watched[i].page = NULL;
		}
		o->mapped = 0;
		o->seen.why_reads = why_no_page(o, err);
	}
	o->seen.method = !o->count ? PMX_METHOD_NONE : err ? PMX_METHOD_READS : PMX_METHOD_PAGES;
}

static bool is_alone(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) == 1;
}

int pmx_observer_new(struct pmx_observer **out, struct pmx_session *session,
		     const struct pmx_plan *plan, const struct pmx_observer_options *opts,
		     struct pmx_error *err)
{
	struct pmx_observer *o = calloc(1, sizeof(*o));

	if (!o)
		return pmx_error_nomem(err);
	o->session = session;
	o->plan = plan;
	o->sys = opts->sys ? opts->sys : &pmx_sys_kernel;
	o->sweep_ns = opts->period_ns;
	o->read_ns = opts->read_ns;
	o->seen.alone = is_alone();
	if (choose(o)) {
		pmx_observer_free(o);
		return pmx_error_nomem(err);
	}
	map_pages(o);
	/* each look interrupts the target then */
	if (o->seen.alone && o->sweep_ns < ALONE_NS)
		o->sweep_ns = ALONE_NS;
	*out = o;
	return 0;
}

void pmx_observer_free(struct pmx_observer *o)
{
	if (!o)
		return;
	pmx_observer_stop(o);
	for (size_t i = 0; i < o->count; i++) {
		pmx_page_unmap(o->session, o->watched[i].page);
		pmx_track_free(&o->watched[i].track);
	}
	free(o->watched);
	free(o->watched_of);
	free(o->spots);
	pmx_snapshot_free(&o->snap);
	free(o);
}

/* --- the thread --------------------------------------------------------------------------- */

static void sleep_until(uint64_t deadline)
{
	struct timespec ts = { .tv_sec = (time_t)(deadline / NSEC_PER_SEC),
			       .tv_nsec = (long)(deadline % NSEC_PER_SEC) };

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
}

static void plan_reading(struct pmx_observer *o, uint64_t before, uint64_t after)
{
	uint64_t least = o->mapped ? READ_BESIDE_PAGES_NS : READ_NS;
	uint64_t pause = (after - before) * READ_SHARE;

	if (o->read_ns)
		pause = o->read_ns;
	else if (pause < least)
		pause = least;
	o->next_read = after + pause;
}

static void read_now(struct pmx_observer *o)
{
	uint64_t before = o->sys->now(o->sys->ctx), after;

	pmx_observer_read(o);
	after = o->sys->now(o->sys->ctx);
	o->reading_ns += after - before;
	plan_reading(o, before, after);
}

static uint64_t own_cpu_time(void)
{
	struct timespec ts = { 0 };

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

static void *observe(void *arg)
{
	struct pmx_observer *o = arg;
	uint64_t next = o->sys->now(o->sys->ctx), now;

	prctl(PR_SET_TIMERSLACK, 1UL); /* of this thread: a sleep ends when it should */
	while (!atomic_load_explicit(&o->stop, memory_order_acquire)) {
		now = o->sys->now(o->sys->ctx);
		if (o->mapped)
			pmx_observer_sweep(o, now);
		if (now >= o->next_read)
			read_now(o);
		if (o->mapped && !o->sweep_ns)
			continue;
		next = o->mapped ? now + o->sweep_ns : o->next_read;
		if (next > o->next_read)
			next = o->next_read;
		/* stop is looked at while a long pause lasts, too */
		if (next > now + 20 * NSEC_PER_MSEC)
			next = now + 20 * NSEC_PER_MSEC;
		sleep_until(next);
	}
	o->seen.cpu_ns = own_cpu_time();
	return NULL;
}

/* All rings together have room for so many slices (16 bytes each), and each for some. */
static size_t ring_room(size_t tracks)
{
	size_t room = ALL_SLICES / tracks;

	if (room < LEAST_SLICES)
		return LEAST_SLICES;
	return room < PMX_TRACK_SLICES ? room : PMX_TRACK_SLICES;
}

int pmx_observer_start(struct pmx_observer *o, struct pmx_error *err)
{
	sigset_t all, old;
	int ret;

	o->start = o->last_sweep = o->sys->now(o->sys->ctx);
	for (size_t i = 0; i < o->count; i++) {
		if (pmx_track_init(&o->watched[i].track, o->start, BIN_NS))
			return pmx_error_nomem(err);
		o->watched[i].track.ring_room = ring_room(o->count);
	}
	read_now(o);
	if (!o->count)
		return 0;
	/* signals are for the thread that waits for the command */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(&o->thread, NULL, observe, o);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (ret)
		return pmx_error_set(err, -ret, "cannot start the observer's thread: %s",
				     strerror(ret));
	o->is_running = true;
	return 0;
}

static void sum_up(struct pmx_observer *o, uint64_t end)
{
	uint64_t looks = o->mapped ? o->seen.sweeps : o->seen.reads;

	if (!o->count) { /* the readings at both ends are for the counts */
		o->seen.period_longest = 0;
		return;
	}
	o->seen.period_ns = looks ? (end - o->start) / looks : 0;
	o->seen.read_share = end > o->start ? (double)o->reading_ns / (double)(end - o->start) : 0;
	for (size_t i = 0; i < o->count; i++) {
		pmx_track_end(&o->watched[i].track);
		o->seen.missed += o->watched[i].track.missed;
		o->seen.folded += o->watched[i].track.folded;
	}
}

void pmx_observer_stop(struct pmx_observer *o)
{
	uint64_t end;

	if (o->is_over || !o->start)
		return;
	o->is_over = true;
	if (o->is_running) {
		atomic_store_explicit(&o->stop, true, memory_order_release);
		pthread_join(o->thread, NULL);
		o->is_running = false;
	}
	end = o->sys->now(o->sys->ctx);
	if (o->mapped)
		pmx_observer_sweep(o, end);
	read_now(o);
	sum_up(o, end);
}

/* --- what was seen ------------------------------------------------------------------------ */

const struct pmx_observed *pmx_observer_observed(const struct pmx_observer *o)
{
	return &o->seen;
}

const struct pmx_track *pmx_observer_track(const struct pmx_observer *o, size_t counter)
{
	size_t i = o->watched_of[counter];

	return i == SIZE_MAX || !o->watched[i].track.points ? NULL : &o->watched[i].track;
}

const struct pmx_snapshot *pmx_observer_last(const struct pmx_observer *o)
{
	return &o->snap;
}
