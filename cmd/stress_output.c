// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_output.c - results of scenarios, to all who want them
 */
#include "stress_output.h"

#include <errno.h>
#include <unistd.h>

#include "out_file.h"
#include "run.h"
#include "terminal.h"

static const struct {
	void (*begin)(struct pmx_stress_report *report);
	void (*result)(struct pmx_stress_report *report, const struct pmx_stress_result *result);
	void (*end)(struct pmx_stress_report *report);
} writers[STRESS_WRITERS] = {
	[STRESS_TEXT] = { pmx_stress_text_begin, pmx_stress_text_result, pmx_stress_text_end },
	[STRESS_KTAP] = { pmx_stress_ktap_begin, pmx_stress_ktap_result, pmx_stress_ktap_end },
	[STRESS_JUNIT] = { pmx_stress_junit_begin, pmx_stress_junit_result, pmx_stress_junit_end },
	[STRESS_JSON] = { pmx_stress_json_begin, pmx_stress_json_result, pmx_stress_json_end },
};

/*
 * The files that a user named, in the order of their writers. A scenario may end the kernel, and
 * what was found until then is in that of JSON; JUnit says at its beginning how many cases failed.
 */
static void name_files(struct stress_output *output, struct out_file files[2])
{
	const struct stress_options *o = output->options;

	files[0] = (struct out_file){ &output->report[STRESS_JUNIT].out, o->junit_file,
				      PMX_WHOLE_REPLACE };
	files[1] =
		(struct out_file){ &output->report[STRESS_JSON].out, o->json_file, PMX_WHOLE_LIVE };
}

int stress_output_open(struct stress_output *output, const struct stress_options *options,
		       struct pmx_error *err)
{
	struct out_file files[2];
	bool taken = out_file_is_dash(options->json_file) || out_file_is_dash(options->junit_file);
	int ret;

	*output = (struct stress_output){ .options = options };
	if (taken && options->ktap) {
		pmx_error_set(err, -EINVAL, "standard output has room for one format");
		return pmx_error_hint(err, "name a file for --json or --junit");
	}
	name_files(output, files);
	ret = out_files_open(files, 2, err);
	if (!ret)
		ret = out_files_begin(files, 2, err);
	if (ret) {
		out_files_close(files, 2, NULL);
		return ret;
	}
	if (!taken)
		output->report[options->ktap ? STRESS_KTAP : STRESS_TEXT].out = stdout;
	output->progress = terminal_obeys(STDERR_FILENO);
	return 0;
}

void stress_output_begin(struct stress_output *output, const struct pmx_stress *stress,
			 uint64_t seed, size_t planned)
{
	const struct stress_options *options = output->options;

	uname(&output->kernel);
	output->start = run_now();
	output->planned = planned;
	for (int i = 0; i < STRESS_WRITERS; i++) {
		struct pmx_stress_report *report = &output->report[i];

		if (!report->out)
			continue;
		report->color = out_file_wants_color(options->color, STDOUT_FILENO);
		report->verbose = options->verbose;
		report->version = PERFMUX_VERSION;
		report->kernel = output->kernel.release;
		report->machine = output->kernel.machine;
		report->seed = seed;
		report->planned = planned;
		report->log_error = pmx_stress_log_error(stress);
		report->calibrations = pmx_stress_calibrations(stress, &report->calibration_count);
		writers[i].begin(report);
	}
}

/* Takes the line of progress away, before anything else is printed. */
static void clear_progress(struct stress_output *output)
{
	if (output->progressing)
		fputs("\r\033[K", stderr);
	output->progressing = false;
}

void stress_output_started(struct stress_output *output, const struct pmx_scenario *scenario)
{
	if (!output->progress)
		return;
	clear_progress(output);
	fflush(stdout);
	fprintf(stderr, "[%zu/%zu] %s", output->done + 1, output->planned, scenario->name);
	fflush(stderr);
	output->progressing = true;
}

void stress_output_ended(struct stress_output *output, const struct pmx_stress_result *result)
{
	clear_progress(output);
	output->done++;
	output->count[result->verdict]++;
	for (int i = 0; i < STRESS_WRITERS; i++)
		if (output->report[i].out)
			writers[i].result(&output->report[i], result);
	/* what is known is to survive a kernel that does not; a pipe is no place for that */
	if (output->report[STRESS_JSON].out)
		fdatasync(out_file_descriptor(output->report[STRESS_JSON].out));
}

void stress_output_end(struct stress_output *output, int exit_status)
{
	clear_progress(output);
	for (int i = 0; i < STRESS_WRITERS; i++) {
		struct pmx_stress_report *report = &output->report[i];

		report->elapsed = run_now() - output->start;
		report->exit_status = exit_status;
		if (report->out)
			writers[i].end(report);
	}
}

int stress_output_close(struct stress_output *output, struct pmx_error *err)
{
	struct out_file files[2];

	for (int i = 0; i < STRESS_WRITERS; i++)
		pmx_stress_report_free(&output->report[i]);
	name_files(output, files);
	for (int i = 0; i < 2 && !err && !output->done; i++)
		out_file_give_up(*files[i].file);
	return out_files_close(files, 2, err);
}
