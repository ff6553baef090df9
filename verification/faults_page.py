"""FAULTS.md: what noticed each deliberate fault, and for each file how many machine-made ones were noticed."""

import collections
import re

KINDS = ["made", "caught", "do not compile", "outside", "not reached", "missed"]
HEAD = """# Faults that were planted

Written by `verification/faults.py`; `.ci/run --all` plants what has changed. A test that never fails shows nothing: each of these
faults was put into the code, and the tests that reach it were run, the quickest first, until one failed.

"""
DELIBERATE = """## Deliberate faults

Mistakes that somebody might make; the patches stand in `faults/`. A patch that no longer fits its file is stale: its row stays
what it was until somebody writes it anew or takes it away.

| fault | file | digest | noticed by | s |
|---|---|---|---|---|
"""
MACHINE = """
## Faults made by a machine

What [cargo-mutants](https://mutants.rs) makes of the files that `.cargo/mutants.toml` names. Those that change nothing are left out there,
each with its reason. *Outside*: in a constant or a signature, where a number cannot choose at run time. *Not reached*: no test calls
the function. The digest is of the file without comments and tests; a file whose digest is another is planted again.

"""


class Page:
    """The page as it is, and as it will be."""

    def __init__(self, path):
        self.path = path
        self.deliberate, self.files, self.missed = {}, {}, collections.defaultdict(list)
        for line in path.read_text().splitlines() if path.exists() else []:
            cells = [cell.strip(" `") for cell in line.strip("|").split(" | ")]
            if re.match(r"\| [\w-]+ \| `", line):
                self.deliberate[cells[0]] = cells[1:]
            elif re.match(r"\| `\S+\.rs` \| `[0-9a-f]{12}`", line):
                self.files[cells[0]] = [cells[1], *map(int, cells[2:])]
            elif missed := re.match(r"- `(\S+\.rs)`: (.*)", line):
                self.missed[missed[1]].append(missed[2])

    def write(self):
        lines = [f"| {name} | `{file}` | `{digest}` | {by} | {seconds} |"
                 for name, (file, digest, by, seconds) in sorted(self.deliberate.items())]
        text = HEAD + DELIBERATE + "\n".join(lines) + "\n" + MACHINE + self.counts() + self.table()
        missed = [f"- `{file}`: {name}" for file in sorted(self.missed) for name in self.missed[file]]
        if missed:
            text += "\n### Neither noticed nor explained\n\n" + "\n".join(missed) + "\n"
        part = self.path.with_suffix(".part")
        part.write_text(text)
        part.replace(self.path)

    def counts(self):
        by_crate = collections.defaultdict(lambda: [0] * (1 + len(KINDS)))
        for file, (_, *counts) in self.files.items():
            crate = by_crate[file.split("/")[0]]
            crate[:] = [old + new for old, new in zip(crate, [1, *counts])]
        rows = [f"| {crate} | " + " | ".join(map(str, counts)) + " |" for crate, counts in sorted(by_crate.items())]
        whole = [sum(column) for column in zip(*by_crate.values())]
        rows.append("| all | " + " | ".join(map(str, whole)) + " |")
        return f"| crate | files | {' | '.join(KINDS)} |\n|{'---|' * (2 + len(KINDS))}\n" + "\n".join(rows) + "\n\n"

    def table(self):
        rows = [f"| `{file}` | `{digest}` | " + " | ".join(map(str, counts)) + " |"
                for file, (digest, *counts) in sorted(self.files.items())]
        return f"| file | digest | {' | '.join(KINDS)} |\n|{'---|' * (2 + len(KINDS))}\n" + "\n".join(rows) + "\n"
