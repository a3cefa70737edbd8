/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpumem_trace.h - the tracepoints gpu_mem:gpu_mem_total, where the kernel lacks it, and
 * gpu_mem:gpu_mem_imported, which was proposed beside it and has the same fields
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM gpu_mem

#if !defined(PMX_LAB_GPUMEM_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define PMX_LAB_GPUMEM_TRACE_H

#include <linux/tracepoint.h>

/* clang-format off */
DECLARE_EVENT_CLASS(gpu_mem_size,
	TP_PROTO(uint32_t gpu_id, uint32_t pid, uint64_t size),
	TP_ARGS(gpu_id, pid, size),
	TP_STRUCT__entry(
		__field(uint32_t, gpu_id)
		__field(uint32_t, pid)
		__field(uint64_t, size)
	),
	TP_fast_assign(
		__entry->gpu_id = gpu_id;
		__entry->pid = pid;
		__entry->size = size;
	),
	TP_printk("gpu_id=%u pid=%u size=%llu", __entry->gpu_id, __entry->pid, __entry->size)
);

#ifndef CONFIG_TRACE_GPU_MEM
DEFINE_EVENT(gpu_mem_size, gpu_mem_total,
	TP_PROTO(uint32_t gpu_id, uint32_t pid, uint64_t size),
	TP_ARGS(gpu_id, pid, size));
#endif

DEFINE_EVENT(gpu_mem_size, gpu_mem_imported,
	TP_PROTO(uint32_t gpu_id, uint32_t pid, uint64_t size),
	TP_ARGS(gpu_id, pid, size));
/* clang-format on */

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE gpumem_trace
#include <trace/define_trace.h>
