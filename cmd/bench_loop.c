// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_loop.c - rounds, until it is enough
 *
 * In each round every command runs once, in an order that chance decides anew: what changes on the
 * machine meanwhile meets all of them alike.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench_run.h"
#include "terminal.h"

enum {
	LEAST_RUNS = 10,      /* as hyperfine has it */
	MOST_PRECISE = 10000, /* runs for --precision, if nothing else ends it */
	PROGRESS_MS = 100,
};

#define DEFAULT_TIME (3000 * RUN_MSEC)

struct course {
	struct bench_run *br;
	size_t *order;
	struct pmx_stopping *stopping; /* by command, with --precision */
	bool *precise;
	double *wanted; /* by command: runs for --precision, by the last look; 0: not known */
	bool shows_progress;
	uint64_t shown; /* when progress was shown last */
};

/* --- progress ------------------------------------------------------------------------------- */

static uint64_t time_for_all(const struct bench_run *br)
{
	uint64_t each = br->options->time_ns ? br->options->time_ns : DEFAULT_TIME;

	return each * br->commands.count;
}

/* Rounds that --precision may take, or 0 where nobody knows. */
static double wanted_rounds(const struct course *c)
{
	const struct bench_options *o = c->br->options;
	double most = o->max_runs ? o->max_runs : MOST_PRECISE, wanted = 0;

	for (size_t i = 0; i < c->br->commands.count; i++)
		if (c->wanted[i] > wanted)
			wanted = c->wanted[i];
	return wanted < most ? wanted : most;
}

/* Seconds to go, or -1 where nobody knows. */
static double left(const struct course *c, uint64_t rounds, uint64_t at)
{
	const struct bench_run *br = c->br;
	const struct bench_options *o = br->options;
	double spent = (double)(at - br->start) * 1e-9, each = rounds ? spent / (double)rounds : -1;
	double by_time = (double)time_for_all(br) * 1e-9 - spent, by_runs;

	if (o->runs)
		return each < 0 ? -1 : each * (double)((uint64_t)o->runs - rounds);
	if (o->precision > 0) {
		by_runs = wanted_rounds(c);
		if (by_runs <= (double)rounds)
			return o->time_ns ? by_time : -1;
		by_runs = each * (by_runs - (double)rounds);
		return o->time_ns && by_time < by_runs ? by_time : by_runs;
	}
	by_runs = each * (o->min_runs ? o->min_runs : LEAST_RUNS) - spent;
	return by_time > by_runs ? by_time : by_runs;
}

/* What is left is known of measured rounds only: warmups may be more than those are. */
static void show_progress(struct course *c, size_t command, uint64_t rounds, bool measured)
{
	uint64_t at = run_now();
	double rest;

	if (!c->shows_progress || at - c->shown < PROGRESS_MS * RUN_MSEC)
		return;
	c->shown = at;
	rest = measured ? left(c, rounds, at) : -1;
	fprintf(stderr, "\r\033[K%s %llu, command %zu of %zu", measured ? "round" : "warmup",
		(unsigned long long)rounds + 1, command + 1, c->br->commands.count);
	if (rest >= 0)
		fprintf(stderr, ", %.0f s left", rest);
	fflush(stderr);
}

static void clear_progress(struct course *c)
{
	if (c->shown)
		fputs("\r\033[K", stderr);
}

/* --- enough? -------------------------------------------------------------------------------- */

/* An interval becomes narrower by the root of the runs; nothing ends before the next look. */
static double guess_runs(const struct course *c, size_t command, size_t count,
			 const struct pmx_interval *it)
{
	double middle = fabs(it->high + it->low) / 2, wide = (it->high - it->low) / 2;
	double times = wide / (c->br->options->precision * middle);
	double next = (double)pmx_stopping_next(&c->stopping[command]);

	return isfinite(times) ? fmax((double)count * times * times, next) : 0;
}

static int look(struct course *c, size_t command, struct pmx_error *err)
{
	const struct pmx_bench_values *it = &c->br->bench->commands[command].metric[0];
	struct pmx_interval interval;
	int ret = pmx_stopping_done(&c->stopping[command], it->values, it->count, &interval, err);

	if (ret == 1) {
		c->precise[command] = true;
		c->br->precise++;
	}
	if (!isnan(interval.low))
		c->wanted[command] = ret ? 0 : guess_runs(c, command, it->count, &interval);
	return ret < 0 ? ret : 0;
}

/*
 * 1 when all are precise enough, or no run up to the last allowed one could show it; 0, or -errno.
 */
static int all_looked(struct course *c, struct pmx_error *err)
{
	bool all = true;

	for (size_t i = 0; i < c->br->commands.count; i++) {
		int ret = c->precise[i] ? 0 : look(c, i, err);

		if (ret)
			return ret;
		all = all && (c->precise[i] || pmx_stopping_next(&c->stopping[i]) > MOST_PRECISE);
	}
	return all;
}

/* 1 when it is enough, 0, or -errno. */
static int is_enough(struct course *c, uint64_t rounds, struct pmx_error *err)
{
	const struct bench_options *o = c->br->options;
	bool out_of_time = run_now() - c->br->start >= time_for_all(c->br);
	uint64_t least = (uint64_t)(o->min_runs ? o->min_runs : LEAST_RUNS);

	if (o->runs)
		return rounds >= (uint64_t)o->runs;
	if (o->max_runs && rounds >= (uint64_t)o->max_runs)
		return 1;
	if (o->precision > 0) {
		if (rounds < least)
			return 0;
		if (rounds >= MOST_PRECISE || (o->time_ns && out_of_time))
			return 1;
		return all_looked(c, err);
	}
	return out_of_time && rounds >= least;
}

/* --- rounds --------------------------------------------------------------------------------- */

static void shuffle(struct course *c)
{
	size_t count = c->br->commands.count;

	for (size_t i = 0; i < count; i++)
		c->order[i] = i;
	for (size_t i = count; i > 1; i--) {
		size_t other = kit_random_below(&c->br->random, (uint32_t)i);
		size_t kept = c->order[i - 1];

		c->order[i - 1] = c->order[other];
		c->order[other] = kept;
	}
}

static int run_round(struct course *c, uint64_t round, bool measured, struct pmx_error *err)
{
	int ret = 0;

	shuffle(c);
	for (size_t i = 0; i < c->br->commands.count && !ret; i++) {
		show_progress(c, i, round, measured);
		ret = bench_run_once(c->br, c->order[i], (uint32_t)round, measured, err);
	}
	return ret;
}

static int run_rounds(struct course *c, struct pmx_error *err)
{
	struct bench_run *br = c->br;
	int ret = 0;

	br->start = run_now();
	for (int i = 0; i < br->options->warmup && !ret; i++)
		ret = run_round(c, (uint64_t)i, false, err);
	br->start = run_now();
	for (uint64_t round = 0; !ret; round++) {
		br->bench->rounds = round + 1;
		ret = run_round(c, round, true, err);
		if (!ret)
			ret = is_enough(c, round + 1, err);
	}
	return ret == 1 ? 0 : ret;
}

static int set_up(struct bench_run *br, struct pmx_error *err)
{
	int ret = 0;

	for (size_t i = 0; i < br->commands.count && !ret; i++)
		ret = bench_run_shell(br, "--setup", br->commands.list[i].setup, err);
	return ret;
}

/* One that fails leaves the others theirs; it is the first that is told. */
static int clean_up(struct bench_run *br, struct pmx_error *err)
{
	struct pmx_error ignored;
	int ret = 0;

	for (size_t i = 0; i < br->commands.count; i++) {
		int failed = bench_run_shell(br, "--cleanup", br->commands.list[i].cleanup,
					     ret ? &ignored : err);

		ret = ret ? ret : failed;
	}
	return ret;
}

static int run_all(struct course *c, struct pmx_error *err)
{
	struct pmx_error ignored;
	int ret = set_up(c->br, err), after;

	if (!ret)
		ret = run_rounds(c, err);
	c->br->all_run = !ret;
	clear_progress(c);
	after = clean_up(c->br, ret ? &ignored : err);
	return ret ? ret : after;
}

int bench_run_all(struct bench_run *br, struct pmx_error *err)
{
	const struct bench_options *o = br->options;
	size_t count = br->commands.count;
	struct course c = {
		.br = br,
		.order = calloc(count, sizeof(*c.order)),
		.stopping = calloc(count, sizeof(*c.stopping)),
		.precise = calloc(count, sizeof(*c.precise)),
		.wanted = calloc(count, sizeof(*c.wanted)),
		.shows_progress = terminal_obeys(STDERR_FILENO) && !o->quiet,
	};
	int ret;

	for (size_t i = 0; c.stopping && i < count; i++)
		pmx_stopping_init(&c.stopping[i], o->precision, (size_t)o->min_runs);
	ret = c.order && c.stopping && c.precise && c.wanted ? run_all(&c, err) :
							       pmx_error_nomem(err);
	free(c.order);
	free(c.stopping);
	free(c.precise);
	free(c.wanted);
	return ret;
}
