// SPDX-License-Identifier: GPL-2.0-only
/*
 * modifiers.c - the letters behind an event
 *
 * u, k, h, G, H, p and I set the bits that perf stat (6.1) sets for them, among them one that
 * surprises: guests are left out by default and with u or p, and are counted with k or h alone.
 * Letters that say nothing about levels (D, e, W, S, P) leave that default as it is.
 */
#include <errno.h>

#include "event/modifiers.h"

static const struct {
	char letter;
	unsigned flag;
} letters[] = {
	{ 'u', PMX_MOD_USER },	      { 'k', PMX_MOD_KERNEL },	    { 'h', PMX_MOD_HV },
	{ 'G', PMX_MOD_GUEST },	      { 'H', PMX_MOD_HOST },	    { 'I', PMX_MOD_IDLE },
	{ 'P', PMX_MOD_MAX_PRECISE }, { 'S', PMX_MOD_SAMPLE_READ }, { 'D', PMX_MOD_PINNED },
	{ 'e', PMX_MOD_EXCLUSIVE },   { 'W', PMX_MOD_WEAK },
};

enum { MAX_PRECISE = 3 };

static unsigned flag_of(char letter)
{
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (letters[i].letter == letter)
			return letters[i].flag;
	return 0;
}

bool pmx_modifiers_is_like(struct pmx_span text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] != 'p' && !flag_of(text.at[i]))
			return false;
	return true;
}

static int unknown_letter(char letter, struct pmx_span spec, struct pmx_error *err)
{
	if (letter == 'b')
		return pmx_error_set(err, -EINVAL,
				     "'%" PMX_SPAN_FMT
				     "': counting by BPF (modifier b) is not offered",
				     PMX_SPAN_ARG(spec));
	if (letter == ':') {
		pmx_error_set(err, -EINVAL, "'%" PMX_SPAN_FMT "' has two lists of modifiers",
			      PMX_SPAN_ARG(spec));
		return pmx_error_hint(err, "write them behind one colon: cycles:uD");
	}
	pmx_error_set(err, -EINVAL, "'%" PMX_SPAN_FMT "': '%c' is not a modifier",
		      PMX_SPAN_ARG(spec), letter);
	return pmx_error_hint(err, "modifiers are u k h (levels), G H (guest, host), p P "
				   "(precise), D (pinned), e (exclusive), W (weak group), S, I");
}

static int too_precise(struct pmx_span spec, struct pmx_error *err)
{
	return pmx_error_set(err, -EINVAL, "'%" PMX_SPAN_FMT "': more than %d p modifiers",
			     PMX_SPAN_ARG(spec), MAX_PRECISE);
}

int pmx_modifiers_parse(struct pmx_span text, struct pmx_span spec, struct pmx_modifiers *out,
			struct pmx_error *err)
{
	*out = (struct pmx_modifiers){ 0 };
	for (size_t i = 0; i < text.len; i++) {
		unsigned flag = flag_of(text.at[i]);

		if (text.at[i] == 'p') {
			if (++out->precise > MAX_PRECISE)
				return too_precise(spec, err);
		} else if (!flag) {
			return unknown_letter(text.at[i], spec, err);
		} else if (out->set & flag) {
			return pmx_error_set(err, -EINVAL,
					     "'%" PMX_SPAN_FMT "': modifier '%c' is there twice",
					     PMX_SPAN_ARG(spec), text.at[i]);
		}
		out->set |= flag;
	}
	return 0;
}

int pmx_modifiers_join(struct pmx_modifiers *mods, const struct pmx_modifiers *group,
		       struct pmx_span spec, struct pmx_error *err)
{
	mods->set |= group->set;
	mods->precise += group->precise;
	return mods->precise > MAX_PRECISE ? too_precise(spec, err) : 0;
}

/*
 * Only where guests can be told from the host: uncore and free-running PMUs refuse every exclude
 * bit (EINVAL), and so do sampling PMUs before they learned to filter.
 */
static bool leaves_guests_out(const struct pmx_pmu *pmu)
{
	switch (pmu->kind) {
	case PMX_PMU_CORE:
	case PMX_PMU_SOFTWARE:
	case PMX_PMU_TRACEPOINT:
	case PMX_PMU_BREAKPOINT:
		return true;
	default:
		return false;
	}
}

static void apply_guest(const struct pmx_modifiers *mods, const struct pmx_pmu *pmu, bool given,
			struct perf_event_attr *attr)
{
	bool with_guests = (mods->set & (PMX_MOD_KERNEL | PMX_MOD_HV)) &&
			   !(mods->set & PMX_MOD_USER) && !mods->precise;

	if (mods->set & (PMX_MOD_GUEST | PMX_MOD_HOST)) {
		attr->exclude_guest = !(mods->set & PMX_MOD_GUEST);
		attr->exclude_host = !(mods->set & PMX_MOD_HOST);
	} else if (!given) {
		attr->exclude_guest = leaves_guests_out(pmu) && !with_guests;
	}
}

void pmx_modifiers_apply(const struct pmx_modifiers *mods, const struct pmx_pmu *pmu, bool given,
			 struct perf_event_attr *attr)
{
	if (mods->set & PMX_MOD_LEVELS) {
		attr->exclude_user = !(mods->set & PMX_MOD_USER);
		attr->exclude_kernel = !(mods->set & PMX_MOD_KERNEL);
		attr->exclude_hv = !(mods->set & PMX_MOD_HV);
	}
	apply_guest(mods, pmu, given, attr);
	if (mods->set & PMX_MOD_IDLE)
		attr->exclude_idle = 1;
	if (mods->set & PMX_MOD_PINNED)
		attr->pinned = 1;
	if (mods->set & PMX_MOD_EXCLUSIVE)
		attr->exclusive = 1;
	if (mods->precise)
		attr->precise_ip = mods->precise & 3;
}
