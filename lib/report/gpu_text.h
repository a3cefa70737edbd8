/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_text.h - the parts of the GPU memory report for people, in the order in which they come
 *
 * Each begins with an empty line, and writes nothing at all where it has nothing to say.
 */
#ifndef PERFMUX_REPORT_GPU_TEXT_H
#define PERFMUX_REPORT_GPU_TEXT_H

#include <perfmux/report_gpu.h>

#include "report/gpu_items.h"
#include "report/out.h"

/* A table for each block of @source: the GPU, its processes, what is left. */
void pmx_gpu_put_tables(struct pmx_out *out, const struct pmx_gpu_view *view,
			const struct pmx_gpu_report *report, enum pmx_gpu_source source);

/* Verbose only: all numbers of all entries, exactly. */
void pmx_gpu_put_exact(struct pmx_out *out, const struct pmx_gpu_view *view,
		       const struct pmx_gpu_report *report);

/* What is wrong, or odd, with a GPU, a process, or the records. */
void pmx_gpu_put_remarks(struct pmx_out *out, const struct pmx_gpu_view *view,
			 const struct pmx_gpu_report *report);

/* Where the numbers are from, and what became of the records. */
void pmx_gpu_put_method(struct pmx_out *out, const struct pmx_gpu_view *view,
			const struct pmx_gpu_report *report);

/* Columns that a report may fill. */
size_t pmx_gpu_width(const struct pmx_gpu_view *view);

/* @mark (text_marks.h) around what follows, where colours are wanted. */
void pmx_gpu_mark(struct pmx_out *out, const struct pmx_gpu_view *view, const char *mark);

/* One column that says the most important of a process's marks; and its colour, or NULL. */
char pmx_gpu_sign(unsigned marks);
const char *pmx_gpu_sign_mark(char sign);

#endif
