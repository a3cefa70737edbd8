// SPDX-License-Identifier: GPL-2.0-only
/*
 * counters.c - the kernel's log about the counters of PMUs
 */
#include "mux/counters.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/machine_private.h"
#include "base/num.h"

/* Records that are looked at: the PMU is found early, and a chatty kernel must not cost seconds. */
#define MAX_RECORDS 20000

/*
 * As many bytes as the kernel gives in one record at most (CONSOLE_EXT_LOG_MAX); fewer is EINVAL.
 */
#define RECORD_SIZE 8192

/* More counters than this is no number of counters. */
#define MAX_COUNTERS 1024

/* Bits of Arm's mask that are for one event only. */
enum { ARM_CYCLES = 31, ARM_INSTRUCTIONS = 32 };

/* --- lines -------------------------------------------------------------------------------- */

static struct pmx_counters *entry_of(struct pmx_counters_log *log, const char *pmu)
{
	struct pmx_counters *it;

	for (size_t i = 0; i < log->count; i++)
		if (strcmp(log->list[i].pmu, pmu) == 0)
			return &log->list[i];
	if (log->count == PMX_COUNTERS_MAX)
		return NULL;
	it = &log->list[log->count++];
	*it = (struct pmx_counters){ .general = 0 };
	snprintf(it->pmu, sizeof(it->pmu), "%s", pmu);
	return it;
}

/* The word that ends at @end, in a text that begins at @text. */
static void copy_word_before(const char *text, const char *end, char *buf, size_t size)
{
	const char *start = end;

	while (start > text && start[-1] != ' ')
		start--;
	snprintf(buf, size, "%.*s", (int)(end - start), start);
}

/* A bitmap as the kernel prints it, "0,8000003f": 32 bits a part, the highest first. */
static uint64_t parse_mask(const char *text)
{
	uint64_t mask = 0;

	for (; isxdigit((unsigned char)*text) || *text == ','; text++) {
		int digit = *text >= 'a' ? *text - 'a' + 10 : *text - '0';

		if (*text == ',')
			continue;
		mask = mask << 4 | (uint64_t)(digit & 0xf);
	}
	return mask;
}

/*
 * Arm says how many there are in all. Without a mask (before Linux 6.12) those of its own
 * architecture are known to have one for cycles among them.
 */
static void add_arm(struct pmx_counters_log *log, const char *text)
{
	static const char driver[] = " PMU driver, ";
	const char *end = strstr(text, driver), *cursor;
	struct pmx_counters *entry;
	uint64_t all, mask;
	char pmu[64];

	if (!end || !strstr(end, "counters available"))
		return;
	cursor = end + strlen(driver);
	if (pmx_num_decimal_prefix(&cursor, MAX_COUNTERS, &all))
		return;
	copy_word_before(text, end, pmu, sizeof(pmu));
	entry = entry_of(log, pmu);
	if (!entry)
		return;
	mask = strncmp(cursor, " (", 2) == 0 ? parse_mask(cursor + 2) : 0;
	entry->cycles = mask ? mask >> ARM_CYCLES & 1 : strncmp(pmu, "armv", 4) == 0;
	entry->instructions = mask >> ARM_INSTRUCTIONS & 1;
	entry->fixed = (unsigned)entry->cycles + (unsigned)entry->instructions;
	entry->general = all > entry->fixed ? (unsigned)all - entry->fixed : 0;
}

static void add_x86_heading(struct pmx_counters_log *log, const char *text)
{
	const char *end = strstr(text, " PMU driver:");

	if (end)
		copy_word_before(text, end, log->heading, sizeof(log->heading));
	else
		snprintf(log->heading, sizeof(log->heading), "cpu");
}

/* "... generic registers:      4" */
static bool parse_count(const char *text, unsigned *out)
{
	const char *cursor = strchr(text, ':');
	uint64_t number;

	if (!cursor)
		return false;
	cursor += 1 + strspn(cursor + 1, " ");
	if (pmx_num_decimal_prefix(&cursor, MAX_COUNTERS, &number))
		return false;
	*out = (unsigned)number;
	return true;
}

static void add_x86_general(struct pmx_counters_log *log, const char *text)
{
	struct pmx_counters *entry = log->heading[0] ? entry_of(log, log->heading) : NULL;

	if (entry)
		parse_count(text, &entry->general);
}

/*
 * The first of them is for instructions, the second for cycles, on all processors that have them.
 */
static void add_x86_fixed(struct pmx_counters_log *log, const char *text)
{
	struct pmx_counters *entry = log->heading[0] ? entry_of(log, log->heading) : NULL;

	if (!entry || !parse_count(text, &entry->fixed))
		return;
	entry->instructions = entry->fixed >= 1;
	entry->cycles = entry->fixed >= 2;
}

static const struct {
	const char *start, *inside; /* of a line */
	void (*add)(struct pmx_counters_log *log, const char *text);
} lines[] = {
	{ "hw perfevents: enabled with ", " PMU driver, ", add_arm },
	{ "Performance Events: ", "", add_x86_heading },
	{ "core: ", " PMU driver:", add_x86_heading },
	{ "... generic registers:", "", add_x86_general },
	{ "... generic counters:", "", add_x86_general },
	{ "... fixed-purpose events:", "", add_x86_fixed },
	{ "... fixed-purpose counters:", "", add_x86_fixed },
};

/* --- records ------------------------------------------------------------------------------ */

/*
 * A record's first number is facility * 8 + level; whoever writes to the log from outside is not
 * facility 0.
 */
static bool is_kernels(const char *record)
{
	uint64_t priority;

	return !pmx_num_decimal_prefix(&record, UINT32_MAX, &priority) && priority < 8 &&
	       *record == ',';
}

void pmx_counters_add(struct pmx_counters_log *log, const char *record)
{
	const char *text = strchr(record, ';');

	if (!text || !is_kernels(record))
		return;
	text++;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (strncmp(text, lines[i].start, strlen(lines[i].start)) != 0 ||
		    !strstr(text, lines[i].inside))
			continue;
		lines[i].add(log, text);
		return;
	}
}

void pmx_counters_read(struct pmx_machine *machine, struct pmx_counters_log *log)
{
	pmx_autoclose int fd = -1;
	char record[RECORD_SIZE + 1];

	*log = (struct pmx_counters_log){ .count = 0 };
	if (!pmx_machine_is_live(machine))
		return;
	fd = pmx_machine_open(machine, "/dev/kmsg", O_RDONLY | O_NONBLOCK);
	for (unsigned i = 0; fd >= 0 && i < MAX_RECORDS; i++) {
		ssize_t n = read(fd, record, RECORD_SIZE);

		if (n < 0 && (errno == EPIPE || errno == EINTR)) /* EPIPE: overwritten meanwhile */
			continue;
		if (n <= 0)
			return;
		record[n] = '\0';
		pmx_counters_add(log, record);
	}
}

/* --- questions ---------------------------------------------------------------------------- */

const struct pmx_counters *pmx_counters_find(const struct pmx_counters_log *log,
					     const struct pmx_pmu *pmu)
{
	for (size_t i = 0; i < log->count; i++)
		if (strcmp(log->list[i].pmu, pmu->name) == 0 && log->list[i].general)
			return &log->list[i];
	return NULL;
}

unsigned pmx_counters_for(const struct pmx_counters *counters, const struct pmx_event *event)
{
	uint32_t type;
	uint64_t config;

	if (pmx_event_generic(event, &type, &config) || type != PERF_TYPE_HARDWARE)
		return counters->general;
	return counters->general + (config == PERF_COUNT_HW_CPU_CYCLES && counters->cycles) +
	       (config == PERF_COUNT_HW_INSTRUCTIONS && counters->instructions);
}
