// SPDX-License-Identifier: GPL-2.0-only
/*
 * core.c - events of the core PMUs by name alone: generic, cache and raw events, and those that
 * sysfs names; software events beside them, since they share the table
 *
 * A machine with several core PMUs gets one event on each: the kernel would otherwise pick one
 * PMU, and the count would leave out whatever ran on the CPUs of the others.
 */
#include <errno.h>
#include <stdio.h>

#include "event/generic.h"
#include "event/pmu_event.h"
#include "event/resolve.h"
#include "event/special.h"

enum { PMU_TYPE_SHIFT = 32 }; /* PERF_PMU_TYPE_SHIFT, Linux 5.14 */

struct perf_event_attr pmx_generic_attr(uint32_t type, uint64_t config, const struct pmx_pmu *pmu,
					bool is_hybrid)
{
	struct perf_event_attr attr = { .type = type, .size = sizeof(attr), .config = config };

	/* Not elsewhere: kernels before 5.14 refuse it. */
	if (is_hybrid)
		attr.config |= (uint64_t)pmu->type << PMU_TYPE_SHIFT;
	return attr;
}

static bool is_called(const struct pmx_pmu *pmu, const char *cputype)
{
	return strcmp(pmu->name, cputype) == 0 ||
	       (strncmp(pmu->name, "cpu_", 4) == 0 && strcmp(pmu->name + 4, cputype) == 0);
}

static int no_such_cputype(struct pmx_resolving *r, const struct pmx_pmu *const *list, size_t count)
{
	char known[200] = "";
	size_t used = 0;

	for (size_t i = 0; i < count && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
					 list[i]->name);
	pmx_error_set(r->err, -ENOENT, "--cputype: this machine has no core PMU called '%s'",
		      r->opts->cputype);
	pmx_error_hint(r->err, count ? "core PMUs: %s" : "it has none at all%s", known);
	return -ENOENT;
}

ssize_t pmx_resolving_core(struct pmx_resolving *r, const struct pmx_pmu *const **list,
			   bool *is_hybrid)
{
	struct pmx_resolver *resolver = r->resolver;
	ssize_t count = pmx_pmus_core(resolver->pmus, list, r->err);

	*is_hybrid = count > 1;
	if (count < 0)
		return count;
	if (r->opts->cputype) {
		resolver->only = NULL;
		for (ssize_t i = 0; i < count && !resolver->only; i++)
			if (is_called((*list)[i], r->opts->cputype))
				resolver->only = (*list)[i];
		if (!resolver->only)
			return no_such_cputype(r, *list, (size_t)count);
	} else if (count == 0) {
		resolver->only = &resolver->no_core;
	} else {
		return count;
	}
	*list = &resolver->only;
	return 1;
}

/* What a name without a PMU stands for. */
struct named {
	uint32_t type; /* PERF_TYPE_RAW: in the PMU's own code */
	uint64_t config;
	struct pmx_span name, modifiers;
};

static bool find_named(const struct pmx_item *item, struct named *out)
{
	const struct pmx_generic *generic;

	out->name = item->has_terms ? item->head : pmx_span_cut(item->head, ':', &out->modifiers);
	if (item->has_terms)
		out->modifiers = item->tail;
	generic = pmx_generic_find(out->name);
	if (generic) {
		out->type = generic->type;
		out->config = generic->config;
		return true;
	}
	out->type = PERF_TYPE_HW_CACHE;
	if (pmx_cache_find(out->name, &out->config))
		return true;
	out->type = PERF_TYPE_RAW;
	return pmx_raw_find(out->name, &out->config);
}

static struct perf_event_attr attr_of(const struct named *named, const struct pmx_pmu *pmu,
				      bool is_hybrid)
{
	if (named->type == PERF_TYPE_RAW)
		return (struct perf_event_attr){ .type = pmu->type,
						 .size = sizeof(struct perf_event_attr),
						 .config = named->config };
	return pmx_generic_attr(named->type, named->config, pmu, is_hybrid);
}

/* "cpu_core/cycles/u", or where there is but one core PMU what the user typed. */
static const char *name_of(struct pmx_resolving *r, const struct pmx_pmu *pmu, struct pmx_span name,
			   struct pmx_span modifiers, bool is_hybrid, struct pmx_event_name *buf)
{
	if (is_hybrid)
		snprintf(buf->text, sizeof(buf->text), "%s/%.*s/%.*s", pmu->name, (int)name.len,
			 name.at, (int)modifiers.len, modifiers.at ? modifiers.at : "");
	else
		pmx_span_copy(r->item->text, buf->text, sizeof(buf->text));
	return buf->text;
}

static int add_on_core(struct pmx_resolving *r, const struct named *named,
		       const struct pmx_special *special)
{
	const struct pmx_pmu *const *list;
	struct pmx_event_name buf;
	bool is_hybrid;
	ssize_t count = pmx_resolving_core(r, &list, &is_hybrid);
	int rc = count < 0 ? (int)count : 0;

	for (ssize_t i = 0; i < count && !rc; i++) {
		struct pmx_found found = { .pmu = list[i],
					   .attr = attr_of(named, list[i], is_hybrid) };

		found.name = special->name[0] ? special->name :
						name_of(r, list[i], named->name, named->modifiers,
							is_hybrid, &buf);
		rc = pmx_resolving_add(r, &found);
	}
	return rc;
}

static int add_software(struct pmx_resolving *r, const struct named *named,
			const struct pmx_special *special)
{
	struct pmx_event_name buf;
	struct pmx_found found = {
		.pmu = pmx_pmus_find_type(r->resolver->pmus, PERF_TYPE_SOFTWARE),
		.name = special->name,
	};

	if (!found.pmu)
		return pmx_error_nomem(r->err);
	found.attr = pmx_generic_attr(named->type, named->config, found.pmu, false);
	if (!special->name[0]) {
		pmx_span_copy(r->item->text, buf.text, sizeof(buf.text));
		found.name = buf.text;
	}
	return pmx_resolving_add(r, &found);
}

int pmx_source_generic(struct pmx_resolving *r)
{
	struct pmx_special special;
	struct named named;
	int rc;

	if (!find_named(r->item, &named))
		return -ENOENT;
	/* "branch::misses": a libpfm4 PMU may be called as an event is. */
	if (named.modifiers.len && named.modifiers.at[0] == ':')
		return -ENOENT;
	rc = pmx_resolving_modifiers(r, named.modifiers);
	if (!rc)
		rc = pmx_special_only(r, &special);
	if (rc)
		return rc;
	return named.type == PERF_TYPE_SOFTWARE ? add_software(r, &named, &special) :
						  add_on_core(r, &named, &special);
}

int pmx_source_core_sysfs(struct pmx_resolving *r)
{
	const struct pmx_pmu *const *list;
	struct pmx_span modifiers, name = pmx_span_cut(r->item->head, ':', &modifiers);
	struct pmx_event_name buf;
	bool is_hybrid, is_found = false;
	ssize_t count;
	int rc;

	if (!pmx_modifiers_is_like(modifiers))
		return -ENOENT;
	count = pmx_resolving_core(r, &list, &is_hybrid);
	if (count < 0)
		return (int)count;
	if (list[0] == &r->resolver->no_core)
		return -ENOENT;
	rc = pmx_resolving_modifiers(r, modifiers);
	for (ssize_t i = 0; i < count && !rc; i++) {
		rc = pmx_pmu_event_add_named(r, list[i], name,
					     name_of(r, list[i], name, modifiers, is_hybrid, &buf));
		if (rc == 0)
			is_found = true;
		else if (rc == -ENOENT)
			rc = 0;
	}
	if (rc)
		return rc;
	return is_found ? 0 : -ENOENT;
}
