// SPDX-License-Identifier: GPL-2.0-only
/*
 * openmetrics_rows.c - counts, times and shares of each row
 *
 * Sums of the core PMUs behind one spec are left out: whoever adds up a family would have them
 * twice.
 */
#include <math.h>
#include <string.h>

#include "report/openmetrics_rows.h"
#include "report/row.h"

struct rows {
	struct pmx_exposer *to;
	const struct pmx_result *result;
	const struct pmx_floors *floors;
	bool has_bounds;
};

static bool begin(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	pmx_sample_begin(rows->to, family);
	pmx_out_text(rows->to->out, pmx_labels_of(pmx_floors_labels(rows->floors), i));
	return true;
}

/* --- amounts ------------------------------------------------------------------------------ */

enum amount { COUNT, SECONDS, JOULES, BYTES, OTHER, VALUE, AMOUNTS };

static const struct pmx_family amounts[AMOUNTS] = {
	[COUNT] = { "perfmux_event_count", PMX_FAMILY_COUNTER, NULL,
		    "Occurrences of an event; what was counted for a part of the time is scaled." },
	[SECONDS] = { "perfmux_event_seconds", PMX_FAMILY_COUNTER, "seconds",
		      "Time that an event counts, such as task-clock." },
	[JOULES] = { "perfmux_event_joules", PMX_FAMILY_COUNTER, "joules",
		     "Energy that an event counts." },
	[BYTES] = { "perfmux_event_bytes", PMX_FAMILY_COUNTER, "bytes",
		    "Amount of data that an event counts." },
	[OTHER] = { "perfmux_event_amount", PMX_FAMILY_COUNTER, NULL,
		    "What an event counts in another unit, which the label unit names." },
	[VALUE] = { "perfmux_event_value", PMX_FAMILY_GAUGE, NULL,
		    "What an event reads as it is now, and that does not add up." },
};

/*
 * Units as PMUs have them in sysfs, and perf stat for clocks; divided, 1 ns is a short number
 * still.
 */
struct unit {
	const char *unit;
	enum amount amount;
	double factor, divisor;
};

static const struct unit units[] = {
	{ "", COUNT, 1, 1 },
	{ "msec", SECONDS, 1, 1e3 },
	{ "ns", SECONDS, 1, 1e9 },
	{ "us", SECONDS, 1, 1e6 },
	{ "ms", SECONDS, 1, 1e3 },
	{ "s", SECONDS, 1, 1 },
	{ "Joules", JOULES, 1, 1 },
	{ "J", JOULES, 1, 1 },
	{ "bytes", BYTES, 1, 1 },
	{ "Bytes", BYTES, 1, 1 },
	{ "B", BYTES, 1, 1 },
	{ "KB", BYTES, 1e3, 1 },
	{ "MB", BYTES, 1e6, 1 },
	{ "GB", BYTES, 1e9, 1 },
	{ "KiB", BYTES, 1024, 1 },
	{ "MiB", BYTES, 1024.0 * 1024, 1 },
	{ "GiB", BYTES, 1024.0 * 1024 * 1024, 1 },
};

static const struct unit *unit_of(const struct pmx_row *row)
{
	static const struct unit value = { "", VALUE, 1, 1 }, other = { "", OTHER, 1, 1 };

	if (row->event->gauge)
		return &value;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(pmx_row_unit(row), units[i].unit))
			return &units[i];
	return &other;
}

static void put_amount(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_row *row = &rows->result->rows[i];
	const struct unit *unit = unit_of(row);
	enum amount amount = unit->amount;
	double value = row->count.value;

	if (&amounts[amount] != family || !pmx_row_has_value(row))
		return;
	if (amount != VALUE)
		value = pmx_floors_value(rows->floors, i);
	begin(rows, family, i);
	if ((amount == VALUE || amount == OTHER) && *pmx_row_unit(row))
		pmx_sample_label(rows->to->out, "unit", pmx_row_unit(row), false);
	if (value == (double)row->count.raw && unit->factor == 1 && unit->divisor == 1)
		pmx_sample_u64(rows->to, row->count.raw); /* exact above 2^53, too */
	else
		pmx_sample_double(rows->to, value * unit->factor / unit->divisor);
}

/* --- what the kernel said ----------------------------------------------------------------- */

static bool is_open(const struct pmx_row *row)
{
	return row->count.status == PMX_COUNTED || row->count.status == PMX_NOT_COUNTED;
}

static void put_raw(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_row *row = &rows->result->rows[i];

	if (row->count.status == PMX_COUNTED && !row->event->gauge && begin(rows, family, i))
		pmx_sample_u64(rows->to, row->count.raw);
}

static void put_enabled(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_row *row = &rows->result->rows[i];

	if (is_open(row) && begin(rows, family, i))
		pmx_sample_double(rows->to, (double)row->count.enabled / 1e9);
}

static void put_running(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_row *row = &rows->result->rows[i];

	if (is_open(row) && begin(rows, family, i))
		pmx_sample_double(rows->to, (double)row->count.running / 1e9);
}

/* A share of no time is not known. */
static void put_share(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_row *row = &rows->result->rows[i];

	if (is_open(row) && pmx_count_due(&row->count) && begin(rows, family, i))
		pmx_sample_double(rows->to, pmx_row_percent(row) / 100);
}

static void put_error(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_row *row = &rows->result->rows[i];
	double error = row->count.half / row->count.value;

	if (!rows->has_bounds || !pmx_row_has_value(row) || row->event->gauge)
		return;
	if (row->count.half == 0)
		error = 0; /* 0 of 0, too: exact */
	if (isfinite(error) && begin(rows, family, i))
		pmx_sample_double(rows->to, fabs(error));
}

static void put_lost(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_count *count = &rows->result->rows[i].count;

	if (count->status == PMX_COUNTED && count->lost && begin(rows, family, i))
		pmx_sample_u64(rows->to, count->lost);
}

static void put_uncounted(const struct rows *rows, const struct pmx_family *family, size_t i)
{
	const struct pmx_count *count = &rows->result->rows[i].count;

	if (count->status == PMX_COUNTED)
		return;
	begin(rows, family, i);
	pmx_sample_label(rows->to->out, "status", pmx_status_name(count->status), false);
	if (count->reason)
		pmx_sample_label(rows->to->out, "reason", count->reason, false);
	pmx_sample_u64(rows->to, 1);
}

/* --- all ---------------------------------------------------------------------------------- */

static const struct {
	struct pmx_family family;
	void (*put)(const struct rows *rows, const struct pmx_family *family, size_t i);
} others[] = {
	{ { "perfmux_event_raw", PMX_FAMILY_COUNTER, NULL,
	    "What the kernel's counter holds: not scaled, in the counter's own unit." },
	  put_raw },
	{ { "perfmux_event_enabled_seconds", PMX_FAMILY_COUNTER, "seconds",
	    "Time in which an event was to be counted, added up over counters." },
	  put_enabled },
	{ { "perfmux_event_running_seconds", PMX_FAMILY_COUNTER, "seconds",
	    "Time in which an event was on its PMU, added up over counters." },
	  put_running },
	{ { "perfmux_event_running_ratio", PMX_FAMILY_GAUGE, "ratio",
	    "Share of the time in which an event was due that it was on its PMU: 1 is not "
	    "multiplexed." },
	  put_share },
	{ { "perfmux_event_error_ratio", PMX_FAMILY_GAUGE, "ratio",
	    "Half the 95 % interval around a scaled count, as a share of it: 0 is exact." },
	  put_error },
	{ { "perfmux_event_lost_counters", PMX_FAMILY_GAUGE, NULL,
	    "Counters behind a count that were lost: it is too small." },
	  put_lost },
	{ { "perfmux_event_uncounted", PMX_FAMILY_INFO, NULL,
	    "An event that is not counted, and why." },
	  put_uncounted },
};

void pmx_openmetrics_rows(struct pmx_exposer *to, const struct pmx_result *result,
			  const struct pmx_floors *floors, bool has_bounds)
{
	const struct rows rows = { to, result, floors, has_bounds };

	for (size_t k = 0; k < AMOUNTS; k++)
		for (size_t i = 0; i < result->count; i++)
			if (!result->rows[i].is_sum)
				put_amount(&rows, &amounts[k], i);
	for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++)
		for (size_t i = 0; i < result->count; i++)
			if (!result->rows[i].is_sum)
				others[k].put(&rows, &others[k].family, i);
}
