/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_reports.h - multiplexing reports made by hand, for tests of what is written about them
 *
 * Their schedules are those of theory: N equal events on K counters are on for K intervals in a
 * row, and then wait for N - K.
 */
#ifndef TESTS_MUX_REPORTS_H
#define TESTS_MUX_REPORTS_H

#include <perfmux/report_mux.h>

#include "cases.h"

#define MUX_MS 1000000ull

static const struct pmx_pmu pmu_core = { .name = "cpu_core", .type = 4, .kind = PMX_PMU_CORE };
static const struct pmx_pmu pmu_atom = { .name = "cpu_atom", .type = 10, .kind = PMX_PMU_CORE };
static const struct pmx_pmu pmu_hostile = { .name = HOSTILE, .type = 11, .kind = PMX_PMU_OTHER };

enum { MUX_ROWS = 160, MUX_PMUS = 4 };

/* A report with all that it points to. */
struct mux_made {
	struct pmx_event events[MUX_ROWS];
	struct pmx_mux_row rows[MUX_ROWS];
	struct pmx_mux_pmu pmus[MUX_PMUS];
	struct pmx_track tracks[MUX_ROWS];
	struct pmx_mux_report report;
};

static inline struct mux_made *mux_new(uint64_t ns)
{
	struct mux_made *made = calloc(1, sizeof(*made));

	assert_non_null(made);
	made->report = (struct pmx_mux_report){
		.rows = made->rows,
		.pmus = made->pmus,
		.start = 5000 * MUX_MS,
		.end = 5000 * MUX_MS + ns,
		.observed = { .method = PMX_METHOD_PAGES,
			      .period_ns = 12300,
			      .period_longest = 1100000,
			      .sweeps = ns / 12300,
			      .polls = ns / 12300 * 6,
			      .reads = ns / 12300 / 80,
			      .cpu_ns = ns * 9 / 10,
			      .read_share = 0.0012 },
	};
	return made;
}

static inline void mux_free(struct mux_made *made)
{
	for (size_t i = 0; i < MUX_ROWS; i++) {
		free(made->tracks[i].bins);
		free(made->tracks[i].ring);
	}
	free(made);
}

static inline struct pmx_mux_pmu *mux_pmu(struct mux_made *made, const struct pmx_pmu *pmu,
					  unsigned demand, double capacity)
{
	struct pmx_mux_pmu *at = &made->pmus[made->report.pmu_count++];

	assert_true(made->report.pmu_count <= MUX_PMUS);
	*at = (struct pmx_mux_pmu){ .pmu = pmu,
				    .demand = demand,
				    .capacity = capacity,
				    .used = capacity > 0 ? capacity * 0.98 : demand,
				    .jain = NAN };
	return at;
}

static inline struct pmx_mux_row *mux_row(struct mux_made *made, const char *name,
					  const struct pmx_pmu *pmu, enum pmx_mux_verdict verdict)
{
	size_t at = made->report.row_count++;
	struct pmx_event *event = &made->events[at];

	assert_true(at < MUX_ROWS);
	event->name = (char *)(uintptr_t)name;
	event->pmu = pmu;
	event->scale = 1;
	event->group = -1;
	made->rows[at] = (struct pmx_mux_row){ .event = event,
					       .name = name,
					       .cpu = -1,
					       .places = 1,
					       .verdict = verdict,
					       .group = -1,
					       .interpolated = NAN };
	return &made->rows[at];
}

/* Counted, @raw while it was on for @share of the time. */
static inline void mux_count(struct mux_made *made, struct pmx_mux_row *row, uint64_t raw,
			     double share)
{
	uint64_t ns = made->report.end - made->report.start;

	row->count = (struct pmx_count){ .raw = raw,
					 .enabled = ns,
					 .running = (uint64_t)((double)ns * share),
					 .status = PMX_COUNTED };
	row->count.value = floor((double)raw / share + 0.5);
	row->share = share;
	row->factor = 1 / share;
}

static inline struct pmx_track *mux_track(struct mux_made *made, struct pmx_mux_row *row)
{
	struct pmx_track *track = &made->tracks[row - made->rows];
	uint64_t ns = made->report.end - made->report.start;

	track->bins = calloc(1, sizeof(*track->bins));
	track->ring = calloc(PMX_TRACK_SLICES, sizeof(*track->ring));
	assert_true(track->bins && track->ring);
	track->bins->start = made->report.start;
	track->bins->width = ns / (PMX_BINS - 1) + 1;
	track->bins->count = (size_t)((ns - 1) / track->bins->width + 1);
	row->track = track;
	row->bins = track->bins;
	return track;
}

/* @from to @to, ns since the start; @on: on the PMU, or waiting. */
static inline void mux_time(struct mux_made *made, struct pmx_track *track, uint64_t from,
			    uint64_t to, bool on)
{
	struct pmx_bins *bins = track->bins;
	uint64_t start = made->report.start;

	if (on)
		track->ring[track->ring_pushed++ % PMX_TRACK_SLICES] =
			(struct pmx_slice){ start + from, start + to };
	while (from < to) {
		size_t bin = from / bins->width;
		uint64_t end = (bin + 1) * bins->width < to ? (bin + 1) * bins->width : to;

		assert_true(bin < bins->count);
		bins->due[bin] += (float)(end - from);
		bins->on[bin] += on ? (float)(end - from) : 0;
		from = end;
	}
}

/* The @index-th of @n equal events on @k counters, rotated every @interval ns. */
static inline void mux_turns(struct mux_made *made, struct pmx_mux_row *row, unsigned index,
			     unsigned n, unsigned k, uint64_t interval)
{
	uint64_t ns = made->report.end - made->report.start, from = 0;
	struct pmx_track *track = mux_track(made, row);
	bool was_on = index < k;

	for (uint64_t turn = 1; turn * interval < ns; turn++) {
		bool on = (index + n - turn % n) % n < k;

		if (on == was_on)
			continue;
		mux_time(made, track, from, turn * interval, was_on);
		from = turn * interval;
		was_on = on;
	}
	mux_time(made, track, from, ns, was_on);
	row->slices = track->slices = track->ring_pushed;
	track->points = ns / 12300;
	row->slice_mean = k * interval;
	row->slice_longest = k * interval + 20000;
	row->blind = (n - k) * interval;
	row->blind_at = (n - k) * interval * 3;
	row->demand_ahead = n - 1;
}

/* On all the time: one slice. */
static inline void mux_always(struct mux_made *made, struct pmx_mux_row *row)
{
	uint64_t ns = made->report.end - made->report.start;

	mux_time(made, mux_track(made, row), 0, ns, true);
	row->slices = 1;
	row->slice_mean = row->slice_longest = ns;
}

/* Multiplexed: @raw counts, ± @percent of the scaled count. */
static inline struct pmx_mux_row *mux_shared(struct mux_made *made, const char *name,
					     const struct pmx_pmu *pmu, uint64_t raw,
					     double percent, unsigned index, unsigned n, unsigned k)
{
	struct pmx_mux_row *row = mux_row(made, name, pmu, PMX_MUX_SHARED);

	mux_count(made, row, raw, (double)k / n);
	row->half = row->count.value * percent / 100;
	row->interpolated = row->count.value * 1.0024;
	mux_turns(made, row, index, n, k, 4 * MUX_MS);
	return row;
}

static inline struct pmx_mux_row *mux_software(struct mux_made *made, const char *name,
					       uint64_t raw)
{
	struct pmx_mux_row *row = mux_row(made, name, &pmu_software, PMX_MUX_SOFTWARE);

	mux_count(made, row, raw, 1);
	return row;
}

/* Not counted; @due: it waited all the time. */
static inline struct pmx_mux_row *mux_missing(struct mux_made *made, const char *name,
					      const struct pmx_pmu *pmu,
					      enum pmx_mux_verdict verdict, enum pmx_status status)
{
	struct pmx_mux_row *row = mux_row(made, name, pmu, verdict);

	row->count.status = status;
	row->half = NAN;
	return row;
}

static inline void mux_advise(struct mux_made *made, const char *text, const char *command)
{
	struct pmx_mux_advice *advice = &made->report.advice[made->report.advice_count++];

	snprintf(advice->text, sizeof(advice->text), "%s", text);
	snprintf(advice->command, sizeof(advice->command), "%s", command);
}

/* --- cases -------------------------------------------------------------------------------- */

/* Every verdict, on one PMU: six events that take turns on four counters, two of them a group. */
static inline struct mux_made *mux_case_verdicts(void)
{
	struct mux_made *made = mux_new(800 * MUX_MS);
	struct pmx_mux_row *row;
	struct pmx_mux_pmu *pmu;

	row = mux_software(made, "task-clock", 799123456);
	made->events[0].msec = true;
	row->count.value = 799.123456;
	mux_software(made, "page-faults", 1785);
	row = mux_row(made, "ref-cycles:D", &pmu_cpu, PMX_MUX_ALWAYS);
	mux_count(made, row, 2494011976, 1);
	row->pinned = true;
	mux_always(made, row);
	mux_shared(made, "cycles", &pmu_cpu, 1596007984, 0.3, 0, 6, 4);
	mux_shared(made, "instructions", &pmu_cpu, 1896207579, 1.24, 1, 6, 4);
	mux_shared(made, "branches", &pmu_cpu, 399201594, 1.31, 2, 6, 4)->group = 0;
	mux_shared(made, "branch-misses", &pmu_cpu, 91816366, 14.2, 2, 6, 4)->group = 0;
	mux_shared(made, "cache-references", &pmu_cpu, 0, 0, 3, 6, 4)->half = 12;
	row = mux_shared(made, "cache-misses", &pmu_cpu, 24640, 0, 4, 6, 4);
	row->half = NAN;
	row->interpolated = NAN;
	row = mux_missing(made, "LLC-loads", &pmu_cpu, PMX_MUX_STARVED, PMX_NOT_COUNTED);
	row->count.enabled = 800 * MUX_MS;
	row->demand_ahead = 7;
	mux_time(made, mux_track(made, row), 0, 800 * MUX_MS, false);
	row->blind = 800 * MUX_MS;
	row = mux_missing(made, "bus-cycles:D", &pmu_cpu, PMX_MUX_ERROR, PMX_FAILED);
	row->pinned = true;
	row->count.enabled = 3 * MUX_MS;
	row = mux_missing(made, "stalled-cycles-frontend", &pmu_cpu, PMX_MUX_UNSUPPORTED,
			  PMX_NOT_SUPPORTED);
	row->count.reason = "the PMU does not have this event";
	pmu = mux_pmu(made, &pmu_cpu, 8, 4.02);
	pmu->used = 3.71;
	pmu->counters = 6;
	pmu->head_of_line = 0.31;
	pmu->jain = 0.9987;
	pmu->interval_set = 4 * MUX_MS;
	pmu->interval_seen = 4012345;
	pmu->interval_from = "rotations";
	pmu->rotations = 199;
	pmu->watchdog = true;
	made->report.target_ns = 799123456;
	made->report.passes = 2;
	made->report.observed.missed = 17;
	made->report.observed.folded = 2;
	mux_advise(made,
		   "Turn off the NMI watchdog while you measure: it holds one of the counters.",
		   "sysctl kernel.nmi_watchdog=0");
	mux_advise(made,
		   "Measure in 2 passes, in each of which every event is on all the time; the "
		   "command runs twice then, with all that it does.",
		   "perfmux stat --passes 2 -e cycles,instructions,'{branches,branch-misses}',"
		   "cache-references,cache-misses -- make -j4");
	mux_advise(made, "Leave out LLC-loads: it has no chance beside the pinned events.", "");
	return made;
}

/* Two core PMUs: residency is one thing, multiplexing another. */
static inline struct mux_made *mux_case_hybrid(void)
{
	static const struct pmx_pmu *const pmus[] = { &pmu_core, &pmu_atom };
	static const char *const names[2][3] = {
		{ "cpu_core/cycles/", "cpu_core/instructions/", "cpu_core/topdown-retiring/" },
		{ "cpu_atom/cycles/", "cpu_atom/instructions/", "cpu_atom/topdown-retiring/" },
	};
	struct mux_made *made = mux_new(10000 * MUX_MS);
	struct pmx_mux_row *row;

	for (unsigned p = 0; p < 2; p++) {
		for (unsigned i = 0; i < 2; i++) {
			row = mux_shared(made, names[p][i], pmus[p], 29940119760 >> p, 0.8 + p, i,
					 3, 2 - p);
			row->count.anywhere = row->count.enabled;
			row->count.resident = row->count.enabled / 4 * (p ? 1 : 3);
			row->count.running = row->count.resident / 3 * (2 - p);
		}
		mux_pmu(made, pmus[p], 3, 2 - p)->shared_context = true;
	}
	row = mux_missing(made, names[0][2], &pmu_core, PMX_MUX_ELSEWHERE, PMX_NOT_COUNTED);
	row->count.anywhere = row->count.enabled = 10000 * MUX_MS;
	row = mux_missing(made, names[1][2], &pmu_atom, PMX_MUX_UNSUPPORTED, PMX_NOT_SUPPORTED);
	made->report.observed.method = PMX_METHOD_READS;
	made->report.observed.why_reads = "inherited events of a task have no page";
	made->report.observed.period_ns = MUX_MS;
	made->report.observed.alone = true;
	return made;
}

/* Rows of two CPUs and a thread, none of them observed but one. */
static inline struct mux_made *mux_case_places(void)
{
	struct mux_made *made = mux_new(2000 * MUX_MS);

	for (int cpu = 0; cpu < 2; cpu++) {
		for (unsigned i = 0; i < 3; i++) {
			static const char *const names[] = { "cycles", "instructions", "branches" };

			mux_shared(made, names[i], &pmu_cpu, 1000000 + i, 2, i, 3, 2)->cpu = cpu;
		}
		mux_software(made, "context-switches", 12 + (uint64_t)cpu)->cpu = cpu;
	}
	made->rows[6].bins = NULL;
	mux_software(made, "page-faults", 3)->tid = 4711;
	mux_pmu(made, &pmu_cpu, 3, 2);
	return made;
}

/* Names from somebody who means no good, and numbers that are none. */
static inline struct mux_made *mux_case_hostile(void)
{
	struct mux_made *made = mux_new(100 * MUX_MS);
	struct pmx_mux_row *row = mux_shared(made, HOSTILE, &pmu_hostile, 1000, 1, 0, 2, 1);

	made->events[0].unit = (char *)(uintptr_t) "<b>&\x1b";
	row = mux_shared(made, HOSTILE_TWO "</text><script>&amp;]]>", &pmu_hostile, 1, 1, 1, 2, 1);
	row->count.value = INFINITY;
	row->half = INFINITY;
	row = mux_missing(made, "\xef\xbf\xbf\xef\xbf\xbe", &pmu_hostile, PMX_MUX_UNSUPPORTED,
			  PMX_NOT_SUPPORTED);
	row->count.reason = "'\x1b]0;x\x07' is <no> \"event\"\n& never was";
	row->share = row->factor = NAN;
	mux_pmu(made, &pmu_hostile, 2, INFINITY)->used = NAN;
	made->pmus[0].head_of_line = NAN;
	made->report.observed.why_reads = HOSTILE;
	made->report.observed.method = PMX_METHOD_READS;
	made->report.observed.read_share = NAN;
	mux_advise(made, "Rename \x1b[2J.", "mv '" HOSTILE_TWO "' <good>");
	return made;
}

/* No hardware event at all. */
static inline struct mux_made *mux_case_software(void)
{
	struct mux_made *made = mux_new(1908789);

	mux_software(made, "page-faults", 49);
	mux_software(made, "context-switches", 0);
	made->report.observed = (struct pmx_observed){ .method = PMX_METHOD_NONE };
	made->report.passes = 1;
	return made;
}

/* Nothing: no events, no time. */
static inline struct mux_made *mux_case_empty(void)
{
	struct mux_made *made = mux_new(0);

	made->report.observed = (struct pmx_observed){ .method = PMX_METHOD_NONE };
	return made;
}

/* Twenty events in ten seconds, in phases, with a pause of the target. */
static inline struct mux_made *mux_case_many(void)
{
	static const char *const names[] = {
		"cycles",
		"instructions",
		"branches",
		"branch-misses",
		"cache-references",
		"cache-misses",
		"L1-dcache-loads",
		"L1-dcache-load-misses",
		"LLC-loads",
		"LLC-load-misses",
		"dTLB-loads",
		"dTLB-load-misses",
		"iTLB-loads",
		"iTLB-load-misses",
		"mem_inst_retired.all_loads",
		"uops_issued.any",
	};
	static const char *const uncore[] = { "uncore_imc_0/cas_count_read/",
					      "uncore_imc_0/cas_count_write/" };
	static const struct pmx_pmu pmu_imc = { .name = "uncore_imc_0", .kind = PMX_PMU_UNCORE };
	struct mux_made *made = mux_new(10000 * MUX_MS);

	mux_software(made, "task-clock", 9812345678)->count.value = 9812.345678;
	made->events[0].msec = true;
	mux_software(made, "page-faults", 17851);
	for (unsigned i = 0; i < 16; i++) {
		struct pmx_mux_row *row = mux_shared(made, names[i], &pmu_cpu,
						     99812345678 >> (i * 2), 0.4 + i * 0.3, i, 16,
						     5);

		row->group = i >= 2 && i < 4 ? 0 : i >= 8 && i < 12 ? 1 : -1;
		for (size_t b = 1500; b < 1900; b++)
			made->tracks[i + 2].bins->due[b] = made->tracks[i + 2].bins->on[b] = 0;
	}
	for (unsigned i = 0; i < 2; i++) {
		struct pmx_mux_row *row = mux_row(made, uncore[i], &pmu_imc, PMX_MUX_ALWAYS);

		mux_count(made, row, 123456789 * (i + 1), 1);
		mux_always(made, row);
	}
	mux_pmu(made, &pmu_cpu, 16, 5)->counters = 8;
	mux_pmu(made, &pmu_imc, 2, 0)->counters = 4;
	return made;
}

static struct mux_made *(*const mux_makers[])(void) = {
	mux_case_verdicts, mux_case_hybrid,   mux_case_places, mux_case_hostile,
	mux_case_many,	   mux_case_software, mux_case_empty,
};

enum { MUX_CASES = sizeof(mux_makers) / sizeof(mux_makers[0]) };

#endif
