# SPDX-License-Identifier: GPL-2.0-only
# total.awk -F, -v event=NAME: the count of an event, as most scripts take it from `-x,`
$3 == event && $1 !~ /^</ { print $1; seen = 1 }
END { if (!seen) print "none" }
