# SPDX-License-Identifier: GPL-2.0-only
# cpus.awk -F, -v event=NAME: `-A -x,`, the CPU in front: which CPUs have a number
$4 == event && $1 ~ /^CPU[0-9]+$/ && $2 ~ /^[0-9.]+$/ { printf "%s ", $1 }
END { print "" }
