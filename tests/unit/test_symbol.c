// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_symbol.c - symbols are found where programs that the test compiled have them
 */
#include "elves.h"

#include <elf.h>
#include <linux/hw_breakpoint.h>

#include <perfmux/launch.h>
#include <perfmux/symbol.h>

#include "base/num.h"
#include "skips.h"
#include "sysroot.h"

static struct pmx_machine *machine;
static struct pmx_resolver *resolver;

/* Events, and where their symbols are. */
struct looked_up {
	struct pmx_events events;
	struct pmx_target target;
	struct pmx_task task;
	struct pmx_symbols *symbols;
	struct pmx_error err;
	int ret;
};

static void look_up(struct looked_up *l, const char *specs, const char *command)
{
	*l = (struct looked_up){ .target = { .kind = PMX_TARGET_COMMAND, .task_count = 1 } };
	l->target.tasks = &l->task;
	if (pmx_resolve(resolver, specs, NULL, &l->events, &l->err))
		fail_msg("%s: %s", specs, l->err.text);
	l->ret = pmx_symbols_new(&l->symbols, &l->events, &l->target, command, &l->err);
}

static void forget(struct looked_up *l)
{
	pmx_symbols_free(l->symbols);
	pmx_events_free(&l->events);
}

static const struct pmx_location *find(const struct looked_up *l, size_t event)
{
	const struct pmx_location *where = pmx_symbols_find(l->symbols, event, 0);

	if (l->ret)
		fail_msg("%s", l->err.text);
	assert_non_null(where);
	return where;
}

/* The address that nm prints. */
static uint64_t nm(const char *file, const char *symbol)
{
	char line[256];
	uint64_t address;
	FILE *in;

	snprintf(line, sizeof(line), "nm %s | awk '$3 == \"%s\" { print $1; exit }'",
		 elf_path(file), symbol);
	in = popen(line, "re");
	assert_non_null(in);
	if (!fgets(line, sizeof(line), in))
		fail_msg("nm does not know %s", symbol);
	pclose(in);
	line[strcspn(line, "\n")] = '\0';
	assert_int_equal(pmx_num_hex(line, UINT64_MAX, &address), 0);
	return address;
}

static void a_symbol_is_where_nm_says(void **state)
{
	static const char *const files[] = { "pie", "fixed" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct looked_up l;

		look_up(&l, "mem:counter:w,mem:main,mem:bytes+8,task-clock", elf_path(files[i]));
		assert_int_equal(find(&l, 0)->vaddr, nm(files[i], "counter"));
		assert_int_equal(find(&l, 1)->vaddr, nm(files[i], "main"));
		assert_int_equal(find(&l, 2)->vaddr, nm(files[i], "bytes") + 8);
		assert_non_null(strstr(find(&l, 0)->path, files[i]));
		assert_false(find(&l, 0)->in_process);
		assert_null(pmx_symbols_find(l.symbols, 3, 0));
		forget(&l);
	}
}

static void what_was_not_typed_is_what_the_symbol_suggests(void **state)
{
	struct looked_up l;

	(void)state;
	look_up(&l, "mem:counter,mem:main,mem:half+2,mem:counter/1:w,mem:main:rw,mem:bytes+12",
		elf_path("pie"));
	assert_int_equal(find(&l, 0)->length, 4);
	assert_int_equal(find(&l, 0)->access, HW_BREAKPOINT_RW);
	assert_int_equal(find(&l, 1)->length, sizeof(long));
	assert_int_equal(find(&l, 1)->access, HW_BREAKPOINT_X);
	assert_int_equal(find(&l, 2)->length, 2 + 2 * (find(&l, 2)->vaddr % 4 == 0));
	assert_int_equal(find(&l, 3)->length, 1);
	assert_int_equal(find(&l, 3)->access, HW_BREAKPOINT_W);
	assert_int_equal(find(&l, 4)->access, HW_BREAKPOINT_RW);
	assert_int_equal(find(&l, 5)->length, 1);
	assert_int_equal(find(&l, 5)->size, 1);
	forget(&l);
}

static void a_library_is_found_as_the_dynamic_linker_finds_it(void **state)
{
	struct looked_up l;

	(void)state;
	look_up(&l, "mem:library,mem:hidden:w,mem:libelves.so:shared,mem:environ",
		elf_path("user"));
	assert_int_equal(find(&l, 0)->vaddr, nm("libelves.so", "library"));
	assert_int_equal(find(&l, 1)->vaddr, nm("libelves.so", "hidden"));
	assert_int_equal(find(&l, 2)->vaddr, nm("libelves.so", "shared"));
	assert_non_null(strstr(find(&l, 0)->path, "libelves.so"));
	assert_non_null(strstr(find(&l, 3)->path, "libc"));
	forget(&l);
}

static void a_name_that_means_several_things_is_chosen_by_its_file(void **state)
{
	struct looked_up l;

	(void)state;
	look_up(&l, "mem:one.c:twin:w,mem:two.c:twin:w", elf_path("pie"));
	assert_int_not_equal(find(&l, 0)->vaddr, find(&l, 1)->vaddr);
	assert_int_equal(find(&l, 0)->length, 4);
	forget(&l);
	look_up(&l, "mem:pie:counter:w", elf_path("pie"));
	assert_int_equal(find(&l, 0)->vaddr, nm("pie", "counter"));
	forget(&l);
}

static void an_address_in_a_file_needs_no_symbol(void **state)
{
	struct looked_up l;
	char spec[64];
	uint64_t address = nm("pie", "counter");

	(void)state;
	snprintf(spec, sizeof(spec), "mem:stripped:0x%lx:w", address);
	look_up(&l, spec, elf_path("stripped"));
	assert_int_equal(find(&l, 0)->vaddr, address);
	forget(&l);
}

/* The message and the hint must have these parts. */
struct wrong {
	const char *file, *spec;
	int code;
	const char *text, *hint;
};

static void what_cannot_be_watched_is_refused_with_what_can(void **state)
{
	static const struct wrong table[] = {
		{ "pie", "mem:countr:w", -ENOENT, "'mem:countr:w': no symbol 'countr' in ",
		  "did you mean 'counter'?" },
		{ "pie", "mem:twin:w", -EEXIST, "'twin' is in 2 places: one.c, two.c",
		  "mem:one.c:twin:w" },
		{ "pie", "mem:own", -ENOTSUP, "'own' is thread-local", "mem:ADDRESS" },
		{ "pie", "mem:chosen", -ENOTSUP, "stands for one of several functions", "" },
		{ "pie", "mem:counter+4:w", -EINVAL, "'counter' has 4 bytes: +4 is behind its end",
		  "mem:FILE:ADDRESS" },
		{ "pie", "mem:three.c:twin", -ENOENT, "'three.c' is no file of ", "pie" },
		{ "pie", "mem:pie:0xfffffff0", -EINVAL, "has nothing at 0xfffffff0", "nm" },
		{ "stripped", "mem:counter", -ENOENT, "no symbol 'counter'", "is stripped" },
		{ "script", "mem:counter", -ENOENT, "no symbol 'counter'", "script is a script" },
#if defined(__x86_64__)
		{ "pie", "mem:half+2/4", -EINVAL, "only at a multiple of 4", "is the longest" },
#endif
	};
	uint64_t half = nm("pie", "half");

	(void)state;
	write_text("script", "#!/bin/sh\n:\n");
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct looked_up l;

		if (strstr(table[i].spec, "half") && half % 4)
			continue;
		look_up(&l, table[i].spec, elf_path(table[i].file));
		if (l.ret != table[i].code || l.err.code != l.ret ||
		    !strstr(l.err.text, table[i].text) ||
		    (!strstr(l.err.text, table[i].hint) && !strstr(l.err.hint, table[i].hint)))
			fail_msg("%s: %d '%s' '%s'", table[i].spec, l.ret, l.err.text, l.err.hint);
		assert_null(l.symbols);
		forget(&l);
	}
}

static void processors_have_no_symbols(void **state)
{
	struct pmx_target target = { .kind = PMX_TARGET_CPUS };
	struct pmx_symbols *symbols = NULL;
	struct pmx_events events = { 0 };
	struct pmx_error err;

	(void)state;
	assert_int_equal(pmx_resolve(resolver, "mem:counter:w", NULL, &events, NULL), 0);
	assert_true(pmx_symbols_are_in(&events));
	assert_int_equal(pmx_symbols_new(&symbols, &events, &target, NULL, &err), -EINVAL);
	assert_non_null(strstr(err.text, "only in a process"));
	pmx_events_free(&events);
}

/* --- in processes ----------------------------------------------------------------------------- */

/* The address that a command printed for @name. */
static uint64_t printed(FILE *in, const char *name)
{
	size_t length = strlen(name);
	uint64_t address;
	char line[128];

	rewind(in);
	while (fgets(line, sizeof(line), in)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, name, length) && !strncmp(line + length, " 0x", 3) &&
		    !pmx_num_hex(line + length + 3, UINT64_MAX, &address))
			return address;
	}
	fail_msg("the command did not print %s", name);
	return 0;
}

/* Runs a command, stopped for its symbols, with its standard output in @out; its status. */
static int run_located(struct looked_up *l, const char *name, FILE *out)
{
	char path[128], *argv[] = { path, NULL };
	struct pmx_launch_options opts = { .argv = argv, .traced = true };
	struct pmx_launch *launch = NULL;
	uint64_t entry = 0;
	int saved = dup(1), status, ret;

	snprintf(path, sizeof(path), "%s", elf_path(name));
	fflush(stdout);
	dup2(fileno(out), 1);
	ret = pmx_launch_new(&launch, &opts, &l->err);
	dup2(saved, 1);
	close(saved);
	if (ret)
		fail_msg("%s", l->err.text);
	assert_int_equal(pmx_launch_release(launch, &l->err), 0);
	assert_true(pmx_launch_is_stopped(launch));
	ret = pmx_symbols_locate(l->symbols, pmx_launch_pid(launch), false, &entry, &l->err);
	if (ret == 1) {
		assert_int_equal(pmx_launch_run_to(launch, entry, &l->err), 0);
		assert_true(pmx_launch_is_stopped(launch));
		ret = pmx_symbols_locate(l->symbols, pmx_launch_pid(launch), true, &entry, &l->err);
	}
	if (ret)
		fail_msg("%s", l->err.text);
	assert_int_equal(pmx_launch_resume(launch, &l->err), 0);
	assert_false(pmx_launch_is_stopped(launch));
	assert_int_equal(pmx_launch_wait(launch, true, &status, NULL), 1);
	pmx_launch_free(launch);
	return status;
}

static void a_commands_symbols_are_where_it_says_they_are(void **state)
{
	static const struct {
		const char *file, *specs, *names[3];
	} table[] = {
		{ "pie", "mem:counter,mem:bytes,mem:main", { "counter", "bytes", "main" } },
		{ "fixed", "mem:counter,mem:one.c:twin,mem:main", { "counter", "twin", "main" } },
		{ "user", "mem:library", { "library" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct looked_up l;

		look_up(&l, table[i].specs, elf_path(table[i].file));
		for (int run = 0; run < 3; run++) { /* at other addresses each time */
			FILE *out = tmpfile();

			assert_int_equal(run_located(&l, table[i].file, out), 0);
			for (size_t e = 0; e < l.events.count; e++) {
				assert_true(find(&l, e)->in_process);
				assert_int_equal(find(&l, e)->address,
						 printed(out, table[i].names[e]));
			}
			fclose(out);
		}
		forget(&l);
	}
}

static volatile int symbol_of_this_test;

static void a_process_is_looked_into_as_it_runs(void **state)
{
	struct looked_up l = { .target = { .kind = PMX_TARGET_TASKS, .task_count = 1 } };

	(void)state;
	symbol_of_this_test = 1;
	l.task = (struct pmx_task){ .tid = getpid(), .pid = getpid() };
	l.target.tasks = &l.task;
	assert_int_equal(pmx_resolve(resolver, "mem:test_symbol.c:symbol_of_this_test:w,mem:main",
				     NULL, &l.events, NULL),
			 0);
	l.ret = pmx_symbols_new(&l.symbols, &l.events, &l.target, NULL, &l.err);
	assert_true(find(&l, 0)->in_process);
	assert_int_equal(find(&l, 0)->address, (uintptr_t)&symbol_of_this_test);
	forget(&l);
}

static void a_process_that_is_gone_is_named(void **state)
{
	struct looked_up l = { .target = { .kind = PMX_TARGET_TASKS, .task_count = 1 } };
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	l.task = (struct pmx_task){ .tid = pid, .pid = pid };
	l.target.tasks = &l.task;
	assert_int_equal(pmx_resolve(resolver, "mem:main", NULL, &l.events, NULL), 0);
	assert_int_equal(pmx_symbols_new(&l.symbols, &l.events, &l.target, NULL, &l.err), -ESRCH);
	forget(&l);
}

/* --- hostile files ---------------------------------------------------------------------------- */

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static unsigned char *read_whole(const char *name, size_t *size)
{
	FILE *in = fopen(elf_path(name), "re");
	struct stat st;
	unsigned char *bytes;

	assert_non_null(in);
	assert_int_equal(fstat(fileno(in), &st), 0);
	*size = (size_t)st.st_size;
	bytes = malloc(*size);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, *size, in), *size);
	fclose(in);
	return bytes;
}

static void write_whole(const char *name, const unsigned char *bytes, size_t size)
{
	FILE *out = fopen(elf_path(name), "we");

	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, size, out), size);
	fclose(out);
}

/* Where damage does most: the headers at the beginning, those at the end, and all between. */
static size_t choose_place(uint32_t *seed, size_t size)
{
	switch (next_random(seed) % 4) {
	case 0:
		return next_random(seed) % 64;
	case 1:
		return next_random(seed) % 1024;
	case 2:
		return size - 1 - next_random(seed) % 2200;
	default:
		return next_random(seed) % size;
	}
}

static void a_damaged_file_is_an_error_or_is_read(void **state)
{
	static const char *const files[] = { "pie", "libelves.so" };
	static const unsigned char extreme[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	uint32_t seed = 20261129;

	(void)state;
	for (size_t f = 0; f < 2; f++) {
		size_t size;
		unsigned char *bytes = read_whole(files[f], &size);
		unsigned char *copy = malloc(size);

		for (int round = 0; round < 700; round++) {
			struct looked_up l;

			memcpy(copy, bytes, size);
			for (uint32_t n = 1 + next_random(&seed) % 6; n > 0; n--)
				copy[choose_place(&seed, size)] =
					extreme[next_random(&seed) % sizeof(extreme)];
			write_whole("damaged", copy, round % 7 ? size : next_random(&seed) % size);
			look_up(&l, "mem:counter:w,mem:library,mem:one.c:twin",
				elf_path("damaged"));
			if (l.ret)
				assert_true(l.err.text[0] != '\0');
			forget(&l);
		}
		free(copy);
		free(bytes);
	}
}

static void a_table_that_claims_to_be_huge_is_left_out(void **state)
{
	size_t size;
	unsigned char *bytes = read_whole("fixed", &size);
	struct looked_up l;
	Elf64_Ehdr *header = (Elf64_Ehdr *)(void *)bytes;
	Elf64_Shdr *sections;

	(void)state;
	if (bytes[EI_CLASS] != ELFCLASS64) {
		free(bytes);
		skip_because("needs ELF files of 64 bits");
	}
	sections = (Elf64_Shdr *)(void *)(bytes + header->e_shoff);
	for (unsigned i = 0; i < header->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB)
			sections[i].sh_size = UINT64_C(1) << 45;
	write_whole("huge", bytes, size);
	look_up(&l, "mem:counter:w", elf_path("huge"));
	assert_int_equal(l.ret, -ENOENT);
	assert_non_null(strstr(l.err.hint, "stripped"));
	forget(&l);
	free(bytes);
}

static void a_hundred_thousand_symbols_are_searched(void **state)
{
	FILE *out = fopen(elf_path("many.s"), "we");
	struct looked_up l;

	(void)state;
	assert_non_null(out);
	fputs(".data\n", out);
	for (int i = 0; i < 100000; i++)
		fprintf(out,
			"a_symbol_%d: .type a_symbol_%d, %%object\n.size a_symbol_%d, 4\n.long "
			"%d\n",
			i, i, i, i);
	fputs(".section .note.GNU-stack,\"\",%progbits\n", out);
	fclose(out);
	assert_true(in_elves("cc -O1 -o many one.c two.c many.s"));
	look_up(&l, "mem:a_symbol_99999:w,mem:a_symbol_0:w,mem:counter:w", elf_path("many"));
	assert_int_equal(find(&l, 0)->vaddr - find(&l, 1)->vaddr, 4 * 99999);
	forget(&l);
	look_up(&l, "mem:a_symbol_100000:w", elf_path("many"));
	assert_int_equal(l.ret, -ENOENT);
	assert_non_null(strstr(l.err.text, "did you mean"));
	forget(&l);
}

static int set_up(void **state)
{
	if (make_elves(state))
		return -1;
	return pmx_machine_new(&machine, NULL, NULL) || pmx_resolver_new(&resolver, machine, NULL);
}

static int tear_down(void **state)
{
	pmx_resolver_free(resolver);
	pmx_machine_free(machine);
	return remove_elves(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_symbol_is_where_nm_says),
		cmocka_unit_test(what_was_not_typed_is_what_the_symbol_suggests),
		cmocka_unit_test(a_library_is_found_as_the_dynamic_linker_finds_it),
		cmocka_unit_test(a_name_that_means_several_things_is_chosen_by_its_file),
		cmocka_unit_test(an_address_in_a_file_needs_no_symbol),
		cmocka_unit_test(what_cannot_be_watched_is_refused_with_what_can),
		cmocka_unit_test(processors_have_no_symbols),
		cmocka_unit_test(a_commands_symbols_are_where_it_says_they_are),
		cmocka_unit_test(a_process_is_looked_into_as_it_runs),
		cmocka_unit_test(a_process_that_is_gone_is_named),
		cmocka_unit_test(a_damaged_file_is_an_error_or_is_read),
		cmocka_unit_test(a_table_that_claims_to_be_huge_is_left_out),
		cmocka_unit_test(a_hundred_thousand_symbols_are_searched),
	};

	return cmocka_run_group_tests_name("symbol", tests, set_up, tear_down);
}
