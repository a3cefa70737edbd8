// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpumem.c - events whose number and contents a test decides, by writing to files in
 * <debugfs>/gpumem
 *
 *	total, imported	"GPU PID SIZE" emits gpu_mem:gpu_mem_total or _imported
 *	swinc		arm64: "N" makes N software increments on the writer's CPU
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/uaccess.h>

#ifdef CONFIG_TRACE_GPU_MEM
#include <trace/events/gpu_mem.h> /* the kernel's own gpu_mem_total */
#endif
#define CREATE_TRACE_POINTS
#include "gpumem_trace.h"

static struct dentry *dir;

static ssize_t emit(const char __user *from, size_t len,
		    void (*event)(unsigned int gpu, unsigned int pid, u64 size))
{
	unsigned int gpu, pid;
	char text[64] = "";
	u64 size;

	if (copy_from_user(text, from, min(len, sizeof(text) - 1)))
		return -EFAULT;
	if (sscanf(text, "%u %u %llu", &gpu, &pid, &size) != 3)
		return -EINVAL;
	event(gpu, pid, size);
	return len;
}

static void emit_total(unsigned int gpu, unsigned int pid, u64 size)
{
	trace_gpu_mem_total(gpu, pid, size);
}

static void emit_imported(unsigned int gpu, unsigned int pid, u64 size)
{
	trace_gpu_mem_imported(gpu, pid, size);
}

static ssize_t total_write(struct file *file, const char __user *from, size_t len, loff_t *pos)
{
	return emit(from, len, emit_total);
}

static ssize_t imported_write(struct file *file, const char __user *from, size_t len, loff_t *pos)
{
	return emit(from, len, emit_imported);
}

static const struct file_operations total_fops = { .owner = THIS_MODULE, .write = total_write };
static const struct file_operations imported_fops = { .owner = THIS_MODULE,
						      .write = imported_write };

#ifdef CONFIG_ARM64
#include <asm/sysreg.h>

enum { ALL_COUNTERS = 0x7fffffff };

/* Bumps every enabled counter of this CPU that counts SW_INCR, event 0. */
static ssize_t swinc_write(struct file *file, const char __user *from, size_t len, loff_t *pos)
{
	unsigned int n;
	int ret = kstrtouint_from_user(from, len, 0, &n);

	if (ret)
		return ret;
	preempt_disable();
	while (n--) {
		write_sysreg(ALL_COUNTERS, pmswinc_el0);
		isb();
	}
	preempt_enable();
	return len;
}

static const struct file_operations swinc_fops = { .owner = THIS_MODULE, .write = swinc_write };
#endif

static int __init gpumem_init(void)
{
	dir = debugfs_create_dir("gpumem", NULL);
	debugfs_create_file("total", 0200, dir, NULL, &total_fops);
	debugfs_create_file("imported", 0200, dir, NULL, &imported_fops);
#ifdef CONFIG_ARM64
	debugfs_create_file("swinc", 0200, dir, NULL, &swinc_fops);
#endif
	return 0;
}

static void __exit gpumem_exit(void)
{
	debugfs_remove_recursive(dir);
}

module_init(gpumem_init);
module_exit(gpumem_exit);
MODULE_DESCRIPTION("gpu_mem events and PMU software increments on demand");
MODULE_LICENSE("GPL");
