// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress.c - `perfmux stress`: does this kernel keep its books?
 */
#include "stress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/machine.h>
#include <perfmux/report_stress.h>

#include "complain.h"
#include "ending.h"
#include "out_file.h"
#include "seconds.h"
#include "stress_output.h"

enum { EXIT_VIOLATION = 1 };

struct stress_run {
	const struct stress_options *options;
	struct stress_choice choice;
	struct pmx_machine *machine;
	struct pmx_stress *stress;
	struct stress_output output;
	struct pmx_error *err;
};

/* The signal that asked us to end. */
static volatile sig_atomic_t asked;

static void ask(int signal)
{
	asked = signal;
}

static bool is_asked_to_stop(void *ctx)
{
	(void)ctx;
	return asked;
}

static void started(void *ctx, const struct pmx_scenario *scenario, unsigned round)
{
	struct stress_run *run = ctx;

	(void)round;
	stress_output_started(&run->output, scenario);
}

static void ended(void *ctx, const struct pmx_stress_result *result)
{
	struct stress_run *run = ctx;

	stress_output_ended(&run->output, result);
}

/* An error is no violation, but nor did everything hold. */
static int judge(const struct stress_run *run, int failed)
{
	const size_t *count = run->output.count;

	if (asked)
		return 128 + asked;
	if (failed)
		return EXIT_PERFMUX;
	if (count[PMX_STRESS_VIOLATION])
		return EXIT_VIOLATION;
	return count[PMX_STRESS_ERROR] || count[PMX_STRESS_SKIP] == run->output.done ?
		       EXIT_PERFMUX :
		       0;
}

static int run_all(struct stress_run *run)
{
	const struct stress_options *o = run->options;
	struct pmx_stress_options options = {
		.seed = o->has_seed ? o->seed : opt_choose_seed(),
		.duration = o->duration,
		.repeat = (unsigned)o->repeat,
		.jobs = (unsigned)o->jobs,
	};
	struct pmx_stress_hooks hooks = {
		.started = started, .ended = ended, .stop = is_asked_to_stop, .ctx = run
	};
	int ret, status;

	if (stress_output_open(&run->output, o, run->err))
		return run->err->code;
	ending_handle(&(struct sigaction){ .sa_handler = ask });
	stress_output_begin(&run->output, run->stress, options.seed,
			    run->choice.count * options.repeat);
	ret = pmx_stress_run(run->stress, &options, run->choice.list, run->choice.count, &hooks,
			     run->err);
	status = judge(run, ret);
	stress_output_end(&run->output, status);
	if (ret) {
		stress_output_close(&run->output, NULL);
		return ret;
	}
	ret = stress_output_close(&run->output, run->err);
	return ret ? ret : status;
}

/* --- asked about, not run ------------------------------------------------------------------- */

static int list(struct stress_run *run)
{
	pmx_stress_text_list(stdout, run->choice.list, run->choice.count, run->stress,
			     run->options->dangerous,
			     out_file_wants_color(run->options->color, STDOUT_FILENO));
	return 0;
}

static int explain(struct stress_run *run)
{
	bool color = out_file_wants_color(run->options->color, STDOUT_FILENO);

	for (size_t i = 0; i < run->choice.count; i++) {
		if (i)
			putchar('\n');
		pmx_stress_text_explain(stdout, run->choice.list[i], run->stress, color);
	}
	return 0;
}

/* Exit status, or -errno. */
static int stress(struct stress_run *run, char **words, size_t count)
{
	const struct stress_options *o = run->options;
	bool asks = o->list || o->explain;
	char *explained = (char *)o->explain;
	int ret;

	if (o->explain && count) {
		pmx_error_set(run->err, -EINVAL,
			      "--explain takes one scenario, and '%s' is behind it", words[0]);
		return pmx_error_hint(run->err, "a family, or a pattern in quotes, is several");
	}
	if (o->explain) {
		words = &explained;
		count = 1;
	}
	ret = stress_choose(words, count, o->dangerous || asks, &run->choice, run->err);
	if (!ret)
		ret = pmx_machine_new(&run->machine, o->sysroot, run->err);
	if (!ret)
		ret = pmx_stress_new(&run->stress, run->machine, NULL, run->err);
	if (!ret)
		ret = o->explain ? explain(run) : o->list ? list(run) : run_all(run);
	pmx_stress_free(run->stress);
	pmx_machine_free(run->machine);
	free(run->choice.list);
	return ret;
}

int cmd_stress(int argc, char **argv)
{
	struct stress_options options = *(const struct stress_options *)stress_table.defaults;
	struct opt_parse parse = {
		.table = &stress_table, .into = &options, .argc = argc, .argv = argv
	};
	struct pmx_error err = { 0 };
	struct stress_run run = { .options = &options, .err = &err };
	int status;

	if (opt_run(&parse, &status))
		return status;
	if (opt_check_rules(&parse, false, NULL, &err))
		return opt_complain(&stress_table, &err);
	status = stress(&run, argv + parse.next, (size_t)(argc - parse.next));
	return status >= 0 ? status : complain(stress_table.program, &err, EXIT_PERFMUX);
}
