// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_lies.c - kernels that lie in one way each are found, and the program that shows it is short
 *
 * The lies are told by a wrapper around this kernel; so the C program, which asks the kernel itself, must
 * compile and say that nothing is wrong.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/sheet.h"
#include "scratch.h"
#include "storm/storm.h"
#include "storms.h"
#include "stress/engine.h"

#define FDS 4096

static struct pmx_stress *stress;
static struct pmx_machine *machine;

/* --- a kernel that lies --------------------------------------------------------------------- */

struct liar {
	const struct lie *lie;
	struct perf_event_attr attr[FDS];
	bool led[FDS];
	unsigned reads;
};

/* Each may twist what it is given; @liar remembers how the event was opened. */
struct lie {
	const char *name;
	const char *invariant;
	size_t longest; /* the program that shows it has at most so many operations */
	bool no_groups; /* they would show it otherwise */
	void (*open)(struct perf_event_attr *attr);
	int (*refuse)(int ret);
	bool (*forget)(const struct liar *liar, int fd, unsigned long request);
	void (*read)(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes);
};

static bool is_led(const struct liar *liar, int fd)
{
	return fcntl(fd, F_GETFD) >= 0 && liar->led[fd];
}

static int liar_open(void *ctx, const struct perf_event_attr *attr, pid_t pid, int cpu, int group,
		     unsigned long flags)
{
	struct liar *liar = ctx;
	struct perf_event_attr asked = { .size = 0 };
	int fd;

	if (attr->size != sizeof(asked) || !liar->lie->open) {
		fd = pmx_sys_kernel.open(NULL, attr, pid, cpu, group, flags);
	} else {
		asked = *attr;
		liar->lie->open(&asked);
		fd = pmx_sys_kernel.open(NULL, &asked, pid, cpu, group, flags);
	}
	if (fd >= 0 && fd < FDS) {
		liar->attr[fd] = *attr;
		liar->led[fd] = group >= 0;
	}
	return fd < 0 && liar->lie->refuse ? liar->lie->refuse(fd) : fd;
}

static ssize_t liar_read(void *ctx, int fd, void *buf, size_t size)
{
	struct liar *liar = ctx;
	ssize_t got = pmx_sys_kernel.read(NULL, fd, buf, size);

	if (got > 0 && fd < FDS && liar->lie->read)
		liar->lie->read(liar, fd, buf, &got);
	return got < 0 && liar->lie->refuse ? liar->lie->refuse((int)got) : got;
}

static int liar_ioctl(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	struct liar *liar = ctx;
	int ret;

	if (fd >= 0 && fd < FDS && liar->lie->forget && liar->lie->forget(liar, fd, request))
		return 0;
	ret = pmx_sys_kernel.ioctl(NULL, fd, request, arg);
	return ret && liar->lie->refuse ? liar->lie->refuse(ret) : ret;
}

static int liar_map(void *ctx, int fd, size_t size, bool writable, void **out)
{
	(void)ctx;
	return pmx_sys_kernel.map(NULL, fd, size, writable, out);
}

static void liar_unmap(void *ctx, void *address, size_t size)
{
	(void)ctx;
	pmx_sys_kernel.unmap(NULL, address, size);
}

static uint64_t liar_now(void *ctx)
{
	(void)ctx;
	return pmx_sys_kernel.now(NULL);
}

/* --- lies ----------------------------------------------------------------------------------- */

static bool is_group(const struct liar *liar, int fd)
{
	return liar->attr[fd].read_format & PERF_FORMAT_GROUP;
}

static bool has_times(const struct liar *liar, int fd)
{
	return liar->attr[fd].read_format & PERF_FORMAT_TOTAL_TIME_ENABLED;
}

/* The first value's place. */
static size_t value_of(const struct liar *liar, int fd)
{
	return !is_group(liar, fd) ? 0 : has_times(liar, fd) ? 3 : 1;
}

static void one_more_in_groups_of_three(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (is_group(liar, fd) && word[0] >= 3)
		word[value_of(liar, fd)]++;
}

static void one_more_at_the_50th_read(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (++liar->reads == 50)
		word[value_of(liar, fd)]++;
}

static void ran_too_long(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (has_times(liar, fd))
		word[2] = word[1] + 1;
}

static void ends_when_run_again(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	if (liar->reads == 50)
		_exit(0);
	one_more_at_the_50th_read(liar, fd, word, bytes);
}

static void never_still(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (has_times(liar, fd)) {
		word[1] += ++liar->reads;
		word[2] += liar->reads;
	}
}

static void one_member_more(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	word[0] += is_group(liar, fd);
}

static void a_word_less(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)word;
	if (liar->led[fd])
		*bytes -= 8;
}

static void all_the_same_id(struct liar *liar, int fd, uint64_t *word, ssize_t *bytes)
{
	(void)bytes;
	if (liar->attr[fd].read_format & PERF_FORMAT_ID)
		word[is_group(liar, fd) ? value_of(liar, fd) + 1 : has_times(liar, fd) ? 3 : 1] = 5;
}

static bool forgets_resets_of_siblings(const struct liar *liar, int fd, unsigned long request)
{
	return request == PERF_EVENT_IOC_RESET && is_led(liar, fd);
}

static bool forgets_to_enable(const struct liar *liar, int fd, unsigned long request)
{
	(void)liar, (void)fd;
	return request == PERF_EVENT_IOC_ENABLE;
}

static bool forgets_to_disable(const struct liar *liar, int fd, unsigned long request)
{
	(void)liar, (void)fd;
	return request == PERF_EVENT_IOC_DISABLE;
}

static bool forgets_periods(const struct liar *liar, int fd, unsigned long request)
{
	(void)liar, (void)fd;
	return request == (unsigned long)PERF_EVENT_IOC_PERIOD; /* also those that must be refused */
}

static void forgets_to_inherit(struct perf_event_attr *attr)
{
	if (attr->inherit)
		attr->inherit = attr->inherit_thread = 0;
}

static void does_not_look_at_reserved_fields(struct perf_event_attr *attr)
{
	attr->__reserved_2 = 0;
}

static int another_errno(int ret)
{
	return ret == -ECHILD || ret == -ENOSPC ? -EIO : ret;
}

static const struct lie lies[] = {
	{ .name = "one more in groups of three",
	  .invariant = "storm-count",
	  .longest = 4,
	  .read = one_more_in_groups_of_three },
	{ .name = "running longer than enabled",
	  .invariant = "storm-times",
	  .longest = 2,
	  .read = ran_too_long },
	{ .name = "never still", .invariant = "storm-times", .longest = 2, .read = never_still },
	{ .name = "one member more", .invariant = "storm-size", .longest = 2, .read = one_member_more },
	{ .name = "a word less", .invariant = "storm-size", .longest = 3, .read = a_word_less },
	{ .name = "the same id", .invariant = "storm-id", .longest = 4, .read = all_the_same_id },
	{ .name = "resets of siblings are lost",
	  .invariant = "storm-count",
	  .longest = 6,
	  .forget = forgets_resets_of_siblings },
	{ .name = "enabling is lost",
	  .invariant = "storm-count",
	  .longest = 5,
	  .forget = forgets_to_enable },
	{ .name = "disabling is lost",
	  .invariant = "storm-count",
	  .longest = 5,
	  .forget = forgets_to_disable },
	{ .name = "periods are not looked at",
	  .invariant = "storm-errno",
	  .longest = 2,
	  .forget = forgets_periods },
	{ .name = "nobody inherits",
	  .invariant = "storm-count",
	  .longest = 4,
	  .no_groups = true,
	  .open = forgets_to_inherit },
	{ .name = "reserved fields are not looked at",
	  .invariant = "storm-errno",
	  .longest = 1,
	  .open = does_not_look_at_reserved_fields },
	{ .name = "another errno", .invariant = "storm-errno", .longest = 5, .refuse = another_errno },
};

/* --- storms --------------------------------------------------------------------------------- */

/* What would be found first by chance, or not each time, is left out: clocks, page faults, times. */
static struct storm_profile profile_for(const struct lie *lie)
{
	struct storm_profile profile = {
		.weight = { 4, 3, 4, 1, 60, 2, 30, 22, 20, 15, 8, 5, 3, 4, 4, 5, 4, 60, 6, 4 },
		.whats = STORM_SOFTWARE & ~(1 << KIT_PROBE),
		.flags = (1 << STORM_FLAGS) - 1,
		.tasks = STORM_TASKS,
		.events = 32,
		.shortest = 200,
		.longest = 1500,
		.led = 45,
		.sampled = 12,
		.odd = 10,
	};

	if (lie->no_groups)
		profile.led = 0;
	if (!strcmp(lie->invariant, "storm-count")) {
		profile.whats = STORM_METERS & ~(1 << KIT_PROBE | 1 << KIT_FAULTS);
		profile.weight[STORM_REFRESH] = profile.weight[STORM_MAP] = 0;
		profile.flags &= (uint16_t)~STORM_READ_TIMES;
	}
	return profile;
}

static struct kit kit_for(const struct pmx_sys *sys, struct kit_sheet *sheet, uint64_t seed)
{
	struct kit kit = {
		.sys = sys,
		.machine = machine,
		.pmus = stress->pmus,
		.found = stress->found,
		.sheet = sheet,
		.random = { .state = seed },
		.seed = seed,
		.budget = 2000 * KIT_MSEC,
	};

	pmx_cpus_add(&kit.cpus, 0); /* which stays online whatever others test meanwhile */
	return kit;
}

/* In a process of its own, as a scenario is. */
static void blow(const struct lie *lie, uint64_t seed, struct kit_sheet *sheet)
{
	static struct liar liar;
	struct pmx_sys sys = {
		.open = liar_open,
		.read = liar_read,
		.ioctl = liar_ioctl,
		.map = liar_map,
		.unmap = liar_unmap,
		.now = liar_now,
		.ctx = &liar,
	};
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct storm_profile profile = profile_for(lie);
		struct kit kit = kit_for(&sys, sheet, seed);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		liar.lie = lie;
		storm_run(&kit, &profile, 0);
		sheet->end = KIT_FINISHED;
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void storm(const struct lie *lie, uint64_t seed, struct kit_sheet *sheet)
{
	blow(lie, seed, sheet);
	if (sheet->end != KIT_FINISHED)
		fail_msg("the storm did not end: %s", sheet->why);
}

static struct kit_sheet *new_sheet(void)
{
	struct kit_sheet *sheet = mmap(NULL, sizeof(*sheet), PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(sheet, MAP_FAILED);
	return sheet;
}

/* Operations in the list: lines of the comment at the top that begin with a number. */
static size_t listed(const char *text)
{
	const char *end = strstr(text, "*/");
	size_t count = 0;
	unsigned number;

	if (!end)
		return SIZE_MAX; /* there is no program */
	for (const char *line = text; line && line < end; line = strchr(line + 1, '\n'))
		count += sscanf(line, "\n * %u  ", &number) == 1;
	return count;
}

/* The status of what the shell is told; its words go to our own error stream. */
static int shell(const char *command)
{
	int status = system(command);

	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void assert_agrees(const char *program)
{
	char directory[256], path[300], command[700];
	FILE *file;

	if (shell("command -v cc >/dev/null"))
		return;
	assert_non_null(mkdtemp(scratch_path(directory, sizeof(directory), "storm")));
	snprintf(path, sizeof(path), "%s/it.c", directory);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(program, file) >= 0);
	assert_int_equal(fclose(file), 0);
	snprintf(command, sizeof(command),
		 "cd %s && cc -Wall -Wextra -Werror it.c -o it && timeout 20 ./it >&2", directory);
	if (shell(command))
		fail_msg("it does not compile, or does not agree with the kernel: %s/it.c\n%s",
			 directory, program);
	snprintf(command, sizeof(command), "rm -r %s", directory);
	shell(command);
}

/* --- tests ---------------------------------------------------------------------------------- */

static void each_lie_is_found_by_a_short_program(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct kit_sheet *sheet = new_sheet();

		storm(&lies[i], 1, sheet);
		if (!sheet->claimed)
			fail_msg("%s: not found", lies[i].name);
		if (strcmp(sheet->breach[0].invariant, lies[i].invariant))
			fail_msg("%s: %s: %s", lies[i].name, sheet->breach[0].invariant,
				 sheet->breach[0].text);
		if (!sheet->reproducer[0] || listed(sheet->reproducer) > lies[i].longest)
			fail_msg("%s: %s: longer than %zu:\n%s", lies[i].name,
				 sheet->breach[0].text, lies[i].longest, sheet->reproducer);
		munmap(sheet, sizeof(*sheet));
	}
}

static void the_c_program_compiles_and_agrees_with_this_kernel(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct kit_sheet *sheet = new_sheet();

		storm(&lies[i], 2, sheet);
		assert_true(sheet->claimed);
		assert_agrees(sheet->reproducer);
		munmap(sheet, sizeof(*sheet));
	}
}

static void what_does_not_repeat_is_told_all_the_same(void **state)
{
	static const struct lie once = { .name = "once",
					 .invariant = "storm-count",
					 .read = one_more_at_the_50th_read };
	struct kit_sheet *sheet = new_sheet();

	(void)state;
	storm(&once, 1, sheet);
	assert_int_equal(sheet->claimed, 1);
	assert_string_equal(sheet->breach[0].invariant, "storm-count");
	assert_memory_equal(sheet->reproducer, "not repeated in 10 runs; ", 25);
	munmap(sheet, sizeof(*sheet));
}

static void what_does_not_live_to_be_repeated_is_told_all_the_same(void **state)
{
	static const struct lie last = { .name = "last",
					 .invariant = "storm-count",
					 .read = ends_when_run_again };
	struct kit_sheet *sheet = new_sheet();

	(void)state;
	blow(&last, 1, sheet);
	assert_int_equal(sheet->end, KIT_UNFINISHED);
	assert_int_equal(sheet->claimed, 1);
	assert_string_equal(sheet->breach[0].invariant, "storm-count");
	munmap(sheet, sizeof(*sheet));
}

static void a_kernel_that_does_not_lie_is_left_alone(void **state)
{
	static const struct lie truth = { .name = "none", .invariant = "" };
	struct kit_sheet *sheet = new_sheet();

	(void)state;
	storm(&truth, 3, sheet);
	if (sheet->claimed)
		fail_msg("%s: %s\n%s", sheet->breach[0].invariant, sheet->breach[0].text,
			 sheet->reproducer);
	assert_true(sheet->operations > 1000);
	assert_true(sheet->checks >= sheet->operations);
	munmap(sheet, sizeof(*sheet));
}

static int begin(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	if (!pmx_machine_new(&machine, NULL, &err) && !pmx_stress_new(&stress, machine, NULL, &err))
		return 0;
	fprintf(stderr, "%s\n", err.text);
	return -1;
}

static int finish(void **state)
{
	(void)state;
	pmx_stress_free(stress);
	pmx_machine_free(machine);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_lie_is_found_by_a_short_program),
		cmocka_unit_test(the_c_program_compiles_and_agrees_with_this_kernel),
		cmocka_unit_test(what_does_not_repeat_is_told_all_the_same),
		cmocka_unit_test(what_does_not_live_to_be_repeated_is_told_all_the_same),
		cmocka_unit_test(a_kernel_that_does_not_lie_is_left_alone),
	};

	return cmocka_run_group_tests(tests, begin, finish);
}
