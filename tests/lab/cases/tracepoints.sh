# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Records of gpu_mem tracepoints, emitted as often as we say, whoever provides them: the kernel or a
# module.

cat >/scratch/emit <<'END'
for size in 1 2 3 4 5; do
	echo "0 7 $size" >/sys/kernel/debug/gpumem/total
	echo "1 7 $size" >/sys/kernel/debug/gpumem/total
	echo "0 8 $size" >/sys/kernel/debug/gpumem/imported
done
END

measure -e gpu_mem:gpu_mem_total,gpu_mem:gpu_mem_imported -- sh /scratch/emit
is "every record" "$(value gpu_mem:gpu_mem_total raw)" 10
is "of both events" "$(value gpu_mem:gpu_mem_imported raw)" 5
measure -a -e gpu_mem:gpu_mem_total -- sh /scratch/emit
is "on all CPUs" "$(value gpu_mem:gpu_mem_total raw)" 10
measure -e gpu_mem:gpu_mem_total --filter 'gpu_id == 1 && size > 2' -- sh /scratch/emit
is "only those that pass the filter" "$(value gpu_mem:gpu_mem_total raw)" 3
measure -e 'gpu_mem:*' -- sh /scratch/emit
is "all that a pattern names" "$(total raw)" 15
