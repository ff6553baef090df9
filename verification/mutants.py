#!/usr/bin/env python3
"""Plants the faults that cargo-mutants makes of the code that privacy rests on, and keeps what noticed each.

    verification/mutants.py                      go on with all that have no verdict yet
    verification/mutants.py --shard 2/4          a part of them, for several machines or cores
    verification/mutants.py --changed --minutes 5   those of files that changed since, as `.ci/run --all` does
    verification/mutants.py --proofs             ask Kani about those that every test passes over
    verification/mutants.py --summary            what is known, and what is missing

Verdicts stand in `mutants.txt`, a section a file with the digest of its source: a section whose source has
changed counts for nothing. Every verdict is written down when it is there, so that a run may be stopped at any
time and is gone on with by the next. Tests come first, the quick ones before the others, and the first that fails
ends it. What no test notices is either noticed by a proof that `INVENTORY.md` names for the function, or stands in
`equivalent.toml` with the reason why nothing changes, or is missed; then the exit code is 1. Those with a reason are
planted all the same, and a reason that a test refutes is reported.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

from verdicts import HERE, LIST, ROOT, SOURCES, Verdicts, key, reasons, source_files

INVENTORY = HERE / "INVENTORY.md"
# Core's tests that take seconds, and so come after the claims' first. All others are built as one program in the copy: a
# build is dearer than a run.
LONG = ["laws", "rules", "candidates"]
# The claims that are about a folder or file of core, by family; others have nothing to do with it.
CLAIMS = {
    "answers": "answered curation excluding",
    "bayes": "structure consistency nonnegativity spreading sampling dealing conditioning greedy",
    "calibration": "calibration",
    "counts.rs": "indexing tallying sensitivity dropping excluding",
    "curator": "parting paying choosing curation answered excluding dropping sensitivity tallying indexing smoothing greedy",
    "domain": "indexing numbering excluding dropping",
    "ledger": "budget booking paying choosing curation",
    "neighbours.rs": "declaring tallying paying choosing sensitivity scores curation",
    "noise": "noise smoothing booking paying choosing excluding curation answered",
    "parts.rs": "parting",
    "privacy": "budget booking declaring smoothing paying choosing",
    "radix.rs": "indexing numbering",
    "rules": "dropping",
    "score": "scores tallying sensitivity greedy curation answered",
    "variables.rs": "indexing structure",
    "wide.rs": "wide budget declaring smoothing",
}
# Many times the processor's seconds that each takes; a fault may make a loop endless.
SECONDS = 400
FEW_SECONDS = 60
MEMORY = 6 << 30


def mutants():
    """What cargo-mutants would do to the sources, as it lists it."""
    files_with_faults = source_files()
    files = [argument for folder, sources in SOURCES.items() for source in sources
             for argument in ("-f", f"{folder}/{source}")]
    listed = subprocess.run(["cargo", "mutants", "--list", "--json", *files],
                            cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        sys.exit(listed.stderr + "cargo-mutants makes the faults: cargo install --locked cargo-mutants")
    found = {}
    for mutant in json.loads(listed.stdout):
        if mutant["file"] not in files_with_faults:
            continue
        mutant["name"] = mutant["name"].removeprefix(mutant["file"] + ":")
        found.setdefault(mutant["file"], []).append(mutant)
    return found


class Copy:
    """A copy of the project in which faults are planted: the checkout itself is never touched."""

    def __init__(self, folder):
        self.files = folder / "project"
        self.build = folder / "build"
        tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                                 capture_output=True, text=True, check=True).stdout.splitlines()
        wanted = {name for name in tracked if (ROOT / name).is_file()}
        for known in self.files.rglob("*"):
            if known.is_file() and str(known.relative_to(self.files)) not in wanted:
                known.unlink()
        for name in wanted:
            source, target = ROOT / name, self.files / name
            content = source.read_bytes()
            if not target.exists() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
                target.write_bytes(content)
        self.join_quick_tests()
        self.environment = os.environ | {
            "CARGO_TARGET_DIR": str(self.build), "CARGO_INCREMENTAL": "1", "CARGO_PROFILE_TEST_DEBUG": "0",
            "CARGO_TERM_COLOR": "never", "RUST_BACKTRACE": "0"}

    def join_quick_tests(self):
        core = self.files / "core"
        names = sorted(path.stem for path in (core / "tests").glob("*.rs") if path.stem != "quick")
        quick = [f'#[path = "{name}.rs"]\nmod {name};\n' for name in names if name not in LONG]
        (core / "tests" / "quick.rs").write_text("\n".join(quick))
        manifest = (core / "Cargo.toml").read_text().replace("[package]\n", "[package]\nautotests = false\n")
        manifest += "".join(f'\n[[test]]\nname = "{name}"\n' for name in ["quick", *LONG])
        (core / "Cargo.toml").write_text(manifest)

    def plant(self, mutant):
        """Returns what takes the fault out again."""
        path = self.files / mutant["file"]
        right = path.read_text()
        lines = right.split("\n")
        start, end = mutant["span"]["start"], mutant["span"]["end"]
        place = lambda at: sum(len(line) + 1 for line in lines[: at["line"] - 1]) + at["column"] - 1
        path.write_text(right[: place(start)] + mutant["replacement"] + right[place(end):])
        return lambda: path.write_text(right)

    def run(self, command):
        return subprocess.run(command, cwd=self.files, env=self.environment, capture_output=True, text=True)

    def built(self, packages):
        """The programs of tests by name, or nothing where the project does not compile."""
        command = ["cargo", "test", "--no-run", "--locked", "--message-format=json", *packages]
        made = self.run(command)
        if "linking with" in made.stdout:
            # What the compiler keeps between builds sometimes does not fit together: once more, from the start.
            self.run(["cargo", "clean", "-p", "privet-core", "-p", "privet-verification"])
            made = self.run(command)
        if "linking with" in made.stdout or "(signal: " in made.stderr:
            sys.exit(f"not the fault's doing: {made.stderr}")
        if made.returncode != 0:
            return None
        programs = {}
        for line in made.stdout.splitlines():
            message = json.loads(line)
            if message.get("executable") and message["profile"]["test"]:
                folder = pathlib.Path(message["manifest_path"]).parent
                programs[message["target"]["name"]] = (message["executable"], folder)
        return programs


def first_failure(name, program, filters=()):
    """The first test that fails; nothing where all pass."""
    path, folder = program
    seconds = FEW_SECONDS if name == "quick" else SECONDS

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    running = subprocess.Popen([path, *filters], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, preexec_fn=limit)
    try:
        for line in running.stdout:
            failed = re.match(r"test (\S+).* \.\.\. FAILED|test (\S+) \.\.\. .*FAILED$", line)
            if failed:
                return failed[1] or failed[2]
        code = running.wait()
    finally:
        running.kill()
        running.stdout.close()
        running.wait()
    if code == 0:
        return None
    return "no end" if code in (-signal.SIGKILL, -signal.SIGXCPU) else "stopped by the system"


def assert_sound(copy):
    """Without a fault the copy builds, and its quick tests pass: else every verdict would be wrong."""
    programs = copy.built(selections("core")[0]) or {}
    if any(first_failure(name, program) for name, program in programs.items()) or not programs:
        sys.exit("the quick tests fail without a fault")


def selections(crate):
    """What is built one after the other for a fault in a crate, the quick tests first."""
    if crate != "core":
        return [["-p", f"privet-{crate}", "--lib"], *([["-p", "privet-spec", "--tests"]] if crate == "spec" else [])]
    long = [argument for name in LONG for argument in ("--test", name)]
    packages = (["-p", "privet-core", "--test", "quick"], ["-p", "privet-core", "--lib"],
                ["-p", "privet-verification", "--lib"], ["-p", "privet-core", *long])
    return [[*package, "--features", "privet-core/alloc"] for package in packages]


def noticed(copy, mutant):
    """Which test notices what is planted in the copy."""
    crate, _, part, *_ = mutant["file"].split("/")
    families = CLAIMS.get(part, "").split()
    filters = {"privet_verification": [f"properties::{family}::" for family in families]}
    for selection in selections(crate):
        programs = copy.built(selection)
        if programs is None:
            return "does not compile"
        for name, program in sorted(programs.items()):
            if filters.get(name) == []:
                continue
            failure = first_failure(name, program, filters.get(name, ()))
            if failure:
                return f"test {failure}" if name == "quick" else f"test {name}::{failure}"
    return "missed"


def name_in_inventory(function):
    """A function as the inventory names it: without lifetimes and parameters, but for those that tell two apart."""
    of_trait = re.match(r"<impl (\w+)(<.*?>)? for (\w+).*>::(\w+)$", function)
    if of_trait:
        name, parameter, owner, method = of_trait.groups()
        told_apart = parameter and "'" not in parameter
        return f"{owner} as {name}{parameter}::{method}" if told_apart else f"{owner}::{method}"
    return function if function.startswith("Paid<") else re.sub(r"<.*>::", "::", function)


def proofs_of(mutant):
    """The harnesses that the inventory names for the function of a mutant; a constant has none."""
    if not mutant["function"]:
        return []
    function = name_in_inventory(mutant["function"]["function_name"])
    lines = (HERE / "harnesses.txt").read_text().splitlines()
    names = [line.split(" ")[0] for line in lines if not line.startswith("#")]
    harnesses = {name.rsplit("::verify_")[-1]: name for name in names}
    section = ""
    if f"### `{mutant['file']}`" not in INVENTORY.read_text():
        return []
    for line in INVENTORY.read_text().splitlines():
        if line.startswith("### `"):
            section = line.split("`")[1]
        elif section == mutant["file"] and line.startswith(f"| `{function}` |"):
            return [harnesses[name] for name in re.findall(r"`(\w+)`", line) if name in harnesses]
    sys.exit(f"{mutant['file']}: `{function}` is not in {INVENTORY.name}")


def refused(copy, mutant):
    """Which proof fails with what is planted in the copy: a counterexample, never a time that is up."""
    for harness in proofs_of(mutant):
        command = ["cargo", "kani", "-p", "privet-verification", "--exact", "--harness", harness,
                   "--output-format", "terse", "-Z", "unstable-options", "-Z", "stubbing",
                   "--harness-timeout", "300s"]
        ran = subprocess.run(command, cwd=copy.files, env=copy.environment, capture_output=True, text=True)
        if "Failed Checks" in ran.stdout:
            return f"proof {harness.rsplit('::verify_')[-1]}"
    return "missed"


def summary(found, verdicts, known):
    """What is known of each mutant, counted; returns how many are missed or have no verdict."""
    counts = {}
    open_ones = []
    for file, those in found.items():
        current = verdicts.of(file)
        for mutant in those:
            verdict = current.get(mutant["name"], "no verdict")
            kind = verdict.split(" ")[0] if verdict.startswith(("test", "proof")) else verdict
            if key(mutant) in known and kind != "no verdict":
                kind = "equivalent" if kind == "missed" else "wrongly explained"
            counts[kind] = counts.get(kind, 0) + 1
            if kind in ("missed", "no verdict", "wrongly explained"):
                open_ones.append((kind, file, mutant["name"]))
    total = sum(counts.values())
    print(f"{total} mutants: " + ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)))
    return open_ones


def plant(asked, chosen, verdicts, found):
    """Plants one after the other; returns those that time was too short for."""
    copy = Copy(chosen.work / chosen.shard.split("/")[0])
    if not chosen.proofs:
        assert_sound(copy)
    began = time.monotonic()
    for number, mutant in enumerate(asked, 1):
        if chosen.minutes and time.monotonic() - began > chosen.minutes * 60:
            return asked[number - 1:]
        restore = copy.plant(mutant)
        try:
            verdict = refused(copy, mutant) if chosen.proofs else noticed(copy, mutant)
        finally:
            restore()
        verdicts.of(mutant["file"])[mutant["name"]] = verdict
        verdicts.write(found)
        print(f"{number}/{len(asked)} {mutant['file']}:{mutant['name']}: {verdict}", flush=True)
    return []


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--shard", default="1/1", help="K/N: every N-th mutant from the K-th on")
    arguments.add_argument("--minutes", type=float, help="begin no mutant after so many")
    arguments.add_argument("--changed", action="store_true", help="only files whose section is out of date")
    arguments.add_argument("--file", action="append", help="only this file; may be given again")
    arguments.add_argument("--again", action="store_true", help="those that were missed, too")
    arguments.add_argument("--proofs", action="store_true", help="ask Kani about those that were missed")
    arguments.add_argument("--summary", action="store_true", help="plant nothing")
    arguments.add_argument("--list", type=pathlib.Path, default=LIST, help="where verdicts are kept")
    arguments.add_argument("--join", type=pathlib.Path, action="append", default=[],
                           help="take the verdicts of this list in, as another shard has written it")
    arguments.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "mutants")
    chosen = arguments.parse_args()
    # A run that is stopped takes its fault out and leaves no endless test behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    verdicts, known = Verdicts(chosen.list), reasons()
    changed = [file for file in source_files() if not verdicts.is_current(file)]
    if chosen.changed and not changed:
        print(f"no file has changed since its mutants were listed; {verdicts.open_ones()} of {verdicts.listed} "
              "have no verdict yet")
        return
    found = mutants()
    for other in chosen.join:
        verdicts.take_in(Verdicts(other))
        verdicts.write(found)
    files = [file for file in found if not chosen.file or file in chosen.file]
    files = [file for file in files if not chosen.changed or file in changed]
    open_verdicts = {"missed"} if chosen.proofs else {None, "missed"} if chosen.again else {None}
    shard, shards = map(int, chosen.shard.split("/"))
    asked = [mutant for file in files for mutant in found[file]][shard - 1::shards]
    asked = [mutant for mutant in asked if verdicts.of(mutant["file"]).get(mutant["name"]) in open_verdicts
             and not (chosen.proofs and key(mutant) in known)]
    late = plant(asked, chosen, verdicts, found) if asked and not chosen.summary else []
    left = summary(found, verdicts, known)
    if chosen.join:
        verdicts.write(found)
    if late:
        # What there was no time for is not missed: the next run goes on with it.
        print(f"time is up: {len(late)} mutants were not planted")
        left = [one for one in left if one[0] != "no verdict"]
    for kind, file, name in left:
        print(f"{kind}: {file}:{name}")
    sys.exit(bool(left))


if __name__ == "__main__":
    main()
