// SPDX-License-Identifier: GPL-2.0-only
/*
 * json_head.c - how a JSON document begins
 */
#include "report/json_head.h"
#include "report/json_put.h"

static void put_command(struct pmx_out *out, char *const *argv)
{
	pmx_json_key(out, "command");
	pmx_out_text(out, argv ? "[" : "null");
	for (size_t i = 0; argv && argv[i]; i++) {
		pmx_out_text(out, i ? "," : "");
		pmx_quote_json(out, argv[i]);
	}
	pmx_out_text(out, argv ? "]" : "");
}

void pmx_json_head_put(struct pmx_out *out, const char *schema, const struct pmx_json_head *head)
{
	pmx_out_text(out, "{\"schema\":");
	pmx_quote_json(out, schema);
	pmx_json_string(out, "version", head->version);
	pmx_json_string(out, "kernel", head->kernel);
	pmx_json_string(out, "target", head->target);
	put_command(out, head->command);
}

void pmx_json_started(struct pmx_out *out, time_t started)
{
	char text[64] = "";
	struct tm tm;
	bool is_known = started && gmtime_r(&started, &tm) && /* digits in any locale */
			strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);

	pmx_json_string(out, "started", is_known ? text : NULL);
}
