// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_svg.c - repeated runs as a picture: a panel for each metric that was measured
 *
 * It stays at a size that browsers and mails like: with many panels and commands fewer values of
 * each are drawn, and beyond a number of them it says how many there are more.
 */
#include "report/bench_svg.h"
#include "report/bench_label.h"
#include "report/bench_words.h"
#include "report/svg.h"
#include "report/svg_palette.h"
#include "report/words.h"

enum {
	TITLE = 30, /* baselines, from the top */
	SUBTITLE = 50,
	PANELS = 70, /* where the first begins */
	FOOT = 30,
	MAX_PANELS = 24,
	MAX_COMMANDS = 16,
	MAX_POINTS = 1000,  /* of a command in a panel, */
	ALL_POINTS = 20000, /* and of all in the picture */
	MAX_NAME = 40,	    /* letters of a name in the title */
};

/* Rules of the palette, as names: strings. */
#define FILLS	PMX_SVG_SEVEN("v", "fill") "\n"
#define STROKES PMX_SVG_SEVEN("d", "stroke") "\n"
#define DARK	PMX_SVG_DARK("v", "fill") PMX_SVG_DARK("d", "stroke") "\n"

/* Beside the classes of svg.h; colours are theirs. */
static const char style[] =
	"<style>\n"
	".head{font-size:14px;font-weight:600}\n"
	".good{fill:#1a7f37}\n"
	".interval{fill:#1f2328;fill-opacity:.6}\n"
	".then{stroke:#656d76;stroke-width:2;stroke-dasharray:3 3}\n" FILLS
	".v0,.v1,.v2,.v3,.v4,.v5,.v6{fill-opacity:.25}\n" STROKES
	".d0,.d1,.d2,.d3,.d4,.d5,.d6{fill:none;stroke-width:4;stroke-linecap:round;"
	"stroke-opacity:.6}\n"
	"@media(prefers-color-scheme:dark){\n"
	".good{fill:#3fb950}.interval{fill:#e6edf3}.then{stroke:#9198a1}\n" DARK "}\n"
	"</style>\n";

static bool is_drawn(const struct pmx_bench_picture *picture, size_t m)
{
	return pmx_bench_was_measured(picture->result, picture->commands, m);
}

static size_t panels_of(const struct pmx_bench_picture *picture)
{
	size_t count = 0;

	for (size_t m = 0; m < picture->result->bench->metric_count; m++)
		count += is_drawn(picture, m);
	return count;
}

static size_t at_most(size_t value, size_t most)
{
	return value < most ? value : most;
}

static void put_title(struct pmx_out *out, const struct pmx_bench_picture *picture, size_t panels)
{
	const struct pmx_bench *bench = picture->result->bench;
	struct pmx_words words = { 0 };
	struct pmx_cell name;

	if (bench->command_count) {
		pmx_bench_cut(&name, bench->commands[0].name, MAX_NAME, true);
		pmx_say(&words, "%s", name.text);
	}
	if (bench->command_count == 2) {
		pmx_bench_cut(&name, bench->commands[1].name, MAX_NAME, true);
		pmx_say(&words, " and %s", name.text);
	} else if (bench->command_count > 2) {
		pmx_say(&words, " and %zu others", bench->command_count - 1);
	}
	pmx_svg_text(out, PMX_BENCH_SVG_EDGE, TITLE, "title", words.text);
	pmx_svg_text(out, PMX_BENCH_SVG_EDGE, SUBTITLE, "dim",
		     !panels ?
			     "Nothing was measured." :
		     picture->result->baseline ?
			     "Dots are runs, in the shape of their distribution; lines are "
			     "medians, dashed that of the baseline; bars 95 % intervals. Axes "
			     "begin where the values do." :
			     "Dots are runs, in the shape of their distribution; the line is the "
			     "median, the bar its 95 % interval. Axes begin where the values do.");
}

static void put_left_out(struct pmx_out *out, const struct pmx_bench_picture *picture,
			 size_t panels, double y)
{
	size_t commands = picture->result->bench->command_count - picture->commands;
	struct pmx_words words = { 0 };

	if (panels > MAX_PANELS)
		pmx_say(&words, "and %zu more metrics", panels - MAX_PANELS);
	if (commands)
		pmx_say(&words, "%sand %zu more commands", words.used ? ", " : "", commands);
	if (!words.used)
		return;
	pmx_say(&words, ", which the JSON document has");
	pmx_svg_text(out, PMX_BENCH_SVG_EDGE, y, "dim", words.text);
}

void pmx_bench_svg(const struct pmx_bench_report *report, const struct pmx_bench_result *result)
{
	struct pmx_bench_picture picture = { .result = result };
	size_t panels, drawn;
	double y = PANELS, bottom;
	PMX_OUT(out, report->out);

	picture.commands = at_most(result->bench->command_count, MAX_COMMANDS);
	panels = panels_of(&picture);
	drawn = at_most(panels, MAX_PANELS);
	picture.points = at_most(MAX_POINTS, ALL_POINTS / (drawn * picture.commands + 1) + 1);
	bottom = PANELS + (double)drawn * pmx_bench_svg_panel_height(&picture);
	pmx_svg_begin(&out, PMX_BENCH_SVG_WIDTH, bottom + FOOT, "perfmux: repeated runs");
	pmx_out_text(&out, style);
	put_title(&out, &picture, panels);
	for (size_t m = 0; m < result->bench->metric_count && drawn; m++) {
		if (!is_drawn(&picture, m))
			continue;
		pmx_bench_svg_panel(&out, &picture, m, y);
		y += pmx_bench_svg_panel_height(&picture);
		drawn--;
	}
	put_left_out(&out, &picture, panels, bottom + FOOT - 12);
	pmx_svg_end(&out);
}
