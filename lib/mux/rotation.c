// SPDX-License-Identifier: GPL-2.0-only
/*
 * rotation.c - expirations of the rotation timers, recorded and summed up by CPU
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "mux/intervals.h"
#include "mux/rotation.h"
#include "mux/timer_function.h"

#define TIMER_SYSTEM "timer"
#define TIMER_NAME   "hrtimer_expire_entry"

/* Timers that are told apart on a CPU: one a PMU, of which few have events that wait. */
enum { MAX_TIMERS = 8 };

/* One CPU on which timers expired. */
struct place {
	uint64_t count, lost;
	unsigned timers; /* seen so far, as far as they could be told apart */
	struct {
		uint64_t timer; /* its address; 0: none */
		uint64_t last;	/* when it expired; 0: not known */
	} known[MAX_TIMERS];
	struct pmx_intervals intervals;
};

struct pmx_rotations {
	struct pmx_recorder *recorder;
	struct pmx_field timer;
	struct place *places[PMX_MAX_CPUS]; /* NULL: nothing expired there */
};

static const struct pmx_pmu tracepoint_pmu = {
	.name = "tracepoint",
	.type = PERF_TYPE_TRACEPOINT,
	.kind = PMX_PMU_TRACEPOINT,
	.software_class = true,
};

/* --- opening ------------------------------------------------------------------------------ */

static int open_with(struct pmx_rotations *r, uint64_t id, const char *filter,
		     const struct pmx_rotations_options *opts, struct pmx_error *err)
{
	struct pmx_event event = {
		.name = (char *)TIMER_SYSTEM ":" TIMER_NAME,
		.pmu = &tracepoint_pmu,
		.attr = { .type = PERF_TYPE_TRACEPOINT, .config = id },
		.scale = 1,
		.filter = (char *)filter,
		.group = -1,
	};
	struct pmx_events events = { .list = &event, .count = 1, .room = 1 };
	/* some hundred expirations a second, of less than 100 bytes each */
	struct pmx_recorder_options recording = {
		.cpus = opts->cpus,
		.ring_bytes = 64 * 1024,
		.sys = opts->sys,
	};

	return pmx_recorder_new(&r->recorder, &events, &recording, err);
}

/*
 * Kernels from 6.4 on find the function themselves, and need not show its address; reading all of
 * /proc/kallsyms takes some 100 ms.
 */
static int open_filtered(struct pmx_rotations *r, struct pmx_machine *machine, uint64_t id,
			 const struct pmx_rotations_options *opts, struct pmx_error *err)
{
	const char *function = opts->function ? opts->function : "perf_mux_hrtimer_handler";
	char filter[PMX_TIMER_FILTER];
	int ret = pmx_timer_filter_by_name(function, filter, sizeof(filter), err);

	if (ret)
		return ret;
	ret = open_with(r, id, filter, opts, err);
	if (ret != -EINVAL)
		return ret;
	ret = pmx_timer_filter_by_address(machine, function, filter, sizeof(filter), err);
	return ret ? ret : open_with(r, id, filter, opts, err);
}

static int open_tracepoint(struct pmx_rotations *r, struct pmx_machine *machine,
			   const struct pmx_rotations_options *opts, struct pmx_error *err)
{
	struct pmx_format *format = NULL;
	const struct pmx_field *timer;
	uint64_t id;
	int ret = pmx_format_new(&format, machine, TIMER_SYSTEM, TIMER_NAME, err);

	if (ret)
		return ret;
	id = pmx_format_id(format);
	timer = pmx_format_field(format, "hrtimer");
	if (timer)
		r->timer = *timer;
	else
		ret = pmx_error_set(err, -ENOTSUP,
				    "records of %s:%s do not say which timer expired: their fields "
				    "are %s",
				    TIMER_SYSTEM, TIMER_NAME, pmx_format_fields(format));
	pmx_format_free(format);
	return ret ? ret : open_filtered(r, machine, id, opts, err);
}

int pmx_rotations_new(struct pmx_rotations **out, struct pmx_machine *machine,
		      const struct pmx_rotations_options *opts, struct pmx_error *err)
{
	struct pmx_rotations *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return pmx_error_nomem(err);
	ret = open_tracepoint(r, machine, opts, err);
	if (ret) {
		pmx_rotations_free(r);
		return ret;
	}
	*out = r;
	return 0;
}

void pmx_rotations_free(struct pmx_rotations *rotations)
{
	if (!rotations)
		return;
	pmx_recorder_free(rotations->recorder);
	for (size_t i = 0; i < PMX_MAX_CPUS; i++)
		free(rotations->places[i]);
	free(rotations);
}

int pmx_rotations_start(struct pmx_rotations *rotations, struct pmx_error *err)
{
	return pmx_recorder_enable(rotations->recorder, err);
}

int pmx_rotations_fd(const struct pmx_rotations *rotations)
{
	return pmx_recorder_fd(rotations->recorder);
}

/* --- records ------------------------------------------------------------------------------ */

/* The entry of a timer; of those that are known the one that expired longest ago makes room. */
static size_t know(struct place *place, uint64_t timer)
{
	size_t oldest = 0;

	for (size_t i = 0; i < MAX_TIMERS; i++) {
		if (place->known[i].timer == timer)
			return i;
		if (place->known[i].last < place->known[oldest].last)
			oldest = i;
	}
	place->timers++;
	place->known[oldest].timer = timer;
	place->known[oldest].last = 0;
	return oldest;
}

static void expired(struct place *place, uint64_t timer, uint64_t time)
{
	size_t i = know(place, timer);

	place->count++;
	if (place->known[i].last && time > place->known[i].last)
		pmx_intervals_add(&place->intervals, time - place->known[i].last);
	place->known[i].last = time;
}

/* An interval with a hole in it is none. */
static void forget_times(struct place *place)
{
	for (size_t i = 0; i < MAX_TIMERS; i++)
		place->known[i].last = 0;
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct pmx_rotations *r = ctx;
	struct place **place = &r->places[record->cpu];
	uint64_t timer = 0;

	if (!*place)
		*place = calloc(1, sizeof(**place));
	if (!*place)
		return -ENOMEM;
	if (record->kind == PMX_RECORD_LOST) {
		(*place)->lost += record->lost;
		forget_times(*place);
	} else if (record->kind == PMX_RECORD_SAMPLE &&
		   pmx_field_read(&r->timer, record->raw, record->size, &timer)) {
		expired(*place, timer, record->time);
	}
	return 0;
}

int pmx_rotations_drain(struct pmx_rotations *rotations)
{
	return pmx_recorder_drain(rotations->recorder, false, take, rotations);
}

void pmx_rotations_stop(struct pmx_rotations *rotations)
{
	pmx_recorder_disable(rotations->recorder, NULL);
	pmx_recorder_drain(rotations->recorder, true, take, rotations);
}

/* --- summary ------------------------------------------------------------------------------ */

static void add_place(const struct place *place, struct pmx_rotation_summary *out,
		      struct pmx_intervals *intervals)
{
	if (!place)
		return;
	out->count += place->count;
	out->lost += place->lost;
	out->timers += place->timers;
	pmx_intervals_merge(intervals, &place->intervals);
}

void pmx_rotations_summary(const struct pmx_rotations *rotations, int cpu,
			   struct pmx_rotation_summary *out)
{
	struct pmx_intervals intervals = { .count = 0 };

	*out = (struct pmx_rotation_summary){ .count = 0 };
	if (cpu >= PMX_MAX_CPUS)
		return;
	for (int i = cpu < 0 ? 0 : cpu; i < (cpu < 0 ? PMX_MAX_CPUS : cpu + 1); i++)
		add_place(rotations->places[i], out, &intervals);
	out->intervals = intervals.count;
	out->shortest = intervals.shortest;
	out->longest = intervals.longest;
	out->median = pmx_intervals_median(&intervals);
}
