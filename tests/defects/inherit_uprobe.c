// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_uprobe.c [1] - an inherited uprobe's event
 *
 * A task opens an event of a function of this program, and has a child. Both call the function by turns on
 * one CPU, and when both are done each call must have been counted. With 1 there is an event beside it that
 * is not inherited, which keeps the kernel from swapping the contexts of the two, and all is right.
 */
#include "tasks.h"

#include <link.h>

enum { TIMES = 20, TRIES = 3 };

__attribute__((noinline)) static void probed(void)
{
	__asm__ volatile("" ::: "memory");
}

static void work(int who, const void *arg)
{
	(void)who;
	(void)arg;
	for (int i = 0; i < TIMES; i++)
		probed();
}

/* Stops where the function is, with its place in the file. */
static int find_probed(struct dl_phdr_info *object, size_t size, void *arg)
{
	uint64_t *offset = arg;

	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t from = (uintptr_t)probed - (object->dlpi_addr + part->p_vaddr);

		if (part->p_type == PT_LOAD && from < part->p_filesz) {
			*offset = from + part->p_offset;
			return 1;
		}
	}
	return 0;
}

static struct perf_event_attr probe_attr(void)
{
	static char path[PATH_MAX];
	struct perf_event_attr attr;
	uint64_t offset = 0;
	int type = -1;
	FILE *file = fopen("/sys/bus/event_source/devices/uprobe/type", "re");

	if (!file || fscanf(file, "%d", &type) != 1)
		cannot("no PMU of uprobes");
	fclose(file);
	if (!dl_iterate_phdr(find_probed, &offset) ||
	    readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		cannot("the program does not find itself");
	attr = event_attr((uint32_t)type, 0);
	attr.uprobe_path = (uintptr_t)path;
	attr.probe_offset = offset;
	attr.inherit = 1;
	return attr;
}

int main(int argc, char **argv)
{
	bool apart = argc > 1 && !strcmp(argv[1], "1");
	uint64_t done = 2 * TURNS * TIMES, counted = done;

	pin(0);
	if (apart)
		open_event(event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), -1, -1);
	for (int i = 0; i < TRIES && counted == done; i++) {
		int fd = open_event(probe_attr(), -1, -1);

		take_turns(work, NULL);
		counted = read_event(fd).value;
		printf("%" PRIu64 " calls, %" PRIu64 " counted\n", done, counted);
		close(fd);
	}
	return verdict(counted != done);
}
