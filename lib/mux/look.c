// SPDX-License-Identifier: GPL-2.0-only
/*
 * look.c - one look of the observer: at the pages, or at the counters themselves
 */
#include "mux/observer.h"

/* Time that an item of the coarse bound covers at least: some rotations of the kernel's 4 ms. */
#define COARSE_NS 40000000

/* Between two updates that follow one another a page's version grows by two. */
static uint32_t missed_updates(uint32_t before, uint32_t now)
{
	uint32_t updates = (now - before) / 2;

	return updates > 1 ? updates - 1 : 0;
}

static void look_at(struct pmx_observer *o, struct watched *w, uint64_t now)
{
	struct pmx_page_content page;
	struct pmx_point point = { .time = now, .is_edge = true };

	if (pmx_page_version(w->page) == w->version || !pmx_page_read(w->page, &page))
		return;
	point.missed = w->version ? missed_updates(w->version, page.version) : 0;
	w->version = page.version;
	point.enabled = page.enabled;
	point.running = page.running;
	point.raw = page.has_raw ? page.raw : 0; /* a track keeps what it had */
	pmx_track_add(&w->track, &point);
	(void)o;
}

void pmx_observer_sweep(struct pmx_observer *o, uint64_t now)
{
	for (size_t i = 0; i < o->count; i++)
		look_at(o, &o->watched[i], now);
	o->seen.sweeps++;
	o->seen.polls += o->count;
	if (now > o->last_sweep && now - o->last_sweep > o->seen.period_longest)
		o->seen.period_longest = now - o->last_sweep;
	o->last_sweep = now;
}

/* How long the tasks of each spot were on the CPUs of its PMU. */
static void find_residency(struct pmx_observer *o)
{
	const struct pmx_plan *plan = o->plan;

	for (size_t i = 0; i < o->spot_count; i++)
		o->spots[i].resident = 0;
	for (size_t c = 0; c < plan->counter_count; c++) {
		const struct pmx_pmu *pmu =
			plan->events->list[plan->counters[c].event].residency_of;

		for (size_t i = 0; pmu && i < o->spot_count; i++)
			if (o->spots[i].pmu == pmu && o->spots[i].task == plan->counters[c].task)
				o->spots[i].resident += o->snap.values[c].running;
	}
}

/* What was gained since the last item of the coarse bound, once it is several cycles. */
static void add_coarse(struct pmx_observer *o, struct watched *w, const struct pmx_value *value)
{
	const struct spot *spot = &o->spots[w->spot];
	uint64_t due = spot->has_residency ? spot->resident : value->enabled, gained;

	if (value->running < w->running || value->raw < w->raw)
		return;
	gained = due > w->due ? due - w->due : 0;
	if (gained < value->running - w->running) /* clocks of two contexts */
		gained = value->running - w->running;
	if (gained < COARSE_NS)
		return;
	pmx_bound_add(&w->track.coarse, gained, value->running - w->running, value->raw - w->raw);
	w->due = due;
	w->running = value->running;
	w->raw = value->raw;
}

void pmx_observer_read(struct pmx_observer *o)
{
	uint64_t before = o->snap.time_ns;

	pmx_session_read(o->session, &o->snap);
	find_residency(o);
	for (size_t i = 0; i < o->count; i++) {
		struct watched *w = &o->watched[i];
		const struct pmx_value *value = &o->snap.values[w->counter];
		struct pmx_point point = { .time = o->snap.time_ns,
					   .enabled = value->enabled,
					   .running = value->running,
					   .raw = value->raw };

		if (value->status == PMX_FAILED)
			continue;
		pmx_track_add(&w->track, &point);
		add_coarse(o, w, value);
	}
	o->seen.reads++;
	if (!o->mapped && before && o->snap.time_ns - before > o->seen.period_longest)
		o->seen.period_longest = o->snap.time_ns - before;
}
