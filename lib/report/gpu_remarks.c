// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_remarks.c - what is wrong, or odd, in a GPU memory report, in sentences with a label each
 */
#include "report/bytes.h"
#include "report/duration.h"
#include "report/gpu_text.h"
#include "report/text_layout.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1, INDENT = 12, MAX_NAMED = 8 };

struct remarks {
	struct pmx_out *out;
	const struct pmx_gpu_view *view;
	const struct pmx_gpu_report *report;
	bool any;
};

static void put(struct remarks *r, const char *label, const char *mark,
		const struct pmx_words *words)
{
	struct pmx_cell cell;

	if (!r->any)
		pmx_out_newline(r->out);
	r->any = true;
	pmx_cell_set(&cell, label);
	pmx_out_spaces(r->out, MARGIN);
	pmx_gpu_mark(r->out, r->view, mark);
	pmx_out_text(r->out, cell.text);
	pmx_gpu_mark(r->out, r->view, mark ? PMX_MARK_OFF : NULL);
	pmx_wrap_to(r->out, MARGIN + cell.shown, INDENT);
	pmx_wrap(r->out, words->text, INDENT, INDENT);
	pmx_out_newline(r->out);
}

static const char *s_of(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* --- GPUs ----------------------------------------------------------------------------------- */

static void put_rests(struct remarks *r)
{
	for (size_t i = 0; i < r->report->gpu_count; i++) {
		const struct pmx_gpu_device *device = &r->report->gpus[i];
		bool is_wrong = device->rest_kind == PMX_GPU_REST_UNEXPLAINED;
		struct pmx_words words = { 0 };

		if (!pmx_gpu_rest_words(device->rest_kind))
			continue;
		pmx_say(&words, "GPU %llu: %s", (unsigned long long)device->gpu,
			pmx_gpu_rest_words(device->rest_kind));
		put(r, "rest", is_wrong ? PMX_MARK_BAD : NULL, &words);
	}
}

/* --- processes ------------------------------------------------------------------------------ */

/* What belongs to a mark besides its sentence; nothing of most. */
static void say_size(struct pmx_words *words, const struct pmx_gpu_item *item,
		     enum pmx_gpu_mark mark)
{
	char size[PMX_BYTES_SIZE], of[PMX_BYTES_SIZE];

	if ((mark == PMX_GPU_LEAKED || mark == PMX_GPU_ENDING) && pmx_gpu_has(item->main)) {
		pmx_bytes(size, (double)item->main->last);
		pmx_say(words, ", %s", size);
	}
	if (mark == PMX_GPU_EXCESS && pmx_gpu_has(item->total) && pmx_gpu_has(item->imported)) {
		pmx_bytes(size, (double)item->imported->last);
		pmx_bytes(of, (double)item->total->last);
		pmx_say(words, ", %s of %s", size, of);
	}
}

static void say_process(struct pmx_words *words, const struct remarks *r,
			const struct pmx_gpu_block *block, const struct pmx_gpu_item *item,
			enum pmx_gpu_mark mark)
{
	char name[PMX_GPU_BLOCK_NAME];

	pmx_say(words, "%s (%llu", *item->comm ? item->comm : "-", (unsigned long long)item->pid);
	if (r->report->gpu_count > 1)
		pmx_say(words, " on %s", pmx_gpu_block_name(block, name));
	say_size(words, item, mark);
	pmx_say(words, ")");
}

/* All processes with @mark in one sentence; they are named as far as there is room. */
static void put_mark(struct remarks *r, enum pmx_gpu_mark mark, const char *color)
{
	struct pmx_gpu_block block = { 0 };
	struct pmx_words words = { 0 };
	struct pmx_gpu_item item;
	uint64_t count = 0;

	pmx_say(&words, "%s: ", pmx_gpu_mark_words(mark));
	while (pmx_gpu_block_next(r->report, &block)) {
		for (size_t i = 0; i < block.count; i++) {
			pmx_gpu_block_item(&block, i, &item);
			if (!(item.marks & mark) || (r->view->only_target && !item.is_target))
				continue;
			if (count++ >= MAX_NAMED)
				continue;
			pmx_say(&words, "%s", count > 1 ? ", " : "");
			say_process(&words, r, &block, &item, mark);
		}
	}
	if (count > MAX_NAMED)
		pmx_say(&words, ", and %llu more", (unsigned long long)(count - MAX_NAMED));
	if (count)
		put(r, pmx_gpu_mark_name(mark), color, &words);
}

static void put_marks(struct remarks *r)
{
	static const struct {
		enum pmx_gpu_mark mark;
		const char *color;
	} marks[] = {
		{ PMX_GPU_LEAKED, PMX_MARK_BAD }, { PMX_GPU_ENDING, NULL },
		{ PMX_GPU_EXCESS, PMX_MARK_BAD }, { PMX_GPU_NEGATIVE, PMX_MARK_BAD },
		{ PMX_GPU_STALE, PMX_MARK_WARN }, { PMX_GPU_OUTSIDE, NULL },
		{ PMX_GPU_UNSEEN, NULL },	  { PMX_GPU_REUSED, NULL },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		put_mark(r, marks[i].mark, marks[i].color);
}

static bool has_ended(const struct remarks *r)
{
	struct pmx_gpu_block block = { 0 };
	struct pmx_gpu_item item;

	while (pmx_gpu_block_next(r->report, &block)) {
		for (size_t i = 0; i < block.count; i++) {
			pmx_gpu_block_item(&block, i, &item);
			if (pmx_gpu_sign(item.marks) == 'x' &&
			    (item.is_target || !r->view->only_target))
				return true;
		}
	}
	return false;
}

static void put_ended(struct remarks *r)
{
	struct pmx_words words = { 0 };

	if (!has_ended(r))
		return;
	pmx_say(&words, "the process has ended");
	put(r, "x", NULL, &words);
}

/* --- records -------------------------------------------------------------------------------- */

static void put_lost(struct remarks *r)
{
	struct pmx_words words = { 0 };
	char at[PMX_DURATION_SIZE];

	if (!r->report->lost)
		return;
	pmx_duration(at, pmx_gpu_since(r->report, r->report->lost_at), r->view->utf8);
	pmx_say(&words,
		"%llu record%s, the last of them at %s: a peak may have been missed, and what was "
		"not updated since may be old; larger buffers would help",
		(unsigned long long)r->report->lost, s_of(r->report->lost), at);
	put(r, "lost", PMX_MARK_WARN, &words);
}

/* The kernel's count of an event beside what became of it. */
static void put_check(struct remarks *r, enum pmx_gpu_event event)
{
	const struct pmx_gpu_check *check = &r->report->checks[event];
	const struct pmx_recorded *seen = &check->recorded;
	struct pmx_words words = { 0 };

	if (!check->exists || (check->is_read && !check->missing))
		return;
	pmx_say(&words, "%s: ", pmx_gpu_event_name(event));
	if (check->is_read)
		pmx_say(&words,
			"the kernel counted %llu, but %llu arrived and %llu were lost: %lld %s, "
			"and these numbers cannot be trusted",
			(unsigned long long)seen->counted, (unsigned long long)seen->samples,
			(unsigned long long)seen->lost,
			(long long)(check->missing < 0 ? -check->missing : check->missing),
			check->missing < 0 ? "too many" : "missing");
	else
		pmx_say(&words, "the kernel's count could not be read, so that what is missing is "
				"not known");
	put(r, "count", check->is_read ? PMX_MARK_BAD : PMX_MARK_WARN, &words);
}

static void put_room(struct remarks *r)
{
	const struct pmx_gpu_report *report = r->report;
	struct pmx_words words = { 0 };
	char peak[PMX_BYTES_SIZE];

	if (report->folded.processes) {
		pmx_bytes(peak, (double)report->folded.peak);
		pmx_say(&words,
			"%llu process%s that ended with nothing made room for others; the highest "
			"peak of any was %s",
			(unsigned long long)report->folded.processes,
			report->folded.processes == 1 ? "" : "es", peak);
		put(r, "folded", NULL, &words);
	}
	words = (struct pmx_words){ 0 };
	if (report->no_room) {
		pmx_say(&words, "%llu update%s of more processes or GPUs than are kept",
			(unsigned long long)report->no_room, s_of(report->no_room));
		put(r, "left out", PMX_MARK_WARN, &words);
	}
	words = (struct pmx_words){ 0 };
	if (report->fd_left_out) {
		pmx_say(&words, "%llu entr%s of fdinfo beyond what is kept",
			(unsigned long long)report->fd_left_out,
			report->fd_left_out == 1 ? "y" : "ies");
		put(r, "left out", PMX_MARK_WARN, &words);
	}
}

static void put_reading(struct remarks *r)
{
	struct pmx_words words = { 0 };

	if (r->report->bad) {
		pmx_say(&words, "%llu record%s without the fields that the format promises",
			(unsigned long long)r->report->bad, s_of(r->report->bad));
		put(r, "bad", PMX_MARK_BAD, &words);
	}
	words = (struct pmx_words){ 0 };
	if (r->report->fd_hidden) {
		pmx_say(&words,
			"%zu process%s whose descriptors we may not see: root and CAP_SYS_PTRACE "
			"may",
			r->report->fd_hidden, r->report->fd_hidden == 1 ? "" : "es");
		put(r, "hidden", PMX_MARK_WARN, &words);
	}
}

void pmx_gpu_put_remarks(struct pmx_out *out, const struct pmx_gpu_view *view,
			 const struct pmx_gpu_report *report)
{
	struct remarks r = { .out = out, .view = view, .report = report };

	put_ended(&r);
	put_rests(&r);
	put_marks(&r);
	put_lost(&r);
	for (int event = 0; event < PMX_GPU_EVENTS; event++)
		put_check(&r, (enum pmx_gpu_event)event);
	put_room(&r);
	put_reading(&r);
}
