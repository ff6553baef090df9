#!/usr/bin/env python3
"""Says which proofs of PROOFS.md are stale: what they cover is no longer what it was when they were run.

    verification/stale.py              names every stale proof; the exit code is 0 all the same
    verification/stale.py --digests    the digest of what each harness covers, as `kani.sh --write` notes it
    verification/stale.py --covers HARNESS   the items that a harness covers, one a line
    verification/stale.py --self-test  plants edits in a copy, and sees the right proofs named

A proof covers its harness and every item of `verification/src` and `core/src` that the harness can reach: functions,
types, constants, impl blocks. What an item can reach is read off the names in its text, never less than the compiler
would find: a name stands for whatever the file declares or imports under it; a method for every method of that name of
a type that is reached; an impl of a trait is reached with its type, but for `Debug` and `Display`: no claim is about a message. A digest is
over the text of these items without comments and tests, so that a sentence more makes nothing stale, nor does an item
that moves to another file. Kani, the compiler and other crates are not part of it.
"""

import argparse
import collections
import functools
import hashlib
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CRATES = {"privet_core": "core/src", "privet_verification": "verification/src"}
VISIBLE = r"(?:pub(?:\([^)]*\))? )?"
DECLARED = re.compile(rf"{VISIBLE}(?:(?:const|unsafe|async) )*(fn|struct|enum|union|trait|type|const|static|mod|macro_rules!) (\w+)")
LEFT_OUT = re.compile(r"#\[cfg\((?:test|not\(kani\))\)\]$")
PATH = re.compile(r"\$?\b[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+")
WORD = re.compile(r"[A-Za-z_]\w*")

Item = collections.namedtuple("Item", "module kind name text")


def chunks(lines, indent):
    """The items of rustfmt's lines at this depth, attributes included: each ends with the first line that closes it."""
    chunk = []
    for line in lines:
        if not line.strip() or line.lstrip().startswith("//"):
            continue
        chunk.append(line)
        is_call = re.match(r"\w+!\(", chunk[0])
        if line.endswith(");") if is_call else re.match(rf" {{{indent}}}(\S.*)?[;}}]$", line):
            yield chunk
            chunk = []


def split(text):
    """At the commas outside of braces."""
    depth, part = 0, ""
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    if part.strip():
        yield part


def imported(text, before=()):
    """The names that a `use` declares, each with its path."""
    if "{" in text:
        head, inner = text.split("{", 1)
        before += tuple(WORD.findall(head))
        for part in split(inner.rsplit("}", 1)[0]):
            yield from imported(part, before)
        return
    path, _, alias = text.strip().partition(" as ")
    path = before + tuple(path.strip().split("::"))
    path = path[:-1] if path[-1] == "self" else path
    yield alias if alias and alias != "_" else path[-1], path


class Sources:
    """The items of both crates by module, and what the names in them stand for."""

    def __init__(self, root):
        self.modules, self.names, self.uses = set(), {}, {}
        self.members, self.impls, self.macros = (collections.defaultdict(list) for _ in range(3))
        self.items = []
        for crate, source in CRATES.items():
            for path in sorted((root / source).rglob("*.rs")):
                parts = path.relative_to(root / source).with_suffix("").parts
                self.read((crate, *(parts[:-1] if parts[-1] in ("mod", "lib") else parts)), path.read_text())
        types = {item.name for item in self.items if item.kind in ("struct", "enum", "union", "trait", "type")}
        for item in list(self.items):
            if item.kind == "impl":
                self.add_impl(item, types)

    def read(self, module, text):
        self.modules.add(module)
        self.names[module], self.uses[module] = collections.defaultdict(list), {}
        for chunk in chunks(text.splitlines(), 0):
            code = next(at for at, line in enumerate(chunk) if not line.startswith("#["))
            if any(LEFT_OUT.match(line) for line in chunk[:code]):
                continue
            text, head = "\n".join(chunk), "\n".join(chunk[code:])
            if used := re.match(VISIBLE + r"use (.*);$", head, re.S):
                self.uses[module].update(imported(used[1]))
            elif head.startswith(("impl", "unsafe impl")):
                self.items.append(Item(module, "impl", "", text))
            elif (declared := DECLARED.match(head)) and declared[1] != "mod":
                item = Item(module, declared[1], declared[2], text)
                self.items.append(item)
                self.names[module][item.name].append(item)
                if item.kind == "macro_rules!":
                    self.macros[item.name].append(item)
            elif harnesses := re.findall(r"\bverify_\w+", head):
                for name in harnesses:
                    self.names[module][name].append(Item(module, "harness", name, text))

    def add_impl(self, item, types):
        """An impl of a trait belongs to its type as a whole, an impl of none a function at a time."""
        text = "\n".join(line for line in item.text.splitlines() if not line.startswith("#["))
        head, _, body = text.partition("{\n")
        while (shorter := re.sub(r"<[^<>]*>", "", head.replace("->", ""))) != head:
            head = shorter
        head = head.split(" where")[0].split("\nwhere")[0].removeprefix("unsafe ").removeprefix("impl").strip()
        of_trait, _, owner = head.rpartition(" for ")
        owner, of_trait = ((WORD.findall(side) or [""])[-1] for side in (owner, of_trait))
        if of_trait in ("Debug", "Display"):
            return
        if of_trait or not body:
            # A type of another crate, or any at all, is reached with the trait.
            self.impls[owner if owner in types else of_trait].append(item)
            return
        for chunk in chunks(body.rsplit("}", 1)[0].splitlines(), 4):
            text = "\n".join(chunk)
            named = re.search(rf"^    {VISIBLE}(?:(?:const|unsafe) )*(?:fn|const|type) (\w+)", text, re.M)
            assert named, text
            self.members[owner].append(Item(item.module, owner, named[1], f"{head}\n{text}"))

    def absolute(self, module, path):
        first, rest = path[0].lstrip("$"), tuple(path[1:])
        if first == "crate":
            return (module[0], *rest)
        if first == "self":
            return (*module, *rest)
        if first == "super":
            return self.absolute(module[:-1], ("self", *rest))
        if first in CRATES:
            return (first, *rest)
        if (*module, first) in self.modules:
            return (*module, first, *rest)
        if first in self.uses[module]:
            used = self.uses[module][first]
            return self.absolute(module, (*used, *rest)) if used[0] != first else None
        return (*module, first, *rest) if first in self.names[module] else None

    def found(self, module, path, depth=0):
        """The items that a path stands for; of a module none, since its items have longer paths."""
        path = self.absolute(module, path)
        if path is None or depth > 8:
            return []
        place = 1
        while place < len(path) and path[: place + 1] in self.modules:
            place += 1
        inside, rest = path[:place], path[place:]
        if not rest:
            return []
        if rest[0] in self.names[inside]:
            return self.names[inside][rest[0]]
        if rest[0] in self.uses[inside]:
            return self.found(inside, (*self.uses[inside][rest[0]], *rest[1:]), depth + 1)
        return [item for name in self.names[inside] for item in self.names[inside][name]] if rest[0] == "*" else []

    @functools.cache
    def mentioned(self, item):
        """What the names in an item's text stand for."""
        return set(self.every_mention(item))

    def every_mention(self, item):
        names = self.names[item.module]
        for path in set(PATH.findall(item.text)):
            yield from self.found(item.module, path.split("::"))
        for word in set(WORD.findall(item.text)):
            if word in names:
                yield from names[word]
            elif word in self.uses[item.module]:
                yield from self.found(item.module, (word,))
            yield from self.macros[word]

    def covered(self, harness):
        """Every item that a harness can reach."""
        *module, name = harness.split("::")
        start = list(self.names[("privet_verification", *module)][name])
        if not start:
            sys.exit(f"there is no harness {harness}")
        reached, words, types = set(), set(), set()
        while start:
            while start:
                item = start.pop()
                if item not in reached:
                    reached.add(item)
                    words.update(WORD.findall(item.text))
                    types.add(item.name)
                    start += [*self.mentioned(item), *self.impls[item.name]]
            owned = (member for name in types for member in self.members[name])
            start = [member for member in owned if member.name in words and member not in reached]
        return reached


def harnesses(root):
    lines = (root / "verification/harnesses.txt").read_text().splitlines()
    return [line.split(" ")[0] for line in lines if not line.startswith("#")]


def digests(root):
    sources = Sources(root)
    texts = {name: sorted(item.text for item in sources.covered(name)) for name in harnesses(root)}
    return {name: hashlib.sha256("\n".join(text).encode()).hexdigest()[:12] for name, text in texts.items()}


def stale(root):
    """Every proof that was not run on the code as it stands, with the day when it was run last."""
    run = {}
    for line in (root / "verification/PROOFS.md").read_text().splitlines():
        if line.startswith("| `"):
            name, *_, date, digest = (cell.strip(" `") for cell in line.strip("|").split("|"))
            run[name] = (date, digest)
    return {name: run[name][0] if name in run else "never" for name, digest in digests(root).items()
            if name not in run or run[name][1] != digest}


def self_test():
    """Edits of a copy: which proofs each makes stale."""
    with tempfile.TemporaryDirectory() as folder:
        copy, root = pathlib.Path(folder), HERE.parent
        for name in ("core/src", "verification"):
            shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("target"))

        def changed(file, old, new):
            before, source = digests(copy), (copy / file).read_text()
            assert source.count(old) == 1, f"{file}: {old}"
            (copy / file).write_text(source.replace(old, new))
            after = digests(copy)
            (copy / file).write_text(source)
            return {name.rsplit("::verify_")[-1] for name in before if before[name] != after[name]}

        everything = {name.rsplit("::verify_")[-1] for name in harnesses(root)}
        for file, old, new, named, others in SELF_TEST:
            found = changed(file, old, new)
            assert named <= found, f"not named after an edit of {file}: {named - found}"
            others = everything if others is None else others
            assert not others & found, f"named after an edit of {file} that is none of theirs: {others & found}"
            print(f"{file}: {len(found)} of {len(everything)} proofs are stale after an edit")


# Where a copy is edited and how; some of the proofs that are stale then, and some that are not (`None`: all are not).
SELF_TEST = [
    ("core/src/wide.rs", "if overflows || doubled >= d.get() {", "if overflows || doubled > d.get() {",
     {"division_step_is_exact", "mul_div_rounds_as_named", "pure_tables_are_paid_before_they_are_read"},
     {"walks_end", "parameters_are_proper_or_refused", "limb_products_add_up"}),
    ("core/src/ledger/balance.rs", "if spent <= self.total =>", "if spent < self.total =>",
     {"charge_is_atomic", "charges_are_booked_or_refused", "choices_are_paid_before_they_are_read"},
     {"division_step_is_exact", "rounding_is_decided_correctly"}),
    ("core/src/counts.rs", "pub const MOST_ROWS: u64 = (1 << 40) - 1;", "pub const MOST_ROWS: u64 = 1 << 40;",
     {"tables_are_paid_before_they_are_read", "choices_are_paid_before_they_are_read"},
     {"division_step_is_exact", "limb_products_add_up"}),
    ("verification/src/anything.rs", "    Sigma::new(1 << 39, 0)", "    Sigma::new(1 << 38, 0)",
     {"tables_are_paid_before_they_are_read"}, {"rounding_is_decided_correctly"}),
    ("core/src/noise/uniform.rs", "/// Each candidate is rejected with probability below one half.", "/// Each candidate.",
     set(), None),
]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    kind = arguments.add_mutually_exclusive_group()
    kind.add_argument("--digests", action="store_true", help="of what every harness covers")
    kind.add_argument("--names", action="store_true", help="of the stale harnesses, and nothing else")
    kind.add_argument("--covers", metavar="HARNESS", help="the items that a harness can reach")
    kind.add_argument("--self-test", action="store_true", help="plant edits in a copy")
    chosen = arguments.parse_args()
    root = HERE.parent
    if chosen.digests:
        for name, digest in digests(root).items():
            print(name, digest)
    elif chosen.covers:
        for item in sorted(Sources(root).covered(chosen.covers)):
            print("::".join(item.module), item.kind, item.name or item.text.split("\n")[0])
    elif chosen.self_test:
        self_test()
    else:
        found = stale(root)
        for name, date in found.items():
            print(name if chosen.names else f"stale: {name}, run last {date}")
        if not chosen.names:
            print(f"{len(found)} of {len(harnesses(root))} proofs are stale" if found else "no proof is stale")


if __name__ == "__main__":
    main()
