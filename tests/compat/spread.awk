# SPDX-License-Identifier: GPL-2.0-only
# spread.awk -F, -v event=NAME: `-r N -x,`, the spread behind the name: mean and spread are numbers
$3 == event && $1 ~ /^[0-9.]+$/ && $4 ~ /^[0-9.]+%$/ && $5 ~ /^[0-9]+$/ && $6 == "100.00" { print "good" }
