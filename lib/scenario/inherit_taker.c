// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_taker.c - a child that gets its parent's context
 *
 * When the kernel switches from one task straight to its clone it swaps their contexts: what was on
 * stays on. So the child must run when the parent goes to sleep, and be asleep itself before the
 * parent runs again: it then keeps the context, with the parent's own events, and the parent has
 * the child's copies.
 */
#include "scenario/inherit.h"

enum { RUN_MS = 2, SLEEP_MS = 6 };

static void take(struct kit *kit, void *arg)
{
	struct inherit_taker *taker = arg;

	(void)kit;
	kit_spin(RUN_MS * KIT_MSEC);
	kit_gate_wait(&taker->gate, 1);
}

struct inherit_taker *inherit_taker(struct kit *kit)
{
	struct inherit_taker *taker = kit_shared(kit, sizeof(*taker));

	taker->pid = kit_fork(kit, take, taker);
	kit_sleep(SLEEP_MS * KIT_MSEC);
	kit_wait_asleep(kit, taker->pid);
	return taker;
}

void inherit_taker_end(struct kit *kit, struct inherit_taker *taker)
{
	kit_gate_open(&taker->gate, 1);
	kit_wait(kit, taker->pid);
}
