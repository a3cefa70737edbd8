// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_hints.c - below the report: in how many passes, and what would count more of it
 */
#include <stdio.h>

#include "report/shortage_text.h"
#include "stat_run.h"

/* What would help here: --passes needs a command that it can run again, and all of its run. */
static const char *way_out(const struct stat_options *o)
{
	if (!o->target.command || o->interval_ms || o->control || o->passes == 0)
		return NULL;
	return "--passes auto counts each of them whole, in several runs";
}

static void hint_passes(struct stat_run *sr)
{
	char text[128];

	if (sr->passes->count < 2)
		return;
	snprintf(text, sizeof(text),
		 "counted in %u passes, each of them a run of the command with a part of the "
		 "events",
		 sr->passes->count);
	stat_output_note(sr->output, STAT_NOTE_PASSES, text);
}

static void hint_gpu(struct stat_run *sr)
{
	char text[sizeof(sr->gpu.why.text) + 64];

	if (!sr->gpu.why.code)
		return;
	snprintf(text, sizeof(text), "how much GPU memory there was is not known: %s",
		 sr->gpu.why.text);
	stat_output_note(sr->output, STAT_NOTE_GPU, text);
}

void stat_hints(struct stat_run *sr, const struct pmx_result *result)
{
	char text[1024];
	bool is_short = pmx_shortage_text(result, sr->run.machine, way_out(sr->options), text,
					  sizeof(text));

	stat_output_note(sr->output, STAT_NOTE_SHORTAGE, is_short ? text : NULL);
	hint_passes(sr);
	hint_gpu(sr);
}
