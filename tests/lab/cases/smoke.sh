# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# perfmux runs here at all: software events have the values that the workloads' descriptions promise.

ask --version
is "perfmux starts" "$status" 0

echo 0 >/proc/sys/kernel/randomize_va_space # programs start alike
measure -e page-faults:u,context-switches,task-clock -- faults 0000
is "a command is counted" "$status" 0
before=$(value page-faults:u raw)
measure -e page-faults:u,context-switches,task-clock -- faults 1000
is "page faults are exact" $(($(value page-faults:u raw) - before)) 1000
is "software events run all the time" "$(value task-clock percent_running)" 100.00

measure -e syscalls:sys_enter_getpriority -- syscalls 1000
is "system calls are exact" "$(value syscalls:sys_enter_getpriority raw)" 1000

measure -e syscalls:sys_enter_getpriority,sched:sched_process_fork -- forks 10 3
is "children are counted" "$(value syscalls:sys_enter_getpriority raw)" 30
is "and so is their making" "$(value sched:sched_process_fork raw)" 30

measure -e page-faults -- sh -c 'exit 7'
is "the command's exit status is kept" "$status" 7
measure -e page-faults -- sh -c 'kill -9 $$'
is "a command that is killed is 128 + 9" "$status" 137

measure -a -A -e cpu-clock -- sleep 0.2
is "each of four CPUs has a row" "$(rows event cpu-clock)" 4
within "and its clock covers the command" "$(value cpu-clock raw CPU3)" 200e6 600e6
