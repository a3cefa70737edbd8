// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint.c - mem:ADDRESS[/LENGTH][:ACCESS][:MODIFIERS]: hardware breakpoints
 *
 * ACCESS is r, w, x or several of them, rw by default; LENGTH is 4, and that of a long for x
 * alone, as perf has it: the kernel wants it so for an instruction.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>

#include "event/resolve.h"
#include "event/terms.h"

#if defined(__x86_64__) || defined(__i386__)
/* The debug registers compare address and length together. Elsewhere there are byte masks. */
enum { ALIGNED = true };
#else
enum { ALIGNED = false };
#endif

struct breakpoint {
	uint64_t address, length; /* length 0: not typed */
	uint32_t access;
	struct pmx_span modifiers;
};

/* What stands for a place in memory: a number. */
static int parse_address(struct pmx_resolving *r, struct pmx_span text, uint64_t *out)
{
	int rc = pmx_terms_number(text, out);

	if (!rc)
		return 0;
	pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "': '%" PMX_SPAN_FMT "' is not an address",
		      PMX_SPAN_ARG(r->item->text), PMX_SPAN_ARG(text));
	if (rc == -ERANGE)
		pmx_error_hint(r->err, "an address has at most 64 bits");
	else
		pmx_error_hint(r->err, "write a number, decimal or 0x hexadecimal: mem:0x1000/8:w");
	return -EINVAL;
}

static int parse_length(struct pmx_resolving *r, struct pmx_span text, uint64_t *out)
{
	static const unsigned legal[] = { 1, 2, 4, 8 };
	unsigned nearest = legal[0];

	if (pmx_terms_number(text, out)) {
		pmx_error_set(r->err, -EINVAL,
			      "'%" PMX_SPAN_FMT "': '%" PMX_SPAN_FMT "' is not a length",
			      PMX_SPAN_ARG(r->item->text), PMX_SPAN_ARG(text));
		pmx_error_hint(r->err, "1, 2, 4 or 8 bytes can be watched");
		return -EINVAL;
	}
	for (size_t i = 0; i < sizeof(legal) / sizeof(legal[0]); i++) {
		if (*out == legal[i])
			return 0;
		if (*out > nearest) /* the next one up: it covers what was asked for */
			nearest = legal[i];
	}
	pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "': %" PRIu64 " bytes cannot be watched",
		      PMX_SPAN_ARG(r->item->text), *out);
	pmx_error_hint(r->err, "1, 2, 4 or 8 can; %u is nearest", nearest);
	return -EINVAL;
}

/* False when @text is no access, but perhaps modifiers. */
static bool parse_access(struct pmx_span text, uint32_t *out)
{
	static const char letters[] = "rwx";
	static const uint32_t flags[] = { HW_BREAKPOINT_R, HW_BREAKPOINT_W, HW_BREAKPOINT_X };

	*out = 0;
	for (size_t i = 0; i < text.len; i++) {
		const char *letter = memchr(letters, text.at[i], 3);

		if (!letter || (*out & flags[letter - letters]))
			return false;
		*out |= flags[letter - letters];
	}
	return text.len > 0;
}

static int check_alignment(struct pmx_resolving *r, const struct breakpoint *b)
{
	uint64_t over = b->address % b->length, below = b->address - over;
	bool up = 2 * over > b->length && below <= UINT64_MAX - b->length;

	if (!ALIGNED || b->access == HW_BREAKPOINT_X || !over)
		return 0;
	pmx_error_set(r->err, -EINVAL,
		      "'%" PMX_SPAN_FMT "': %" PRIu64 " bytes can be watched only at a multiple of "
		      "%" PRIu64,
		      PMX_SPAN_ARG(r->item->text), b->length, b->length);
	pmx_error_hint(r->err,
		       "mem:0x%" PRIx64 "/%" PRIu64 " is nearest; a single byte, /1, can be "
		       "anywhere",
		       up ? below + b->length : below, b->length);
	return -EINVAL;
}

static int parse(struct pmx_resolving *r, struct breakpoint *b)
{
	struct pmx_span text = pmx_span_skip(r->item->text, strlen("mem:"));
	struct pmx_span rest, length, second, place = pmx_span_cut(text, ':', &rest);
	struct pmx_span address = pmx_span_cut(place, '/', &length);
	int rc = parse_address(r, address, &b->address);

	if (!rc && length.at)
		rc = parse_length(r, length, &b->length);
	if (rc)
		return rc;
	second = pmx_span_cut(rest, ':', &b->modifiers);
	if (!parse_access(second, &b->access)) {
		b->access = HW_BREAKPOINT_RW;
		b->modifiers = rest;
	}
	if (!length.at)
		b->length = b->access == HW_BREAKPOINT_X ? sizeof(long) : HW_BREAKPOINT_LEN_4;
	return check_alignment(r, b);
}

int pmx_source_breakpoint(struct pmx_resolving *r)
{
	struct breakpoint b = { .length = 0 };
	char shown[PMX_MAX_ITEM_LENGTH + 1];
	struct pmx_found found = {
		.pmu = pmx_pmus_find_type(r->resolver->pmus, PERF_TYPE_BREAKPOINT),
		.name = shown,
	};
	int rc = found.pmu ? parse(r, &b) : pmx_error_nomem(r->err);

	if (!rc)
		rc = pmx_resolving_modifiers(r, b.modifiers);
	if (rc)
		return rc;
	found.attr = (struct perf_event_attr){ .type = PERF_TYPE_BREAKPOINT,
					       .size = sizeof(found.attr),
					       .bp_type = b.access,
					       .bp_addr = b.address,
					       .bp_len = b.length };
	pmx_span_copy(r->item->text, shown, sizeof(shown));
	return pmx_resolving_add(r, &found);
}
