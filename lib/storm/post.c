// SPDX-License-Identifier: GPL-2.0-only
/*
 * post.c - tasks that wait for orders, do them, and answer
 *
 * A task is made by the task that is to be its parent, so that it inherits that one's events, and
 * is the driver's child nevertheless (CLONE_PARENT), who can wait for its end. It runs on a stack
 * in shared memory, which costs no page faults after a fork. A thread shares the C library's data
 * with whoever made it, errno too: it makes no system call that could fail while others run.
 */
#include "storm/post.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STACK = 65536 };

struct mail {
	enum storm_order order;
	unsigned what;
	unsigned long number;
	long result;
};

struct box {
	struct storm_post *post;
	struct mail mail;
	int ask, answer; /* eventfds */
	bool follows;	 /* ends when the driver does */
};

struct storm_post {
	char stack[STORM_TASKS][STACK];
	struct box box[STORM_TASKS];
	const struct kit *kit;
	pid_t driver;
};

static long do_order(struct box *box, const struct mail *mail);

/* --- a task --------------------------------------------------------------------------------- */

/* Tasks run where a sanitizer has no stack of theirs on its books. */
#define TASK_CODE __attribute__((no_sanitize("address")))

/* Returns when it is to end. */
TASK_CODE static int live(void *arg)
{
	struct box *box = arg;
	uint64_t one = 1;

	while (read(box->ask, &one, sizeof(one)) == sizeof(one)) {
		if (box->mail.order == STORM_DO_END) {
			if (box->mail.number)
				syscall(SYS_exit_group, 0);
			break;
		}
		box->mail.result = do_order(box, &box->mail);
		if (write(box->answer, &one, sizeof(one)) != sizeof(one))
			break;
	}
	return 0;
}

TASK_CODE static int live_process(void *arg)
{
	const struct box *box = arg;

	if (box->follows)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return live(arg);
}

TASK_CODE static long make_process(struct box *own, struct box *box, void *top)
{
	bool driver = getpid() == own->post->driver;
	int flags = CLONE_FILES | SIGCHLD | (driver ? 0 : CLONE_PARENT);

	/*
	 * It would follow its parent's thread, which is the driver's first one, or another of the
	 * driver's, which may end before the driver does.
	 */
	box->follows = driver ? own == own->post->box : own->follows;
	return clone(live_process, top, flags, box);
}

TASK_CODE static long make_thread(const struct box *own, struct box *box, void *top)
{
	box->follows = own->follows;
	return clone(live, top,
		     CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			     CLONE_SYSVSEM,
		     box);
}

TASK_CODE static long do_order(struct box *box, const struct mail *mail)
{
	struct storm_post *post = box->post;
	long result = 0;

	switch (mail->order) {
	case STORM_DO_FORK:
		result = make_process(box, &post->box[mail->number],
				      post->stack[mail->number] + STACK);
		break;
	case STORM_DO_THREAD:
		result = make_thread(box, &post->box[mail->number],
				     post->stack[mail->number] + STACK);
		break;
	case STORM_DO_WORK:
		kit_work(kit_meter(post->kit, (enum kit_meter_kind)mail->what), mail->number);
		break;
	case STORM_DO_SWITCH:
		result = prctl((int)mail->number, 0, 0, 0, 0);
		break;
	case STORM_DO_END:
		break;
	}
	return result < 0 ? -errno : result;
}

/* --- the driver ----------------------------------------------------------------------------- */

struct storm_post *storm_post_new(struct kit *kit)
{
	struct storm_post *post = kit_shared(kit, sizeof(*post));

	post->kit = kit;
	post->driver = getpid();
	for (unsigned i = 0; i < STORM_TASKS; i++) {
		struct box *box = &post->box[i];

		box->post = post;
		box->ask = eventfd(0, EFD_CLOEXEC);
		box->answer = eventfd(0, EFD_CLOEXEC);
		if (box->ask < 0 || box->answer < 0)
			kit_error(kit, "eventfd: %s", strerror(errno));
	}
	return post;
}

void storm_post_free(struct storm_post *post)
{
	for (unsigned i = 0; i < STORM_TASKS; i++) {
		close(post->box[i].ask);
		close(post->box[i].answer);
	}
	munmap(post, sizeof(*post));
}

static void pass(struct kit *kit, ssize_t done)
{
	if (done != sizeof(uint64_t))
		kit_error(kit, "eventfd of a task: %s", strerror(errno));
}

long storm_post_send(struct storm_post *post, struct kit *kit, unsigned slot,
		     enum storm_order order, unsigned what, unsigned long number)
{
	struct box *box = &post->box[slot];
	uint64_t one = 1;
	ssize_t done;

	box->mail = (struct mail){ .order = order, .what = what, .number = number };
	if (slot == 0)
		return do_order(box, &box->mail);
	pass(kit, write(box->ask, &one, sizeof(one)));
	if (order == STORM_DO_END)
		return 0;
	do
		done = read(box->answer, &one, sizeof(one));
	while (done < 0 && errno == EINTR);
	pass(kit, done);
	return box->mail.result;
}
