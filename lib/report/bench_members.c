// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_members.c - what the documents of repeated runs have in common
 */
#include <inttypes.h>
#include <math.h>

#include "report/bench_members.h"
#include "report/json_put.h"

const char *pmx_bench_unit_name(enum pmx_bench_unit unit)
{
	static const char *const names[] = {
		[PMX_BENCH_SECONDS] = "seconds",
		[PMX_BENCH_BYTES] = "bytes",
		[PMX_BENCH_COUNT] = "count",
	};

	return names[unit];
}

void pmx_bench_put_scene(struct pmx_out *out, const struct pmx_bench_scene *scene)
{
	pmx_json_string(out, "kernel", scene->kernel);
	pmx_json_string(out, "machine", scene->machine);
	pmx_json_string(out, "processor", scene->processor);
	pmx_json_string(out, "host", scene->host);
	pmx_json_u64(out, "cpus", scene->cpus);
	pmx_json_u64(out, "when", scene->when > 0 ? (uint64_t)scene->when : 0);
}

/* A string, since 64 bits have no exact number in many readers of JSON. */
void pmx_bench_put_seed(struct pmx_out *out, uint64_t seed)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%" PRIx64, seed);
	pmx_json_string(out, "seed", text);
}

void pmx_bench_put_metric(struct pmx_out *out, const struct pmx_bench_metric *metric)
{
	pmx_out_text(out, "{\"name\":");
	pmx_quote_json(out, metric->name);
	pmx_json_string(out, "unit", pmx_bench_unit_name(metric->unit));
	pmx_json_bool(out, "time", metric->is_time);
	pmx_json_bool(out, "scaled", metric->scaled);
	pmx_json_string(out, "why", metric->why);
	pmx_out_text(out, "}");
}

static void put_each(struct pmx_out *out, const struct pmx_bench_values *it, bool is_rounds)
{
	bool is_first = true;

	pmx_out_text(out, "[");
	for (size_t i = 0; i < it->count; i++) {
		if (!isfinite(it->values[i]))
			continue;
		pmx_out_text(out, is_first ? "" : ",");
		if (is_rounds)
			pmx_out_u64(out, it->rounds[i]);
		else
			pmx_out_double(out, it->values[i]);
		is_first = false;
	}
	pmx_out_text(out, "]");
}

void pmx_bench_put_values(struct pmx_out *out, const struct pmx_bench_values *it)
{
	put_each(out, it, false);
}

void pmx_bench_put_rounds(struct pmx_out *out, const struct pmx_bench_values *it)
{
	put_each(out, it, true);
}

void pmx_bench_put_command(struct pmx_out *out, const struct pmx_bench_command *command)
{
	pmx_out_text(out, "{\"name\":");
	pmx_quote_json(out, command->name);
	pmx_json_string(out, "command", command->command);
	pmx_json_u64(out, "runs", command->runs);
	pmx_json_u64(out, "failed", command->failed);
	pmx_json_string(out, "why_failed", command->why_failed);
}
