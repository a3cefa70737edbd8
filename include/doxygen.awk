# SPDX-License-Identifier: GPL-2.0-only
#
# doxygen.awk: the headers as doxygen reads comments. Theirs are plain: the first says what the file is
# for; another belongs to all declarations up to the next empty line, and what stands behind a member
# is the member's. Lines keep their numbers, so that doxygen's messages point to the header.

# What the kernel's headers call @name is a parameter.
function marked(text) {
	gsub(/@[a-z_]+/, "\\p &", text)
	gsub(/\\p @/, "\\p ", text)
	return text
}

function ended() {
	if (grouped)
		printf "/**@}*/"
	grouped = 0
}

/SPDX-License-Identifier/ || /\/\* ---/ {
	print ""
	next
}

# A member's or a value's, which may go on below.
/[^ \t].*\/\*/ && !/^[ \t]*\/\*/ {
	text = marked($0)
	sub(/\/\*/, "/**<", text)
	print text
	next
}

/^\/\*/ {
	ended()
	text = marked($0)
	if (!described++)
		sub(/\/\*/, "/** @file\n", text)
	else
		sub(/\/\*/, "/**", text)
	print text
	inside = !/\*\//
	opens = !inside && described > 1
	next
}

# Inside a structure, before its members.
/^[ \t]+\/\*/ {
	text = marked($0)
	sub(/\/\*/, "/**", text)
	print text
	next
}

inside {
	print marked($0)
	if (/\*\//) {
		inside = 0
		opens = described > 1
	}
	next
}

# Several declarations below one comment: doxygen gives it to all of a group.
opens && /^[a-z].*[a-z_]\(/ {
	printf "/**@{*/"
	grouped = 1
}

{
	opens = 0
}

/^$/ {
	ended()
}

{
	print marked($0)
}
