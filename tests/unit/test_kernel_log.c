// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_kernel_log.c - which lines of the kernel's log are reports of a fault
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "skips.h"
#include "stress/kernel_log.h"

static void reports_of_the_kernels_checks_are_seen(void **state)
{
	static const char *const lines[] = {
		"WARNING: CPU: 1 PID: 42 at kernel/events/core.c:2345 event_sched_out+0x1/0x2",
		"BUG: KASAN: slab-use-after-free in perf_event_release_kernel+0x10/0x20",
		"BUG: kernel NULL pointer dereference, address: 0000000000000008",
		"kernel BUG at kernel/events/core.c:1234!",
		"UBSAN: array-index-out-of-bounds in kernel/events/core.c:77:7",
		"BUG: KCSAN: data-race in perf_read / perf_write",
		"WARNING: possible circular locking dependency detected",
		"INFO: task perfmux:99 blocked for more than 120 seconds.",
		"rcu: INFO: rcu_preempt self-detected stall on CPU",
		"watchdog: BUG: soft lockup - CPU#1 stuck for 26s! [perfmux:99]",
		"Oops: general protection fault, probably for non-canonical address: 0000 [#1]",
		"Internal error: Oops: 0000000096000004 [#1] SMP",
		"Unable to handle kernel paging request at virtual address ffff800000000000",
		"refcount_t: underflow; use-after-free.",
		"kmemleak: 3 new suspected memory leaks",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_true(kernel_log_is_report(lines[i]));
}

static void what_is_no_fault_is_not(void **state)
{
	static const char *const lines[] = {
		"",
		"perf: interrupt took too long (2510 > 2500), lowering "
		"kernel.perf_event_max_sample_rate",
		"smpboot: CPU 1 is now offline",
		"Debugging information follows",
		"systemd[1]: Started Update the INFO: page.",
		"traps: nano[33] general protection fault ip:7f0000000000 sp:7ffc00000000 error:0",
		"perfmux[42]: segfault at 0 ip 0000000000401136 sp 00007ffd",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_false(kernel_log_is_report(lines[i]));
}

/* A log whose records are those given, a read each. */
static int fill(struct kernel_log *log, const char *const *records)
{
	int pair[2];

	*log = (struct kernel_log){ .taint = -1 };
	assert_int_equal(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair),
			 0);
	while (*records) {
		assert_true(send(pair[1], *records, strlen(*records), 0) > 0);
		records++;
	}
	log->fd = pair[0];
	return pair[1];
}

static void a_report_is_quoted_once_with_what_follows(void **state)
{
	static const char *const records[] = {
		"6,99,5,-;all is well",
		"4,100,5,-;WARNING: CPU: 1 PID: 42 at core.c:1\n SUBSYSTEM=none",
		"4,101,5,-;Modules linked in:",
		NULL,
	};
	struct kernel_log log;
	char quote[480];
	int writer = fill(&log, records);

	(void)state;
	assert_true(kernel_log_look(&log, quote, sizeof(quote)));
	assert_string_equal(quote, "WARNING: CPU: 1 PID: 42 at core.c:1 | Modules linked in:");
	assert_false(kernel_log_look(&log, quote, sizeof(quote)));
	assert_string_equal(quote, "");
	close(writer);
	kernel_log_close(&log);
}

static void what_user_space_writes_is_no_report(void **state)
{
	static const char *const records[] = { "12,99,5,-;BUG: a program says so", NULL };
	struct kernel_log log;
	char quote[480];
	int writer = fill(&log, records);

	(void)state;
	assert_false(kernel_log_look(&log, quote, sizeof(quote)));
	close(writer);
	kernel_log_close(&log);
}

static void a_long_report_is_cut(void **state)
{
	char line[600] = "0,1,5,-;BUG: ";
	const char *records[] = { line, line, NULL };
	struct kernel_log log;
	char quote[100];
	int writer;

	(void)state;
	memset(line + strlen(line), 'x', 500);
	writer = fill(&log, records);
	assert_true(kernel_log_look(&log, quote, sizeof(quote)));
	assert_int_equal(strlen(quote), sizeof(quote) - 1);
	close(writer);
	kernel_log_close(&log);
}

static void a_taint_that_was_not_there_is_told(void **state)
{
	struct kernel_log log;
	char quote[480];

	(void)state;
	kernel_log_open(&log);
	if (log.taint < 0 || !(log.taint & 1 << 9)) {
		assert_false(kernel_log_look(&log, quote, sizeof(quote)));
		kernel_log_close(&log);
		skip_because("needs a kernel that has warned before");
	}
	log.taint &= ~(1L << 9);
	assert_true(kernel_log_look(&log, quote, sizeof(quote)));
	assert_non_null(strstr(quote, "tainted"));
	kernel_log_close(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_of_the_kernels_checks_are_seen),
		cmocka_unit_test(what_is_no_fault_is_not),
		cmocka_unit_test(a_report_is_quoted_once_with_what_follows),
		cmocka_unit_test(what_user_space_writes_is_no_report),
		cmocka_unit_test(a_long_report_is_cut),
		cmocka_unit_test(a_taint_that_was_not_there_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
