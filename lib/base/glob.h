/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * glob.h - names matched as a shell matches files
 *
 * fnmatch() asks the locale, and some patterns keep it busy for ever; this takes at most the
 * product of the two lengths.
 */
#ifndef PERFMUX_BASE_GLOB_H
#define PERFMUX_BASE_GLOB_H

#include <stdbool.h>

/* True when @text has *, ? or [ in it. */
bool pmx_glob_is_pattern(const char *text);

/*
 * True when the whole of @name matches: * is any text, ? any byte, [a-c_] one of these bytes, [!a]
 * or [^a] any other, \x is x. A [ that nothing closes stands for itself.
 */
bool pmx_glob_match(const char *pattern, const char *name);

#endif
