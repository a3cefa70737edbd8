// SPDX-License-Identifier: GPL-2.0-only
/*
 * commands.c - which commands there are
 */
#include "commands.h"

#include "bench.h"
#include "doctor.h"
#include "gpu.h"
#include "list.h"
#include "mux.h"
#include "stat.h"
#include "stat_table.h"
#include "stress.h"

const struct command commands[] = {
	{ "stat", "count events for a command, tasks, CPUs or cgroups", cmd_stat, &stat_table },
	{ "mux", "show when each event was on its PMU, and its error", cmd_mux, &mux_table },
	{ "gpu", "show how much memory of each GPU is in use, by whom", cmd_gpu, &gpu_table },
	{ "bench", "run commands again and again, and compare them", cmd_bench, &bench_table },
	{ "stress", "check by invariants whether the kernel counts right", cmd_stress,
	  &stress_table },
	{ "list", "list PMUs and events, and check which of them count", cmd_list, &list_table },
	{ "doctor",
	  "say what hinders counting here, and what mends "
	  "it",
	  cmd_doctor, &doctor_table },
	{ 0 },
};

static const struct opt rows[] = { OPT_COMMON(struct main_options) };
static const struct main_options defaults = { .color = -1 };

const struct opt_table main_table = {
	.program = "perfmux",
	.synopsis = "[OPTION]... COMMAND [ARG]...\n"
		    "help [COMMAND]",
	.about = "Monitors performance through the kernel's perf events.",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.defaults = &defaults,
};
