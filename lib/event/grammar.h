/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * grammar.h - the outer form of event specs: lists, groups, /terms/ and modifiers
 *
 *	specs  = entry { "," entry }
 *	entry  = event | "{" event { "," event } "}" [ ":" modifiers ]
 *	event  = head | head "/" terms "/" [ ":" ] [ modifiers ]
 *
 * A comma inside slashes or braces does not part entries; neither does one in quotes inside
 * slashes. What a head means, and whether ":u" behind it is a modifier, depends on which names
 * exist: that is the resolver's.
 */
#ifndef PERFMUX_EVENT_GRAMMAR_H
#define PERFMUX_EVENT_GRAMMAR_H

#include <perfmux/error.h>

#include "event/span.h"

/* Longest text of specs that is looked at. */
#define PMX_MAX_SPECS_LENGTH ((size_t)1 << 20)

/* Longest text of one event: it becomes part of the names of all events that it stands for. */
#define PMX_MAX_ITEM_LENGTH 1024

struct pmx_item {
	struct pmx_span text;  /* all of it, as typed */
	struct pmx_span head;  /* before the slashes; all of it where there are none */
	struct pmx_span terms; /* between the slashes */
	struct pmx_span tail;  /* modifiers behind the second slash */
	bool has_terms;
	int group; /* index into pmx_spec_tree.groups, or -1 */
};

struct pmx_spec_tree {
	struct pmx_item *items; /* in the order typed */
	size_t item_count, item_room;
	struct pmx_span *groups; /* the modifiers of each {} */
	size_t group_count, group_room;
};

/*
 * Takes @specs apart; the tree points into it. 0; -EINVAL with what is wrong and where; -E2BIG
 * for text or lists that are too long; -ENOMEM. The tree is to be freed in any case.
 */
int pmx_grammar_parse(const char *specs, struct pmx_spec_tree *tree, struct pmx_error *err);
void pmx_spec_tree_free(struct pmx_spec_tree *tree);

#endif
