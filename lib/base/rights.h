/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rights.h - capabilities: had when they are used, and not longer
 *
 * A program with file capabilities (setcap ...+ep) can do what its user cannot. Such rights are
 * lent: for events, tracefs and /proc alone. They are put aside at the start, and taken up around
 * the system calls that are meant; files that the user names are opened with the user's own.
 *
 * The rights of root, and of who has capabilities of his own, are not ours to put aside; what no
 * later stage needs is dropped. All of it is per thread, as the kernel has it, and a new thread
 * has what its maker has.
 */
#ifndef PMX_BASE_RIGHTS_H
#define PMX_BASE_RIGHTS_H

#include <stdbool.h>
#include <stdint.h>

/* True where the program has been given rights that its user has not. */
bool pmx_rights_are_lent(void);

/* Puts lent rights aside; they can be taken up again. Others are left alone. */
void pmx_rights_put_aside(void);

/* Takes lent rights up; true when there were any, and they are to be laid down. Keeps errno. */
bool pmx_rights_take_up(void);
/* Puts aside what was taken up. Keeps errno. */
void pmx_rights_lay_down(void);

/* What this thread may use or take up (1 << CAP_...); 0 when it cannot be told. */
uint64_t pmx_rights_held(void);

/*
 * For good: of all capabilities only those of @mask (1 << CAP_...) are kept; what a command would
 * inherit stays. Nothing but system calls, and so for a child before exec, too.
 */
void pmx_rights_keep(uint64_t mask);

/*
 * One system call, or what makes nothing else, with lent rights; an expression, for what it
 * returns.
 */
#define pmx_with_rights(call)                          \
	({                                             \
		bool taken_up_ = pmx_rights_take_up(); \
		__typeof__(call) returned_ = (call);   \
		if (taken_up_)                         \
			pmx_rights_lay_down();         \
		returned_;                             \
	})

#endif
