// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_output.c - opens, feeds and closes what `perfmux mux` writes
 */
#include "mux_output.h"

#include <errno.h>
#include <stdlib.h>

#include <perfmux/report_mux.h>

#include "out_file.h"
#include "terminal.h"

enum { FILES = 4 };

static void list_files(struct mux_output *output, struct out_file files[FILES])
{
	const struct mux_options *o = output->options;

	files[0] = (struct out_file){ &output->text, o->output, PMX_WHOLE_REPLACE };
	files[1] = (struct out_file){ &output->json, o->json_file, PMX_WHOLE_REPLACE };
	files[2] = (struct out_file){ &output->svg, o->svg_file, PMX_WHOLE_REPLACE };
	files[3] = (struct out_file){ &output->trace, o->trace_file, PMX_WHOLE_REPLACE };
}

int mux_output_open(struct mux_output *output, const struct mux_options *options,
		    struct pmx_error *err)
{
	struct out_file files[FILES];
	struct pmx_error ignored;
	int ret;

	*output = (struct mux_output){ .options = options };
	if (target_title(&output->title, &options->target))
		return pmx_error_nomem(err);
	list_files(output, files);
	ret = out_files_open(files, FILES, err);
	if (ret)
		mux_output_close(output, &ignored);
	return ret;
}

static void write_text(const struct mux_output *output, const struct pmx_mux_report *report)
{
	FILE *out = output->text ? output->text : stderr;
	struct pmx_mux_view view = {
		.out = out,
		.title = output->title,
		.width = terminal_width(out_file_descriptor(out)),
		.color = out_file_wants_color(output->options->color, out_file_descriptor(out)),
		.utf8 = terminal_has_utf8(),
		.no_big_num = output->options->no_big_num,
		.verbose = output->options->verbose > 0,
	};

	pmx_mux_text(&view, report);
}

static void write_json(const struct mux_output *output, const struct pmx_mux_report *report,
		       int exit_status)
{
	struct utsname uts;
	struct pmx_json_head head =
		target_head(&output->options->target, report->plan->target->kind, &uts);

	head.exit_status = exit_status;
	pmx_mux_json(output->json, report, &head);
}

void mux_output_write(struct mux_output *output, const struct pmx_mux_report *report,
		      int exit_status)
{
	write_text(output, report);
	if (output->json)
		write_json(output, report, exit_status);
	if (output->svg)
		pmx_mux_svg(output->svg, report, output->title);
	if (output->trace)
		pmx_mux_trace(output->trace, report, output->title);
}

int mux_output_close(struct mux_output *output, struct pmx_error *err)
{
	struct out_file files[FILES];
	int ret;

	list_files(output, files);
	ret = out_files_close(files, FILES, err);
	free(output->title);
	output->title = NULL;
	return ret;
}
