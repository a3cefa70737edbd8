// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_save.c - a baseline: every value that was kept, schema "perfmux-bench/1", see
 * perfmux-json(5)
 *
 * Numbers read back as the same doubles.
 */
#include <perfmux/report_bench.h>

#include "report/bench_members.h"
#include "report/json_put.h"

static void put_seen(struct pmx_out *out, const struct pmx_bench_values *it)
{
	pmx_number_json(out, it->seen);
}

/* An array with what @put says of each metric. */
static void put_each(struct pmx_out *out, const struct pmx_bench *bench, size_t c, const char *key,
		     void (*put)(struct pmx_out *out, const struct pmx_bench_values *it))
{
	pmx_out_text(out, ",\n \"");
	pmx_out_text(out, key);
	pmx_out_text(out, "\":[");
	for (size_t m = 0; m < bench->metric_count; m++) {
		pmx_out_text(out, m ? ",\n  " : "\n  ");
		put(out, &bench->commands[c].metric[m]);
	}
	pmx_out_text(out, "]");
}

static void put_command(struct pmx_out *out, const struct pmx_bench *bench, size_t c)
{
	const struct pmx_bench_command *command = &bench->commands[c];

	pmx_bench_put_command(out, command);
	put_each(out, bench, c, "seen", put_seen);
	put_each(out, bench, c, "values", pmx_bench_put_values);
	put_each(out, bench, c, "rounds", pmx_bench_put_rounds);
	pmx_out_text(out, "}");
}

void pmx_bench_save(const struct pmx_bench_report *report, const struct pmx_bench *bench)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "{\"schema\":\"perfmux-bench/1\"");
	pmx_json_string(&out, "version", report->version);
	pmx_bench_put_scene(&out, &bench->scene);
	pmx_bench_put_seed(&out, bench->seed);
	pmx_out_text(&out, ",\n\"metrics\":[");
	for (size_t m = 0; m < bench->metric_count; m++) {
		pmx_out_text(&out, m ? ",\n" : "\n");
		pmx_bench_put_metric(&out, &bench->metrics[m]);
	}
	pmx_out_text(&out, "],\n\"commands\":[");
	for (size_t c = 0; c < bench->command_count; c++) {
		pmx_out_text(&out, c ? ",\n" : "\n");
		put_command(&out, bench, c);
	}
	pmx_out_text(&out, "]}\n");
}
