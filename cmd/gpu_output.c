// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_output.c - opens, feeds and closes what `perfmux gpu` writes
 */
#include "gpu_output.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out_file.h"
#include "run.h"
#include "terminal.h"

#define FILES 5

static void list_files(struct gpu_output *output, struct out_file files[FILES])
{
	const struct gpu_options *o = output->options;
	enum pmx_whole_how how = o->interval_ms ? PMX_WHOLE_LIVE : PMX_WHOLE_REPLACE;

	files[0] = (struct out_file){ &output->text, o->output, how };
	files[1] = (struct out_file){ &output->csv.out, o->csv_file, how };
	files[2] = (struct out_file){ &output->json.out, o->json_file, how };
	files[3] = (struct out_file){ &output->svg, o->svg_file, PMX_WHOLE_REPLACE };
	files[4] = (struct out_file){ &output->trace, o->trace_file, PMX_WHOLE_REPLACE };
}

/* --- opening ------------------------------------------------------------------------------ */

static void begin_json(struct gpu_output *output, enum pmx_target_kind kind)
{
	output->head = target_head(&output->options->target, kind, &output->kernel);
	output->json.interval = output->options->interval_ms > 0;
	output->json.started = time(NULL);
	pmx_gpu_json_begin(&output->json, &output->head);
}

static void fill_view(struct gpu_output *output, enum pmx_target_kind kind)
{
	FILE *out = output->text ? output->text : stderr;

	output->live.view = (struct pmx_gpu_view){
		.out = out,
		.title = output->title,
		.width = terminal_width(out_file_descriptor(out)),
		.color = out_file_wants_color(output->options->color, out_file_descriptor(out)),
		.utf8 = terminal_has_utf8(),
		.verbose = output->options->verbose > 0,
		.only_target = kind != PMX_TARGET_CPUS,
	};
	output->live.is_terminal = terminal_obeys(out_file_descriptor(out));
}

int gpu_output_open(struct gpu_output *output, const struct gpu_options *options,
		    enum pmx_target_kind kind, struct pmx_error *err)
{
	struct out_file files[FILES];
	struct pmx_error ignored;
	int ret;

	*output = (struct gpu_output){ .options = options, .is_ended = true };
	if (target_title(&output->title, &options->target))
		return pmx_error_nomem(err);
	list_files(output, files);
	ret = out_files_open(files, FILES, err);
	if (!ret)
		ret = out_files_begin(files, FILES, err);
	if (ret) {
		gpu_output_close(output, &ignored);
		return ret;
	}
	fill_view(output, kind);
	output->csv.interval = options->interval_ms > 0;
	if (output->csv.out)
		pmx_gpu_csv_begin(&output->csv);
	output->is_ended = !output->json.out;
	if (output->json.out)
		begin_json(output, kind);
	return 0;
}

/* --- feeding ------------------------------------------------------------------------------ */

/* Somebody reads along. */
static void flush(FILE *file)
{
	if (file)
		fflush(file);
}

void gpu_output_interval(struct gpu_output *output, const struct pmx_gpu_report *report)
{
	int fd = out_file_descriptor(output->live.view.out);

	output->live.view.width = terminal_width(fd);
	output->live.height = terminal_height(fd);
	pmx_gpu_live_draw(&output->live, report);
	if (output->csv.out)
		pmx_gpu_csv_write(&output->csv, report);
	if (output->json.out)
		pmx_gpu_json_write(&output->json, report);
	flush(output->live.view.out);
	flush(output->csv.out);
	flush(output->json.out);
	output->updates = report->updates;
}

/* The end may come with that of an interval. */
static bool is_left(const struct gpu_output *output, const struct pmx_gpu_report *report)
{
	uint64_t whole = (uint64_t)output->options->interval_ms * RUN_MSEC;

	return report->updates != output->updates ||
	       report->now - report->interval_at > whole / 100;
}

void gpu_output_final(struct gpu_output *output, const struct pmx_gpu_report *report,
		      int exit_status)
{
	if (output->options->interval_ms) {
		if (is_left(output, report))
			gpu_output_interval(output, report);
	} else if (output->csv.out) {
		pmx_gpu_csv_write(&output->csv, report);
	}
	pmx_gpu_live_end(&output->live);
	pmx_gpu_text(&output->live.view, report);
	output->head.exit_status = exit_status;
	if (output->json.out)
		pmx_gpu_json_end(&output->json, &output->head, report);
	output->is_ended = output->has_result = true;
	if (output->svg)
		pmx_gpu_svg(output->svg, report, output->title);
	if (output->trace)
		pmx_gpu_trace(output->trace, report, output->title);
}

/* --- closing ------------------------------------------------------------------------------ */

/* Whoever read a document along has left, or nobody reads the report and there is nothing else. */
bool gpu_output_is_lost(const struct gpu_output *output)
{
	bool has_csv = output->csv.out, has_json = output->json.out;

	if ((has_csv && ferror(output->csv.out)) || (has_json && ferror(output->json.out)))
		return true;
	return !has_csv && !has_json && !output->svg && !output->trace &&
	       ferror(output->live.view.out);
}

int gpu_output_close(struct gpu_output *output, struct pmx_error *err)
{
	struct out_file files[FILES];
	int ret;

	if (output->live.view.out)
		pmx_gpu_live_end(&output->live);
	list_files(output, files);
	if (!output->is_ended)
		pmx_gpu_json_end(&output->json, &output->head, NULL);
	for (int i = 0; i < FILES && !output->has_result; i++)
		out_file_give_up(*files[i].file);
	ret = out_files_close(files, FILES, err);
	free(output->title);
	output->title = NULL;
	return ret;
}
