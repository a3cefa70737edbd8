// SPDX-License-Identifier: GPL-2.0-only
/*
 * row.c - what all writers say of a row in the same words
 */
#include <math.h>
#include <string.h>

#include "report/number.h"
#include "report/row.h"

bool pmx_row_has_value(const struct pmx_row *row)
{
	return row->count.status == PMX_COUNTED && isfinite(row->count.value);
}

static bool has_fraction(const struct pmx_event *event)
{
	return event->msec || floor(event->scale) != event->scale;
}

size_t pmx_row_value(const struct pmx_row *row, bool grouped, char *buf)
{
	const struct pmx_count *count = &row->count;

	if (!pmx_row_has_value(row)) {
		bool unsupported = count->status == PMX_NOT_SUPPORTED;
		const char *text = unsupported ? "<not supported>" : "<not counted>";

		memcpy(buf, text, strlen(text) + 1);
		return strlen(text);
	}
	if (has_fraction(row->event))
		return pmx_number_fixed(buf, count->value, 2, grouped);
	if ((double)count->raw == count->value) /* above 2^53 the raw count is the exact one */
		return pmx_number_u64(buf, count->raw, grouped);
	return pmx_number_fixed(buf, count->value, 0, grouped);
}

const char *pmx_row_unit(const struct pmx_row *row)
{
	if (row->event->msec)
		return "msec";
	return row->event->unit ? row->event->unit : "";
}

double pmx_row_percent(const struct pmx_row *row)
{
	const struct pmx_count *count = &row->count;

	uint64_t due = pmx_count_due(count);

	if (!due || count->running == due)
		return 100;
	return 100 * (double)count->running / (double)due;
}

/* Formats are ours alone: "%", a width, ".", a precision, "f", and text in which "%%" is "%". */
size_t pmx_metric_value(const struct pmx_metric *metric, char *buf)
{
	unsigned width = (unsigned)(metric->format[1] - '0');
	unsigned precision = (unsigned)(metric->format[3] - '0');
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_number_fixed(number, metric->value, precision, false);
	size_t used = length < width ? width - length : 0;

	memset(buf, ' ', used);
	memcpy(buf + used, number, length);
	used += length;
	for (const char *more = metric->format + 5; *more && used < PMX_NUMBER_SIZE - 1; more++) {
		buf[used++] = *more;
		more += more[0] == '%' && more[1] == '%';
	}
	buf[used] = '\0';
	return used;
}

const char *pmx_status_name(enum pmx_status status)
{
	static const char *const names[] = {
		[PMX_COUNTED] = "counted",
		[PMX_NOT_COUNTED] = "not_counted",
		[PMX_NOT_SUPPORTED] = "not_supported",
		[PMX_FAILED] = "failed",
	};

	return names[status];
}

bool pmx_result_has_cgroups(const struct pmx_result *result)
{
	for (size_t i = 0; i < result->count; i++)
		if (result->rows[i].cgroup)
			return true;
	return false;
}

bool pmx_aggr_has_cpus(enum pmx_aggr aggr)
{
	return aggr != PMX_AGGR_GLOBAL && aggr != PMX_AGGR_CPU && aggr != PMX_AGGR_THREAD;
}

const char *pmx_aggr_name(enum pmx_aggr aggr)
{
	static const char *const names[] = {
		[PMX_AGGR_GLOBAL] = "global",	[PMX_AGGR_CPU] = "cpu",
		[PMX_AGGR_THREAD] = "thread",	[PMX_AGGR_CORE] = "core",
		[PMX_AGGR_CLUSTER] = "cluster", [PMX_AGGR_CACHE] = "cache",
		[PMX_AGGR_DIE] = "die",		[PMX_AGGR_SOCKET] = "socket",
		[PMX_AGGR_NODE] = "node",
	};

	return names[aggr];
}
