// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu-emitter [OPTION...] - reports GPU memory as a driver would, to uprobes on its functions
 *
 *	-f FORM   total (default): emit_total(gpu, pid, size); total4: emit_total4(gpu, pid, size,
 *	          imported); imported: emit_imported(gpu, pid, size); both: emit_total(), then
 *	          emit_imported()
 *	-n N      updates for each pid, 1000 by default
 *	-p PIDS   "0,self,4711": 0 is the whole GPU, self this process (the default)
 *	-g GPU    0 by default
 *	-c CPU    stays on that CPU
 *	-u USEC   pause after each update
 *	-l SIZE   one more update for each pid in the end
 *	-w        says "ready" and waits for a byte on standard input before it begins
 *	-h        waits for a byte before it ends
 *
 * Prints for each pid what it said, in bytes: "gpu pid updates first last peak minimum imported",
 * where imported is the last one, or "-". A quarter of the size is imported; a last update imports
 * nothing.
 */
#include "workload.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>

#define MAX_PIDS 64

void emit_total(uint32_t gpu, uint32_t pid, uint64_t size);
void emit_total4(uint32_t gpu, uint32_t pid, uint64_t size, uint64_t imported);
void emit_imported(uint32_t gpu, uint32_t pid, uint64_t size);

#define PROBED __attribute__((noinline, noclone, used, visibility("default")))

PROBED void emit_total(uint32_t gpu, uint32_t pid, uint64_t size)
{
	__asm__ volatile("" : : "r"(gpu), "r"(pid), "r"(size) : "memory");
}

PROBED void emit_total4(uint32_t gpu, uint32_t pid, uint64_t size, uint64_t imported)
{
	__asm__ volatile("" : : "r"(gpu), "r"(pid), "r"(size), "r"(imported) : "memory");
}

PROBED void emit_imported(uint32_t gpu, uint32_t pid, uint64_t size)
{
	/* not as emit_total(), or the two might be one */
	__asm__ volatile("nop" : : "r"(gpu), "r"(pid), "r"(size) : "memory");
}

/* What was said about one pid. */
struct said {
	uint32_t pid;
	uint64_t updates, first, last, peak, minimum, imported;
};

struct emitter {
	const char *form;
	uint32_t gpu;
	unsigned long updates, pause_us;
	bool has_last, waits, holds;
	uint64_t last;
	struct said said[MAX_PIDS];
	size_t pids;
};

static unsigned long parse(char *text)
{
	char *argv[] = { text };

	return number(1, argv, 0, 0);
}

static void add_pids(struct emitter *e, char *list)
{
	char *saved = NULL;

	for (char *word = strtok_r(list, ",", &saved); word; word = strtok_r(NULL, ",", &saved)) {
		if (e->pids == MAX_PIDS)
			die("gpu-emitter: too many pids");
		e->said[e->pids++].pid = strcmp(word, "self") == 0 ? (uint32_t)getpid() :
								     (uint32_t)parse(word);
	}
}

static void stay_on(unsigned long cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0)
		die("gpu-emitter: there is no such CPU");
}

static void parse_arguments(struct emitter *e, int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "f:n:p:g:c:u:l:wh")) != -1) {
		switch (option) {
		case 'f':
			e->form = optarg;
			break;
		case 'n':
			e->updates = parse(optarg);
			break;
		case 'p':
			add_pids(e, optarg);
			break;
		case 'g':
			e->gpu = (uint32_t)parse(optarg);
			break;
		case 'c':
			stay_on(parse(optarg));
			break;
		case 'u':
			e->pause_us = parse(optarg);
			break;
		case 'l':
			e->has_last = true;
			e->last = parse(optarg);
			break;
		case 'w':
			e->waits = true;
			break;
		case 'h':
			e->holds = true;
			break;
		default:
			die("gpu-emitter: no such option");
		}
	}
	if (!e->pids)
		e->said[e->pids++].pid = (uint32_t)getpid();
}

static void emit(struct emitter *e, struct said *said, uint64_t size, uint64_t imported)
{
	if (strcmp(e->form, "total4") == 0)
		emit_total4(e->gpu, said->pid, size, imported);
	else if (strcmp(e->form, "imported") == 0)
		emit_imported(e->gpu, said->pid, size);
	else
		emit_total(e->gpu, said->pid, size);
	if (strcmp(e->form, "both") == 0)
		emit_imported(e->gpu, said->pid, imported);
	if (!said->updates++)
		said->first = said->minimum = size;
	said->last = size;
	said->imported = imported;
	if (size > said->peak)
		said->peak = size;
	if (size < said->minimum)
		said->minimum = size;
	if (e->pause_us)
		usleep((useconds_t)e->pause_us);
}

/* Sizes that go up and down, with an odd number of bytes. */
static uint64_t size_of(size_t pid, unsigned long i)
{
	return ((pid + 1) << 20) + (i * 2654435761u % 65536) * 4096 + i % 4093;
}

static void say(const struct emitter *e)
{
	bool has_imported = strcmp(e->form, "total4") == 0 || strcmp(e->form, "both") == 0;

	for (size_t k = 0; k < e->pids; k++) {
		const struct said *said = &e->said[k];

		printf("%u %u %lu %lu %lu %lu %lu ", e->gpu, said->pid, said->updates, said->first,
		       said->last, said->peak, said->minimum);
		if (has_imported)
			printf("%lu\n", said->imported);
		else
			printf("-\n");
	}
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct emitter e = { .form = "total", .updates = 1000 };

	parse_arguments(&e, argc, argv);
	if (e.waits) {
		say_ready();
		wait_stdin();
	}
	for (unsigned long i = 0; i < e.updates; i++)
		for (size_t k = 0; k < e.pids; k++)
			emit(&e, &e.said[k], size_of(k, i), size_of(k, i) / 4);
	for (size_t k = 0; e.has_last && k < e.pids; k++)
		emit(&e, &e.said[k], e.last, 0);
	say(&e);
	if (e.holds)
		wait_stdin();
	return 0;
}
