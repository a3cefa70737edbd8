// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_output.c - the results of a bench, to all who want them
 */
#include "bench_output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out_file.h"
#include "terminal.h"

static void name_files(struct bench_output *output, struct out_file files[BENCH_FILES])
{
	const struct bench_options *o = output->options;
	const char *const paths[BENCH_FILES] = {
		[BENCH_JSON] = o->json_file,
		[BENCH_CSV] = o->csv_file,
		[BENCH_MARKDOWN] = o->markdown_file,
		[BENCH_SVG] = o->svg_file,
		[BENCH_SAVE] = o->save,
	};

	for (int i = 0; i < BENCH_FILES; i++)
		files[i] = (struct out_file){ &output->file[i], paths[i], PMX_WHOLE_REPLACE };
}

/* What the commands say has a file of its own; it is there already (bench_setting.c). */
static int check_said(const struct bench_options *o, const struct out_file files[BENCH_FILES],
		      struct pmx_error *err)
{
	struct stat said, result;

	if (!o->output || stat(o->output, &said) || !S_ISREG(said.st_mode))
		return 0;
	for (int i = 0; i < BENCH_FILES; i++)
		if (files[i].path && !stat(files[i].path, &result) &&
		    result.st_dev == said.st_dev && result.st_ino == said.st_ino)
			return pmx_error_set(err, -EINVAL,
					     "what commands say and results cannot both go to '%s'",
					     files[i].path);
	return 0;
}

int bench_output_open(struct bench_output *output, const struct bench_options *options,
		      struct pmx_error *err)
{
	struct out_file files[BENCH_FILES];
	int ret;

	*output = (struct bench_output){ .options = options };
	name_files(output, files);
	ret = check_said(options, files, err);
	if (!ret)
		ret = out_files_open(files, BENCH_FILES, err);
	if (ret)
		out_files_close(files, BENCH_FILES, NULL);
	return ret;
}

static bool takes_standard_output(const struct bench_output *output)
{
	for (int i = 0; i < BENCH_FILES; i++)
		if (output->file[i] == stdout)
			return true;
	return false;
}

static bool has_runs(const struct pmx_bench *bench)
{
	for (size_t i = 0; i < bench->command_count; i++)
		if (bench->commands[i].runs)
			return true;
	return false;
}

static void save(const struct pmx_bench_report *report, const struct pmx_bench_result *result)
{
	pmx_bench_save(report, result->bench);
}

void bench_output_write(struct bench_output *output, const struct pmx_bench_result *result,
			const char *const *notes, size_t note_count, bool interrupted)
{
	static void (*const writers[BENCH_FILES])(const struct pmx_bench_report *,
						  const struct pmx_bench_result *) = {
		[BENCH_JSON] = pmx_bench_json,
		[BENCH_CSV] = pmx_bench_csv,
		[BENCH_MARKDOWN] = pmx_bench_markdown,
		[BENCH_SVG] = pmx_bench_svg,
		[BENCH_SAVE] = save,
	};
	struct pmx_bench_report report = {
		.out = stdout,
		.color = out_file_wants_color(output->options->color, STDOUT_FILENO),
		.utf8 = terminal_has_utf8(),
		.verbose = output->options->verbose,
		.version = PERFMUX_VERSION,
		.notes = notes,
		.note_count = note_count,
		.interrupted = interrupted,
	};
	bool is_empty = interrupted && !has_runs(result->bench);

	if (!output->options->quiet && !takes_standard_output(output) && !is_empty)
		pmx_bench_text(&report, result);
	report.color = false;
	for (int i = 0; i < BENCH_FILES; i++) {
		report.out = output->file[i];
		/* a baseline of nothing would be worse than the one that may be there */
		if (report.out && !(is_empty && i == BENCH_SAVE))
			writers[i](&report, result);
	}
}

int bench_output_close(struct bench_output *output, struct pmx_error *err)
{
	struct out_file files[BENCH_FILES];

	name_files(output, files);
	return out_files_close(files, BENCH_FILES, err);
}
