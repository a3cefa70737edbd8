/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * terminal.h - what the terminal at the end of a file can show
 */
#ifndef PMX_CMD_TERMINAL_H
#define PMX_CMD_TERMINAL_H

#include <stdbool.h>

/* True for a terminal that knows escape sequences: colours, and lines that are drawn anew. */
bool terminal_obeys(int fd);

/* Its columns, within what reports are made for; what a report in a file gets, where it is none. */
unsigned terminal_width(int fd);

/* Its rows, 0 where it is none. */
unsigned terminal_height(int fd);

/* What the user's locale says; the process itself stays in the C locale. */
bool terminal_has_utf8(void);

#endif
