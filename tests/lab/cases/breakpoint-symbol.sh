# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2154
#
# Breakpoints by symbol: exact counts of the accesses that a workload makes, from its execution on
# and not beyond the next.

measure -e "mem:pmx_words:w,mem:pmx_words+64/8:rw,mem:pmx_called" -- accesses 1000 50 7
is "writes to the first eight bytes" "$(value mem:pmx_words:w raw)" 1000
is "all accesses to others" "$(value mem:pmx_words+64/8:rw raw)" 1050
is "calls of a function" "$(value mem:pmx_called raw)" 7
says "that most of a table is not watched is said" 'mem:pmx_words:w watches 8 of 320 bytes'
is "the command's status is kept" "$status" 0

measure -e "mem:accesses:pmx_called:x,task-clock" -- accesses 0 0 33
is "of a file by its name" "$(value mem:accesses:pmx_called:x raw)" 33
is "other events beside it" "$(value task-clock status)" counted

measure -r 3 -e mem:pmx_called -- accesses 0 0 5
is "each run anew" "$(value mem:pmx_called value)" 5

measure -e mem:pmx_caled -- accesses 1 1 1
is "a name that is not there" "$status" 125
says "has near misses" "did you mean 'pmx_called'"

measure -e mem:pmx_words:w -- sh -c 'accesses 100 0 0'
is "the program that is executed is not the one with the symbol" "$status" 125
says "which is said" "no symbol 'pmx_words' in .*busybox"

measure -e mem:main,mem:pmx_called -- accesses 0 0 1
is "from the first instruction on" "$(value mem:main raw)" 1
