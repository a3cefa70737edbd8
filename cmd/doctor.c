// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor.c - `perfmux doctor`: what hinders counting here, and what mends it
 */
#include "doctor.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include <perfmux/machine.h>
#include <perfmux/pmu.h>
#include <perfmux/report_machine.h>

#include "complain.h"
#include "out_file.h"

enum { EXIT_PROBLEM = 1 };

static const struct opt rows[] = {
	{ .kind = OPT_SECTION, .help = "The report" },
	{ .name = "json",
	  .kind = OPT_STRING,
	  OPT_TO(struct doctor_options, json_file),
	  .arg = "FILE",
	  .value = OPT_VALUE_FILE,
	  .help = "besides, all of it as one JSON document in FILE",
	  .more = "Its schema is `perfmux-doctor/1`, see perfmux-json(5). With `-` it goes to "
		  "standard output, and nothing else does." },
	OPT_COMMON(struct doctor_options),
};

static const struct doctor_options defaults = { .color = -1 };

const struct opt_table doctor_table = {
	.program = "perfmux doctor",
	.synopsis = "[OPTION]...",
	.about = "Says what hinders counting on this machine, and the command that mends it.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.defaults = &defaults,
	.operands = OPT_VALUE_WORDS, /* there are none */
};

enum { TEXT, JSON, FILES };

static void list_files(const struct doctor_options *options, FILE *out[FILES],
		       struct out_file files[FILES])
{
	const char *json = options->json_file;

	files[TEXT] = (struct out_file){ &out[TEXT], out_file_is_dash(json) ? NULL : "-",
					 PMX_WHOLE_REPLACE };
	files[JSON] = (struct out_file){ &out[JSON], json, PMX_WHOLE_REPLACE };
}

static void write_findings(struct pmx_machine *machine, const struct doctor_options *options,
			   const struct pmx_findings *findings, int status, FILE *out[FILES])
{
	char kernel[128];
	bool has_kernel =
		pmx_machine_read(machine, "/proc/sys/kernel/osrelease", kernel, sizeof(kernel)) > 0;
	struct pmx_doctor_report report = {
		.color = out_file_wants_color(options->color, STDOUT_FILENO),
		.version = PERFMUX_VERSION,
		.kernel = has_kernel ? kernel : NULL,
		.exit_status = status,
	};

	report.out = out[TEXT];
	if (report.out)
		pmx_doctor_text_write(&report, findings);
	report.out = out[JSON];
	if (report.out)
		pmx_doctor_json_write(&report, findings);
}

static int examine(const struct doctor_options *options, FILE *out[FILES], struct pmx_error *err)
{
	struct pmx_findings findings = { 0 };
	struct pmx_machine *machine = NULL;
	struct pmx_pmus *pmus = NULL;
	int status = 0;
	int ret = pmx_machine_new(&machine, options->sysroot, err);

	if (!ret)
		ret = pmx_pmus_new(&pmus, machine, err);
	if (!ret)
		ret = pmx_doctor_examine(machine, pmus, NULL, &findings, err);
	if (!ret) {
		status = pmx_findings_count(&findings, PMX_HEALTH_PROBLEM) ? EXIT_PROBLEM : 0;
		write_findings(machine, options, &findings, status, out);
	}
	pmx_findings_free(&findings);
	pmx_pmus_free(pmus);
	pmx_machine_free(machine);
	return ret ? ret : status;
}

/* The file is opened before anything is looked at. Exit status, or -errno. */
static int run(const struct doctor_options *options, struct pmx_error *err)
{
	FILE *out[FILES] = { NULL };
	struct out_file files[FILES];
	struct pmx_error ignored;
	int ret, closed = 0;

	list_files(options, out, files);
	ret = out_files_open(files, FILES, err);
	if (!ret)
		ret = examine(options, out, err);
	if (ret < 0)
		out_file_give_up(out[JSON]);
	if (out[JSON] && out[JSON] != stdout) /* main() asks whether that arrived */
		closed = out_file_close(out[JSON], options->json_file, ret < 0 ? &ignored : err);
	return ret < 0 || !closed ? ret : closed;
}

int cmd_doctor(int argc, char **argv)
{
	struct doctor_options options = defaults;
	struct opt_parse parse = {
		.table = &doctor_table, .into = &options, .argc = argc, .argv = argv
	};
	struct pmx_error err = { 0 };
	int status;

	if (opt_run(&parse, &status))
		return status;
	if (parse.next < argc) {
		pmx_error_set(&err, -EINVAL, "'%s' is one word too many", argv[parse.next]);
		return opt_complain(&doctor_table, &err);
	}
	status = run(&options, &err);
	return status >= 0 ? status : complain(doctor_table.program, &err, EXIT_PERFMUX);
}
