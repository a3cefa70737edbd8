// SPDX-License-Identifier: GPL-2.0-only
/*
 * derive.c - numbers derived from counts that belong together
 *
 * One pass puts what others are divided by into a hash table, a second one looks up what each row
 * is divided by: thousands of threads with a few events each cost no more than one look a row.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/result.h>

#include "base/cleanup.h"
#include "stats/metrics.h"
#include "stats/strings.h"
#include "stats/together.h"

/* Anyone's: the first count of its kind in its place. A group's: that of the group itself. */
enum { ANYONES = -1 };

struct entry {
	const struct pmx_row *row; /* NULL for an empty place */
	uint64_t hash;
	enum pmx_base base;
	int group;
};

struct bases {
	struct entry *entries;
	size_t mask; /* a power of two, minus 1 */
};

/* FNV-1a, Fowler, Noll and Vo. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return (hash ^ 0xff) * UINT64_C(0x100000001b3);
}

static uint64_t hash_of(const struct pmx_row *row, enum pmx_base base, int group)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325) + base;

	hash = (hash ^ (uint64_t)group) * UINT64_C(0x100000001b3);
	hash = hash_text(hash, row->label);
	hash = hash_text(hash, row->cgroup);
	return hash ^ hash >> 32;
}

static bool belongs(const struct pmx_row *row, const struct pmx_row *base, bool is_clock)
{
	return row->tid == base->tid && pmx_is_same_text(row->label, base->label) &&
	       pmx_is_same_text(row->cgroup, base->cgroup) &&
	       (is_clock || row->user_only == base->user_only) &&
	       pmx_event_is_comparable(row->event, base->event);
}

/* The place of what @row is divided by, empty when there is no such count. */
static struct entry *look_up(const struct bases *bases, const struct pmx_row *row,
			     enum pmx_base base, int group)
{
	uint64_t hash = hash_of(row, base, group);

	for (size_t i = hash & bases->mask;; i = (i + 1) & bases->mask) {
		struct entry *entry = &bases->entries[i];

		if (!entry->row)
			return entry;
		if (entry->hash == hash && entry->base == base && entry->group == group &&
		    belongs(row, entry->row, base == PMX_BASE_CLOCK))
			return entry;
	}
}

static bool is_usable(const struct pmx_row *row)
{
	return row->count.status == PMX_COUNTED && isfinite(row->count.value);
}

static size_t count_bases(const struct pmx_result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->count; i++)
		count += pmx_base_of(result->rows[i].event) != PMX_BASE_NONE;
	return count;
}

/* The first of its kind stays. */
static void put_in(struct bases *bases, const struct pmx_row *row, enum pmx_base base, int group)
{
	struct entry *entry = look_up(bases, row, base, group);

	if (!entry->row)
		*entry = (struct entry){ row, hash_of(row, base, group), base, group };
}

static int bases_make(struct bases *bases, const struct pmx_result *result)
{
	size_t need = count_bases(result) * 4 + 1, size = 8;

	while (size < need)
		size *= 2;
	bases->entries = calloc(size, sizeof(*bases->entries));
	bases->mask = size - 1;
	if (!bases->entries)
		return -1;
	for (size_t i = 0; i < result->count; i++) {
		const struct pmx_row *row = &result->rows[i];
		enum pmx_base base = pmx_base_of(row->event);

		if (base == PMX_BASE_NONE || row->is_sum || !is_usable(row) ||
		    !(row->count.value > 0))
			continue;
		put_in(bases, row, base, ANYONES);
		if (row->event->group >= 0)
			put_in(bases, row, base, row->event->group);
	}
	return 0;
}

static double clock_ms(const struct pmx_row *row)
{
	return row->event->msec ? row->count.value : row->count.value / 1e6;
}

/* What a count is divided by; row is NULL where there is nothing. */
struct divisor {
	const struct pmx_row *row;
	double value;
};

static struct divisor divisor_of(const struct bases *bases, const struct pmx_row *row,
				 enum pmx_base base)
{
	const struct pmx_row *found = NULL;

	if (row->event->group >= 0)
		found = look_up(bases, row, base, row->event->group)->row;
	if (!found)
		found = look_up(bases, row, base, ANYONES)->row;
	if (!found)
		return (struct divisor){ 0 };
	return (struct divisor){ found,
				 base == PMX_BASE_CLOCK ? clock_ms(found) : found->count.value };
}

static bool set_metric(struct pmx_metric *metric, double value, const char *unit,
		       const char *format)
{
	if (!isfinite(value))
		return false;
	*metric = (struct pmx_metric){
		.present = true, .value = value, .unit = unit, .format = format
	};
	return true;
}

/* Cycles of user mode alone over the time of both say nothing of a frequency. */
static bool is_part_of_cycles(const struct pmx_row *row, const struct pmx_ratio *ratio)
{
	return ratio->base == PMX_BASE_CLOCK &&
	       (row->user_only || row->event->attr.exclude_user || row->event->attr.exclude_kernel);
}

static bool set_ratio(const struct bases *bases, struct pmx_row *row, const struct pmx_ratio *ratio)
{
	struct divisor by = divisor_of(bases, row, ratio->base);

	if (is_part_of_cycles(row, ratio) || !(by.value > 0) ||
	    !set_metric(&row->metric, row->count.value * ratio->factor / by.value, ratio->unit,
			ratio->format))
		return false;
	row->metric.bad = ratio->bad > 0 && row->metric.value > ratio->bad;
	row->metric.apart = !pmx_rows_are_together(row, by.row);
	return true;
}

static void set_utilization(struct pmx_row *row, uint64_t elapsed_ns)
{
	if (elapsed_ns)
		set_metric(&row->metric, clock_ms(row) * 1e6 / (double)elapsed_ns, "CPUs utilized",
			   "%8.3f");
}

static void set_rate(const struct bases *bases, struct pmx_row *row)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	double clock = divisor_of(bases, row, PMX_BASE_CLOCK).value;
	double rate = clock > 0 ? row->count.value * 1000 / clock : NAN;
	size_t unit = 0;

	for (; rate > 1000 && unit < 3; unit++)
		rate /= 1000;
	set_metric(&row->metric, rate, units[unit], "%8.3f");
}

static void set_stalls(const struct bases *bases, struct pmx_row *row)
{
	struct divisor front, back, stalls;
	uint64_t config;
	uint32_t type;

	if (pmx_event_generic(row->event, &type, &config) || type != PERF_TYPE_HARDWARE ||
	    config != PERF_COUNT_HW_INSTRUCTIONS || !(row->count.value > 0))
		return;
	front = divisor_of(bases, row, PMX_BASE_STALLED_FRONTEND);
	back = divisor_of(bases, row, PMX_BASE_STALLED_BACKEND);
	stalls = back.value > front.value ? back : front;
	if (stalls.value > 0 && set_metric(&row->second, stalls.value / row->count.value,
					   "stalled cycles per insn", "%7.2f "))
		row->second.apart = !pmx_rows_are_together(row, stalls.row);
}

/*
 * Of a row that one of several passes counted, what it has over the clock is that pass's: the
 * clock of all runs is not its own.
 */
static void set_over_clock(const struct bases *bases, struct pmx_row *row,
			   const struct pmx_ratio *ratio, const struct pmx_metric *before)
{
	if (row->pass && before->present)
		row->metric = *before;
	else if (!ratio || ratio->base != PMX_BASE_CLOCK || !set_ratio(bases, row, ratio))
		set_rate(bases, row);
}

static void set_metrics(const struct bases *bases, struct pmx_row *row, uint64_t elapsed_ns)
{
	const struct pmx_ratio *ratio = pmx_ratio_of(row->event);
	struct pmx_metric before = row->metric;

	row->metric = row->second = (struct pmx_metric){ 0 };
	if (!is_usable(row) || row->is_sum)
		return;
	if (pmx_base_of(row->event) == PMX_BASE_CLOCK)
		set_utilization(row, elapsed_ns);
	else if (!ratio || ratio->base == PMX_BASE_CLOCK || !set_ratio(bases, row, ratio))
		set_over_clock(bases, row, ratio, &before);
	set_stalls(bases, row);
}

void pmx_derive_metrics(struct pmx_result *result)
{
	pmx_autofree struct entry *entries = NULL;
	struct bases bases;

	if (bases_make(&bases, result))
		return;
	entries = bases.entries;
	for (size_t i = 0; i < result->count; i++)
		set_metrics(&bases, &result->rows[i], result->elapsed_ns);
}
