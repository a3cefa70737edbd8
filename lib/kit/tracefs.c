// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracefs.c - tracefs for those whom a directory's fd does not help
 *
 * A supervisor puts back what a scenario that is gone has changed, and has no more than a name for
 * it. The readers of formats want a path; they get one in a mount namespace that ends with the
 * scenario. It is mounted without options, which would change it for everybody.
 */
#include "kit/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "kit/mount.h"

#define PLACE "/sys/kernel/tracing"

const char *kit_tracefs_name(const char *path)
{
	size_t length = strlen(KIT_TRACEFS);

	return strncmp(path, KIT_TRACEFS, length) ? NULL : path + length;
}

int kit_tracefs_write(const char *name, const char *text)
{
	pmx_autoclose int nowhere = kit_mount_nowhere("tracefs");
	pmx_autoclose int mounted = -1;

	if (nowhere >= 0)
		return kit_write_at(nowhere, name, text);
	/* who may not mount may still find it mounted */
	mounted = open(PLACE, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return mounted < 0 ? nowhere : kit_write_at(mounted, name, text);
}

void kit_tracefs_mount(struct kit *kit)
{
	struct pmx_error err = { 0 };

	if (pmx_machine_tracefs(kit->machine, NULL))
		return;
	/* only below /sys are mounts kept from others: what is mounted elsewhere is no concern */
	if (unshare(CLONE_NEWNS) || mount(NULL, "/sys", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("tracefs", PLACE, "tracefs", 0, NULL))
		kit_error(kit, "tracefs cannot be mounted for this process alone: %s",
			  strerror(errno));
	/*
	 * the old one knows that it is not mounted, and is the parent's: its memory is as good as
	 * gone
	 */
	if (pmx_machine_new(&kit->machine, NULL, &err))
		kit_error(kit, "%s", err.text);
	if (!pmx_machine_tracefs(kit->machine, NULL))
		kit_error(kit, "tracefs was mounted at " PLACE " and is not there");
}
