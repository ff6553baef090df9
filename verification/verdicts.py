"""Which sources faults are made of by a machine, and the list of what noticed each: `mutants.txt`."""

import functools
import hashlib
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "verification"
LIST = HERE / "mutants.txt"
EQUIVALENT = HERE / "equivalent.toml"
# All of core, and what charges, bounds, encodes, derives keys and rebuilds of the other crates.
SOURCES = {
    "core/src": ["**"],
    "spec/src": ["budget.rs", "decimal.rs", "decimal/**", "guarantee.rs", "shares.rs",
                 *(f"schema/{name}.rs" for name in ("encode", "decode", "inside", "lookup", "outside", "within")),
                 "rules/applied.rs", "rules/judge.rs"],
    "release/src": ["keys.rs", "mac.rs", "noise.rs", "bins/budget.rs", "chain/**", "making/charging.rs",
                    "model/rows.rs", "plan/**", "verify/**",
                    *(f"account/{name}.rs" for name in ("left", "lines", "standing", "verify")),
                    *(f"counts/{name}.rs" for name in ("agreement", "by_passes", "private_table", "remembered")),
                    *(f"mechanisms/*/{name}.rs" for name in ("plan", "verify")),
                    *(f"record/{name}.rs" for name in ("loss", "noise", "parts", "query")),
                    *(f"table/{name}.rs" for name in ("bounding", "coding", "encoder", "fingerprint", "id", "ruled"))],
}


@functools.cache
def digest(file):
    """Of the source, but for its tests, as it was when this run began."""
    source = re.split(r"\n#\[cfg\(test\)\]\nmod \w+ \{", (ROOT / file).read_text())[0]
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def source_files():
    """Every file that mutants may be made of; no tool is needed to know."""
    paths = {path for folder, sources in SOURCES.items() for source in sources
             for path in (ROOT / folder).glob(source.replace("**", "**/*.rs"))}
    names = {str(path.relative_to(ROOT)) for path in paths}
    return sorted(name for name in names if not re.search(r"/test(s|ing)\b", name))


class Verdicts:
    """The committed list: for each file its digest and how many mutants there are of it, and for each of them that was
    planted what noticed it."""

    def __init__(self, path=LIST):
        self.path = path
        self.sections = {}
        self.listed = 0
        if path.exists():
            for line in path.read_text().splitlines():
                if line.startswith("# ") or not line:
                    continue
                if line.startswith(tuple(SOURCES)):
                    file, of, mutants = line.split(" ")
                    self.sections[file] = (of, {})
                    self.listed += int(mutants)
                else:
                    name, verdict = line.split("\t")
                    self.sections[file][1][name] = verdict

    def of(self, file):
        """The verdicts on a file as it stands now."""
        now = digest(file)
        if self.sections.get(file, ("",))[0] != now:
            self.sections[file] = (now, {})
        return self.sections[file][1]

    def is_current(self, file):
        return self.sections.get(file, ("",))[0] == digest(file)

    def open_ones(self):
        """How many of the list have no verdict."""
        return self.listed - sum(len(verdicts) for _, verdicts in self.sections.values())

    def take_in(self, other):
        """The verdicts of another list on the same sources."""
        for file, (_, theirs) in other.sections.items():
            if other.is_current(file):
                self.of(file).update(theirs)

    def write(self, order):
        """In the order of the sources, so that shards and repeated runs give the same text."""
        lines = ["# Written by mutants.py: what noticed each fault that cargo-mutants makes.", ""]
        for file in source_files():
            verdicts = self.of(file)
            names = [mutant["name"] for mutant in order.get(file, [])]
            lines.append(f"{file} {digest(file)} {len(names)}")
            lines += [f"{name}\t{verdicts[name]}" for name in names if name in verdicts]
            lines.append("")
        part = self.path.with_suffix(".part")
        part.write_text("\n".join(lines))
        part.replace(self.path)


def reasons():
    """Why some mutants change nothing: by file, function, replacement and the text of the line."""
    if not EQUIVALENT.exists():
        return {}
    listed = tomllib.loads(EQUIVALENT.read_text()).get("mutant", [])
    return {(one["file"], one["mutant"], one["line"]): one["reason"] for one in listed}


def key(mutant):
    """What names a mutant when lines have moved."""
    line = (ROOT / mutant["file"]).read_text().splitlines()[mutant["span"]["start"]["line"] - 1].strip()
    return (mutant["file"], re.sub(r"^\d+:\d+: ", "", mutant["name"]), line)
