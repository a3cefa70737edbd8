/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shell.h - words for commands that are shown to be typed
 */
#ifndef PMX_BASE_SHELL_H
#define PMX_BASE_SHELL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes @word as any shell takes it for one word and nothing else: as it is, or in single quotes.
 * False when it does not fit into @size, or holds what would not be shown as it is.
 */
bool pmx_shell_word(char *buf, size_t size, const char *word);

#endif
