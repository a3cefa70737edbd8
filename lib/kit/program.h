/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * program.h - a program of known work, to be executed
 *
 * A few instructions of our own in an ELF file that is in memory only: it depends on nothing that a
 * machine may lack, and does nothing but what is counted.
 */
#ifndef PERFMUX_KIT_PROGRAM_H
#define PERFMUX_KIT_PROGRAM_H

#include "kit/kit.h"

#define KIT_PROGRAM_CALLS \
	1000 /* of getpriority(), which kit_meter(KIT_CALLS) counts; then it exits with 0 */

/* Its fd, close-on-exec. The scenario is skipped where it cannot be executed; that is tried. */
int kit_program(struct kit *kit);
/* Replaces the calling process by it; exit status 126 when that fails. */
void kit_exec(int program) __attribute__((noreturn));

#endif
