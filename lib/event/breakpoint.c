// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint.c - mem:PLACE[/LENGTH][:ACCESS][:MODIFIERS]: hardware breakpoints
 *
 * PLACE is an address, or [FILE:]SYMBOL[+OFFSET], or FILE:ADDRESS. ACCESS is r, w, x or several
 * of them, rw by default; LENGTH is 4, and that of a long for x alone, as perf has it: the kernel
 * wants it so for an instruction. A symbol has defaults of its own, from what it names; it is
 * looked up when it is known in which process.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>

#include "event/resolve.h"
#include "event/terms.h"
#include "event/watchable.h"

struct breakpoint {
	struct pmx_span file, place, length_text, access_text, modifiers;
	uint64_t address; /* or the offset behind a symbol */
	uint64_t length;  /* 0: not typed */
	uint32_t access;  /* 0: not typed */
	char file_name[PMX_MAX_ITEM_LENGTH + 1], symbol_name[PMX_MAX_ITEM_LENGTH + 1];
	struct pmx_symbol symbol;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* What compilers and assemblers put into names, and the bytes of UTF-8. */
static bool may_be_in_symbol(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) ||
	       (c && strchr("_.$@", c));
}

static bool is_symbol(struct pmx_span text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!may_be_in_symbol(text.at[i]))
			return false;
	return text.len > 0 && !is_digit(text.at[0]);
}

static int parse_number(struct pmx_resolving *r, struct pmx_span text, const char *what,
			uint64_t *out)
{
	int rc = pmx_terms_number(text, out);

	if (!rc)
		return 0;
	pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "': '%" PMX_SPAN_FMT "' is not an %s",
		      PMX_SPAN_ARG(r->item->text), PMX_SPAN_ARG(text), what);
	if (rc == -ERANGE)
		pmx_error_hint(r->err, "an %s has at most 64 bits", what);
	else
		pmx_error_hint(r->err, "write a number, decimal or 0x hexadecimal, as in "
				       "mem:0x1000/8:w, or a symbol: mem:counter+8:w");
	return -EINVAL;
}

static int parse_symbol(struct pmx_resolving *r, struct breakpoint *b)
{
	struct pmx_span offset, name = pmx_span_cut(b->place, '+', &offset);

	if (!is_symbol(name)) {
		pmx_error_set(r->err, -EINVAL,
			      "'%" PMX_SPAN_FMT "': '%" PMX_SPAN_FMT
			      "' is neither an address nor a symbol",
			      PMX_SPAN_ARG(r->item->text), PMX_SPAN_ARG(name));
		return pmx_error_hint(r->err, "write mem:0x1000/8:w, or mem:counter+8:w; C++ names "
					      "as nm shows them");
	}
	pmx_span_copy(name, b->symbol_name, sizeof(b->symbol_name));
	b->symbol.name = b->symbol_name;
	return offset.at ? parse_number(r, offset, "offset", &b->symbol.offset) : 0;
}

/* What stands for a place in memory. */
static int parse_place(struct pmx_resolving *r, struct breakpoint *b)
{
	if (b->file.at && !b->file.len)
		return pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "': the file has no name",
				     PMX_SPAN_ARG(r->item->text));
	if (b->file.at && pmx_span_copy(b->file, b->file_name, sizeof(b->file_name)))
		b->symbol.file = b->file_name;
	if (b->place.len && !is_digit(b->place.at[0]))
		return parse_symbol(r, b);
	return parse_number(r, b->place, "address", b->file.at ? &b->symbol.offset : &b->address);
}

static int parse_length(struct pmx_resolving *r, struct pmx_span text, uint64_t *out)
{
	unsigned nearest;

	if (pmx_terms_number(text, out)) {
		pmx_error_set(r->err, -EINVAL,
			      "'%" PMX_SPAN_FMT "': '%" PMX_SPAN_FMT "' is not a length",
			      PMX_SPAN_ARG(r->item->text), PMX_SPAN_ARG(text));
		pmx_error_hint(r->err, "1, 2, 4 or 8 bytes can be watched");
		return -EINVAL;
	}
	if (pmx_watchable_is_length(*out, &nearest))
		return 0;
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

	if (b->access == HW_BREAKPOINT_X || pmx_watchable_fits(b->address, b->length))
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

/*
 * Is what stands before the first colon a file? It is when what follows can be neither access nor
 * modifiers. A symbol called "w" or "u" can be told from them by an access behind it, or by "+0".
 */
static bool begins_with_file(struct pmx_span first, struct pmx_span rest)
{
	struct pmx_span behind, second = pmx_span_cut(rest, ':', &behind);
	struct pmx_span modifiers, third = pmx_span_cut(behind, ':', &modifiers);
	uint32_t access;

	if (!second.len || (first.len && is_digit(first.at[0])))
		return false;
	if (!parse_access(second, &access) && !pmx_modifiers_is_like(second))
		return true;
	return parse_access(third, &access);
}

static void split(struct pmx_span text, struct breakpoint *b)
{
	struct pmx_span rest, second, first = pmx_span_cut(text, ':', &rest);

	if (begins_with_file(first, rest)) {
		b->file = first;
		first = pmx_span_cut(rest, ':', &rest);
	}
	b->place = pmx_span_cut(first, '/', &b->length_text);
	second = pmx_span_cut(rest, ':', &b->modifiers);
	if (!parse_access(second, &b->access)) {
		b->access = 0;
		b->modifiers = rest;
	}
}

static int parse(struct pmx_resolving *r, struct breakpoint *b)
{
	int rc;

	split(pmx_span_skip(r->item->text, strlen("mem:")), b);
	rc = parse_place(r, b);
	if (!rc && b->length_text.at)
		rc = parse_length(r, b->length_text, &b->length);
	if (rc)
		return rc;
	b->symbol.has_length = b->length != 0;
	b->symbol.has_access = b->access != 0;
	if (b->symbol.name || b->symbol.file)
		return 0;
	if (!b->access)
		b->access = HW_BREAKPOINT_RW;
	if (!b->length)
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
	if (b.symbol.name || b.symbol.file)
		found.symbol = &b.symbol;
	pmx_span_copy(r->item->text, shown, sizeof(shown));
	return pmx_resolving_add(r, &found);
}
