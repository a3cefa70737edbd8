// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_session_breakpoint.c - breakpoints in a session: slots, and symbols that wait for a process
 */
#include "sessions.h"

#include <linux/hw_breakpoint.h>
#include <unistd.h>

static const struct pmx_pmu fake_breakpoint = {
	"breakpoint", PERF_TYPE_BREAKPOINT, PMX_PMU_BREAKPOINT, true, false, { { 0 } }
};

/* The task is this very process, whose symbols can be found. */
static int set_up(void **state)
{
	setup(state);
	b->tasks[0] = (struct pmx_task){ .tid = getpid(), .pid = getpid() };
	return 0;
}

static struct pmx_event *breakpoint(uint32_t access, uint64_t address, int group)
{
	struct pmx_event *event = fake_event(&b->events, &fake_breakpoint, b->events.count, group);

	event->attr.config = 0;
	event->attr.bp_type = access;
	event->attr.bp_addr = address;
	event->attr.bp_len = access == HW_BREAKPOINT_X ? sizeof(long) : 4;
	return event;
}

/* One whose symbol has to be found. */
static void symbol(const char *name, int group)
{
	struct pmx_event *event = breakpoint(HW_BREAKPOINT_EMPTY, 0, group);

	event->attr.bp_len = 0;
	event->symbol = calloc(1, sizeof(*event->symbol));
	event->symbol->name = strdup(name);
}

static int count_breakpoints(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu, (void)group_fd;
	return b->kernel.opens >= 4 ? -ENOSPC : 0;
}

static void more_breakpoints_than_slots_are_refused_by_name(void **state)
{
	unsigned slots = pmx_breakpoint_slots();

	(void)state;
	for (unsigned i = 0; i < 6; i++)
		breakpoint(HW_BREAKPOINT_W, 0x1000 + 8 * i, -1);
	if (!slots)
		b->kernel.on_open = count_breakpoints;
	open_bench();
	assert_int_equal(pmx_session_open_count(b->session), 4);
	if (slots)
		assert_int_equal(b->kernel.opens, slots); /* the kernel is not asked for more */
	assert_string_equal(why(3), "");
	assert_non_null(strstr(why(4), "breakpoint-0, breakpoint-1, breakpoint-2, breakpoint-3"));
	if (slots)
		assert_non_null(strstr(why(4), "all 4 breakpoint slots"));
	assert_non_null(strstr(why(5), "slots of the CPU are in use"));
}

static int no_slot(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu, (void)group_fd;
	return -ENOSPC;
}

static void slots_of_others_are_not_said_to_be_ours(void **state)
{
	(void)state;
	breakpoint(HW_BREAKPOINT_W, 0x1000, -1);
	b->kernel.on_open = no_slot;
	open_bench();
	assert_non_null(strstr(why(0), "somebody else"));
}

static void each_task_has_slots_of_its_own(void **state)
{
	struct pmx_task tasks[2] = { { .tid = 10, .pid = 10 }, { .tid = 11, .pid = 10 } };

	(void)state;
	b->target.tasks = tasks;
	b->target.task_count = 2;
	for (unsigned i = 0; i < 4; i++)
		breakpoint(HW_BREAKPOINT_W, 0x1000 + 8 * i, -1);
	open_bench();
	assert_int_equal(pmx_session_open_count(b->session), 8);
	pmx_session_free(b->session);
	b->session = NULL;
}

static int invalid(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu, (void)group_fd;
	return -EINVAL;
}

static void what_a_cpu_cannot_watch_is_said_with_what_it_can(void **state)
{
	(void)state;
	breakpoint(HW_BREAKPOINT_R, 0x1000, -1);
	breakpoint(HW_BREAKPOINT_X | HW_BREAKPOINT_W, 0x1000, -1);
	breakpoint(HW_BREAKPOINT_X, 0x1000, -1)->attr.bp_len = 4;
	b->kernel.on_open = invalid;
	open_bench();
	assert_non_null(strstr(why(1), "two events, x and rw"));
#if defined(__x86_64__) || defined(__i386__)
	assert_non_null(strstr(why(0), "write rw"));
	assert_non_null(strstr(why(2), "length of a long"));
#endif
}

static int refuse_remove_on_exec(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	return attr->remove_on_exec ? -EINVAL : 0;
}

/* The descriptor that the fake kernel gave out last, with what it was asked for. */
static const struct perf_event_attr *last_opened(void)
{
	int last = 0;

	for (int fd = 0; fd < FAKE_FDS; fd++)
		if (b->kernel.attr[fd].size)
			last = fd;
	return &b->kernel.attr[last];
}

static volatile int watched;

static void a_symbol_of_a_process_is_opened_at_its_address(void **state)
{
	(void)state;
	watched = 1;
	symbol("watched", -1);
	open_bench();
	assert_int_equal(pmx_session_open_count(b->session), 1);
	assert_int_equal(last_opened()->bp_addr, (uintptr_t)&watched);
	assert_int_equal(last_opened()->bp_len, 4);
	assert_int_equal(last_opened()->bp_type, HW_BREAKPOINT_RW);
	assert_int_equal(last_opened()->remove_on_exec, 1);
	assert_int_equal(last_opened()->disabled, 1);
}

static void a_kernel_that_cannot_end_events_at_exec_counts_all_the_same(void **state)
{
	(void)state;
	symbol("watched", -1);
	b->kernel.on_open = refuse_remove_on_exec;
	open_bench();
	assert_int_equal(pmx_session_open_count(b->session), 1);
	assert_int_equal(last_opened()->remove_on_exec, 0);
}

static void a_commands_symbols_wait_and_the_others_do_not(void **state)
{
	struct pmx_error err;
	uint64_t entry;

	(void)state;
	b->target.kind = PMX_TARGET_COMMAND;
	fake_event(&b->events, &fake_software, 2, -1);
	symbol("watched", -1);
	fake_event(&b->events, &fake_software, 3, 0);
	symbol("watched", 0);
	fake_event(&b->events, &fake_software, 4, -1);
	open_to_start(PMX_START_ON_EXEC);
	assert_int_equal(pmx_session_open_count(b->session), 2);
	for (size_t i = 0; i < b->plan->counter_count; i++)
		if (b->plan->counters[i].event == 1 || b->plan->counters[i].event == 3)
			assert_non_null(strstr(why(i), "before its libraries were loaded"));
	pmx_session_read(b->session, &b->snap);

	/* we are the command */
	assert_int_equal(pmx_symbols_locate(b->symbols, getpid(), true, &entry, &err), 0);
	pmx_session_open_located(b->session);
	assert_int_equal(pmx_session_open_count(b->session), 5);
	for (size_t i = 0; i < b->plan->counter_count; i++)
		assert_string_equal(why(i), "");
	assert_int_equal(last_opened()->bp_addr, (uintptr_t)&watched);
	assert_int_equal(last_opened()->enable_on_exec, 0);
	assert_int_equal(last_opened()->disabled, 0);
	pmx_session_read(b->session, &b->snap);
	for (size_t i = 0; i < b->snap.count; i++)
		assert_int_equal(b->snap.values[i].status, PMX_COUNTED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(more_breakpoints_than_slots_are_refused_by_name),
		TEST(slots_of_others_are_not_said_to_be_ours),
		TEST(each_task_has_slots_of_its_own),
		TEST(what_a_cpu_cannot_watch_is_said_with_what_it_can),
		TEST(a_symbol_of_a_process_is_opened_at_its_address),
		TEST(a_kernel_that_cannot_end_events_at_exec_counts_all_the_same),
		TEST(a_commands_symbols_wait_and_the_others_do_not),
	};

	return cmocka_run_group_tests_name("session_breakpoint", tests, NULL, NULL);
}
