/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_log.h - what the kernel's log says while a scenario runs
 */
#ifndef PERFMUX_STRESS_KERNEL_LOG_H
#define PERFMUX_STRESS_KERNEL_LOG_H

#include <stdbool.h>
#include <stddef.h>

struct kernel_log {
	int fd;	    /* a record a read, as /dev/kmsg has them; or -errno */
	long taint; /* as it was last; -1: not known */
};

void kernel_log_open(struct kernel_log *log); /* from now on */
void kernel_log_close(struct kernel_log *log);

/*
 * True when something was reported since the last look; @quote is the report's first lines, in one,
 * or the flags that the kernel has set on itself.
 */
bool kernel_log_look(struct kernel_log *log, char *quote, size_t size);

/* True when this line of the log begins the report of a fault of the kernel's. */
bool kernel_log_is_report(const char *line);

#endif
