// SPDX-License-Identifier: GPL-2.0-only
/*
 * wrong.c - requests that every kernel must refuse: the tables
 *
 * Each has one thing wrong with it, so that the order in which a kernel looks does not matter.
 */
#include <errno.h>

#include "storm/wrong.h"

/* Given twice, to the compiler and to the C program that reproduces a failure. */
#define AS_TEXT(...) #__VA_ARGS__
#define OPEN(what, code, of, on, led, bits, ...)                                            \
	{                                                                                   \
		.name = what, .error = code, .attr = { __VA_ARGS__ }, .pid = of, .cpu = on, \
		.group = led, .flags = bits, .attr_text = AS_TEXT(__VA_ARGS__)              \
	}
/* No more rights than anybody has. */
#define SIZED .size = sizeof(struct perf_event_attr), .exclude_kernel = 1
/* An event that counts nothing: config 9 of software events */
#define DUMMY SIZED, .type = 1, .config = 9

const struct storm_wrong_open storm_wrong_opens[] = {
	OPEN("a type that nobody has", ENOENT, 0, -1, -1, 0, SIZED, .type = 0x7ffffff0),
	OPEN("a software event that does not exist", ENOENT, 0, -1, -1, 0, SIZED, .type = 1,
	     .config = 1000),
	OPEN("a tracepoint that does not exist", EINVAL, 0, -1, -1, 0, SIZED, .type = 2,
	     .config = 0x7fffffff),
	OPEN("an attr of 16 bytes", E2BIG, 0, -1, -1, 0, .size = 16, .type = 1, .config = 9),
	OPEN("an attr larger than a page", E2BIG, 0, -1, -1, 0, .size = 1 << 20, .type = 1,
	     .config = 9),
	OPEN("a reserved field", EINVAL, 0, -1, -1, 0, DUMMY, .__reserved_2 = 1),
	OPEN("a read format that does not exist", EINVAL, 0, -1, -1, 0, DUMMY,
	     .read_format = 1 << 20),
	OPEN("a sample type that does not exist", EINVAL, 0, -1, -1, 0, DUMMY,
	     .sample_type = 1ull << 40),
	OPEN("a period with its first bit set", EINVAL, 0, -1, -1, 0, DUMMY,
	     .sample_period = 1ull << 63),
	OPEN("a frequency beyond any limit", EINVAL, 0, -1, -1, 0, DUMMY, .freq = 1,
	     .sample_freq = 1ull << 62),
	OPEN("both enabled and removed on exec", EINVAL, 0, -1, -1, 0, DUMMY, .enable_on_exec = 1,
	     .remove_on_exec = 1),
	OPEN("inherited by threads, but not inherited", EINVAL, 0, -1, -1, 0, DUMMY,
	     .inherit_thread = 1),
	OPEN("a signal, but not removed on exec", EINVAL, 0, -1, -1, 0, DUMMY, .sigtrap = 1),
	OPEN("neither a task nor a CPU", EINVAL, -1, -1, -1, 0, DUMMY),
	OPEN("a CPU of no machine", EINVAL, -1, 1 << 24, -1, 0, DUMMY),
	OPEN("a task on a CPU of no machine", EINVAL, 0, 1 << 24, -1, 0, DUMMY),
	OPEN("CPU -2", EINVAL, 0, -2, -1, 0, DUMMY),
	OPEN("a task that cannot be", ESRCH, 0x7fffffff, -1, -1, 0, DUMMY),
	OPEN("task -2", ESRCH, -2, -1, -1, 0, DUMMY),
	OPEN("a leader that is no file", EBADF, 0, -1, 1 << 24, 0, DUMMY),
	OPEN("leader -2", EBADF, 0, -1, -2, 0, DUMMY),
	OPEN("flags that do not exist", EINVAL, 0, -1, -1, 1ul << 20, DUMMY),
	OPEN("a cgroup on no CPU", EINVAL, 0, -1, -1, PERF_FLAG_PID_CGROUP, DUMMY),
	OPEN("a cgroup that is no file", EBADF, 1 << 24, 0, -1, PERF_FLAG_PID_CGROUP, DUMMY),
};
const size_t storm_wrong_open_count = sizeof(storm_wrong_opens) / sizeof(storm_wrong_opens[0]);

const struct storm_wrong_call storm_wrong_calls[] = {
	{ .name = "a request that does not exist", .error = ENOTTY, .request = _IO('$', 99) },
	{ .name = "a closed event enabled",
	  .error = EBADF,
	  .target = STORM_OF_CLOSED,
	  .request = PERF_EVENT_IOC_ENABLE },
	{ .name = "a closed event reset",
	  .error = EBADF,
	  .target = STORM_OF_CLOSED,
	  .request = PERF_EVENT_IOC_RESET },
	{ .name = "output to what is no file",
	  .error = EBADF,
	  .request = PERF_EVENT_IOC_SET_OUTPUT,
	  .arg = 1 << 24 },
	{ .name = "a period from nowhere",
	  .error = EFAULT,
	  .request = PERF_EVENT_IOC_PERIOD,
	  .arg = 8 },
	{ .name = "an id to nowhere", .error = EFAULT, .request = PERF_EVENT_IOC_ID, .arg = 8 },
	{ .name = "a filter from nowhere",
	  .error = EFAULT,
	  .request = PERF_EVENT_IOC_SET_FILTER,
	  .arg = 8 },
};
const size_t storm_wrong_call_count = sizeof(storm_wrong_calls) / sizeof(storm_wrong_calls[0]);
