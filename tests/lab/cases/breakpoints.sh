# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Hardware breakpoints are exact in all guests: every access counts, and nothing else.

read -r data b c d e code <<END
$(accesses)
END

measure -e "mem:$data/8:w" -- accesses 1000 50 7
is "writes" "$(value "mem:$data/8:w" raw)" 1000
measure -e "mem:$data/8:rw" -- accesses 1000 50 7
is "reads and writes" "$(value "mem:$data/8:rw" raw)" 1050
measure -e "mem:$b/4:w,mem:$c/1:w" -- accesses 300 0 0
is "a part of a word" "$(value "mem:$b/4:w" raw)" 300
is "its first byte" "$(value "mem:$c/1:w" raw)" 300
measure -e "mem:$code:x" -- accesses 10 10 70
is "calls" "$(value "mem:$code:x" raw)" 70
measure -e "mem:$data/8:w" -- sh -c 'accesses 100 0 0; accesses 11 0 0'
is "children, too" "$(value "mem:$data/8:w" raw)" 111

measure -e "mem:$data/8:r" -- accesses 10 25 0
case $arch in
x86_64)
	is "x86 cannot watch reads alone" "$(value "mem:$data/8:r" status)" not_supported
	says "which is explained" "mem:$data/8:r"
	;;
*) is "reads alone" "$(value "mem:$data/8:r" raw)" 25 ;;
esac

measure -e "mem:$data/8:w,mem:$b/8:w,mem:$c/8:w,mem:$d/8:w,mem:$e/8:w" -- accesses 10 0 0
is "four slots" "$(rows raw 10)" 4
is "the fifth event is not supported" "$(rows status not_supported)" 1
says "since all slots are in use" 'slots.* in use'
