// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor.c - `perfmux doctor`: what hinders counting here, and what mends it
 */
#include "doctor.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
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
	  .more = "Its schema is `perfmux-doctor/1`, see perfmux-json(5). With `-` it goes to standard "
		  "output, and nothing else does." },
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

static int write_json(const struct doctor_options *options, struct pmx_doctor_report *report,
		      const struct pmx_findings *findings, struct pmx_error *err)
{
	if (out_file_open(&report->out, options->json_file, PMX_WHOLE_REPLACE, err))
		return err->code;
	pmx_doctor_json_write(report, findings);
	if (report->out == stdout) /* main() asks whether it arrived */
		return 0;
	return out_file_close(report->out, options->json_file, err);
}

static int write_findings(struct pmx_machine *machine, const struct doctor_options *options,
			  const struct pmx_findings *findings, int status, struct pmx_error *err)
{
	char kernel[128];
	bool has_kernel =
		pmx_machine_read(machine, "/proc/sys/kernel/osrelease", kernel, sizeof(kernel)) > 0;
	struct pmx_doctor_report report = {
		.out = stdout,
		.color = out_file_wants_color(options->color, STDOUT_FILENO),
		.version = PERFMUX_VERSION,
		.kernel = has_kernel ? kernel : NULL,
		.exit_status = status,
	};

	if (!options->json_file || strcmp(options->json_file, "-") != 0)
		pmx_doctor_text_write(&report, findings);
	return options->json_file ? write_json(options, &report, findings, err) : 0;
}

static int examine(const struct doctor_options *options, struct pmx_error *err)
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
		ret = write_findings(machine, options, &findings, status, err);
	}
	pmx_findings_free(&findings);
	pmx_pmus_free(pmus);
	pmx_machine_free(machine);
	return ret ? ret : status;
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
	status = examine(&options, &err);
	return status >= 0 ? status : complain(doctor_table.program, &err, EXIT_PERFMUX);
}
