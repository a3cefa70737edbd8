// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfm.c - events by libpfm4's names: RETIRED_INSTRUCTIONS, spr::INST_RETIRED:ANY_P
 *
 * What the library says about the PMU is not taken as it is: it knows nothing of a second core
 * PMU, and codes an uncore event that this machine does not have as if it were one of the core.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "event/pfm_library.h"
#include "event/pmu_event.h"
#include "event/suggest.h"

static int not_usable(struct pmx_resolving *r, const struct pmx_pfm *pfm)
{
	if (pfm->handle)
		return pmx_error_set(r->err, -ENOENT, "'%" PMX_SPAN_FMT "': libpfm4 fails: %s",
				     PMX_SPAN_ARG(r->item->text), pfm->failure);
	pmx_error_set(r->err, -ENOENT,
		      "'%" PMX_SPAN_FMT "' is a name of libpfm4's, and libpfm4 is not installed",
		      PMX_SPAN_ARG(r->item->text));
	pmx_error_hint(r->err, "apt-get install libpfm4");
	return -ENOENT;
}

/*
 * As typed, with the library's own modifiers; and if it does not know one, once more with what
 * stands behind the last colon taken as ours ("RETIRED_INSTRUCTIONS:uk").
 */
static int encode_item(struct pmx_resolving *r, struct pmx_pfm *pfm, struct pmx_pfm_coded *out,
		       struct pmx_span *modifiers)
{
	char name[PMX_MAX_ITEM_LENGTH + 1], *colon;
	int rc;

	*modifiers = (struct pmx_span){ NULL, 0 };
	/* The library calls white space an invalid parameter, not an unknown name. */
	for (size_t i = 0; i < r->item->text.len; i++)
		if (pmx_is_space(r->item->text.at[i]))
			return PFM_ERR_NOTFOUND;
	if (!pmx_span_copy(r->item->text, name, sizeof(name)))
		return PFM_ERR_NOTFOUND;
	rc = pmx_pfm_encode(pfm, name, out);
	colon = strrchr(name, ':');
	if (rc != PFM_ERR_ATTR || !colon || !pmx_modifiers_is_like(pmx_span_of(colon + 1)))
		return rc;
	*modifiers = pmx_span_skip(r->item->text, (size_t)(colon + 1 - name));
	*colon = '\0';
	return pmx_pfm_encode(pfm, name, out);
}

/* Says which half of "pmu::event" it is that nobody knows: the library's error does not. */
static int not_found(struct pmx_resolving *r, struct pmx_pfm *pfm)
{
	struct pmx_span rest, pmu = pmx_span_cut(r->item->text, ':', &rest);
	struct pmx_suggest suggest;
	pfm_pmu_info_t info;

	if (!rest.len || rest.at[0] != ':')
		return -ENOENT;
	if (!pmx_pfm_find_pmu(pfm, pmu, &info)) {
		pmx_error_set(r->err, -ENOENT,
			      "'%" PMX_SPAN_FMT "': libpfm4 knows no PMU '%" PMX_SPAN_FMT "'",
			      PMX_SPAN_ARG(r->item->text), PMX_SPAN_ARG(pmu));
		pmx_error_hint(r->err, "a newer libpfm4 may; the PMU's own codes always work: "
				       "pmu/event=.../");
		return -ENOENT;
	}
	if (!info.is_present && !getenv("LIBPFM_ENCODE_INACTIVE")) {
		pmx_error_set(r->err, -ENOENT,
			      "'%" PMX_SPAN_FMT "': this machine has no PMU '%s' (%s)",
			      PMX_SPAN_ARG(r->item->text), info.name, info.desc);
		return -ENOENT;
	}
	pmx_suggest_begin(&suggest, r->item->text);
	pmx_pfm_suggest(&suggest, r->resolver);
	return pmx_suggest_error(&suggest, r->err,
				 "'%" PMX_SPAN_FMT "': libpfm4's PMU '%s' has no such event",
				 PMX_SPAN_ARG(r->item->text), info.name);
}

static int refused(struct pmx_resolving *r, struct pmx_pfm *pfm, int rc)
{
	int code = rc == PFM_ERR_NOMEM ? -ENOMEM : -EINVAL;

	pmx_error_set(r->err, code, "'%" PMX_SPAN_FMT "': libpfm4 knows the event, but: %s",
		      PMX_SPAN_ARG(r->item->text), pfm->strerror(rc));
	if (rc == PFM_ERR_UMASK || rc == PFM_ERR_ATTR)
		pmx_error_hint(r->err, "write EVENT:UNIT_MASK:modifier; showevtinfo of libpfm4 "
				       "lists unit masks and modifiers");
	return code;
}

/*
 * Which of several core PMUs the library means. Its ARM names carry the core's number,
 * "arm_ac53", as the kernel's do, "armv8_cortex_a53". NULL when it cannot be told.
 */
static const struct pmx_pmu *same_core(const char *library_name, const struct pmx_pmu *const *list,
				       size_t count)
{
	const char *number = strncmp(library_name, "arm_ac", 6) == 0 ? library_name + 6 : NULL;

	for (size_t i = 0; i < count; i++) {
		const char *core = strstr(list[i]->name, "cortex_a");

		if (strcmp(list[i]->name, library_name) == 0 ||
		    (number && core && strcmp(core + strlen("cortex_a"), number) == 0))
			return list[i];
	}
	return NULL;
}

static int ambiguous(struct pmx_resolving *r, const struct pmx_pfm_coded *coded)
{
	pmx_error_set(r->err, -EINVAL,
		      "'%" PMX_SPAN_FMT
		      "': libpfm4 does not say on which of the core PMUs '%s' counts",
		      PMX_SPAN_ARG(r->item->text), coded->pmu.name);
	pmx_error_hint(r->err, "name the PMU: PMU/r%llx/", (unsigned long long)coded->attr.config);
	return -EINVAL;
}

static int add(struct pmx_resolving *r, const struct pmx_pmu *pmu,
	       const struct perf_event_attr *attr, bool is_one_of_many)
{
	struct pmx_event_name name;
	struct pmx_found found = {
		.pmu = pmu,
		.attr = *attr,
		.name = name.text,
		.levels_given = true,
	};

	snprintf(name.text, sizeof(name.text), is_one_of_many ? "%.*s [%s]" : "%.*s",
		 (int)r->item->text.len, r->item->text.at, pmu->name);
	return pmx_resolving_add(r, &found);
}

/* An event in the core PMU's code. */
static int add_core_code(struct pmx_resolving *r, const struct pmx_pfm_coded *coded)
{
	struct perf_event_attr attr = coded->attr;
	const struct pmx_pmu *const *list, *pmu;
	bool is_hybrid;
	ssize_t count = pmx_resolving_core(r, &list, &is_hybrid);

	if (count < 0)
		return (int)count;
	pmu = count == 1 ? list[0] : same_core(coded->pmu.name, list, (size_t)count);
	if (!pmu)
		return ambiguous(r, coded);
	attr.type = pmu->type;
	return add(r, pmu, &attr, false);
}

/* One of the kernel's generic hardware events: the library knows them, too. */
static int add_generic(struct pmx_resolving *r, const struct pmx_pfm_coded *coded)
{
	const struct pmx_pmu *const *list;
	bool is_hybrid;
	ssize_t count = pmx_resolving_core(r, &list, &is_hybrid);
	int rc = count < 0 ? (int)count : 0;

	for (ssize_t i = 0; i < count && !rc; i++) {
		struct perf_event_attr attr = coded->attr;

		attr.config = pmx_generic_attr(attr.type, attr.config, list[i], is_hybrid).config;
		rc = add(r, list[i], &attr, count > 1);
	}
	return rc;
}

static int no_such_pmu(struct pmx_resolving *r, const struct pmx_pfm_coded *coded)
{
	return pmx_error_set(r->err, -ENOENT,
			     "'%" PMX_SPAN_FMT "': this machine has no PMU for '%s' (%s)",
			     PMX_SPAN_ARG(r->item->text), coded->pmu.name, coded->pmu.desc);
}

static int add_coded(struct pmx_resolving *r, const struct pmx_pfm_coded *coded)
{
	const struct pmx_pmu *pmu;

	if (coded->cpu >= 0) {
		pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "': libpfm4's cpu= is not taken",
			      PMX_SPAN_ARG(r->item->text));
		pmx_error_hint(r->err, "use -C");
		return -EINVAL;
	}
	switch (coded->attr.type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
		return add_generic(r, coded);
	case PERF_TYPE_RAW:
		if (coded->pmu.type == PFM_PMU_TYPE_UNCORE)
			return no_such_pmu(r, coded);
		return add_core_code(r, coded);
	}
	/* Types of other PMUs are this machine's, not those of a sysroot. */
	if (coded->attr.type >= PERF_TYPE_MAX && !pmx_machine_is_live(r->resolver->machine))
		return no_such_pmu(r, coded);
	pmu = pmx_pmus_find_type(r->resolver->pmus, coded->attr.type);
	return pmu ? add(r, pmu, &coded->attr, false) : no_such_pmu(r, coded);
}

int pmx_source_pfm(struct pmx_resolving *r)
{
	bool is_certain = r->opts->pfm_only || memmem(r->item->text.at, r->item->text.len, "::", 2);
	struct pmx_pfm *pfm;
	struct pmx_span modifiers;
	struct pmx_pfm_coded coded;
	int rc;

	pfm = pmx_pfm_load(r->resolver);
	if (!pfm)
		return pmx_error_nomem(r->err);
	if (!pmx_pfm_is_usable(pfm))
		return is_certain ? not_usable(r, pfm) : -ENOENT;
	rc = encode_item(r, pfm, &coded, &modifiers);
	if (rc == PFM_ERR_NOTFOUND) {
		r->err->code = 0;
		return not_found(r, pfm);
	}
	if (rc == PFM_ERR_NOTSUPP)
		return pmx_error_set(r->err, -ENOENT,
				     "'%" PMX_SPAN_FMT "': libpfm4 knows the event, but this "
				     "machine does not have its PMU",
				     PMX_SPAN_ARG(r->item->text));
	if (rc != PFM_SUCCESS)
		return refused(r, pfm, rc);
	rc = pmx_resolving_modifiers(r, modifiers);
	return rc ? rc : add_coded(r, &coded);
}
