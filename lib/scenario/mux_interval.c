// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_interval.c - the time of a turn is what perf_event_mux_interval_ms says
 */
#include <stdio.h>
#include <string.h>

#include "kit/steady.h"
#include "scenario/mux.h"

enum { SHORT_MS = 2, LONG_MS = 20, SPOTS = 4, TRIES = 3 };

/* Times during which an event was enabled, and not on. */
struct blind {
	uint64_t longest, spots;
};

/*
 * Looks at an event for @time; what the clock of its enabled time says is what counts, so that a
 * task that loses its CPU in between sees no longer spots.
 */
static struct blind look(struct kit *kit, int fd, uint64_t time, uint64_t interval)
{
	struct pmx_reading last = kit_read(kit, fd), it;
	uint64_t end = last.enabled + time, off = 0, seen = last.enabled - last.running;
	struct blind blind = { 0 };

	while (last.enabled < end) {
		kit_spin(KIT_MSEC / 10);
		it = kit_read(kit, fd);
		if (it.eof || it.enabled <= last.enabled)
			break;
		/* the times are not read at the same moment, and may say less than before */
		if (it.enabled - it.running > seen) {
			off += it.enabled - it.running - seen;
			seen = it.enabled - it.running;
		}
		if (it.running > last.running) { /* it is on again */
			/* less is what all have when one of them rotates */
			blind.spots += off > interval / 4;
			blind.longest = off > blind.longest ? off : blind.longest;
			off = 0;
		}
		last = it;
	}
	return blind;
}

/*
 * Of K+1 events on K counters each is off for one interval in K+1, and on for K. A timer may come
 * late but not early, and the ends of a spot are seen to a tenth of a millisecond.
 */
static bool has_longest(struct pmx_breach *breach, const struct blind *blind, unsigned ms)
{
	uint64_t interval = ms * KIT_MSEC;
	char what[96];

	snprintf(what, sizeof(what), "ns of the longest blind spot with an interval of %u ms", ms);
	return pmx_oracle_exact(breach, what, blind->longest, interval / 2,
				interval + interval / 2);
}

static bool has_spots(struct pmx_breach *breach, const struct blind *blind, unsigned ms)
{
	char what[96];

	snprintf(what, sizeof(what), "blind spots with an interval of %u ms", ms);
	return pmx_oracle_exact(breach, what, blind->spots, SPOTS - 1, SPOTS + 1);
}

/* False when the task had to share its CPU. */
static bool look_steadily(struct kit *kit, const struct mux_set *set, unsigned ms,
			  struct blind *out)
{
	uint64_t interval = ms * KIT_MSEC, start = kit_now(), passed;
	uint64_t time = SPOTS * set->count * interval;

	*out = look(kit, set->fd[0], time, interval);
	passed = kit_now() - start;
	return (double)time >= MUX_STEADY * (double)passed;
}

/*
 * A virtual CPU may be gone for a moment, and with it a spot's end. A kernel that ignores the
 * interval does so at each try.
 */
static void check(struct kit *kit, const struct mux_set *set, unsigned ms)
{
	struct blind blind, steady;
	bool right = false, any = false;

	for (int i = 0; i < TRIES && !right; i++) {
		if (!look_steadily(kit, set, ms, &blind))
			continue;
		any = true;
		steady = blind;
		right = has_longest(NULL, &steady, ms) && has_spots(NULL, &steady, ms);
	}
	if (!any) {
		kit_note(kit, "turns were not looked at: the task had to share its CPU");
		return;
	}
	kit_check(kit, has_longest(kit->breach, &steady, ms));
	kit_check(kit, has_spots(kit->breach, &steady, ms));
}

static void set_interval(struct kit *kit, const char *path, unsigned ms)
{
	char text[16], got[32];
	ssize_t length;
	int ret;

	snprintf(text, sizeof(text), "%u", ms);
	ret = kit_write_file(path, text);
	if (ret)
		kit_skip(kit, "%s: %s", path, strerror(-ret));
	length = pmx_machine_read(kit->machine, path, got, sizeof(got));
	got[strcspn(got, "\n")] = '\0';
	if (length <= 0 || strcmp(got, text) != 0)
		kit_breach(kit, "held", "%s: %s written, %s read", path, text,
			   length <= 0 ? "nothing" : got);
}

static void run(struct kit *kit)
{
	static const unsigned intervals[] = { SHORT_MS, LONG_MS };
	const struct kit_pmu *pmu = kit_pmu(kit);
	struct mux_set set;
	char path[MUX_PATH];

	if (!kit_undo_restore(kit, mux_interval_path(pmu, path)))
		kit_skip(kit, "%s cannot be read", path);
	mux_place(kit, pmu);
	for (size_t i = 0; i < sizeof(intervals) / sizeof(intervals[0]); i++) {
		set_interval(kit, path, intervals[i]);
		mux_open(kit, &set, pmu, pmu->capacity + 1);
		/* the timer may still be set to the interval before */
		kit_spin(i ? intervals[i - 1] * KIT_MSEC : mux_interval(kit, pmu));
		check(kit, &set, intervals[i]);
		mux_close(&set);
	}
}

const struct pmx_scenario scenario_mux_interval = {
	.name = "mux.interval",
	.summary = "a changed multiplexing interval is honoured",
	.about = "perf_event_mux_interval_ms",
	.explain =
		"Sets the multiplexing interval of a PMU to 2 ms and then to 20 ms, and watches "
		"one of K+1 events on K counters, by its times: in each round of K+1 intervals it "
		"must be off once, for one interval, in one try of three. The file must say what "
		"was written, and is put back at the end. perf_event_mux_interval_ms_store() has "
		"to reach the timer of each CPU, also where it runs already.",
	.needs = PMX_NEED_CORE | PMX_NEED_ROOT,
	.alone = true,
	.run = run,
};
