/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list.h - lists of names in a text of limited length, for hints
 */
#ifndef PERFMUX_BASE_LIST_H
#define PERFMUX_BASE_LIST_H

#include <stddef.h>

/*
 * Appends @name to the list in @buf, which starts as "": "a, b, c". The first that no longer fits
 * becomes "...", and so do all after it. @size is at least 8.
 */
void pmx_list_append(char *buf, size_t size, const char *name);

#endif
