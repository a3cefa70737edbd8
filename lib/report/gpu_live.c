// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_live.c - GPU memory on a terminal, drawn over what was drawn before
 *
 * No more lines than the terminal has, so that the way back up is known; lines that are too long
 * after all, as names of wide letters make them, do not wrap meanwhile. When the terminal changed
 * its size nobody knows where the last drawing is now: all of it is cleared then.
 */
#include <stdio.h>

#include "report/cut.h"
#include "report/duration.h"
#include "report/gpu_live.h"
#include "report/gpu_screen.h"
#include "report/gpu_text.h"
#include "report/words.h"

#define HIDE	"\033[?25l"
#define SHOW	"\033[?25h"
#define NO_WRAP "\033[?7l"
#define WRAP	"\033[?7h"
#define CLEAR	"\033[H\033[2J"
#define BELOW	"\033[J"

enum { HEIGHT = 24, LEAST = 4 };

/* --- the screen --------------------------------------------------------------------------- */

static void put_title(struct pmx_gpu_screen *s)
{
	const struct pmx_gpu_view *view = &s->live->view;
	uint64_t time = pmx_gpu_since(s->report, s->report->now);
	char text[PMX_DURATION_SIZE];
	struct pmx_words words = { 0 };
	struct pmx_cell cell;

	pmx_duration(text, time, view->utf8);
	pmx_say(&words, " %s, GPU memory, %s", text, view->title ? view->title : "nothing");
	if (s->report->lost)
		pmx_say(&words, ", %llu records lost", (unsigned long long)s->report->lost);
	pmx_cell_set(&cell, words.text);
	pmx_cell_cut(&cell, s->width - 1, view->utf8);
	pmx_out_text(s->out, cell.text);
	pmx_gpu_screen_end_line(s);
}

static void put_blocks(struct pmx_gpu_screen *s)
{
	struct pmx_gpu_block block = { 0 };
	unsigned blocks = 0, rows;

	while (pmx_gpu_block_next(s->report, &block))
		blocks++;
	if (!blocks) {
		pmx_out_text(s->out, " nothing was reported so far");
		pmx_gpu_screen_end_line(s);
		return;
	}
	/* a title each, and the rest divided evenly */
	rows = s->most - s->lines > blocks ? (s->most - s->lines - blocks) / blocks : 0;
	block = (struct pmx_gpu_block){ 0 };
	while (s->lines < s->most && pmx_gpu_block_next(s->report, &block))
		pmx_gpu_screen_block(s, &block, rows);
}

/* To where the last drawing began. */
static void go_back(struct pmx_gpu_live *live, struct pmx_out *out)
{
	char up[32];

	if (!live->drawn)
		pmx_out_text(out, HIDE);
	else if (live->was_width != live->view.width || live->was_height != live->height)
		pmx_out_text(out, CLEAR);
	else if (live->lines) {
		snprintf(up, sizeof(up), "\r\033[%uA", live->lines);
		pmx_out_text(out, up);
	}
	pmx_out_text(out, NO_WRAP);
}

static void draw_screen(struct pmx_gpu_live *live, const struct pmx_gpu_report *report,
			struct pmx_out *out)
{
	unsigned height = live->height ? live->height : HEIGHT;
	struct pmx_gpu_screen screen = {
		.live = live,
		.report = report,
		.out = out,
		.width = pmx_gpu_width(&live->view),
		.most = (height > LEAST ? height : LEAST) - 1,
	};

	go_back(live, out);
	pmx_gpu_screen_choose(&screen);
	put_title(&screen);
	put_blocks(&screen);
	pmx_out_text(out, BELOW WRAP);
	live->lines = screen.lines;
	live->was_width = live->view.width;
	live->was_height = live->height;
}

void pmx_gpu_live_draw(struct pmx_gpu_live *live, const struct pmx_gpu_report *report)
{
	struct pmx_out out;

	pmx_out_init(&out, live->view.out);
	if (live->is_terminal) {
		draw_screen(live, report, &out);
	} else {
		if (!live->drawn)
			pmx_gpu_put_line_titles(&out);
		pmx_gpu_put_lines(&out, &live->view, report);
	}
	live->drawn++;
	pmx_out_flush(&out);
	fflush(live->view.out); /* somebody waits for it */
}

void pmx_gpu_live_end(struct pmx_gpu_live *live)
{
	if (!live->is_terminal || !live->drawn)
		return;
	fputs(WRAP SHOW, live->view.out);
	fflush(live->view.out);
	live->drawn = 0;
	live->lines = 0;
}
