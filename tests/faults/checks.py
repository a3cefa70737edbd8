# SPDX-License-Identifier: GPL-2.0-only
#
# checks.py: what a clean end looks like in what perfmux wrote. Each check yields what is wrong.
import json
import os
import re
import xml.dom.minidom


def strict(constant):
    raise ValueError(f"{constant} is no JSON")


def whole_json(text):
    json.loads(text, parse_constant=strict)


def json_lines(text):
    for line in text.splitlines():
        whole_json(line)
    whole_lines(text)


def whole_lines(text):
    if text and not text.endswith("\n"):
        raise ValueError("its last line is not whole")


def csv(text):
    """As many fields in each line; commas within fields are quoted, comments are perf's."""
    whole_lines(text)
    fields = {re.sub(r'"[^"]*"', "", line).count(",") for line in text.splitlines()
              if line and not line.startswith("#")}
    if len(fields) > 1:
        raise ValueError(f"its lines have {sorted(fields)} commas")


def metrics(text):
    if text and not text.endswith("\n# EOF\n"):
        raise ValueError("its end is missing")


def svg(text):
    xml.dom.minidom.parseString(text)


# what is said of a file, by its name's end
KINDS = {".json": whole_json, ".jsonl": json_lines, ".csv": csv, ".svg": svg, ".xml": svg,
         ".txt": whole_lines, ".md": whole_lines, ".x": whole_lines,
         ".metrics": metrics}


def content(name, text, kind):
    try:
        KINDS[kind](text)
    except Exception as why:  # whatever a parser says
        yield f"{name} is not whole: {why}: {text[-80:]!r}"


def words(err, out, failed, work):
    """One line that says what failed, with a hint; and nothing that is not perfmux's."""
    lines = err.splitlines()
    said = [line for line in lines if re.match(r"perfmux(?! stat: metrics at http)", line)]
    if failed and not said and not (work.excuse and re.search(work.excuse, out)):
        yield "fails without a word"
    # what failed at an interval is said again at the end
    if failed and len(set(said)) > 1:
        yield f"says {len(said)} things: {said}"
    if "(null)" in err or re.search(r"\b-?nan\b", err) or "Success" in err:
        yield f"says {err[-200:]!r}"
    if work.err == "words":
        for line in lines:
            if not line.startswith(("perfmux", "  ", "Try ")):
                yield f"says {line!r}"


def files(directory, out, err, work, status):
    """Each is whole or not there; all are there when nothing failed."""
    there = {name for name in os.listdir(directory) if not name.startswith((".out", ".err", ".page"))}
    for name in sorted(there - set(work.files)):
        yield f"leaves the file {name}"
    for name in work.files:
        if name not in there:
            if status == work.status:
                yield f"ends well without {name}"
            continue
        with open(os.path.join(directory, name), encoding="utf-8", errors="replace") as file:
            text = file.read()
        if text or status == work.status:
            yield from content(name, text, os.path.splitext(name)[1])
    if work.out and (out or status == work.status):
        yield from content("standard output", out, work.out)
    if work.err not in ("words", "report") and status == work.status:
        yield from content("standard error", err, work.err)


def contents(directory, work):
    """All of its files."""
    text = ""
    for name in work.files:
        try:
            with open(os.path.join(directory, name), encoding="utf-8", errors="replace") as file:
                text += file.read()
        except OSError:
            text += "none"
    return text


def shape(text):
    """A report without its numbers."""
    return re.sub(r"0x[0-9a-f]+|[-\d.,%±\s]+|[KMGnµm]?i?[sBHz]*\b/sec", "", text)
