// SPDX-License-Identifier: GPL-2.0-only
/*
 * error.c - what failed, why, and what would help
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/error.h>

#include "base/utf8.h"

/* A cut must not leave half a UTF-8 character: it would be shown as a stray byte. */
static void drop_half_character(char *text)
{
	size_t end = strlen(text), start = end;
	unsigned char lead;
	size_t need;

	while (start > 0 && end - start < 3 && !pmx_utf8_begins(text[start - 1]))
		start--;
	if (start == 0)
		return;
	lead = text[start - 1];
	need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
	if (need > end - start + 1)
		text[start - 1] = '\0';
}

/*
 * Callers wrap errors, pmx_error_set(err, code, "%s: %s", what, err->text): the arguments may be
 * in the buffer that is written, so the text is made elsewhere first.
 */
static void __attribute__((format(printf, 3, 0)))
write_text(char *to, size_t size, const char *fmt, va_list args)
{
	char made[sizeof(((struct pmx_error *)0)->text)];
	int length;

	length = vsnprintf(made, size, fmt, args);
	if (length < 0)
		made[0] = '\0';
	else if ((size_t)length >= size)
		drop_half_character(made);
	memcpy(to, made, strlen(made) + 1);
}

int pmx_error_set(struct pmx_error *err, int code, const char *fmt, ...)
{
	va_list args;

	if (!err)
		return code;
	va_start(args, fmt);
	write_text(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	err->code = code;
	err->hint[0] = '\0';
	return code;
}

int pmx_error_hint(struct pmx_error *err, const char *fmt, ...)
{
	va_list args;

	if (!err)
		return 0;
	va_start(args, fmt);
	write_text(err->hint, sizeof(err->hint), fmt, args);
	va_end(args);
	return err->code;
}

int pmx_error_nomem(struct pmx_error *err)
{
	return pmx_error_set(err, -ENOMEM, "out of memory");
}
