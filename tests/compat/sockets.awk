# SPDX-License-Identifier: GPL-2.0-only
# sockets.awk -F, -v event=NAME: `--per-socket -x,`, socket and number of CPUs in front
$5 == event && $1 ~ /^S[0-9]+$/ && $3 ~ /^[0-9.]+$/ { print $1, $2 }
