// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_output.c - opens, feeds and closes what `perfmux mux` writes
 */
#include "mux_output.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include <perfmux/report_mux.h>

#include "out_file.h"
#include "terminal.h"

static int open_one(FILE **out, const char *path, struct pmx_error *err)
{
	return path ? out_file_open(out, path, false, err) : 0;
}

int mux_output_open(struct mux_output *output, const struct mux_options *options,
		    struct pmx_error *err)
{
	int ret;

	*output = (struct mux_output){ .options = options };
	if (target_title(&output->title, &options->target))
		return pmx_error_nomem(err);
	ret = open_one(&output->text, options->output, err);
	if (!ret)
		ret = open_one(&output->json, options->json_file, err);
	if (!ret)
		ret = open_one(&output->svg, options->svg_file, err);
	if (!ret)
		ret = open_one(&output->trace, options->trace_file, err);
	if (ret) {
		struct pmx_error ignored;

		mux_output_close(output, &ignored);
	}
	return ret;
}

static void write_text(const struct mux_output *output, const struct pmx_mux_report *report)
{
	FILE *out = output->text ? output->text : stderr;
	struct pmx_mux_view view = {
		.out = out,
		.title = output->title,
		.width = terminal_width(out),
		.color = out_file_wants_color(output->options->color, fileno(out)),
		.utf8 = terminal_has_utf8(),
		.no_big_num = output->options->no_big_num,
		.verbose = output->options->verbose > 0,
	};

	pmx_mux_text(&view, report);
}

static void write_json(const struct mux_output *output, const struct pmx_mux_report *report,
		       int exit_status)
{
	static const char *const kinds[] = {
		[PMX_TARGET_COMMAND] = "command",
		[PMX_TARGET_TASKS] = "tasks",
		[PMX_TARGET_CPUS] = "cpus",
	};
	struct utsname uts;
	struct pmx_json_head head = {
		.command = output->options->target.command,
		.target = kinds[report->plan->target->kind],
		.version = PERFMUX_VERSION,
		.kernel = uname(&uts) ? NULL : uts.release,
		.exit_status = exit_status,
	};

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

static int close_one(FILE **out, const char *path, struct pmx_error *err)
{
	FILE *file = *out;

	*out = NULL;
	return file ? out_file_close(file, path, err) : 0;
}

int mux_output_close(struct mux_output *output, struct pmx_error *err)
{
	const struct mux_options *o = output->options;
	struct {
		FILE **file;
		const char *path;
	} const files[] = {
		{ &output->text, o->output },
		{ &output->json, o->json_file },
		{ &output->svg, o->svg_file },
		{ &output->trace, o->trace_file },
	};
	struct pmx_error ignored;
	int ret = 0;

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		int one = close_one(files[i].file, files[i].path, ret ? &ignored : err);

		ret = ret ? ret : one;
	}
	free(output->title);
	output->title = NULL;
	return ret;
}
