// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - fuzzes event specs on machines of several kinds: the first byte says which
 *
 * What did resolve does so again, to the same; and each event by the name that a report would give
 * it alone. What did not leaves nothing behind.
 */
#include <perfmux/event.h>

#include "fuzz.h"

static const char *const machines[] = { "alderlake", "server", "arm3", "android", "amd", "vm" };

enum { MACHINES = sizeof(machines) / sizeof(machines[0]) };

/* Kept from one input to the next, as files of a fixture do not change. */
static struct pmx_resolver *resolver_of(unsigned which)
{
	static struct pmx_machine *machine[MACHINES];
	static struct pmx_resolver *resolver[MACHINES];
	const char *top = getenv("TOP");
	char dir[4096];

	if (resolver[which])
		return resolver[which];
	fuzz_keep_library("libpfm.so.4");
	snprintf(dir, sizeof(dir), "%s/tests/fixtures/%s", top ? top : ".", machines[which]);
	CHECK(!pmx_machine_new(&machine[which], dir, NULL));
	CHECK(!pmx_resolver_new(&resolver[which], machine[which], NULL));
	return resolver[which];
}

static bool is_same(const struct pmx_event *a, const struct pmx_event *b)
{
	return a->pmu == b->pmu && !memcmp(&a->attr, &b->attr, sizeof(a->attr)) &&
	       a->scale == b->scale && !strcmp(a->name, b->name) && !a->symbol == !b->symbol;
}

static void check_event(const struct pmx_events *events, size_t i)
{
	const struct pmx_event *event = &events->list[i];

	CHECK(event->name && event->name[0] && event->pmu && event->pmu->name);
	CHECK(isfinite(event->scale) && event->scale > 0);
	CHECK(event->group >= -1 && event->group < events->groups);
	CHECK(event->spec < events->specs);
	CHECK(event->attr.precise_ip <= 3);
	/* members of a group are neighbours */
	if (event->group >= 0 && i && events->list[i - 1].group != event->group)
		for (size_t before = 0; before < i; before++)
			CHECK(events->list[before].group != event->group);
}

/*
 * The name that a report gives an event stands for that event alone, unless the user named it, or
 * modifiers stand behind its group. libpfm4 has no names for one core PMU's generic events: what
 * all of them are called stands for each.
 */
static void check_name(struct pmx_resolver *resolver, const struct pmx_event *event, bool is_named,
		       const struct pmx_resolve_options *opts)
{
	struct pmx_events alone = { .count = 0 };
	struct pmx_error err = { .code = 0 };
	bool is_one = !opts->pfm_only || !event->merged;
	int ret = pmx_resolve(resolver, is_one ? event->name : event->merged, opts, &alone, &err);
	size_t same = 0;

	for (size_t i = 0; i < alone.count; i++) {
		check_event(&alone, i);
		same += is_same(&alone.list[i], event);
	}
	if (!is_named && event->group < 0) {
		CHECK(!ret && same == 1);
		CHECK(!is_one || alone.count == 1);
	}
	pmx_events_free(&alone);
}

static void check_resolved(struct pmx_resolver *resolver, const char *text,
			   const struct pmx_resolve_options *opts, const struct pmx_events *events)
{
	struct pmx_events again = { .count = 0 };

	CHECK(events->count && events->count <= PMX_MAX_EVENTS);
	for (size_t i = 0; i < events->count; i++)
		check_event(events, i);
	CHECK(!pmx_resolve(resolver, text, opts, &again, NULL));
	CHECK(again.count == events->count);
	for (size_t i = 0; i < again.count; i++)
		CHECK(is_same(&again.list[i], &events->list[i]));
	pmx_events_free(&again);
	for (size_t i = 0; i < events->count && i < 4; i++)
		check_name(resolver, &events->list[i], strstr(text, "name"), opts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_events events = { .count = 0 };
	struct pmx_error err = { .code = 0 };
	struct pmx_resolve_options opts;
	struct pmx_resolver *resolver;
	unsigned choice;
	char *text;
	int ret;

	if (!size)
		return 0;
	choice = data[0] % (8 * MACHINES);
	resolver = resolver_of(choice % MACHINES);
	opts = (struct pmx_resolve_options){ .all_user = choice / MACHINES == 5,
					     .pfm_only = choice / MACHINES == 6,
					     .cputype = choice / MACHINES == 7 ? "core" : NULL };
	text = fuzz_text(data + 1, size - 1);
	ret = pmx_resolve(resolver, text, &opts, &events, &err);
	if (ret) {
		check_error(ret, &err);
		CHECK(!events.count);
	} else {
		check_resolved(resolver, text, &opts, &events);
	}
	pmx_events_free(&events);
	free(text);
	return 0;
}
