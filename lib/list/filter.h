/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * filter.h - the words behind `perfmux list`: names of sections, and patterns
 */
#ifndef PERFMUX_LIST_FILTER_H
#define PERFMUX_LIST_FILTER_H

#include <perfmux/list.h>

struct pmx_pattern {
	char *text;	   /* in lower case */
	const char *asked; /* as it was given: the caller's */
	bool met;	   /* something matched it */
};

struct pmx_filter {
	unsigned sections; /* a bit a section that was named; 0: none was */
	struct pmx_pattern *patterns;
	size_t pattern_count;
};

/* -ENOMEM. Freed with pmx_filter_free(), whatever it returned. */
int pmx_filter_make(struct pmx_filter *filter, const struct pmx_list_options *opts,
		    struct pmx_error *err);
void pmx_filter_free(struct pmx_filter *filter);

static inline bool pmx_filter_names(const struct pmx_filter *filter, enum pmx_list_section section)
{
	return filter->sections & 1u << section;
}

/* True when one of the patterns has @part in it. */
bool pmx_filter_mentions(const struct pmx_filter *filter, const char *part);

/*
 * True when a pattern matches one of @names (the whole, or with a pattern without wildcards a part)
 * or is a part of @text. NULLs are passed over. What matched is met.
 */
bool pmx_filter_match(struct pmx_filter *filter, const char *const *names, size_t count,
		      const char *text);

/* True for what no pattern needs to ask for: its section is named, or there are no filters. */
static inline bool pmx_filter_takes_all(const struct pmx_filter *filter,
					enum pmx_list_section section)
{
	return pmx_filter_names(filter, section) || (!filter->sections && !filter->pattern_count);
}

#endif
