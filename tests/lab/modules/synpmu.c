// SPDX-License-Identifier: GPL-2.0-only
/*
 * synpmu.c - synthetic PMUs, to count on where there is none, and where the truth is known
 *
 *	big, little	core PMUs: events of tasks or CPUs, on the CPUs of a list only
 *	unc		like an uncore box: events of CPUs only, has a cpumask
 *	ibs		like AMD's: one event at a time, which must sample with precise_ip
 *
 * An event counts multiplier[config] for each nanosecond that it was on its PMU. Everything else
 * is a module parameter. README.md says what each does to perf.
 */
#include <asm/irq_regs.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/version.h>

/* 6.2 rewrote the contexts of perf, and with them some of struct pmu. */
#define AFTER_REWRITE (LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0))

typedef char *charp;
#define PARAMETER(type, name, value, mode) \
	static type name = value;          \
	module_param(name, type, mode)

PARAMETER(charp, big, "0-1", 0444); /* CPU list, or "none" for no such PMU */
PARAMETER(charp, little, "2-3", 0444);
PARAMETER(charp, unc, "0", 0444);
PARAMETER(charp, ibs, "0-3", 0444);
PARAMETER(charp, bigname, "syn_big", 0444);
PARAMETER(charp, litname, "syn_little", 0444);
PARAMETER(charp, uncname, "syn_unc", 0444);
PARAMETER(charp, ibsname, "syn_ibs", 0444);
PARAMETER(int, nbig, 4, 0444); /* counters on each CPU */
PARAMETER(int, nlittle, 2, 0444);
PARAMETER(int, nunc, 2, 0444);
PARAMETER(int, raw, 0, 0444);		  /* 1: big takes type 4, PERF_TYPE_RAW */
PARAMETER(int, hw, 1, 0444);		  /* core PMUs take hardware cycles and instructions */
PARAMETER(int, hetero, 1, 0444);	  /* before 6.2: core PMUs may share a context */
PARAMETER(int, ibs_task, -1, 0444);	  /* ibs takes events of tasks; -1: from 6.2 on */
PARAMETER(int, ibs_exclude, 0, 0444);	  /* ibs takes exclude bits, which AMD's refuses */
PARAMETER(charp, silent, "", 0444);	  /* the PMU of this name counts nothing */
PARAMETER(int, fail_config, -1, 0644);	  /* opening this config fails ... */
PARAMETER(int, fail_errno, EINVAL, 0644); /* ... with this errno */

enum kind { CORE, UNCORE, IBS };
enum { MAX_CONFIG = 15 };

struct syn {
	struct pmu pmu;
	enum kind kind;
	struct cpumask mask;
	int counters;	    /* on each CPU */
	int __percpu *used; /* of them */
	const struct attribute_group *groups[4];
	bool is_registered;
};

/* On its own, since hw.hrtimer shares a union with hw.config, hw.idx and hw.flags. */
struct syn_event {
	struct hrtimer timer;
	struct perf_event *event;
	u64 rate; /* counted for each nanosecond */
};

static const u64 multiplier[MAX_CONFIG + 1] = { 1, 2, 3, 5, 7, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
static struct syn pmus[4];

/* perf_event_overflow(), which the kernel does not export to modules. */
static int (*overflow)(struct perf_event *event, struct perf_sample_data *data,
		       struct pt_regs *regs);

static struct syn *to_syn(struct pmu *pmu)
{
	return container_of(pmu, struct syn, pmu);
}

static struct syn_event *own(struct perf_event *event)
{
	return event->pmu_private;
}

/* --- counting ------------------------------------------------------------------------------- */

static ktime_t period(struct perf_event *event)
{
	return ns_to_ktime(max_t(u64, 10000, event->hw.sample_period));
}

static void syn_update(struct perf_event *event)
{
	u64 now = ktime_get_mono_fast_ns();
	u64 before = local64_xchg(&event->hw.prev_count, now);

	local64_add((now - before) * own(event)->rate, &event->count);
}

static bool is_wanted_sample(struct perf_event *event, struct pt_regs *regs)
{
	return regs && overflow && !(event->attr.exclude_kernel && !user_mode(regs));
}

static enum hrtimer_restart syn_tick(struct hrtimer *timer)
{
	struct perf_event *event = container_of(timer, struct syn_event, timer)->event;
	struct pt_regs *regs = get_irq_regs();
	struct perf_sample_data data;

	if (event->state != PERF_EVENT_STATE_ACTIVE || (event->hw.state & PERF_HES_STOPPED))
		return HRTIMER_NORESTART;
	syn_update(event);
	perf_sample_data_init(&data, 0, event->hw.last_period);
	if (is_wanted_sample(event, regs) && overflow(event, &data, regs))
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, period(event));
	return HRTIMER_RESTART;
}

static void syn_start(struct perf_event *event, int flags)
{
	event->hw.state = 0;
	local64_set(&event->hw.prev_count, ktime_get_mono_fast_ns());
	if (is_sampling_event(event))
		hrtimer_start(&own(event)->timer, period(event), HRTIMER_MODE_REL_PINNED_HARD);
	perf_event_update_userpage(event);
}

static void syn_stop(struct perf_event *event, int flags)
{
	if (is_sampling_event(event))
		hrtimer_try_to_cancel(&own(event)->timer);
	if (!(event->hw.state & PERF_HES_STOPPED))
		syn_update(event);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int syn_add(struct perf_event *event, int flags)
{
	struct syn *s = to_syn(event->pmu);
	int *used = this_cpu_ptr(s->used);

	if (!cpumask_test_cpu(smp_processor_id(), &s->mask))
		return -ENOENT;
	if (*used >= s->counters)
		return -EAGAIN;
	event->hw.idx = ++*used;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		syn_start(event, 0);
	return 0;
}

static void syn_del(struct perf_event *event, int flags)
{
	syn_stop(event, PERF_EF_UPDATE);
	(*this_cpu_ptr(to_syn(event->pmu)->used))--;
	perf_event_update_userpage(event);
}

static void syn_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		syn_update(event);
}

/* --- opening -------------------------------------------------------------------------------- */

/* The config that a generic hardware event stands for, or -ENOENT. */
static int generic_config(const struct perf_event_attr *attr)
{
	switch (lower_32_bits(attr->config)) {
	case PERF_COUNT_HW_CPU_CYCLES:
		return 1;
	case PERF_COUNT_HW_INSTRUCTIONS:
		return 2;
	default:
		return -ENOENT;
	}
}

/* The config that is asked for; -ENOENT when it is not for this PMU. */
static int wanted_config(struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;

	if (attr->type == PERF_TYPE_HARDWARE && to_syn(event->pmu)->kind == CORE && hw)
		return generic_config(attr);
	if (attr->type != event->pmu->type)
		return -ENOENT;
	return attr->config > MAX_CONFIG ? -EINVAL : attr->config;
}

/* What each kind of PMU refuses, as the real ones do. */
static int check_kind(struct perf_event *event)
{
	struct syn *s = to_syn(event->pmu);

	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	if (s->kind == UNCORE)
		return is_sampling_event(event) || event->cpu < 0 ||
				       (event->attach_state & PERF_ATTACH_TASK) ?
			       -EINVAL :
			       0;
	if (event->cpu >= 0 && !cpumask_test_cpu(event->cpu, &s->mask))
		return -ENOENT;
	if (s->kind == IBS)
		return is_sampling_event(event) && event->attr.precise_ip ? 0 : -EINVAL;
	return event->attr.precise_ip ? -EOPNOTSUPP : 0;
}

/* A group must fit, and hold no events of other PMUs but software ones. */
static int check_group(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	int members = 1;

	if (leader == event)
		return 0;
	if (leader->pmu == event->pmu)
		members++;
	else if (leader->pmu->task_ctx_nr != perf_sw_context && !is_software_event(leader))
		return -EINVAL;
	for_each_sibling_event(sibling, leader) if (sibling->pmu == event->pmu) members++;
	return members > to_syn(event->pmu)->counters ? -EINVAL : 0;
}

static void syn_destroy(struct perf_event *event)
{
	struct syn_event *mine = own(event);

	hrtimer_cancel(&mine->timer);
	event->pmu_private = NULL;
	kfree(mine);
}

static int attach(struct perf_event *event, u64 config)
{
	struct syn_event *mine = kzalloc(sizeof(*mine), GFP_KERNEL);

	if (!mine)
		return -ENOMEM;
	mine->event = event;
	mine->rate = strcmp(event->pmu->name, silent) ? multiplier[config] : 0;
	hrtimer_init(&mine->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	mine->timer.function = syn_tick;
	event->pmu_private = mine;
	event->destroy = syn_destroy;
	return 0;
}

static int syn_event_init(struct perf_event *event)
{
	struct syn *s = to_syn(event->pmu);
	int config = wanted_config(event), ret;

	if (config < 0)
		return config;
	if (config == fail_config)
		return fail_errno > 0 && fail_errno <= MAX_ERRNO ? -fail_errno : -EINVAL;
	ret = check_kind(event) ?: check_group(event);
	if (ret)
		return ret;
	if (s->kind == UNCORE)
		event->cpu = cpumask_first(&s->mask);
	return attach(event, config);
}

#if AFTER_REWRITE
/* True: events of this PMU are not scheduled on the CPU. */
static bool syn_filter(struct pmu *pmu, int cpu)
{
	return !cpumask_test_cpu(cpu, &to_syn(pmu)->mask);
}
#else
/* True: the event may be scheduled here. */
static int syn_filter_match(struct perf_event *event)
{
	return cpumask_test_cpu(smp_processor_id(), &to_syn(event->pmu)->mask);
}
#endif

/* --- sysfs ---------------------------------------------------------------------------------- */

static ssize_t mask_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return cpumap_print_to_pagebuf(true, buf, &to_syn(dev_get_drvdata(dev))->mask);
}

#define GROUP(group, dir, ...)                                            \
	static struct attribute *group##_attrs[] = { __VA_ARGS__, NULL }; \
	static const struct attribute_group group##_group = { .name = dir, .attrs = group##_attrs }

static struct device_attribute attr_cpus = __ATTR(cpus, 0444, mask_show, NULL);
static struct device_attribute attr_cpumask = __ATTR(cpumask, 0444, mask_show, NULL);
GROUP(cpus, NULL, &attr_cpus.attr);
GROUP(cpumask, NULL, &attr_cpumask.attr);

PMU_FORMAT_ATTR(event, "config:0-3");
GROUP(format, "format", &format_attr_event.attr);

PMU_EVENT_ATTR_STRING(ns1, event_ns1, "event=0x0");
PMU_EVENT_ATTR_STRING(ns2, event_ns2, "event=0x1");
PMU_EVENT_ATTR_STRING(ns3, event_ns3, "event=0x2");
GROUP(event, "events", &event_ns1.attr.attr, &event_ns2.attr.attr, &event_ns3.attr.attr);

/* An uncore event has a unit: time is in seconds once scaled. */
PMU_EVENT_ATTR_STRING(time, event_time, "event=0x0");
PMU_EVENT_ATTR_STRING(time.scale, event_time_scale, "1e-9");
PMU_EVENT_ATTR_STRING(time.unit, event_time_unit, "s");
GROUP(uncore_event, "events", &event_ns1.attr.attr, &event_ns2.attr.attr, &event_ns3.attr.attr,
      &event_time.attr.attr, &event_time_scale.attr.attr, &event_time_unit.attr.attr);

/* --- registering ---------------------------------------------------------------------------- */

static void fill_groups(struct syn *s)
{
	s->groups[0] = &format_group;
	s->groups[1] = s->kind == UNCORE ? &uncore_event_group : &event_group;
	if (s->kind == CORE)
		s->groups[2] = &cpus_group;
	else if (s->kind == UNCORE)
		s->groups[2] = &cpumask_group;
}

static int capabilities(enum kind kind)
{
	switch (kind) {
	case UNCORE:
		return PERF_PMU_CAP_NO_EXCLUDE | PERF_PMU_CAP_NO_INTERRUPT;
	case IBS:
		return ibs_exclude ? 0 : PERF_PMU_CAP_NO_EXCLUDE;
	default:
#if !AFTER_REWRITE
		if (hetero)
			return PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_HETEROGENEOUS_CPUS;
#endif
		return PERF_PMU_CAP_EXTENDED_HW_TYPE;
	}
}

static bool takes_tasks(enum kind kind)
{
	if (kind == IBS)
		return ibs_task < 0 ? AFTER_REWRITE : ibs_task;
	return kind == CORE;
}

static void fill_pmu(struct syn *s)
{
	s->pmu = (struct pmu){
		.module = THIS_MODULE,
		.attr_groups = s->groups,
		.task_ctx_nr = takes_tasks(s->kind) ? perf_hw_context : perf_invalid_context,
		.capabilities = capabilities(s->kind),
		.event_init = syn_event_init,
		.add = syn_add,
		.del = syn_del,
		.start = syn_start,
		.stop = syn_stop,
		.read = syn_read,
	};
	if (s->kind == UNCORE)
		return;
#if AFTER_REWRITE
	s->pmu.filter = syn_filter;
#else
	s->pmu.filter_match = syn_filter_match;
#endif
}

static int syn_register(struct syn *s, enum kind kind, const char *name, const char *cpus,
			int counters, int type)
{
	int ret;

	if (!*cpus || !strcmp(cpus, "none"))
		return 0;
	ret = cpulist_parse(cpus, &s->mask);
	if (ret)
		return ret;
	s->used = alloc_percpu(int);
	if (!s->used)
		return -ENOMEM;
	s->kind = kind;
	s->counters = counters;
	fill_groups(s);
	fill_pmu(s);
	ret = perf_pmu_register(&s->pmu, name, type);
	s->is_registered = !ret;
	return ret;
}

static void unregister_all(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(pmus); i++) {
		if (pmus[i].is_registered)
			perf_pmu_unregister(&pmus[i].pmu);
		free_percpu(pmus[i].used);
	}
}

static void find_overflow(void)
{
	struct kprobe probe = { .symbol_name = "perf_event_overflow" };

	if (register_kprobe(&probe))
		return;
	overflow = (void *)probe.addr;
	unregister_kprobe(&probe);
#ifdef CONFIG_X86_KERNEL_IBT /* kprobes skip the endbr64 */
	if (!memcmp((void *)overflow - 4, "\xf3\x0f\x1e\xfa", 4))
		overflow = (void *)overflow - 4;
#endif
}

static int __init synpmu_init(void)
{
	int ret;

	find_overflow();
	ret = syn_register(&pmus[0], CORE, bigname, big, nbig, raw ? PERF_TYPE_RAW : -1) ?:
		      syn_register(&pmus[1], CORE, litname, little, nlittle, -1)	 ?:
		      syn_register(&pmus[2], UNCORE, uncname, unc, nunc, -1)		 ?:
		      syn_register(&pmus[3], IBS, ibsname, ibs, 1, -1);
	if (ret)
		unregister_all();
	return ret;
}

static void __exit synpmu_exit(void)
{
	unregister_all();
}

module_init(synpmu_init);
module_exit(synpmu_exit);
MODULE_DESCRIPTION("Synthetic performance monitoring units");
MODULE_LICENSE("GPL");
