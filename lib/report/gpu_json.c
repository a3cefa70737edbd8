// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_json.c - the document of `perfmux gpu --json`, schema "perfmux-gpu/1", see perfmux-json(5)
 *
 * Written as it grows, an object for each interval and a line for each entry, so that neither
 * memory nor the loss after a crash grows with the number of intervals.
 */
#include <perfmux/report_gpu.h>

#include "report/gpu_json.h"
#include "report/json_head.h"
#include "report/json_put.h"

void pmx_gpu_json_begin(struct pmx_gpu_json *json, const struct pmx_json_head *head)
{
	PMX_OUT(out, json->out);

	pmx_json_head_put(&out, "perfmux-gpu/1", head);
	pmx_json_started(&out, json->started);
	pmx_json_bool(&out, "interval", json->interval);
	pmx_out_text(&out, ",\n\"intervals\":[");
}

void pmx_gpu_json_write(struct pmx_gpu_json *json, const struct pmx_gpu_report *report)
{
	PMX_OUT(out, json->out);

	pmx_out_text(&out, json->written++ ? ",\n" : "\n");
	pmx_gpu_json_put(&out, report, true);
}

void pmx_gpu_json_end(struct pmx_gpu_json *json, const struct pmx_json_head *head,
		      const struct pmx_gpu_report *report)
{
	PMX_OUT(out, json->out);

	pmx_out_text(&out, "],\n\"result\":");
	if (report)
		pmx_gpu_json_put(&out, report, false);
	else
		pmx_out_text(&out, "null");
	pmx_json_long(&out, "exit_status", head->exit_status);
	pmx_out_text(&out, "}\n");
}

void pmx_gpu_json_object(FILE *file, const struct pmx_gpu_report *report)
{
	PMX_OUT(out, file);

	pmx_gpu_json_put(&out, report, false);
}
