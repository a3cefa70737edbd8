// SPDX-License-Identifier: GPL-2.0-only
/*
 * turns.c - lets the CPUs of an emulated machine take turns, many times in a millisecond
 *
 * QEMU changes from one CPU to another when the first waits or pauses, and a busy program may not do
 * so for long. A timer on each CPU does it in between.
 */
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/smp.h>

static int us = 250; /* between two turns, on average */
module_param(us, int, 0444);

static DEFINE_PER_CPU(struct hrtimer, timers);
static DEFINE_PER_CPU(u32, dice);

/* Irregular, or CPUs in step would pass the turn on to the same one again and again. */
static ktime_t interval(void)
{
	u32 next = this_cpu_read(dice) * 1664525 + 1013904223; /* Numerical Recipes, chapter 7.1 */
	u32 ns = us * 1000;

	this_cpu_write(dice, next);
	return ns_to_ktime(ns / 2 + (next >> 8) % ns);
}

static enum hrtimer_restart turn(struct hrtimer *timer)
{
#ifdef CONFIG_ARM64
	asm volatile("yield");
#else
	asm volatile("pause");
#endif
	hrtimer_forward_now(timer, interval());
	return HRTIMER_RESTART;
}

static void begin(void *unused)
{
	struct hrtimer *timer = this_cpu_ptr(&timers);

	this_cpu_write(dice, smp_processor_id());
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = turn;
	hrtimer_start(timer, interval(), HRTIMER_MODE_REL_PINNED_HARD);
}

static int __init turns_init(void)
{
	on_each_cpu(begin, NULL, 1);
	return 0;
}

static void __exit turns_exit(void)
{
	int cpu;

	for_each_online_cpu(cpu) hrtimer_cancel(per_cpu_ptr(&timers, cpu));
}

module_init(turns_init);
module_exit(turns_exit);
MODULE_DESCRIPTION("CPUs that take turns");
MODULE_LICENSE("GPL");
