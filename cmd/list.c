// SPDX-License-Identifier: GPL-2.0-only
/*
 * list.c - `perfmux list`: what can be counted here, and with --probe whether it really is
 */
#include "list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/machine.h>
#include <perfmux/report_machine.h>
#include <perfmux/text.h>

#include "complain.h"
#include "out_file.h"

enum { EXIT_NOTHING = 1 };

struct list {
	struct list_options options;
	char **filters; /* argv's words */
	size_t filter_count;
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	struct pmx_lister *lister;
	struct pmx_prober *prober; /* NULL without --probe */
	char kernel[128];
	struct pmx_list_report text, json; /* json: lines or the document */
	bool probing;			   /* the section at hand is probed */
	size_t found, notes;
	struct pmx_error *err;
};

/* --- where it goes ------------------------------------------------------------------------ */

static bool writes_text(const struct list *l)
{
	return !l->options.json_lines && !l->options.names &&
	       !out_file_is_dash(l->options.json_file);
}

static int open_reports(struct list *l)
{
	const struct list_options *o = &l->options;
	bool only_json = !writes_text(l) && !o->json_lines && !o->names;
	FILE *text = only_json ? NULL : stdout;
	const struct out_file files[] = {
		{ &text, NULL, PMX_WHOLE_REPLACE }, /* is open already */
		{ &l->json.out, o->json_file, PMX_WHOLE_REPLACE },
	};

	if (pmx_machine_read(l->machine, "/proc/sys/kernel/osrelease", l->kernel,
			     sizeof(l->kernel)) <= 0)
		l->kernel[0] = '\0';
	l->text = (struct pmx_list_report){
		.out = stdout,
		.color = out_file_wants_color(o->color, STDOUT_FILENO),
		.detail = o->detail,
		.lines = o->json_lines,
		.version = PERFMUX_VERSION,
		.kernel = l->kernel[0] ? l->kernel : NULL,
	};
	l->json = l->text;
	l->json.lines = false;
	l->json.out = NULL;
	if (out_files_open(files, sizeof(files) / sizeof(files[0]), l->err))
		return l->err->code;
	if (l->json.out)
		pmx_list_json_begin(&l->json);
	return 0;
}

static int close_reports(struct list *l)
{
	pmx_list_text_end(&l->text);
	if (!l->json.out)
		return 0;
	pmx_list_json_end(&l->json);
	if (l->json.out == stdout) /* main() asks whether that arrived */
		return 0;
	return out_file_close(l->json.out, l->options.json_file, l->err);
}

/* --- what goes there ---------------------------------------------------------------------- */

static int put_event(void *ctx, const struct pmx_listed_event *event)
{
	struct list *l = ctx;
	struct pmx_probe probe, *found = NULL;

	l->found++;
	if (l->probing) {
		int ret = pmx_probe_event(l->prober, event, &probe, l->err);

		if (ret)
			return ret;
		found = &probe;
	}
	if (writes_text(l))
		pmx_list_text_event(&l->text, event, found);
	if (l->options.json_lines)
		pmx_list_json_event(&l->text, event, found);
	if (l->json.out)
		pmx_list_json_event(&l->json, event, found);
	if (l->options.names && !event->is_form) {
		pmx_print_safe(stdout, event->name);
		putchar('\n');
	}
	if (l->probing)
		fflush(stdout);
	return 0;
}

static int put_pmus(struct list *l)
{
	struct pmx_pmus *pmus = pmx_resolver_pmus(l->resolver);
	const struct pmx_listed_pmu *list;
	ssize_t count;

	if (!pmx_lister_wants_pmus(l->lister) || l->options.names)
		return 0;
	count = pmx_lister_pmus(l->lister, &list, l->err);
	if (count < 0)
		return (int)count;
	l->found += (size_t)count;
	if (writes_text(l))
		pmx_list_text_pmus(&l->text, list, (size_t)count, pmus);
	if (l->options.json_lines)
		pmx_list_json_pmus(&l->text, list, (size_t)count, pmus);
	if (l->json.out)
		pmx_list_json_pmus(&l->json, list, (size_t)count, pmus);
	return 0;
}

static bool is_probed(const struct list *l, enum pmx_list_section section)
{
	if (section == PMX_LIST_TRACEPOINT || section == PMX_LIST_PFM)
		return l->prober && pmx_lister_is_asked(l->lister, section);
	return l->prober && section != PMX_LIST_RAW;
}

static int put_section(struct list *l, enum pmx_list_section section)
{
	if (!pmx_lister_wants(l->lister, section))
		return 0;
	l->probing = is_probed(l, section);
	/* without its verdicts the section would only hide the others' */
	if (l->prober && !l->probing)
		return 0;
	return pmx_lister_events(l->lister, section, put_event, l, l->err);
}

/* A note is worth its lines where its section was named, or no filter was given. */
static void put_notes(struct list *l)
{
	for (int section = 0; section < PMX_LIST_SECTIONS; section++) {
		const char *note = pmx_lister_note(l->lister, (enum pmx_list_section)section);

		if (!note || (l->filter_count && !pmx_lister_names(l->lister, section)))
			continue;
		l->notes++;
		if (writes_text(l))
			pmx_list_text_note(&l->text, section, note);
		if (l->options.json_lines)
			pmx_list_json_note(&l->text, section, note);
		if (l->json.out)
			pmx_list_json_note(&l->json, section, note);
	}
}

static int put_all(struct list *l)
{
	int ret = put_pmus(l);

	for (int section = 0; section < PMX_LIST_SECTIONS && !ret; section++)
		ret = put_section(l, (enum pmx_list_section)section);
	if (!ret)
		put_notes(l);
	return ret;
}

/* --- the command -------------------------------------------------------------------------- */

static int prepare(struct list *l)
{
	struct pmx_list_options opts = {
		.filters = l->filters,
		.filter_count = l->filter_count,
		.pfm = l->options.pfm,
		.detail = l->options.detail,
	};
	int ret = pmx_machine_new(&l->machine, l->options.sysroot, l->err);

	if (!ret)
		ret = pmx_resolver_new(&l->resolver, l->machine, l->err);
	if (!ret)
		ret = pmx_lister_new(&l->lister, l->resolver, &opts, l->err);
	if (!ret && l->options.probe)
		ret = pmx_prober_new(&l->prober, l->resolver, l->machine, NULL, l->err);
	return ret;
}

static void release(struct list *l)
{
	pmx_prober_free(l->prober);
	pmx_lister_free(l->lister);
	pmx_resolver_free(l->resolver);
	pmx_machine_free(l->machine);
}

/* A filter that matched nothing: what is near, or why there is nothing. */
static void say_nothing(struct list *l, const char *filter)
{
	struct pmx_events events = { 0 };
	struct pmx_error near = { 0 };
	const char *hint = NULL;

	pmx_error_set(l->err, -ENOENT, "nothing matches '%s'", filter);
	if (pmx_resolve(l->resolver, filter, NULL, &events, &near))
		hint = strstr(near.text, "did you mean");
	for (int section = PMX_LIST_TRACEPOINT; section < PMX_LIST_SECTIONS && !hint && !l->notes;
	     section++)
		hint = pmx_lister_note(l->lister, (enum pmx_list_section)section);
	pmx_events_free(&events);
	pmx_error_hint(l->err, "%s",
		       hint ? hint : "'perfmux list' without a filter shows everything");
	complain(list_table.program, l->err, EXIT_NOTHING);
}

static int judge(struct list *l)
{
	const char *filter;
	size_t unmatched = 0;

	while ((filter = pmx_lister_unmatched(l->lister, unmatched))) {
		say_nothing(l, filter);
		unmatched++;
	}
	if (l->found || !l->filter_count)
		return 0;
	if (!unmatched && !l->notes) /* a section that is empty, and no note says why */
		say_nothing(l, l->filters[0]);
	return EXIT_NOTHING;
}

static int list(struct list *l)
{
	int ret = prepare(l);

	if (!ret)
		ret = open_reports(l);
	if (ret)
		return complain(list_table.program, l->err, EXIT_PERFMUX);
	ret = put_all(l);
	if (ret)
		out_file_give_up(l->json.out);
	if (ret)
		complain(list_table.program, l->err, EXIT_PERFMUX);
	if (close_reports(l))
		return complain(list_table.program, l->err, EXIT_PERFMUX);
	if (ret)
		return EXIT_PERFMUX;
	return judge(l);
}

int cmd_list(int argc, char **argv)
{
	struct pmx_error err = { 0 };
	struct list l = { .err = &err };
	struct opt_parse parse = {
		.table = &list_table, .into = &l.options, .argc = argc, .argv = argv
	};
	int status;

	l.options = *(const struct list_options *)list_table.defaults;
	if (opt_run(&parse, &status))
		return status;
	if (opt_check_rules(&parse, false, NULL, &err))
		return opt_complain(&list_table, &err);
	l.filters = argv + parse.next;
	l.filter_count = (size_t)(argc - parse.next);
	status = list(&l);
	release(&l);
	return status;
}
