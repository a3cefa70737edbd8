// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_exact.c - what tables of GPU memory round, in bytes and nanoseconds
 */
#include "report/gpu_text.h"
#include "report/number.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1, INDENT = 3, DEEPER = 5 };

static void say_gauge(struct pmx_words *words, const struct pmx_gpu_report *report,
		      const char *name, const struct pmx_gpu_gauge *gauge)
{
	char at[PMX_NUMBER_SIZE];

	if (!pmx_gpu_has(gauge))
		return;
	pmx_number_seconds(at, pmx_gpu_since(report, gauge->peak_at));
	pmx_say(words, "; %s %llu, peak %llu at %s s, minimum %llu, mean ", name,
		(unsigned long long)gauge->last, (unsigned long long)gauge->peak, at,
		(unsigned long long)gauge->minimum);
	pmx_say_fixed(words, gauge->mean, 1);
	pmx_say(words, ", change %+lld, updates %llu", (long long)gauge->change,
		(unsigned long long)gauge->updates);
}

static void put_item(struct pmx_out *out, const struct pmx_gpu_report *report,
		     const struct pmx_gpu_item *item)
{
	struct pmx_words words = { 0 };

	if (item->device)
		pmx_say(&words, "whole GPU");
	else
		pmx_say(&words, "%s (%llu)", *item->comm ? item->comm : "-",
			(unsigned long long)item->pid);
	say_gauge(&words, report, "total", item->total);
	say_gauge(&words, report, "imported", item->imported);
	say_gauge(&words, report, "shared", item->shared);
	say_gauge(&words, report, "resident", item->resident);
	if (item->has_private)
		pmx_say(&words, "; private %llu", (unsigned long long)item->private_bytes);
	if (item->fd)
		pmx_say(&words, "; clients %u", item->fd->clients);
	if (item->row && item->row->updates_late)
		pmx_say(&words, "; %llu updates after its end",
			(unsigned long long)item->row->updates_late);
	pmx_out_spaces(out, INDENT);
	pmx_wrap(out, words.text, INDENT, DEEPER);
	pmx_out_newline(out);
}

void pmx_gpu_put_exact(struct pmx_out *out, const struct pmx_gpu_view *view,
		       const struct pmx_gpu_report *report)
{
	struct pmx_gpu_block block = { 0 };
	char name[PMX_GPU_BLOCK_NAME];
	struct pmx_gpu_item item;

	while (pmx_gpu_block_next(report, &block)) {
		pmx_out_newline(out);
		pmx_out_spaces(out, MARGIN);
		pmx_wrap(out, pmx_gpu_block_name(&block, name), MARGIN, MARGIN);
		pmx_out_text(out, " in bytes:");
		pmx_out_newline(out);
		if (block.device) {
			pmx_gpu_block_whole(&block, &item);
			put_item(out, report, &item);
		}
		for (size_t i = 0; i < block.count; i++) {
			pmx_gpu_block_item(&block, i, &item);
			if (item.is_target || !view->only_target)
				put_item(out, report, &item);
		}
	}
}
