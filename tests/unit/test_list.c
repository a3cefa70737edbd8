// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_list.c - what is listed of a machine, and what a filter leaves of it
 */
#include "events.h"

#include <errno.h>

#include <perfmux/list.h>

#include "event/generic.h"
#include "list/lister.h"

/* Everything that was listed, one line each: "name OR alias|pmu|terms|text|missing". */
struct listed {
	struct bench bench;
	struct pmx_lister *lister;
	char *text;
	size_t size;
	FILE *out;
};

static int put(void *ctx, const struct pmx_listed_event *event)
{
	struct listed *l = ctx;

	fprintf(l->out, "%s%s%s|%s|%s|%s|%s\n", event->name, event->alias ? " OR " : "",
		event->alias ? event->alias : "", event->pmu ? event->pmu : "",
		event->terms ? event->terms : "", event->text ? event->text : "",
		event->missing ? event->missing : "");
	return 0;
}

static void open_lister(struct listed *l, struct pmx_machine *machine,
			const struct pmx_list_options *opts)
{
	l->bench = bench_on(machine);
	assert_int_equal(pmx_lister_new(&l->lister, l->bench.resolver, opts, NULL), 0);
}

/* Lists all that is wanted. */
static void list_machine(struct listed *l, struct pmx_machine *machine,
			 const struct pmx_list_options *opts)
{
	struct pmx_error err = { 0 };

	open_lister(l, machine, opts);
	l->out = open_memstream(&l->text, &l->size);
	assert_non_null(l->out);
	for (int s = 0; s < PMX_LIST_SECTIONS; s++)
		if (pmx_lister_wants(l->lister, (enum pmx_list_section)s) &&
		    pmx_lister_events(l->lister, (enum pmx_list_section)s, put, l, &err))
			fail_msg("%s", err.text);
	fclose(l->out);
}

static void close_list(struct listed *l)
{
	pmx_lister_free(l->lister);
	bench_free(&l->bench);
	free(l->text);
}

static bool has_line(const struct listed *l, const char *line)
{
	char wanted[512];

	snprintf(wanted, sizeof(wanted), "%s\n", line);
	for (const char *at = l->text; (at = strstr(at, wanted)); at++)
		if (at == l->text || at[-1] == '\n')
			return true;
	return false;
}

static void must_have(const struct listed *l, const char *line)
{
	if (!has_line(l, line))
		fail_msg("no '%s' in:\n%s", line, l->text);
}

static void must_be(const char *fixture, char *const *filters, size_t count, const char *text)
{
	struct pmx_list_options opts = { .filters = filters, .filter_count = count };
	struct listed l = { 0 };

	list_machine(&l, open_fixture(fixture), &opts);
	assert_string_equal(l.text, text);
	close_list(&l);
}

#define ONLY(fixture, text, ...)                                                 \
	do {                                                                     \
		char *words_[] = { __VA_ARGS__ };                                \
		must_be(fixture, words_, sizeof(words_) / sizeof(char *), text); \
	} while (0)

static void a_machine_with_a_pmu_has_its_generic_events(void **state)
{
	struct listed l = { 0 };

	(void)state;
	list_machine(&l, open_fixture("server"), &(struct pmx_list_options){ 0 });
	must_have(&l, "instructions|||instructions retired|");
	must_have(&l, "L1-dcache-load-misses|||level 1 data cache: loads that miss|");
	must_have(&l, "context-switches OR cs|||switches to another task|");
	must_have(&l, "sched:sched_switch||||");
	assert_null(pmx_lister_note(l.lister, PMX_LIST_HARDWARE));
	close_list(&l);
}

static void without_a_pmu_hardware_events_are_listed_only_when_asked_for(void **state)
{
	struct listed l = { 0 };

	(void)state;
	list_machine(&l, open_fixture("vm"), &(struct pmx_list_options){ 0 });
	assert_null(strstr(l.text, "cpu-cycles"));
	assert_null(strstr(l.text, "dcache"));
	assert_non_null(strstr(pmx_lister_note(l.lister, PMX_LIST_HARDWARE), "no hardware PMU"));
	close_list(&l);
	ONLY("vm",
	     "cpu-cycles OR cycles|||cycles of the core, at the clock it runs at|no hardware PMU "
	     "here\n",
	     (char *)"cycles*");
}

static void each_filter_adds_what_it_names(void **state)
{
	(void)state;
	ONLY("vm", "msr/tsc/|msr|event=0x00||\n", (char *)"pmu");
	ONLY("vm", "page-faults OR faults|||page faults, minor and major|\n", (char *)"PAGE-f");
	ONLY("vm", "task-clock|||time that the task ran|\n", (char *)"task-clock",
	     (char *)"no-such-thing");
	ONLY("vm", "task-clock|||time that the task ran|\nmsr/tsc/|msr|event=0x00||\n",
	     (char *)"pmu", (char *)"task-clock");
	/* a pattern with wildcards is for the whole name */
	ONLY("vm", "", (char *)"ask-cloc?");
	ONLY("vm", "cpu-clock|||time on the CPU, by the CPU's clock|\n", (char *)"[c]PU-cl*");
}

static void instances_of_a_pmu_are_one_entry_that_resolves(void **state)
{
	struct pmx_events events = { 0 };
	struct listed l = { 0 };
	char *words[] = { (char *)"imc" };

	(void)state;
	list_machine(&l, open_fixture("server"),
		     &(struct pmx_list_options){ .filters = words, .filter_count = 1 });
	must_have(&l, "uncore_imc/clockticks/|uncore_imc|event=0x00,umask=0x00||");
	assert_null(strstr(l.text, "uncore_imc_0/"));
	assert_int_equal(pmx_resolve(l.bench.resolver, "uncore_imc/clockticks/", NULL, &events,
				     NULL),
			 0);
	assert_int_equal(events.count, 2);
	pmx_events_free(&events);
	close_list(&l);
}

static void a_pmu_without_named_events_that_samples_is_listed_bare(void **state)
{
	(void)state;
	ONLY("amd", "ibs_op//|ibs_op||counts while it samples|\n", (char *)"ibs_op");
}

static void tracepoints_that_a_pattern_names_have_their_fields(void **state)
{
	(void)state;
	ONLY("arm3", "gpu_mem:gpu_mem_total||gpu_id, pid, size||\n", (char *)"gpu_mem");
	ONLY("arm3", "gpu_mem:gpu_mem_total||||\n", (char *)"tracepoint");
}

static void what_is_no_tracepoint_is_left_out(void **state)
{
	struct sysroot made;
	struct listed l = { 0 };
	char *words[] = { (char *)"tracepoint" };

	(void)state;
	sysroot_make(&made);
	sysroot_put(&made, "/sys/kernel/tracing/events/enable", "0\n");
	sysroot_put(&made, "/sys/kernel/tracing/events/a/enable", "0\n");
	sysroot_put(&made, "/sys/kernel/tracing/events/a/b/id", "1\n");
	/* the function tracer's own records: those without an id cannot be opened */
	sysroot_put(&made, "/sys/kernel/tracing/events/ftrace/print/id", "5\n");
	sysroot_put(&made, "/sys/kernel/tracing/events/ftrace/bprint/format", "\n");
	list_machine(&l, open_machine(made.dir),
		     &(struct pmx_list_options){ .filters = words, .filter_count = 1 });
	assert_string_equal(l.text, "a:b||||\nftrace:print||||\n");
	close_list(&l);
	sysroot_remove(&made);
}

static void odd_formats_give_the_fields_that_can_be_read(void **state)
{
	struct sysroot made;
	struct listed l = { 0 };
	char *words[] = { (char *)"a:b" };

	(void)state;
	sysroot_make(&made);
	sysroot_put(&made, "/sys/kernel/tracing/events/a/b/format",
		    "name: b\nformat:\n\tfield:int common_pid;\toffset:4;\n\n"
		    "\tfield:char comm[16];\toffset:8;\n\tfield:const char * name;\n"
		    "\tfield:__data_loc char[] text;\n\tfield:\n\tfield:;\n\tfield:u64 args[6];");
	list_machine(&l, open_machine(made.dir),
		     &(struct pmx_list_options){ .filters = words, .filter_count = 1 });
	assert_string_equal(l.text, "a:b||comm, name, text, args||\n");
	close_list(&l);
	sysroot_remove(&made);
}

static void an_unreadable_tracefs_is_no_missing_one(void **state)
{
	char *words[] = { (char *)"tracepoint" };
	struct pmx_list_options opts = { .filters = words, .filter_count = 1 };
	struct sysroot made;
	struct listed l = { 0 };

	(void)state;
	list_machine(&l, open_fixture("vm"), &opts);
	assert_non_null(
		strstr(pmx_lister_note(l.lister, PMX_LIST_TRACEPOINT), "not in the sysroot"));
	close_list(&l);

	sysroot_make(&made);
	sysroot_mkdir(&made, "/sys/kernel/tracing/events");
	assert_int_equal(chmod(sysroot_path(&made, "/sys/kernel/tracing"), 0), 0);
	become_user();
	l = (struct listed){ 0 };
	list_machine(&l, open_machine(made.dir), &opts);
	become_again();
	assert_non_null(strstr(pmx_lister_note(l.lister, PMX_LIST_TRACEPOINT), "not readable"));
	assert_int_equal(chmod(sysroot_path(&made, "/sys/kernel/tracing"), 0755), 0);
	close_list(&l);
	sysroot_remove(&made);
}

static void the_table_of_pmus_has_what_sysfs_says(void **state)
{
	char *words[] = { (char *)"cpu_core" };
	const struct pmx_listed_pmu *list;
	struct listed l = { 0 };

	(void)state;
	open_lister(&l, open_fixture("alderlake"),
		    &(struct pmx_list_options){ .filters = words, .filter_count = 1 });
	assert_int_equal(pmx_lister_pmus(l.lister, &list, NULL), 1);
	assert_string_equal(list->pmu->name, "cpu_core");
	assert_int_equal(list->events, 13);
	assert_int_equal(list->mux_ms, 4);
	assert_int_equal(list->cap_count, 3);
	assert_string_equal(list->caps[0], "branches=32");
	close_list(&l);
}

static void a_pmu_is_found_by_its_alias_too(void **state)
{
	char *words[] = { (char *)"uncore_cha" };
	const struct pmx_listed_pmu *list;
	struct listed l = { 0 };
	struct sysroot made;

	(void)state;
	sysroot_make(&made);
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_type_0_0/type", "20");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_type_0_0/alias", "uncore_cha_0\n");
	sysroot_put(&made, "/sys/bus/event_source/devices/uncore_type_6_0/type", "26");
	open_lister(&l, open_machine(made.dir),
		    &(struct pmx_list_options){ .filters = words, .filter_count = 1 });
	assert_int_equal(pmx_lister_pmus(l.lister, &list, NULL), 1);
	assert_string_equal(list->pmu->name, "uncore_type_0_0");
	assert_string_equal(list->alias, "uncore_cha_0");
	close_list(&l);
	sysroot_remove(&made);
}

static void every_generic_name_is_listed_once_with_a_text(void **state)
{
	size_t count, seen = 0;
	const struct pmx_generic *all = pmx_generic_all(&count);
	struct listed l = { 0 };

	(void)state;
	list_machine(&l, open_fixture("server"), &(struct pmx_list_options){ 0 });
	for (size_t i = 0; i < count; i++) {
		char first[128], second[128];

		assert_non_null(pmx_generic_text(all[i].type, all[i].config, NULL, 0));
		snprintf(first, sizeof(first), "\n%s", all[i].name);
		snprintf(second, sizeof(second), " OR %s|", all[i].name);
		seen += strstr(l.text, second) != NULL;
		if (!strstr(l.text, first) &&
		    strncmp(l.text, all[i].name, strlen(all[i].name)) != 0 &&
		    !strstr(l.text, second))
			fail_msg("'%s' is not listed", all[i].name);
	}
	assert_true(seen > 0);
	close_list(&l);
}

static int stop(void *ctx, const struct pmx_listed_event *event)
{
	(void)event;
	return ++*(int *)ctx == 2 ? -ECANCELED : 0;
}

static void a_listing_ends_when_the_caller_says_so(void **state)
{
	struct listed l = { 0 };
	int calls = 0;

	(void)state;
	open_lister(&l, open_fixture("server"), &(struct pmx_list_options){ 0 });
	assert_int_equal(pmx_lister_events(l.lister, PMX_LIST_PMU, stop, &calls, NULL), -ECANCELED);
	assert_int_equal(calls, 2);
	close_list(&l);
}

static void libpfm4_is_asked_only_when_somebody_wants_it(void **state)
{
	char *pattern[] = { (char *)"x::y" }, *named[] = { (char *)"pfm" };
	struct listed l = { 0 };

	(void)state;
	open_lister(&l, open_fixture("vm"), &(struct pmx_list_options){ 0 });
	assert_false(pmx_lister_wants(l.lister, PMX_LIST_PFM));
	close_list(&l);
	open_lister(&l, open_fixture("vm"),
		    &(struct pmx_list_options){ .filters = pattern, .filter_count = 1 });
	assert_true(pmx_lister_wants(l.lister, PMX_LIST_PFM));
	close_list(&l);
	open_lister(&l, open_fixture("vm"),
		    &(struct pmx_list_options){ .filters = named, .filter_count = 1 });
	assert_true(pmx_lister_wants(l.lister, PMX_LIST_PFM));
	close_list(&l);
	open_lister(&l, open_fixture("vm"), &(struct pmx_list_options){ .pfm = true });
	assert_true(pmx_lister_wants(l.lister, PMX_LIST_PFM));
	close_list(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_machine_with_a_pmu_has_its_generic_events),
		cmocka_unit_test(without_a_pmu_hardware_events_are_listed_only_when_asked_for),
		cmocka_unit_test(each_filter_adds_what_it_names),
		cmocka_unit_test(instances_of_a_pmu_are_one_entry_that_resolves),
		cmocka_unit_test(a_pmu_without_named_events_that_samples_is_listed_bare),
		cmocka_unit_test(tracepoints_that_a_pattern_names_have_their_fields),
		cmocka_unit_test(what_is_no_tracepoint_is_left_out),
		cmocka_unit_test(odd_formats_give_the_fields_that_can_be_read),
		cmocka_unit_test(an_unreadable_tracefs_is_no_missing_one),
		cmocka_unit_test(the_table_of_pmus_has_what_sysfs_says),
		cmocka_unit_test(a_pmu_is_found_by_its_alias_too),
		cmocka_unit_test(every_generic_name_is_listed_once_with_a_text),
		cmocka_unit_test(a_listing_ends_when_the_caller_says_so),
		cmocka_unit_test(libpfm4_is_asked_only_when_somebody_wants_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
