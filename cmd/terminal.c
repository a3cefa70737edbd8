// SPDX-License-Identifier: GPL-2.0-only
/*
 * terminal.c - asks the terminal, and the locale
 */
#include "terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* What a terminal has at least, and a file gets. */
#define NARROW 80
#define WIDE   200

static bool ask(int fd, struct winsize *size)
{
	return isatty(fd) && !ioctl(fd, TIOCGWINSZ, size);
}

bool terminal_obeys(int fd)
{
	const char *kind;

	if (fd < 0 || !isatty(fd))
		return false;
	kind = getenv("TERM");
	return !kind || (kind[0] && strcmp(kind, "dumb") != 0);
}

unsigned terminal_width(int fd)
{
	struct winsize size;

	if (!ask(fd, &size) || size.ws_col < NARROW)
		return NARROW;
	return size.ws_col < WIDE ? size.ws_col : WIDE;
}

unsigned terminal_height(int fd)
{
	struct winsize size;

	return ask(fd, &size) ? size.ws_row : 0;
}

bool terminal_has_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", NULL);
	bool utf8;

	if (!locale)
		return false;
	utf8 = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
	freelocale(locale);
	return utf8;
}
