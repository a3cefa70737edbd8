// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel_log.c - /dev/kmsg and the taint, watched for reports of the kernel's own checks
 *
 * A record of /dev/kmsg is "priority,number,time,flags;text", see
 * Documentation/ABI/testing/dev-kmsg; the taint is a set of bits, see
 * Documentation/admin-guide/tainted-kernels.rst.
 */
#include "stress/kernel_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

enum {
	LINES = 6, /* of a report that are quoted */
	TAINT_DIED = 1 << 7,
	TAINT_WARNED = 1 << 9,
	TAINT_LOCKUP = 1 << 14,
};

/* What the kernel's own checks begin their reports with. */
static const char *const reports[] = {
	"WARNING: ",
	"BUG: ",
	"BUG at ",
	"kernel BUG",
	"KASAN: ",
	"KCSAN: ",
	"KMSAN: ",
	"UBSAN: ",
	"KFENCE: ",
	"Oops",
	"INFO: task ",
	"INFO: possible ",
	"INFO: inconsistent ",
	"INFO: suspicious ",
	"suspicious RCU usage",
	"rcu: INFO: ",
	"soft lockup",
	"hard LOCKUP",
	"general protection fault:", /* not "traps: ...", which is of a program */
	"general protection fault, ",
	"Unable to handle",
	"unable to handle",
	"refcount_t: ",
	"list_add corruption",
	"list_del corruption",
	"DEBUG_LOCKS_WARN_ON",
	"kmemleak: ",
	"Kernel panic",
	"Internal error: ",
	"bad page state",
	"Bad page state",
	"slab error",
};

bool kernel_log_is_report(const char *line)
{
	for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++)
		if (strstr(line, reports[i]))
			return true;
	return false;
}

static long read_taint(void)
{
	pmx_autoclose int fd = open("/proc/sys/kernel/tainted", O_RDONLY | O_CLOEXEC);
	char text[32];
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (length <= 0)
		return -1;
	text[length] = '\0';
	return strtol(text, NULL, 10);
}

void kernel_log_open(struct kernel_log *log)
{
	log->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (log->fd < 0)
		log->fd = -errno;
	else
		lseek(log->fd, 0, SEEK_END);
	log->taint = read_taint();
}

void kernel_log_close(struct kernel_log *log)
{
	if (log->fd >= 0)
		close(log->fd);
	log->fd = -EBADF;
}

/* Into @line the text of a record, in its first line; false for one that user space wrote. */
static bool cut_text(const char *record, char *line, size_t size)
{
	unsigned long priority = strtoul(record, NULL, 10);
	const char *text = strchr(record, ';');

	text = text ? text + 1 : record;
	snprintf(line, size, "%.*s", (int)strcspn(text, "\n"), text);
	return priority >> 3 == 0; /* LOG_KERN */
}

/*
 * The next line of the kernel's; false at the end. Lines for which the log had no room are skipped.
 */
static bool next_line(const struct kernel_log *log, char *line, size_t size)
{
	char record[2048];
	ssize_t length;

	do {
		do
			length = read(log->fd, record, sizeof(record) - 1);
		while (length < 0 && (errno == EPIPE || errno == EINTR || errno == EINVAL));
		if (length <= 0)
			return false;
		record[length] = '\0';
	} while (!cut_text(record, line, size));
	return true;
}

static void append(char *quote, size_t size, const char *line)
{
	size_t used = strlen(quote);

	snprintf(quote + used, size - used, "%s%s", used ? " | " : "", line);
}

bool kernel_log_look(struct kernel_log *log, char *quote, size_t size)
{
	static const long bad = TAINT_DIED | TAINT_WARNED | TAINT_LOCKUP;
	long before = log->taint, taint = read_taint();
	char line[512];
	int quoted = 0;

	quote[0] = '\0';
	log->taint = taint;
	while (log->fd >= 0 && next_line(log, line, sizeof(line)))
		if (quoted ? quoted < LINES : kernel_log_is_report(line)) {
			append(quote, size, line);
			quoted++;
		}
	if (!quoted && taint >= 0 && before >= 0 && (taint & ~before & bad))
		snprintf(quote, size, "the kernel is tainted: %#lx, was %#lx", taint, before);
	return quote[0];
}
