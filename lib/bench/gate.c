// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate.c - limits on change that a script fails on: "instructions > +1%"
 *
 * A gate trips when two things hold: the change is significant in the gate's direction, and what
 * was measured of it lies beyond the limit: the ratio, or where there is none the difference,
 * against the limit times the reference's median. So there is an answer also where that median is
 * 0: any more of it is more than any percent.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/num.h"
#include "bench/plain.h"

#include <perfmux/bench.h>

#define EXAMPLE "a gate is a metric, > or <, and a limit in percent: 'instructions > +1%'"

/* --- reading -------------------------------------------------------------------------------- */

static int refuse(struct pmx_error *err, const char *text, const char *why)
{
	pmx_error_set(err, -EINVAL, "gate '%.200s': %s", text, why);
	pmx_error_hint(err, "%s", EXAMPLE);
	return -EINVAL;
}

/* Cuts blanks off both ends, in place. */
static char *trim(char *text)
{
	size_t length;

	text += strspn(text, " ");
	length = strlen(text);
	while (length && text[length - 1] == ' ')
		text[--length] = '\0';
	return text;
}

/* "+1.5 %", in place, as a fraction. NULL, or what is wrong with it. */
static const char *read_limit(char *text, double *limit)
{
	size_t length;

	text = trim(text);
	length = strlen(text);
	if (!length)
		return "the limit is missing";
	if (*text == '=')
		return "there is no '='; use '>' or '<'";
	if (text[length - 1] != '%')
		return "the limit must end in %";
	text[length - 1] = '\0';
	text = trim(text);
	if (strspn(text, "+-") > 1 || text[strspn(text, "+-0123456789.")] ||
	    pmx_num_double(text, limit))
		return "the limit is no number such as +1 or -2.5";
	*limit = *limit / 100 + 0.0; /* -0 becomes 0 */
	return NULL;
}

/* A limit on the other side of no change would not do what it says. */
static const char *check_direction(bool more, double limit)
{
	if (more && limit < 0)
		return "a limit for more ('>') cannot be below 0 %";
	if (!more && limit > 0)
		return "a limit for less ('<') cannot be above 0 %: write -5 % for 5 % less";
	if (limit <= -1)
		return "nothing becomes less by 100 % or more";
	return NULL;
}

static bool has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			return true;
	return false;
}

static char *last_sign(char *text)
{
	char *more = strrchr(text, '>'), *less = strrchr(text, '<');

	return !more || (less && less > more) ? less : more;
}

/* Cuts @copy of the text into its parts. NULL, or what is wrong with it. */
static const char *read_gate(char *copy, struct pmx_gate *gate, const char **metric)
{
	char *sign = last_sign(copy);
	const char *wrong;

	if (has_control(copy))
		return "it has a newline or another control character in it";
	if (!sign)
		return "it has neither > nor <";
	gate->more = *sign == '>';
	*sign = '\0';
	*metric = trim(copy);
	if (!**metric)
		return "the metric is missing";
	wrong = read_limit(sign + 1, &gate->limit);
	return wrong ? wrong : check_direction(gate->more, gate->limit);
}

int pmx_gate_parse(struct pmx_gate *out, const char *text, struct pmx_error *err)
{
	pmx_autofree char *copy = strdup(text);
	struct pmx_gate gate = { .text = NULL };
	const char *wrong, *metric = NULL;

	if (!copy)
		return pmx_error_nomem(err);
	wrong = read_gate(copy, &gate, &metric);
	if (wrong)
		return refuse(err, text, wrong);
	gate.text = strdup(text);
	gate.metric = strdup(metric);
	if (!gate.text || !gate.metric) {
		pmx_gate_free(&gate);
		return pmx_error_nomem(err);
	}
	*out = gate;
	return 0;
}

void pmx_gate_free(struct pmx_gate *gate)
{
	free(gate->text);
	free(gate->metric);
	*gate = (struct pmx_gate){ .text = NULL };
}

/* --- judging -------------------------------------------------------------------------------- */

/* How far the change goes beyond the limit, in the gate's direction: above 0 it does. */
static double excess(const struct pmx_gate *gate, const struct pmx_comparison *it)
{
	double over = it->has_ratio ? it->ratio - (1 + gate->limit) :
				      it->difference - gate->limit * fabs(it->median_a);

	return gate->more ? over : -over;
}

static bool is_beyond(const struct pmx_gate *gate, const struct pmx_bench_cell *cell)
{
	enum pmx_change wanted = gate->more ? PMX_CHANGE_MORE : PMX_CHANGE_LESS;

	return cell->compared && cell->change == wanted && excess(gate, &cell->comparison) > 0;
}

/* "+2.3 % (95 %: +2.1 to +2.5 %": as many digits as the change needs. */
static size_t put_ratio(char *buf, size_t size, const struct pmx_comparison *it)
{
	double change = (it->ratio - 1) * 100;
	int digits = fabs(change) < 0.1 ? 3 : fabs(change) < 1 ? 2 : 1;

	return pmx_plain(buf, size, "%+.*f %% (%.3g %%: %+.*f to %+.*f %%", digits, change,
			 it->ratio_interval.level * 100, digits, (it->ratio_interval.low - 1) * 100,
			 digits, (it->ratio_interval.high - 1) * 100);
}

/* "5 instead of 0 (95 %: +4 to +6": where a ratio means nothing. */
static size_t put_difference(char *buf, size_t size, const struct pmx_comparison *it,
			     enum pmx_bench_unit unit)
{
	static const char *const units[] = {
		[PMX_BENCH_SECONDS] = " s",
		[PMX_BENCH_BYTES] = " B",
		[PMX_BENCH_COUNT] = "",
	};

	return pmx_plain(buf, size, "%.6g%s instead of %.6g%s (%.3g %%: %+.6g to %+.6g%s",
			 it->median_b, units[unit], it->median_a, units[unit],
			 it->difference_interval.level * 100, it->difference_interval.low,
			 it->difference_interval.high, units[unit]);
}

static size_t put_p(char *buf, size_t size, double p)
{
	if (p < 0.0001)
		return pmx_plain(buf, size, ", p < 0.0001)");
	return pmx_plain(buf, size, ", p = %.2g)", p);
}

static void explain(const struct pmx_gate *gate, const struct pmx_bench_result *result,
		    size_t command, size_t metric, char *why, size_t size)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(result, command, metric);
	char change[192];
	size_t used;

	if (cell->comparison.has_ratio)
		used = put_ratio(change, sizeof(change), &cell->comparison);
	else
		used = put_difference(change, sizeof(change), &cell->comparison,
				      result->bench->metrics[metric].unit);
	put_p(change + used, sizeof(change) - used, cell->adjusted);
	pmx_plain(why, size, "%.100s of '%.100s': %s against '%.100s'%s, %s than %s%.6g %%",
		  gate->metric, result->bench->commands[command].name, change,
		  pmx_bench_reference(result, command)->name,
		  result->baseline ? " of the baseline" : "", gate->more ? "more" : "less",
		  gate->limit > 0 ? "+" : "", gate->limit * 100);
}

bool pmx_gate_trips(const struct pmx_gate *gate, const struct pmx_bench_result *result, char *why,
		    size_t size)
{
	long metric = pmx_bench_find_metric(result->bench, gate->metric);
	size_t commands = metric < 0 ? 0 : result->bench->command_count, first = 0, more = 0;
	size_t used;

	while (first < commands && !is_beyond(gate, pmx_bench_cell(result, first, (size_t)metric)))
		first++;
	if (first >= commands)
		return false;
	explain(gate, result, first, (size_t)metric, why, size);
	for (size_t i = first + 1; i < commands; i++)
		more += is_beyond(gate, pmx_bench_cell(result, i, (size_t)metric));
	used = strlen(why);
	if (more)
		pmx_plain(why + used, size - used, "; and so %s %zu more command%s",
			  more == 1 ? "does" : "do", more, more == 1 ? "" : "s");
	return true;
}
