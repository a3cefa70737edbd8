// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_method.c - where the numbers of a GPU memory report are from, and what became of the records
 */
#include "report/duration.h"
#include "report/gpu_text.h"
#include "report/number.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1, WORDS = 256 };

static void say_number(struct pmx_words *words, uint64_t value)
{
	char number[PMX_NUMBER_SIZE];

	pmx_number_u64(number, value, true);
	pmx_say(words, "%s", number);
}

/* "gpu_mem_total: counted 10 = arrived 8 + lost 2." Where it is not so, the remarks say it. */
static void say_check(struct pmx_words *words, const struct pmx_gpu_report *report,
		      enum pmx_gpu_event event)
{
	const struct pmx_gpu_check *check = &report->checks[event];

	if (!check->exists || !check->is_read)
		return;
	pmx_say(words, " %s: counted by the kernel ", pmx_gpu_event_name(event));
	say_number(words, check->recorded.counted);
	pmx_say(words, ", arrived ");
	say_number(words, check->recorded.samples);
	pmx_say(words, ", lost ");
	say_number(words, check->recorded.lost);
	pmx_say(words, ".");
}

static void say_tracepoints(struct pmx_words *words, const struct pmx_gpu_report *report)
{
	char variant[WORDS];

	pmx_say(words, "By the tracepoint %s. ",
		pmx_gpu_variant_words(report->variant, variant, sizeof(variant)));
	say_number(words, report->updates);
	pmx_say(words, " update%s", report->updates == 1 ? "" : "s");
	if (report->late) {
		pmx_say(words, ", ");
		say_number(words, report->late);
		pmx_say(words, " of them out of order");
	}
	if (!report->lost)
		pmx_say(words, ", none lost");
	pmx_say(words, ".");
	for (int event = 0; event < PMX_GPU_EVENTS; event++)
		say_check(words, report, (enum pmx_gpu_event)event);
}

static void say_fdinfo(struct pmx_words *words, const struct pmx_gpu_report *report)
{
	if (!report->fd_readings)
		return;
	pmx_say(words, "%sBy DRM fdinfo, read ", words->used ? " " : "");
	say_number(words, report->fd_readings);
	pmx_say(words, " time%s: what was between two readings is not known.",
		report->fd_readings == 1 ? "" : "s");
	if (report->variant && report->fd_row_count)
		pmx_say(words, " The two sources tell of the same memory and are never added.");
}

static void say_why(struct pmx_words *words, const struct pmx_error *why)
{
	pmx_say(words, "%sNo tracepoint: %s", words->used ? " " : "", why->text);
	if (why->hint[0])
		pmx_say(words, " (%s)", why->hint);
	pmx_say(words, ".");
}

void pmx_gpu_put_method(struct pmx_out *out, const struct pmx_gpu_view *view,
			const struct pmx_gpu_report *report)
{
	struct pmx_words words = { 0 };

	if (report->variant)
		say_tracepoints(&words, report);
	say_fdinfo(&words, report);
	if (!report->variant && report->why)
		say_why(&words, report->why);
	if (!words.used)
		return;
	pmx_out_newline(out);
	pmx_gpu_mark(out, view, PMX_MARK_DIM);
	pmx_out_spaces(out, MARGIN);
	pmx_wrap(out, words.text, MARGIN, MARGIN);
	pmx_gpu_mark(out, view, PMX_MARK_OFF);
	pmx_out_newline(out);
}
