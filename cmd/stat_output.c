// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_output.c - opens, feeds and closes the writers that the options ask for
 */
#include "stat_output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out_file.h"
#include "report/wrap.h"
#include "terminal.h"

/* Somebody may be reading along, and there may be no end. */
static bool is_awaited(const struct stat_options *options)
{
	return options->interval_ms > 0 || options->repeat == 0;
}

static void list_files(struct stat_output *output, struct out_file files[STAT_FILES])
{
	const struct stat_options *o = output->options;
	enum pmx_whole_how how = is_awaited(o) ? PMX_WHOLE_LIVE : PMX_WHOLE_REPLACE;

	files[0] = (struct out_file){ &output->report.out, o->quiet ? NULL : o->output,
				      o->append ? PMX_WHOLE_APPEND : how };
	files[1] = (struct out_file){ &output->json.out, o->json_file, how };
	files[2] = (struct out_file){ &output->trace.file, o->trace_file, PMX_WHOLE_REPLACE };
}

/* Where the report goes that nobody has named a file for. */
static int open_unnamed(struct stat_output *output, struct pmx_error *err)
{
	const struct stat_options *o = output->options;

	if (o->quiet || o->output)
		return 0;
	if (o->log_fd >= 0)
		return out_file_open_descriptor(&output->report.out, o->log_fd, err);
	output->report.out = stderr;
	setvbuf(stderr, NULL, _IOFBF, BUFSIZ);
	return 0;
}

static int open_files(struct stat_output *output, struct pmx_error *err)
{
	struct out_file files[STAT_FILES];
	int ret = open_unnamed(output, err);

	list_files(output, files);
	if (!ret)
		ret = out_files_open(files, STAT_FILES, err);
	return ret ? ret : stat_trace_begin(&output->trace, output->title, err);
}

int stat_output_begin(struct stat_output *output, struct pmx_error *err)
{
	struct out_file files[STAT_FILES];
	int ret;

	list_files(output, files);
	ret = out_files_begin(files, STAT_FILES, err);
	if (ret)
		return ret;
	output->started = true;
	if (output->json.out)
		pmx_json_begin(&output->json, &output->head);
	return 0;
}

static void fill_report(struct stat_output *output)
{
	const struct stat_options *o = output->options;
	struct pmx_report *report = &output->report;

	report->title = output->title;
	report->runs = o->repeat > 0 ? (unsigned)o->repeat : 1;
	report->table = o->table;
	report->interval = o->interval_ms > 0;
	report->no_big_num = o->no_big_num;
	report->separator = o->separator;
	report->header = o->header;
	report->columns = o->columns;
	report->no_csv_summary = o->no_csv_summary;
	report->show_times = !report->interval || o->summary;
	report->started = o->output ? time(NULL) : 0;
	output->json = *report;
	output->json.started = time(NULL);
}

static int close_files(struct stat_output *output, bool has_result, struct pmx_error *err)
{
	struct out_file files[STAT_FILES];

	list_files(output, files);
	for (int i = 0; i < STAT_FILES && !has_result; i++)
		if (*files[i].file != output->trace.file || !output->trace.has_intervals)
			out_file_give_up(*files[i].file);
	return out_files_close(files, STAT_FILES, err);
}

int stat_output_open(struct stat_output *output, const struct stat_options *options,
		     enum pmx_target_kind kind, struct pmx_error *err)
{
	*output = (struct stat_output){ .options = options };
	if (target_title(&output->title, &options->target)) {
		free(output->title);
		output->title = NULL;
		return pmx_error_nomem(err);
	}
	fill_report(output);
	if (!open_files(output, err)) {
		int fd = output->report.out ? out_file_descriptor(output->report.out) : -1;

		output->report.color = out_file_wants_color(options->color, fd);
		output->report.width = fd >= 0 ? terminal_width(fd) : 0;
		output->gpu_lines.view.only_target = kind != PMX_TARGET_CPUS;
		if (output->json.out)
			output->head = target_head(&options->target, kind, &output->kernel);
		output->clear = options->interval_clear && terminal_obeys(fd);
		return 0;
	}
	close_files(output, false, NULL);
	free(output->title);
	return err->code;
}

static bool is_text(const struct stat_options *o)
{
	return !o->json_lines && !o->separator && !o->columns && !o->header;
}

bool stat_output_is_silent_file(const struct stat_output *output)
{
	return output->report.out && output->report.out != stderr && !is_text(output->options);
}

bool stat_output_is_lost(const struct stat_output *output)
{
	FILE *report = output->report.out, *json = output->json.out;

	return (report || json) && (!report || ferror(report)) && (!json || ferror(json));
}

int stat_output_try(struct stat_output *output, const struct out_file *other, struct pmx_error *err)
{
	struct out_file files[STAT_FILES + 1];

	list_files(output, files);
	files[STAT_FILES] = *other;
	return out_files_open(files, STAT_FILES + 1, err);
}

/* Not before there is something to be seen: the locale is read from files. */
static void fill_gpu_view(struct stat_output *output)
{
	struct pmx_gpu_view *view = &output->gpu_lines.view;

	view->out = output->report.out;
	view->title = output->title;
	view->width = output->report.width;
	view->color = output->report.color;
	view->utf8 = terminal_has_utf8();
	view->verbose = output->options->verbose > 0;
}

void stat_output_gpu(struct stat_output *output, const struct pmx_gpu_report *report)
{
	output->gpu = output->json.gpu = report;
	if (report && output->report.out && !output->gpu_lines.view.out)
		fill_gpu_view(output);
}

void stat_output_note(struct stat_output *output, enum stat_note which, const char *text)
{
	free(output->notes[which]);
	output->notes[which] = text ? strdup(text) : NULL;
}

void stat_output_runs(struct stat_output *output, unsigned runs, const double *seconds)
{
	bool repeated = output->options->repeat > 1;

	output->report.runs = repeated || is_text(output->options) ? runs : 1;
	output->report.run_seconds = output->json.run_seconds = seconds;
	output->json.runs = runs;
}

static void put_notes(const struct stat_output *output)
{
	bool any = false;
	PMX_OUT(out, output->report.out);

	for (int i = 0; i < STAT_NOTES; i++) {
		if (!output->notes[i])
			continue;
		any = true;
		pmx_out_text(&out, "  ");
		pmx_wrap(&out, output->notes[i], 2, 4);
		pmx_out_newline(&out);
	}
	if (any)
		pmx_out_newline(&out);
}

/* The times, and what there is to say below the counts. */
static void end_text(struct stat_output *output, const struct pmx_result *last)
{
	output->ended = true;
	if (output->gpu)
		pmx_gpu_text_section(&output->gpu_lines.view, output->gpu);
	pmx_text_end(&output->report, last);
	put_notes(output);
}

static void write_text(struct stat_output *output, const struct pmx_result *result)
{
	pmx_text_write(&output->report, result);
	if (output->gpu && output->report.interval && !result->is_summary)
		pmx_gpu_live_draw(&output->gpu_lines, output->gpu);
}

static void write_report(struct stat_output *output, const struct pmx_result *result)
{
	struct pmx_report *report = &output->report;
	const struct stat_options *o = output->options;

	if (!output->begun) {
		output->begun = true;
		if (is_text(o))
			pmx_text_begin(report);
		else if (!o->json_lines)
			pmx_csv_begin(report, result);
	}
	if (output->clear && !result->is_summary)
		fputs("\033[H\033[2J", report->out);
	if (is_text(o))
		write_text(output, result);
	else if (o->json_lines)
		pmx_jsonl_write(report, result);
	else
		pmx_csv_write(report, result);
	/* endless repeats have no end of their own for that */
	if (is_text(o) && o->repeat == 0 && (!report->interval || result->is_summary))
		end_text(output, result);
	if (is_awaited(output->options))
		fflush(report->out);
}

void stat_output_write(struct stat_output *output, const struct pmx_result *result)
{
	if (output->report.out)
		write_report(output, result);
	stat_trace_write(&output->trace, result);
	if (output->json.out) {
		pmx_json_write(&output->json, result);
		if (is_awaited(output->options))
			fflush(output->json.out);
	}
}

int stat_output_close(struct stat_output *output, const struct pmx_result *last, int exit_status,
		      struct pmx_error *err)
{
	int ret, closed;

	if (output->report.out && last && is_text(output->options) && !output->ended)
		end_text(output, last);
	if (output->json.out && output->started) {
		output->head.notes = (const char *const *)output->notes;
		output->head.note_count = STAT_NOTES;
		output->head.exit_status = exit_status;
		pmx_json_end(&output->json, &output->head);
	}
	ret = stat_trace_end(&output->trace, err);
	closed = close_files(output, last, ret ? NULL : err);
	ret = ret ? ret : closed;
	free(output->title);
	output->title = NULL;
	for (int i = 0; i < STAT_NOTES; i++)
		stat_output_note(output, i, NULL);
	return ret;
}
