#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""documented.py DIRECTORY: names the functions that doxygen's XML there has no words about; 1 if any."""

import pathlib
import sys
import xml.etree.ElementTree as tree


def words(member):
    return "".join(
        text
        for part in ("briefdescription", "detaileddescription")
        for text in member.find(part).itertext()
    ).strip()


functions = [
    (member.find("location").get("file"), member.findtext("name"), words(member))
    for page in sorted(pathlib.Path(sys.argv[1]).glob("*_8h.xml"))
    for member in tree.parse(page).getroot().iter("memberdef")
    if member.get("kind") == "function"
]
silent = [f"{file}: {name}() is not described" for file, name, said in functions if not said]
print(*silent, sep="\n", end="\n" if silent else "")
if not functions:
    print("no function was found")
sys.exit(bool(silent) or not functions)
