/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * complain.h - a failure, said to people
 */
#ifndef PMX_CMD_COMPLAIN_H
#define PMX_CMD_COMPLAIN_H

#include <perfmux/error.h>

/*
 * Prints to standard error, behind what standard output has so far, one line of what @program
 * ("perfmux stat") failed at and why, and one of what would help, if that is known. Returns
 * @status. Slips in the options are opt_complain()'s.
 */
int complain(const char *program, const struct pmx_error *err, int status);

#endif
