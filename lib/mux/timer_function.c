// SPDX-License-Identifier: GPL-2.0-only
/*
 * timer_function.c - a function of the kernel, by name or by address, in a filter
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/machine_private.h"
#include "base/num.h"
#include "mux/timer_function.h"

#define SYMBOLS "/proc/kallsyms"

enum {
	MAX_FUNCTION = 128,
	MAX_ADDRESSES = 4, /* functions of one name in several files of the kernel */
	MAX_LINE = 1024,
};

struct addresses {
	uint64_t list[MAX_ADDRESSES];
	size_t count;
	bool hidden;
};

int pmx_timer_filter_by_name(const char *function, char *filter, size_t size, struct pmx_error *err)
{
	size_t length = strlen(function);

	if (!length || length > MAX_FUNCTION ||
	    function[strspn(function, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_.")])
		return pmx_error_set(err, -EINVAL, "'%s' is no name of a function", function);
	snprintf(filter, size, "function.function == %s", function);
	return 0;
}

/* Takes "ffffffff81586e30 t name", with a module's name behind it perhaps. */
static void take_line(char *line, const char *function, struct addresses *found)
{
	char *type = strchr(line, ' '), *name, *end;
	uint64_t address;

	if (!type || !type[1] || type[2] != ' ')
		return;
	*type = '\0';
	name = type + 3;
	end = name + strcspn(name, " \t\n");
	*end = '\0';
	if (strcmp(name, function) != 0 || pmx_num_hex(line, UINT64_MAX, &address))
		return;
	if (!address)
		found->hidden = true;
	else if (found->count < MAX_ADDRESSES)
		found->list[found->count++] = address;
}

static int find_addresses(struct pmx_machine *machine, const char *function,
			  struct addresses *found, struct pmx_error *err)
{
	pmx_autoclose int fd = pmx_machine_open(machine, SYMBOLS, O_RDONLY);
	pmx_autofclose FILE *file = NULL;
	char line[MAX_LINE];

	if (fd < 0)
		return pmx_error_set(err, fd, "%s: %s", SYMBOLS, strerror(-fd));
	file = fdopen(fd, "r");
	if (!file)
		return pmx_error_nomem(err);
	pmx_take_fd(&fd);
	while (fgets(line, sizeof(line), file))
		take_line(line, function, found);
	return 0;
}

static int none_found(const struct addresses *found, const char *function, struct pmx_error *err)
{
	if (!found->hidden)
		return pmx_error_set(err, -ENOENT, "the kernel has no function %s", function);
	pmx_error_set(err, -EACCES, "the address of the kernel's function %s is hidden", function);
	pmx_error_hint(err, "as root, sysctl kernel.kptr_restrict=1");
	return -EACCES;
}

int pmx_timer_filter_by_address(struct pmx_machine *machine, const char *function, char *filter,
				size_t size, struct pmx_error *err)
{
	struct addresses found = { .count = 0 };
	int ret = find_addresses(machine, function, &found, err);
	size_t length = 0;

	if (ret)
		return ret;
	if (!found.count)
		return none_found(&found, function, err);
	for (size_t i = 0; i < found.count && length < size; i++)
		length += (size_t)snprintf(filter + length, size - length, "%sfunction == 0x%llx",
					   i ? " || " : "", (unsigned long long)found.list[i]);
	return 0;
}
