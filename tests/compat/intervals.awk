# SPDX-License-Identifier: GPL-2.0-only
# intervals.awk -F, -v event=NAME: `-I -x,`, time in front: how many, and whether time goes on
/^#/ || NF < 4 { next }
$4 == event { n++; if ($1 + 0 <= last) wrong = 1; last = $1 + 0; if ($2 !~ /^[0-9.]+$/) wrong = 1 }
END { print n + 0, wrong ? "wrong" : "good" }
