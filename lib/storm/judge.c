// SPDX-License-Identifier: GPL-2.0-only
/*
 * judge.c - whether an answer is one of those that are right
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "storm/model.h"

struct judged {
	const struct storm_model *model;
	const struct storm_op *op;
	const struct storm_expect *expect;
	const struct storm_answer *answer;
	struct pmx_breach *breach;
};

__attribute__((format(printf, 3, 4))) static bool wrong(const struct judged *it,
							const char *invariant, const char *fmt, ...)
{
	char *text = it->breach->text;
	size_t size = sizeof(it->breach->text);
	va_list args;
	int length;

	it->breach->invariant = invariant;
	storm_op_text(it->op, text, size);
	length = (int)strlen(text);
	va_start(args, fmt);
	vsnprintf(text + length, size - (size_t)length, fmt, args);
	va_end(args);
	return false;
}

static const char *name_of(int error)
{
	return error ? strerrorname_np(error) : "success";
}

static bool judge_error(const struct judged *it)
{
	const struct storm_expect *expect = it->expect;
	char right[80] = "";

	for (unsigned i = 0; i < expect->errors; i++) {
		size_t used = strlen(right);

		if (it->answer->result == -expect->error[i])
			return true;
		snprintf(right + used, sizeof(right) - used, "%s%s", i ? " or " : "",
			 name_of(expect->error[i]));
	}
	return wrong(it, "storm-errno", ": predicted %s, got %s", right,
		     name_of(-it->answer->result) ? name_of(-it->answer->result) :
						    "an unknown error");
}

static bool judge_range(const struct judged *it, const char *invariant, unsigned event,
			const char *what, uint64_t got, const struct storm_range *range)
{
	if (got >= range->low && got <= range->high)
		return true;
	if (range->low == range->high)
		return wrong(it, invariant, ": %s of e%u: predicted %" PRIu64 ", got %" PRIu64,
			     what, event, range->low, got);
	if (range->high == UINT64_MAX)
		return wrong(it, invariant,
			     ": %s of e%u: predicted %" PRIu64 " or more, got %" PRIu64, what,
			     event, range->low, got);
	return wrong(it, invariant,
		     ": %s of e%u: predicted %" PRIu64 " to %" PRIu64 ", got %" PRIu64, what, event,
		     range->low, range->high, got);
}

/* Ids are never used again, so that each is one event's for good. */
static bool judge_id(const struct judged *it, unsigned event, uint64_t id)
{
	uint64_t known = it->model->event[event].id;

	if (!id)
		return wrong(it, "storm-id", ": the id of e%u is 0", event);
	if (known && id != known)
		return wrong(it, "storm-id", ": the id of e%u was %" PRIu64 ", and now is %" PRIu64,
			     event, known, id);
	if (known)
		return true;
	storm_for_each_event(it->model, i)
		if (i != event && it->model->event[i].id == id)
			return wrong(it, "storm-id", ": e%u has id %" PRIu64 ", as e%u has", event,
				     id, i);
	return true;
}

static bool judge_times(const struct judged *it, unsigned event, uint64_t enabled, uint64_t running)
{
	const struct storm_expect *expect = it->expect;
	/* Clocks differ by less than a hundredth, and a read takes its time. */
	uint64_t wall = it->answer->at - expect->since;
	uint64_t most = expect->multiplier * (wall + wall / 100 + KIT_MSEC);

	if (running > enabled)
		return wrong(it, "storm-times",
			     ": e%u was running for %" PRIu64 " ns, and enabled for %" PRIu64
			     " ns only",
			     event, running, enabled);
	if (expect->equal && running != enabled)
		return wrong(it, "storm-times",
			     ": e%u was enabled for %" PRIu64 " ns, and running for %" PRIu64
			     " ns of them; predicted all",
			     event, enabled, running);
	if (enabled > most)
		return wrong(it, "storm-times",
			     ": e%u was enabled for %" PRIu64 " ns, %u times of at most %" PRIu64
			     " ns",
			     event, enabled, expect->multiplier, wall);
	return judge_range(it, "storm-times", event, "enabled", enabled, &expect->enabled) &&
	       judge_range(it, "storm-times", event, "running", running, &expect->running);
}

static bool judge_member(const struct judged *it, unsigned index, const struct storm_layout *at)
{
	const struct storm_expect *expect = it->expect;
	const uint64_t *word = it->answer->word + index * at->step;
	unsigned event = expect->member[index];

	if (!judge_range(it, "storm-count", event, "the count", word[at->value],
			 &expect->value[index]))
		return false;
	if (expect->layout & STORM_READ_ID && !judge_id(it, event, word[at->id]))
		return false;
	if (expect->layout & STORM_READ_LOST && !it->model->event[event].lossy && word[at->lost])
		return wrong(it, "storm-lost", ": e%u has no ring, and lost %" PRIu64 " samples",
			     event, word[at->lost]);
	return true;
}

static bool judge_read(const struct judged *it)
{
	const struct storm_expect *expect = it->expect;
	size_t size = storm_read_words(expect->layout, expect->members) * sizeof(uint64_t);
	struct storm_layout at = storm_layout(expect->layout);
	bool group = expect->layout & STORM_READ_GROUP;
	unsigned event = group ? expect->member[0] : it->op->event;

	if (expect->eof && !it->answer->bytes)
		return true;
	if (expect->error[0]) /* nothing but the end of file was right */
		return wrong(it, "storm-size", ": predicted nothing, got %zu bytes",
			     it->answer->bytes);
	if (it->answer->bytes != size)
		return wrong(it, "storm-size", ": predicted %zu bytes, got %zu", size,
			     it->answer->bytes);
	if (group && it->answer->word[0] != expect->members)
		return wrong(it, "storm-size", ": predicted %u members, got %" PRIu64,
			     expect->members, it->answer->word[0]);
	for (unsigned i = 0; i < expect->members; i++)
		if (!judge_member(it, i, &at))
			return false;
	return !(expect->layout & STORM_READ_TIMES) ||
	       judge_times(it, event, it->answer->word[at.enabled], it->answer->word[at.running]);
}

bool storm_judge(const struct storm_model *model, const struct storm_op *op,
		 const struct storm_expect *expect, const struct storm_answer *answer,
		 struct pmx_breach *breach)
{
	struct judged it = {
		.model = model,
		.op = op,
		.expect = expect,
		.answer = answer,
		.breach = breach,
	};

	if (!judge_error(&it))
		return false;
	if (answer->result)
		return true;
	if (op->kind == STORM_ID)
		return judge_id(&it, op->event, answer->id);
	return op->kind != STORM_READ || judge_read(&it);
}
