// SPDX-License-Identifier: GPL-2.0-only
/*
 * words.c - a sentence that is put together piece by piece
 */
#include <stdarg.h>
#include <stdio.h>

#include "report/number.h"
#include "report/words.h"

void pmx_say(struct pmx_words *words, const char *format, ...)
{
	size_t room = sizeof(words->text) - words->used;
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(words->text + words->used, room, format, args);
	va_end(args);
	if (length > 0)
		words->used += (size_t)length < room ? (size_t)length : room - 1;
}

void pmx_say_fixed(struct pmx_words *words, double value, unsigned digits)
{
	char number[PMX_NUMBER_SIZE];

	pmx_number_fixed(number, value, digits, false);
	pmx_say(words, "%s", number);
}
