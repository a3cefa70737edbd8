# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# documents.bash: whether what was written is JSON, XML, and free of what moves a terminal.

# json_valid FILE...: each one document, in which numbers are what JSON calls so.
json_valid() {
	python3 -c '
import json, sys
def none(word): sys.exit(word + " is no number")
for name in sys.argv[1:]:
	json.load(open(name, encoding="utf-8"), parse_constant=none)' "$@"
}

xml_valid() {
	python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$1"
}

# Lines with control characters.
controls() { LC_ALL=C grep -n $'[\x01-\x08\x0b-\x1f\x7f]' "$@"; }
