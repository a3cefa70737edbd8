// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmu_files.c - fuzzes what a PMU has in sysfs: the files below, parted in the input by bytes 0xff
 *
 * The PMU "p" has an event "e", a term "t" and one "event". max_len=1024
 */
#include <perfmux/event.h>

#include "fuzz.h"

#define DEVICE "/sys/bus/event_source/devices/p/"

static const char *const files[] = {
	DEVICE "events/e",	DEVICE "events/e.scale",
	DEVICE "events/e.unit", DEVICE "format/t",
	DEVICE "type",		DEVICE "events/e.per-pkg",
	DEVICE "cpumask",	DEVICE "events/e.snapshot",
	DEVICE "alias",		DEVICE "format/event",
	DEVICE "cpus",
};

static void check_terms(struct pmx_pmus *pmus, const struct pmx_pmu *pmu)
{
	const struct pmx_pmu_term *terms;
	ssize_t count = pmx_pmu_terms(pmus, pmu, &terms, NULL);

	CHECK(count >= 0 && count <= 2);
	for (ssize_t i = 0; i < count; i++) {
		struct perf_event_attr attr = { .type = pmu->type };
		struct pmx_error err = { .code = 0 };

		CHECK(!pmx_pmu_set_term(pmus, pmu, terms[i].name, terms[i].max, &attr, &err));
		if (terms[i].max < UINT64_MAX)
			CHECK(pmx_pmu_set_term(pmus, pmu, terms[i].name, terms[i].max + 1, &attr,
					       &err) == -34 /* ERANGE */);
	}
}

static void check_event(struct pmx_pmus *pmus, const struct pmx_pmu *pmu)
{
	struct pmx_error err = { .code = 0 };
	struct pmx_pmu_event event;
	int ret = pmx_pmu_event_find(pmus, pmu, "e", &event, &err);

	if (ret) {
		if (err.code)
			check_error(ret, &err);
		return;
	}
	CHECK(event.terms[0] && memchr(event.terms, '\0', sizeof(event.terms)));
	CHECK(memchr(event.unit, '\0', sizeof(event.unit)));
	CHECK(isfinite(event.scale) && event.scale > 0);
}

static void check_spec(struct pmx_machine *machine, const char *spec)
{
	struct pmx_events events = { .count = 0 };
	struct pmx_resolve_options opts = { .all_user = false };
	struct pmx_resolver *resolver = NULL;
	struct pmx_error err = { .code = 0 };
	int ret;

	CHECK(!pmx_resolver_new(&resolver, machine, NULL));
	ret = pmx_resolve(resolver, spec, &opts, &events, &err);
	if (ret)
		check_error(ret, &err);
	CHECK(!ret == !!events.count);
	for (size_t i = 0; i < events.count; i++)
		CHECK(isfinite(events.list[i].scale) && events.list[i].scale > 0);
	pmx_events_free(&events);
	pmx_resolver_free(resolver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_machine *machine = NULL;
	struct pmx_pmus *pmus = NULL;
	const struct pmx_pmu *pmu;
	char alias[64];

	fuzz_lay_out(files, sizeof(files) / sizeof(files[0]), data, size);
	CHECK(!pmx_machine_new(&machine, fuzz_sysroot(), NULL));
	CHECK(!pmx_pmus_new(&pmus, machine, NULL));
	pmu = pmx_pmus_find(pmus, "p", NULL);
	if (pmu) {
		check_terms(pmus, pmu);
		check_event(pmus, pmu);
		pmx_pmu_alias(pmus, "p", alias, sizeof(alias));
	}
	pmx_pmus_free(pmus);
	check_spec(machine, "p/e/");
	check_spec(machine, "p/e,t=1,event=7/");
	pmx_machine_free(machine);
	return 0;
}
