// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_remarks_baseline.c - where and when the baseline was measured, and what is not the same now
 */
#include <time.h>

#include "report/bench_remarks.h"
#include "report/text_marks.h"
#include "report/words.h"

static void say_when(struct pmx_words *words, time_t when)
{
	char text[64];
	struct tm tm;

	if (when <= 0 || !gmtime_r(&when, &tm) || !strftime(text, sizeof(text), "%F %H:%M", &tm))
		return;
	pmx_say(words, "measured %s UTC", text);
}

void pmx_bench_say_scene(struct pmx_words *words, const struct pmx_bench_scene *scene)
{
	say_when(words, scene->when);
	if (scene->host[0])
		pmx_say(words, "%son %s", words->used ? " " : "", scene->host);
	if (!words->used)
		pmx_say(words, "not known when");
}

static void put_unmatched(struct pmx_bench_remarks *r)
{
	struct pmx_words words = { 0 };
	size_t count = 0;

	for (size_t c = 0; c < r->view->bench->command_count; c++) {
		struct pmx_cell name;

		if (pmx_bench_reference(r->view->result, c) || count++ >= PMX_BENCH_REMARK_FEW)
			continue;
		pmx_say(&words, "%s%s", count > 1 ? ", " : "",
			pmx_bench_remark_name(r->view, c, &name));
	}
	if (count > PMX_BENCH_REMARK_FEW)
		pmx_say(&words, " and %zu more", count - PMX_BENCH_REMARK_FEW);
	if (count)
		pmx_bench_remark(r, "not in the baseline", PMX_MARK_WARN, words.text);
}

void pmx_bench_remark_baseline(struct pmx_bench_remarks *r)
{
	const struct pmx_bench *then = r->view->result->baseline;
	struct pmx_words words = { 0 };
	char line[512];
	size_t at = 0;

	if (!then)
		return;
	pmx_bench_say_scene(&words, &then->scene);
	pmx_bench_remark(r, "baseline", NULL, words.text);
	while (pmx_bench_baseline_differs(then, r->view->bench, &at, line, sizeof(line)))
		pmx_bench_remark(r, "not the same", PMX_MARK_WARN, line);
	put_unmatched(r);
}
