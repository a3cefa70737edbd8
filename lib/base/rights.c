// SPDX-License-Identifier: GPL-2.0-only
/*
 * rights.c - capabilities: had when they are used, and not longer
 *
 * By the system calls themselves: a child that shares our memory may make nothing else, and each
 * start would pay for a library.
 */
#include <errno.h>
#include <linux/capability.h>
#include <linux/xattr.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/rights.h"

#define WORDS _LINUX_CAPABILITY_U32S_3

struct set {
	struct __user_cap_header_struct head;
	struct __user_cap_data_struct data[WORDS];
};

#define NO_ASAN __attribute__((no_sanitize("address", "undefined")))

NO_ASAN static bool get(struct set *set)
{
	set->head.version = _LINUX_CAPABILITY_VERSION_3;
	set->head.pid = 0;
	return !syscall(SYS_capget, &set->head, set->data);
}

NO_ASAN static void put(struct set *set)
{
	set->head.version = _LINUX_CAPABILITY_VERSION_3; /* capget() may have written there */
	syscall(SYS_capset, &set->head, set->data);
}

/* A security module may ask for care at exec, too. Where it cannot be told rights count as lent. */
static bool has_rights_of_its_own(void)
{
	int saved = errno;
	bool has = getxattr("/proc/self/exe", XATTR_NAME_CAPS, NULL, 0) >= 0 || errno != ENODATA;

	errno = saved;
	return has;
}

/* The kernel says so at exec; of root, and with set-user-ID, it means something else. */
bool pmx_rights_are_lent(void)
{
	return getauxval(AT_SECURE) && getuid() != 0 && getuid() == geteuid() &&
	       has_rights_of_its_own();
}

static bool set_effective(bool all)
{
	int saved = errno;
	struct set set;
	bool any = false;

	if (get(&set)) {
		for (int i = 0; i < WORDS; i++) {
			any |= set.data[i].permitted != 0;
			set.data[i].effective = all ? set.data[i].permitted : 0;
		}
		put(&set);
	}
	errno = saved;
	return any;
}

void pmx_rights_put_aside(void)
{
	if (pmx_rights_are_lent())
		set_effective(false);
}

bool pmx_rights_take_up(void)
{
	return pmx_rights_are_lent() && set_effective(true);
}

uint64_t pmx_rights_held(void)
{
	struct set set;

	if (!get(&set))
		return 0;
	return (uint64_t)set.data[1].permitted << 32 | set.data[0].permitted;
}

void pmx_rights_lay_down(void)
{
	set_effective(false);
}

NO_ASAN void pmx_rights_keep(uint64_t mask)
{
	struct set set;

	if (!get(&set))
		return;
	for (int i = 0; i < WORDS; i++) {
		uint32_t kept = (uint32_t)(mask >> 32 * i);

		set.data[i].permitted &= kept;
		set.data[i].effective &= kept;
	}
	put(&set);
}
