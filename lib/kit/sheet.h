/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sheet.h - what a scenario leaves behind for its supervisor, in memory that both share
 *
 * It outlives the scenario, however that ends: what was found before a crash counts.
 */
#ifndef PERFMUX_KIT_SHEET_H
#define PERFMUX_KIT_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include <perfmux/stress.h>

enum kit_end {
	KIT_UNFINISHED, /* still runs, or crashed */
	KIT_FINISHED,
	KIT_SKIPPED, /* why */
	KIT_FAILED,  /* why */
};

#define KIT_UNDOS 64

struct kit_undo {
	char path[256];
	char text[256]; /* written to path; removed as a directory when there is none */
	uint32_t ready; /* set when the rest is */
};

struct kit_sheet {
	uint32_t end; /* enum kit_end */
	char why[400];
	uint32_t claimed; /* places in breach that somebody has begun to fill, or more */
	struct pmx_breach breach[PMX_STRESS_BREACHES];
	uint64_t checks, operations;
	uint32_t noted; /* claimed, too */
	char note[400];
	char reproducer[32768];
	uint32_t undos; /* claimed */
	struct kit_undo undo[KIT_UNDOS];

	/* the supervisor's part */
	int status;    /* of the scenario's process, as waitpid() has it */
	bool late;     /* its time was up */
	bool stays;    /* a process that SIGKILL did not end */
	unsigned left; /* changes that could not be put back */
	uint64_t wall, cpu;
};

#endif
