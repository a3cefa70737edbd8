// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_text.c - the GPU memory report for people: title, and the parts of gpu_text.h
 */
#include <perfmux/text.h>

#include "report/duration.h"
#include "report/gpu_text.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1 };

size_t pmx_gpu_width(const struct pmx_gpu_view *view)
{
	return pmx_screen_width(view->width);
}

void pmx_gpu_mark(struct pmx_out *out, const struct pmx_gpu_view *view, const char *mark)
{
	if (view->color && mark)
		pmx_out_text(out, mark);
}

char pmx_gpu_sign(unsigned marks)
{
	if (marks & (PMX_GPU_LEAKED | PMX_GPU_EXCESS | PMX_GPU_NEGATIVE))
		return '!';
	if (marks & PMX_GPU_ENDED)
		return 'x';
	return marks & (PMX_GPU_OUTSIDE | PMX_GPU_UNSEEN) ? '*' : ' ';
}

const char *pmx_gpu_sign_mark(char sign)
{
	if (sign == '!')
		return PMX_MARK_BAD;
	return sign == 'x' ? PMX_MARK_DIM : NULL;
}

static void put_title(struct pmx_out *out, const struct pmx_gpu_view *view,
		      const struct pmx_gpu_report *report)
{
	char time[PMX_DURATION_SIZE];

	pmx_duration(time, pmx_gpu_since(report, report->now), view->utf8);
	pmx_out_newline(out);
	pmx_out_spaces(out, MARGIN);
	pmx_out_text(out, "GPU memory, ");
	pmx_out_flush(out);
	pmx_print_safe(view->out, view->title ? view->title : "nothing");
	pmx_out_text(out, ", ");
	pmx_out_text(out, time);
	pmx_out_text(out, ":");
	pmx_out_newline(out);
}

static void put_fdinfo(struct pmx_out *out, const struct pmx_gpu_view *view,
		       const struct pmx_gpu_report *report)
{
	struct pmx_words words = { 0 };

	if (!report->fd_row_count)
		return;
	pmx_say(&words, "By DRM fdinfo, %llu reading%s:", (unsigned long long)report->fd_readings,
		report->fd_readings == 1 ? "" : "s");
	pmx_out_newline(out);
	pmx_out_spaces(out, MARGIN);
	pmx_out_text(out, words.text);
	pmx_out_newline(out);
	pmx_gpu_put_tables(out, view, report, PMX_GPU_FDINFO);
}

static void put_section(struct pmx_out *out, const struct pmx_gpu_view *view,
			const struct pmx_gpu_report *report)
{
	if (report->gpu_count)
		pmx_gpu_put_tables(out, view, report, PMX_GPU_TRACEPOINT);
	put_fdinfo(out, view, report);
	if (view->verbose)
		pmx_gpu_put_exact(out, view, report);
	pmx_gpu_put_remarks(out, view, report);
}

void pmx_gpu_text_section(const struct pmx_gpu_view *view, const struct pmx_gpu_report *report)
{
	PMX_OUT(out, view->out);

	put_section(&out, view, report);
}

static void put_nothing(struct pmx_out *out, const struct pmx_gpu_report *report)
{
	pmx_out_newline(out);
	pmx_out_spaces(out, MARGIN);
	pmx_wrap(out,
		 report->variant ? "Nothing was reported: drivers report changes, and there was "
				   "none." :
				   "No process had memory of a DRM device.",
		 MARGIN, MARGIN);
	pmx_out_newline(out);
}

void pmx_gpu_text(const struct pmx_gpu_view *view, const struct pmx_gpu_report *report)
{
	PMX_OUT(out, view->out);

	put_title(&out, view, report);
	if (!report->gpu_count && !report->fd_row_count)
		put_nothing(&out, report);
	put_section(&out, view, report);
	pmx_gpu_put_method(&out, view, report);
	pmx_out_newline(&out);
}
