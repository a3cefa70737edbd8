// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_output.c - the results of a bench, to all who want them
 */
#include "bench_output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out_file.h"
#include "terminal.h"

static void name_files(struct bench_output *output, struct out_file files[BENCH_FILES])
{
	const struct bench_options *o = output->options;
	bool is_file = o->output && strcmp(o->output, "inherit") != 0 &&
		       strcmp(o->output, "null") != 0;
	const char *const paths[BENCH_FILES] = {
		[BENCH_JSON] = o->json_file,
		[BENCH_CSV] = o->csv_file,
		[BENCH_MARKDOWN] = o->markdown_file,
		[BENCH_SVG] = o->svg_file,
		[BENCH_SAVE] = o->save,
		[BENCH_SAID] = is_file ? o->output : NULL,
	};

	for (int i = 0; i < BENCH_FILES; i++)
		files[i] =
			(struct out_file){ &output->file[i], paths[i],
					   i == BENCH_SAID ? PMX_WHOLE_LIVE : PMX_WHOLE_REPLACE };
}

/* Read already, it would be gone: what commands say begins anew. */
static int check_baseline(const struct bench_output *output, struct pmx_error *err)
{
	const char *path = output->options->baseline;
	struct stat said, baseline;

	if (!path || !output->file[BENCH_SAID] ||
	    fstat(out_file_descriptor(output->file[BENCH_SAID]), &said) || !S_ISREG(said.st_mode) ||
	    stat(path, &baseline) || said.st_dev != baseline.st_dev ||
	    said.st_ino != baseline.st_ino)
		return 0;
	return pmx_error_set(err, -EINVAL, "what commands say cannot go to the baseline '%s'",
			     path);
}

int bench_output_open(struct bench_output *output, const struct bench_options *options,
		      struct pmx_error *err)
{
	struct out_file files[BENCH_FILES];
	int ret;

	*output = (struct bench_output){ .options = options };
	name_files(output, files);
	ret = out_files_open(files, BENCH_FILES, err);
	if (!ret)
		ret = check_baseline(output, err);
	if (!ret)
		ret = out_files_begin(files, BENCH_FILES, err);
	if (ret)
		out_files_close(files, BENCH_FILES, NULL);
	return ret;
}

static bool takes_standard_output(const struct bench_output *output)
{
	for (int i = 0; i < BENCH_RESULTS; i++)
		if (output->file[i] == stdout)
			return true;
	return false;
}

bool bench_output_has_runs(const struct pmx_bench *bench)
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
	static void (*const writers[BENCH_RESULTS])(const struct pmx_bench_report *,
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
	bool has_runs = bench_output_has_runs(result->bench), is_empty = interrupted && !has_runs;

	if (!output->options->quiet && !takes_standard_output(output) && !is_empty)
		pmx_bench_text(&report, result);
	report.color = false;
	for (int i = 0; i < BENCH_RESULTS; i++) {
		report.out = output->file[i];
		/* a baseline of nothing would be worse than the one that may be there */
		if (report.out && (has_runs || i != BENCH_SAVE))
			writers[i](&report, result);
	}
}

int bench_output_close(struct bench_output *output, struct pmx_error *err)
{
	struct out_file files[BENCH_FILES];

	name_files(output, files);
	return out_files_close(files, BENCH_FILES, err);
}
