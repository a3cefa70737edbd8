// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_parameters.c - -L and -P: values that are put in for {NAME}
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/num.h"
#include "bench_commands.h"

static int add_value(struct bench_parameter *it, size_t *room, char *value, struct pmx_error *err)
{
	char **grown = pmx_array_room(it->values, room, it->count + 1, sizeof(*grown));

	if (grown)
		it->values = grown;
	if (!value || !grown) {
		free(value);
		return pmx_error_nomem(err);
	}
	it->values[it->count++] = value;
	return 0;
}

static bool is_quoted(const char *text)
{
	return text[0] == '\\' && (text[1] == ',' || text[1] == '\\');
}

/* The value that *text begins with, and *text moved to the comma behind it; NULL: no memory. */
static char *cut_value(const char **text)
{
	const char *from = *text;
	char *value = malloc(strlen(from) + 1), *to = value;

	while (value && *from && *from != ',') {
		from += is_quoted(from);
		*to++ = *from++;
	}
	if (value)
		*to = '\0';
	*text = from;
	return value;
}

/* "a,b,c"; a backslash before a comma, or before another one, makes it part of a value */
static int list_values(struct bench_parameter *it, const char *text, struct pmx_error *err)
{
	size_t room = 0;
	int ret = 0;

	while (!ret) {
		ret = add_value(it, &room, cut_value(&text), err);
		if (!*text)
			break;
		text++;
	}
	return ret;
}

/* A double has no more exact whole numbers: steps of 1 would come to nothing. */
#define GREATEST 1e15

static int digits_behind_point(const char *text)
{
	const char *point = strchr(text, '.');

	return point ? (int)strlen(point + 1) : 0;
}

static int read_number(const char *text, const char *what, double *out, struct pmx_error *err)
{
	if (strlen(text) >= 20 || pmx_num_double(text[0] == '-' ? text + 1 : text, out))
		return pmx_error_set(err, -EINVAL, "a parameter's %s, '%s', is no number", what,
				     text);
	if (*out > GREATEST)
		return pmx_error_set(err, -ERANGE, "a parameter's %s, '%s', is beyond %.0e", what,
				     text, GREATEST);
	if (text[0] == '-')
		*out = -*out;
	return 0;
}

/* From MIN to MAX by steps; numbers have as many digits as the one typed with the most. */
static int scan_values(struct bench_parameter *it, const char *min_text, const char *max_text,
		       const char *step_text, struct pmx_error *err)
{
	int digits = digits_behind_point(min_text);
	double min, max, step;
	size_t room = 0, count;

	if (digits < digits_behind_point(step_text))
		digits = digits_behind_point(step_text);
	if (read_number(min_text, "least value", &min, err) ||
	    read_number(max_text, "greatest value", &max, err) ||
	    read_number(step_text, "step", &step, err))
		return err->code;
	if (step <= 0 || max < min)
		return pmx_error_set(err, -EINVAL, "no values from %s to %s by steps of %s",
				     min_text, max_text, step_text);
	if ((max - min) / step >= PMX_BENCH_MOST_COMMANDS)
		return pmx_error_set(err, -E2BIG, "too many values from %s to %s by steps of %s",
				     min_text, max_text, step_text);
	count = (size_t)((max - min) / step + 1e-9) + 1;
	for (size_t i = 0; i < count; i++) {
		char text[64];

		snprintf(text, sizeof(text), "%.*f", digits, min + (double)i * step);
		if (add_value(it, &room, strdup(text), err))
			return err->code;
	}
	return 0;
}

/* "NAME\nVALUES" or "NAME\nMIN\nMAX" */
static int make_one(struct bench_parameter *it, const char *text, const char *step,
		    struct pmx_error *err)
{
	const char *values = strchr(text, '\n') + 1, *max = strchr(values, '\n');
	char min[64];

	it->name = strndup(text, (size_t)(values - text - 1));
	if (!it->name)
		return pmx_error_nomem(err);
	if (!*it->name || strpbrk(it->name, "{}"))
		return pmx_error_set(err, -EINVAL, "'%s' is no name of a parameter", it->name);
	if (!max)
		return list_values(it, values, err);
	snprintf(min, sizeof(min), "%.*s", (int)(max - values), values);
	return scan_values(it, min, max + 1, step ? step : "1", err);
}

int bench_parameters_make(struct bench_parameters *out, const struct bench_options *options,
			  struct pmx_error *err)
{
	*out = (struct bench_parameters){ 0 };
	if (!options->lists.count)
		return 0;
	out->list = calloc(options->lists.count, sizeof(*out->list));
	if (!out->list)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < options->lists.count; i++) {
		int ret = make_one(&out->list[out->count++], options->lists.list[i], options->step,
				   err);

		if (ret)
			return ret;
		for (size_t k = 0; k < i; k++)
			if (!strcmp(out->list[k].name, out->list[i].name))
				return pmx_error_set(err, -EINVAL,
						     "the parameter '%s' is there twice",
						     out->list[i].name);
	}
	return 0;
}

void bench_parameters_free(struct bench_parameters *parameters)
{
	for (size_t i = 0; i < parameters->count; i++) {
		for (size_t k = 0; k < parameters->list[i].count; k++)
			free(parameters->list[i].values[k]);
		free(parameters->list[i].values);
		free(parameters->list[i].name);
	}
	free(parameters->list);
	*parameters = (struct bench_parameters){ 0 };
}

size_t bench_parameters_combinations(const struct bench_parameters *parameters, size_t most)
{
	size_t all = 1;

	for (size_t i = 0; i < parameters->count; i++) {
		if (parameters->list[i].count > most / all)
			return 0;
		all *= parameters->list[i].count;
	}
	return all;
}

const char *bench_parameters_value(const struct bench_parameters *parameters, size_t index,
				   size_t which)
{
	const struct bench_parameter *it = parameters->list;

	for (; which; which--)
		index /= it++->count;
	return it->values[index % it->count];
}

/* The value of the parameter whose {NAME} @text begins with; *length: of that. NULL: none. */
static const char *value_at(const struct bench_parameters *parameters, size_t index,
			    const char *text, size_t *length)
{
	for (size_t i = 0; i < parameters->count; i++) {
		const struct bench_parameter *it = &parameters->list[i];
		size_t name = strlen(it->name);

		if (text[0] == '{' && !strncmp(text + 1, it->name, name) && text[1 + name] == '}') {
			*length = name + 2;
			return bench_parameters_value(parameters, index, i);
		}
	}
	return NULL;
}

char *bench_parameters_fill(const struct bench_parameters *parameters, size_t index,
			    const char *text)
{
	char *filled = NULL;
	size_t size, length;
	FILE *out = open_memstream(&filled, &size);

	if (!out)
		return NULL;
	while (*text) {
		const char *value = value_at(parameters, index, text, &length);

		if (value)
			fputs(value, out);
		else
			fputc(*text, out);
		text += value ? length : 1;
	}
	if (fclose(out)) {
		free(filled);
		return NULL;
	}
	return filled;
}
