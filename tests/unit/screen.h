/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen.h - a terminal that does what is written to it, for tests of what people see in the end
 *
 * It knows what our programs use of ECMA-48 and DEC's private modes; anything else fails the test.
 * A letter outside ASCII is one '?'.
 */
#ifndef TESTS_SCREEN_H
#define TESTS_SCREEN_H

#include "results.h"

enum { SCREEN_ROWS = 64, SCREEN_COLUMNS = 256 };

struct screen {
	unsigned rows, columns, row, column;
	bool has_no_cursor, has_no_wrap;
	unsigned scrolled;
	char text[SCREEN_ROWS][SCREEN_COLUMNS];
};

static inline void screen_init(struct screen *s, unsigned rows, unsigned columns)
{
	*s = (struct screen){ .rows = rows, .columns = columns };
	assert_true(rows <= SCREEN_ROWS && columns <= SCREEN_COLUMNS);
	memset(s->text, ' ', sizeof(s->text));
}

static inline void screen_new_line(struct screen *s)
{
	s->column = 0; /* as terminals are set up: "\n" is written as "\r\n" */
	if (++s->row < s->rows)
		return;
	s->row--;
	s->scrolled++;
	memmove(s->text[0], s->text[1], (s->rows - 1) * sizeof(s->text[0]));
	memset(s->text[s->rows - 1], ' ', sizeof(s->text[0]));
}

static inline void screen_letter(struct screen *s, char letter)
{
	if (s->column == s->columns) {
		if (s->has_no_wrap)
			s->column--;
		else
			screen_new_line(s);
	}
	s->text[s->row][s->column++] = letter;
}

static inline void screen_erase(struct screen *s, char what, unsigned number)
{
	if (what == 'K' || number == 0)
		memset(&s->text[s->row][s->column], ' ', SCREEN_COLUMNS - s->column);
	if (what == 'J' && number == 0)
		for (unsigned i = s->row + 1; i < s->rows; i++)
			memset(s->text[i], ' ', SCREEN_COLUMNS);
	if (what == 'J' && number == 2)
		memset(s->text, ' ', sizeof(s->text));
}

static inline void screen_mode(struct screen *s, unsigned number, bool on)
{
	if (number == 25)
		s->has_no_cursor = !on;
	else if (number == 7)
		s->has_no_wrap = !on;
	else
		fail_msg("mode %u", number);
}

/* Behind "\033["; returns what follows. */
static inline const char *screen_control(struct screen *s, const char *at)
{
	bool is_private = *at == '?';
	unsigned number = (unsigned)strtoul(at + is_private, (char **)(uintptr_t)&at, 10);

	switch (*at) {
	case 'A':
		if (number > s->row)
			fail_msg("up by %u from row %u", number, s->row);
		s->row -= number;
		break;
	case 'H':
		s->row = s->column = 0;
		break;
	case 'J':
	case 'K':
		screen_erase(s, *at, number);
		break;
	case 'h':
	case 'l':
		assert_true(is_private);
		screen_mode(s, number, *at == 'h');
		break;
	case 'm':
		break;
	default:
		fail_msg("no control: %.10s", at);
	}
	return at + 1;
}

static inline void screen_write(struct screen *s, const char *at)
{
	while (*at) {
		if (!strncmp(at, "\033[", 2)) {
			at = screen_control(s, at + 2);
			continue;
		}
		if (*at == '\n')
			screen_new_line(s);
		else if (*at == '\r')
			s->column = 0;
		else if (*at >= ' ' && *at <= '~')
			screen_letter(s, *at);
		else if (((unsigned char)*at & 0xc0) == 0xc0)
			screen_letter(s, '?');
		else if (((unsigned char)*at & 0xc0) != 0x80)
			fail_msg("control character %d", *at);
		at++;
	}
}

/* Row @row without the spaces at its end; until the next call. */
static inline const char *screen_row(const struct screen *s, unsigned row)
{
	static char text[SCREEN_COLUMNS + 1];
	size_t length = s->columns;

	while (length && s->text[row][length - 1] == ' ')
		length--;
	memcpy(text, s->text[row], length);
	text[length] = '\0';
	return text;
}

#endif
