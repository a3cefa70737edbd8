// SPDX-License-Identifier: GPL-2.0-only
/*
 * openmetrics_put.c - the two formats, where they differ
 *
 * In OpenMetrics a family is named without the suffix of its samples, may state its unit, and the
 * text ends with a mark that tells it from one that was cut off. The older format names a family as
 * its samples are named, and knows neither units nor the type "info". A scrape with that type would
 * be refused there as a whole.
 */
#include "report/openmetrics_put.h"
#include "report/quote.h"

static const struct {
	const char *suffix; /* of samples */
	const char *type;   /* in OpenMetrics */
	const char *text;   /* in the older format */
} kinds[] = {
	[PMX_FAMILY_COUNTER] = { "_total", "counter", "counter" },
	[PMX_FAMILY_GAUGE] = { "", "gauge", "gauge" },
	[PMX_FAMILY_INFO] = { "_info", "info", "gauge" },
};

static void put_line(const struct pmx_exposer *to, const char *what,
		     const struct pmx_family *family, const char *value)
{
	bool is_open = to->format == PMX_OPENMETRICS;

	pmx_out_text(to->out, "# ");
	pmx_out_text(to->out, what);
	pmx_out_text(to->out, " ");
	pmx_out_text(to->out, family->name);
	pmx_out_text(to->out, is_open ? "" : kinds[family->kind].suffix);
	pmx_out_text(to->out, " ");
	pmx_out_text(to->out, value);
	pmx_out_newline(to->out);
}

static void put_head(const struct pmx_exposer *to, const struct pmx_family *family)
{
	bool is_open = to->format == PMX_OPENMETRICS;

	put_line(to, "HELP", family, family->help);
	put_line(to, "TYPE", family, is_open ? kinds[family->kind].type : kinds[family->kind].text);
	if (is_open && family->unit)
		put_line(to, "UNIT", family, family->unit);
}

void pmx_sample_begin(struct pmx_exposer *to, const struct pmx_family *family)
{
	if (to->family != family)
		put_head(to, family);
	to->family = family;
	pmx_out_text(to->out, family->name);
	pmx_out_text(to->out, kinds[family->kind].suffix);
	pmx_out_text(to->out, "{");
}

void pmx_sample_label(struct pmx_out *out, const char *name, const char *value, bool is_first)
{
	pmx_out_text(out, is_first ? "" : ",");
	pmx_out_text(out, name);
	pmx_out_text(out, "=");
	pmx_quote_label(out, value);
}

void pmx_sample_number(struct pmx_out *out, const char *name, uint64_t value, bool is_first)
{
	pmx_out_text(out, is_first ? "" : ",");
	pmx_out_text(out, name);
	pmx_out_text(out, "=\"");
	pmx_out_u64(out, value);
	pmx_out_text(out, "\"");
}

void pmx_sample_u64(struct pmx_exposer *to, uint64_t value)
{
	pmx_out_text(to->out, "} ");
	pmx_out_u64(to->out, value);
	pmx_out_newline(to->out);
}

void pmx_sample_double(struct pmx_exposer *to, double value)
{
	pmx_out_text(to->out, "} ");
	pmx_out_double(to->out, value);
	pmx_out_newline(to->out);
}

void pmx_exposer_end(struct pmx_exposer *to)
{
	if (to->format != PMX_OPENMETRICS)
		return;
	pmx_out_text(to->out, "# EOF");
	pmx_out_newline(to->out);
}
