# SPDX-License-Identifier: GPL-2.0-only
"""
The one table of measurements: rows as data, written as Markdown and as JSON.

A row has samples of perfmux, of a rival that does the same job, and of a limit that nobody gets
below. Ratios are of medians, and always costs: below 1 perfmux is ahead of the rival. One that is
not is marked, and counted below the table.
"""

import statistics


class Row:
    def __init__(self, part, what, unit, samples, *, rival=None, limit=None, goal=None, more=False,
                 other_job=False):
        """samples: {who: values}; goal: perfmux to rival, at most; more: more is better; other_job:
        the rival does something else, which is shown without a ratio."""
        self.part, self.what, self.unit, self.goal, self.more = part, what, unit, goal, more
        self.other_job = other_job
        self.samples = {who: list(values) for who, values in samples.items() if values}
        self.median = {who: statistics.median(values) for who, values in self.samples.items()}
        self.rival = rival if rival in self.median else None
        self.limit = limit if limit in self.median else None

    def ratio(self, other):
        """What perfmux costs, of what the other does; None where that is no number."""
        if other is None or "perfmux" not in self.median:
            return None
        ours, theirs = self.median["perfmux"], self.median[other]
        if self.more:
            ours, theirs = theirs, ours
        return ours / theirs if theirs else None

    def is_ahead(self):
        """None where there is nothing to be ahead of. Nothing against nothing is a draw."""
        if self.rival is None or self.other_job or "perfmux" not in self.median:
            return None
        ratio = self.ratio(self.rival)
        if ratio is None:
            ours, theirs = self.median["perfmux"], self.median[self.rival]
            return ours >= theirs if self.more else ours <= theirs
        return ratio <= 1

    def as_json(self):
        others = [it for it in (self.rival, self.limit) if it]
        return {
            "part": self.part,
            "what": self.what,
            "unit": self.unit,
            "more_is_better": self.more,
            "median": self.median,
            "rival": self.rival,
            "other_job": self.other_job,
            "limit": self.limit,
            "ratio_to": {it: self.ratio(it) for it in others},
            "goal": self.goal,
            "samples": self.samples,
        }

    def cells(self):
        ratio = self.ratio(self.rival)
        shown = f"{ratio:.3g}" if ratio is not None else ""
        if self.is_ahead() is False:
            shown = f"**{shown or 'more'}**"
        if self.other_job and self.rival:
            shown = "another job"
        to_limit = self.ratio(self.limit)
        return [
            self.what,
            self.amount("perfmux"),
            f"{self.amount(self.rival)} {self.rival}" if self.rival else "",
            shown,
            f"{self.amount(self.limit)} {self.limit}" if self.limit else "",
            f"{to_limit:.3g}" if to_limit is not None else "",
            f"{self.goal:.3g}" if self.goal is not None else "",
        ]

    def amount(self, who):
        if who not in self.median:
            return ""
        value = self.median[who]
        text = f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"
        return f"{text} {self.unit}".strip()


class Table:
    HEAD = ["", "perfmux", "other tool", "ratio", "limit", "ratio", "goal"]

    def __init__(self):
        self.rows, self.notes = [], []

    def add(self, *args, **kwargs):
        row = Row(*args, **kwargs)
        if row.median:
            self.rows.append(row)

    def note(self, text):
        """What one has to know in order to read the rows of a part."""
        self.notes.append(text)

    def closing(self):
        compared = [row for row in self.rows if row.is_ahead() is not None]
        behind = [row.what for row in compared if not row.is_ahead()]
        text = f"Against other tools perfmux is not behind in {len(compared) - len(behind)} of {len(compared)} rows"
        return text + (f"; it is in: {'; '.join(behind)}." if behind else ".")

    def markdown(self, about):
        """Columns are as wide as what is in them, so that it is a table for those without a browser, too."""
        lines = [self.HEAD] + [row.cells() for row in self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.HEAD))]
        rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]

        def line(cells):
            padded = [cells[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(cells[1:], widths[1:])]
            return "| " + " | ".join(padded) + " |"

        text = [about, "", line(self.HEAD), line(rule)] + [line(it) for it in lines[1:]]
        text += ["", "Medians; a ratio is what perfmux costs of what the other does, above 1 it is **behind**. A limit "
                 "is what nobody gets below; a goal is for the ratio to the other tool. " + self.closing()]
        for note in self.notes:
            text += ["", note]
        return "\n".join(text) + "\n"

    def as_json(self, about):
        return {
            "schema": "perfmux-measured/1",
            "about": about,
            "rows": [row.as_json() for row in self.rows],
            "notes": self.notes,
        }
