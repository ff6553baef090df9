#!/usr/bin/env python3
"""Plants faults in the code that privacy rests on, and keeps what noticed each of them.

    verification/faults.py                 plant those of files that have changed since their row was written, and write FAULTS.md
    verification/faults.py --all           plant every one again
    verification/faults.py --only PART     of files or patches whose name contains PART; prints, and writes nothing
    verification/faults.py --stale         which rows and patches no longer fit the code; plants nothing, needs no tool

There are two kinds. *Deliberate* faults are the patches in `faults/`, each a mistake that somebody might make: a charge after the
draw, a key that is used twice. *Machine-made* ones are what cargo-mutants makes of the files that `.cargo/mutants.toml` names,
but for those that change nothing, which the same file excludes with the reason.

All of them are built at once: a function holds its right body and every wrong one, and a number chooses (`switches.py`). So a
fault costs a run of the tests that reach its function, the quickest first, until one fails, and no build. What does not compile
is found by the compiler and taken out before.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

import faults_page
import switches

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "target" / "faults"
COPY = WORK / "project"
PAGE = HERE / "FAULTS.md"
PATCHES = HERE / "faults"
# A test that takes longer without a fault is asked last, and one that takes many times its usual time does not end.
PATIENCE, LEAST_SECONDS = 10, 20

Fault = collections.namedtuple("Fault", "name file start end replacement")


# --- Which faults there are

def patched(patch):
    """The file of a patch, its text as it is and as it is with the fault; nothing where the patch no longer fits."""
    lines = patch.read_text().splitlines(keepends=True)
    file = next(line for line in lines if line.startswith("--- a/"))[len("--- a/"):].strip()
    right = (ROOT / file).read_text() if (ROOT / file).exists() else ""
    wrong = right
    for hunk in re.split(r"(?m)^@@ .*\n", "".join(lines))[1:]:
        rows = [row for row in hunk.splitlines(keepends=True) if row[0] in " +-"]
        old = "".join(row[1:] for row in rows if row[0] != "+")
        new = "".join(row[1:] for row in rows if row[0] != "-")
        if wrong.count(old) != 1:
            return None
        wrong = wrong.replace(old, new)
    return file, right, wrong


def of_patch(patch):
    """The one place that a patch changes."""
    fits = patched(patch)
    if not fits:
        return None
    file, right, wrong = fits
    start = len(os.path.commonprefix([right, wrong]))
    same = len(os.path.commonprefix([right[start:][::-1], wrong[start:][::-1]]))
    return Fault(patch.stem, file, start, len(right) - same, wrong[start:len(wrong) - same])


def machine_made(files):
    """What cargo-mutants would do to these files, but for what `.cargo/mutants.toml` excludes."""
    chosen = [argument for file in files for argument in ("-f", file)]
    listed = subprocess.run(["cargo", "mutants", "--list", "--json", *chosen], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        sys.exit(listed.stderr + "cargo-mutants makes the faults: cargo install --locked cargo-mutants")
    for mutant in json.loads(listed.stdout):
        text = (ROOT / mutant["file"]).read_text()
        starts = [0, *(found.end() for found in re.finditer("\n", text))]
        place = lambda at: starts[at["line"] - 1] + at["column"] - 1
        span = mutant["span"]
        name = mutant["name"].removeprefix(mutant["file"] + ":")
        yield Fault(name, mutant["file"], place(span["start"]), place(span["end"]), mutant["replacement"])


def digest(file):
    """Of a source but for its tests and comments, so that a word more plants nothing again."""
    source = (ROOT / file).read_text().split("\n#[cfg(test)]\nmod tests {")[0]
    code = [line for line in source.splitlines() if line.strip() and not line.lstrip().startswith("//")]
    return hashlib.sha256("\n".join(code).encode()).hexdigest()[:12]


# --- One build with all of them

def copy_project():
    """The tracked files and new ones, so that what is built of the copy stays fresh where nothing has changed."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.splitlines()
    wanted = {name: (ROOT / name).read_bytes() for name in names if (ROOT / name).is_file()}
    wanted[".switch/Cargo.toml"] = switches.MANIFEST.encode()
    wanted[".switch/src/lib.rs"] = switches.SOURCE.encode()
    return wanted


def write_copy(wanted):
    for known in COPY.rglob("*"):
        if known.is_file() and str(known.relative_to(COPY)) not in wanted:
            known.unlink()
    for name, content in wanted.items():
        path = COPY / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def planted(wanted, faults):
    """Puts the faults into the copied files; returns what function each number belongs to."""
    by_file = collections.defaultdict(list)
    for number, fault in faults.items():
        by_file[fault.file].append((number, *fault[2:]))
    functions, placed = {}, {}
    for file, those in by_file.items():
        number_of = lambda function: functions.setdefault((file, function[0]), len(functions))
        text, where = switches.instrumented((ROOT / file).read_text(), those, number_of)
        wanted[file] = text.encode()
        placed |= {number: number_of(function) for number, function in where.items()}
    for crate in {file.split("/")[0] for file in by_file}:
        manifest = wanted[f"{crate}/Cargo.toml"].decode()
        depends = '[dependencies]\nprivet-switch = { path = "../.switch" }\n'
        wanted[f"{crate}/Cargo.toml"] = manifest.replace("[dependencies]\n", depends, 1).encode()
    wanted["Cargo.toml"] = wanted["Cargo.toml"].replace(b"exclude = [", b'exclude = [".switch", ')
    return placed


def cargo(*arguments):
    environment = os.environ | {"CARGO_TARGET_DIR": str(WORK / "build"), "RUSTFLAGS": "--cap-lints allow",
                                # The switch is asked in constants too, where it chooses the right body.
                                "RUSTC_BOOTSTRAP": switches.CRATE,
                                "CARGO_PROFILE_TEST_DEBUG": "0", "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_INCREMENTAL": "0"}
    made = subprocess.run(["cargo", *arguments, "--message-format=json"], cwd=COPY, env=environment, text=True,
                          stdout=subprocess.PIPE)
    return made.returncode, [json.loads(line) for line in made.stdout.splitlines() if line.startswith("{")]


def refused(messages, placed):
    """The faults that the compiler's errors point at, those of functions that cannot be switched, and errors of neither."""
    wrong, unswitched, unplaced = set(), set(), []
    lines = {}
    for message in messages:
        message = message.get("message")
        if not isinstance(message, dict) or message.get("level") != "error" or not message["spans"]:
            continue
        found = set()
        for span in (span for span in message["spans"] if span["is_primary"]):
            while span["expansion"]:
                span = span["expansion"]["span"]
            file = span["file_name"]
            if file not in lines:
                lines[file] = switches.by_line((COPY / file).read_text())
            found |= {lines[file][line] for line in range(span["line_start"], span["line_end"] + 1) if line in lines[file]}
        # Two closures are two types: what returns `impl Iterator` has one body.
        if message["message"].startswith("`match` arms"):
            found = {(True, placed[number]) if not is_function else (True, number) for is_function, number in found}
        wrong |= {number for is_function, number in found if not is_function}
        unswitched |= {number for is_function, number in found if is_function}
        if not found:
            unplaced.append(message["rendered"])
    return wrong, unswitched, unplaced


def build(faults):
    """One build of all that compile: the programs of tests, the function of each fault, and what does not compile."""
    without = {}
    commands = [["check", "--lib", "--bins", "--profile", "test", "--keep-going"], ["test", "--no-run"]]
    while commands:
        wanted = copy_project()
        placed = planted(wanted, {number: fault for number, fault in faults.items() if number not in without})
        without |= {number: "outside" for number in faults if number not in placed and number not in without}
        write_copy(wanted)
        code, messages = cargo(*commands[0], "--workspace")
        if code == 0:
            del commands[0]
            continue
        wrong, unswitched, unplaced = refused(messages, placed)
        if not wrong and not unswitched:
            sys.exit("the copy does not compile:\n" + "\n".join(unplaced[:3]))
        print(f"{len(wrong)} faults do not compile, {len(unswitched)} functions cannot be switched", flush=True)
        without |= {number: "do not compile" for number in wrong}
        without |= {number: "outside" for number, function in placed.items() if function in unswitched}
    programs = [[message["executable"], str(pathlib.Path(message["manifest_path"]).parent)]
                for message in messages if message.get("executable") and message["profile"]["test"]]
    return programs, placed, without


# --- Running tests

def run(program, test, seconds, **environment):
    """Whether a test passes; `None` where it does not end in time."""
    path, folder = program
    running = subprocess.Popen([path, "--exact", test, "--include-ignored"], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                               env=os.environ | {"PROPTEST_MAX_SHRINK_ITERS": "0"} | environment)
    try:
        return running.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        running.wait()


def measure(program, test):
    """How long a test takes without a fault, and which functions it reaches; nothing where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        reach = pathlib.Path(folder) / "reach"
        began = time.monotonic()
        passed = run(program, test, 900, PRIVET_REACH=str(reach))
        seconds = time.monotonic() - began
        functions = {int(line) for line in reach.read_text().split()} if reach.exists() else set()
    return (seconds, functions) if passed else None


def measured(programs, at_once):
    """Every test with its time and the functions that it reaches, the quickest first."""
    tests = []
    for program in programs:
        listed = subprocess.run([program[0], "--list", "--format", "terse"], cwd=program[1], capture_output=True, text=True)
        ignored = subprocess.run([program[0], "--list", "--format", "terse", "--ignored"], cwd=program[1],
                                 capture_output=True, text=True).stdout
        names = [line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")]
        tests += [(program, name) for name in names if f"{name}: test" not in ignored.splitlines()]
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        found = list(pool.map(lambda test: measure(*test), tests))
    failing = [test[1] for test, of_test in zip(tests, found) if not of_test]
    if failing:
        print(f"left out, since they fail without a fault: {', '.join(failing)}", flush=True)
    return sorted(((of_test[0], *test, of_test[1]) for test, of_test in zip(tests, found) if of_test), key=lambda row: row[0])


def short(program, test):
    """A test's name with the program's, as the page has it."""
    return f"{re.sub(r'-[0-9a-f]+$', '', pathlib.Path(program[0]).name)}: {test}"


def noticed(number, function, tests):
    """The first test that notices a fault, and after how many seconds."""
    began = time.monotonic()
    reaching = [test for test in tests if function in test[3]]
    for seconds, program, test, _ in reaching:
        passed = run(program, test, LEAST_SECONDS + PATIENCE * seconds, PRIVET_FAULT=str(number))
        if not passed:
            end = "" if passed is False else " (does not end)"
            return short(program, test) + end, time.monotonic() - began
    return "missed" if reaching else "not reached", time.monotonic() - began


# --- The three steps

def step_build(faults):
    """Builds every fault, and writes down what is to be run: another machine with the same paths may do that."""
    numbered = dict(enumerate(faults, 1))
    programs, placed, without = build(numbered)
    WORK.mkdir(parents=True, exist_ok=True)
    plan = {"programs": programs, "without": without, "placed": placed,
            "faults": {number: fault._asdict() for number, fault in numbered.items()}}
    (WORK / "plan.json").write_text(json.dumps(plan))


def step_plant(at_once, longest):
    """Runs the tests on each fault; goes on where it was stopped."""
    plan = json.loads((WORK / "plan.json").read_text())
    kept = WORK / "verdicts.jsonl"
    known = {json.loads(line)["number"] for line in kept.read_text().splitlines()} if kept.exists() else set()
    times = WORK / "tests.json"
    if not times.exists():
        times.write_text(json.dumps([(*row[:3], sorted(row[3])) for row in measured(plan["programs"], at_once)]))
    tests = [(*row[:3], set(row[3])) for row in json.loads(times.read_text()) if row[0] <= longest]
    print(f"{len(tests)} tests, {sum(row[0] for row in tests):.0f} s one after the other", flush=True)
    asked = [number for number in plan["faults"] if number not in plan["without"] and number not in known]

    def ask(number):
        verdict, seconds = noticed(number, plan["placed"][number], tests)
        return {"number": number, "verdict": verdict, "seconds": round(seconds, 2)}

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool, kept.open("a") as out:
        for done, row in enumerate(concurrent.futures.as_completed(pool.submit(ask, number) for number in asked), 1):
            row = row.result()
            out.write(json.dumps(row) + "\n")
            out.flush()
            fault = plan["faults"][row["number"]]
            print(f"{done}/{len(asked)} {fault['file']}: {fault['name']}: {row['verdict']} ({row['seconds']} s)", flush=True)


def step_write():
    """Puts the verdicts into the page; returns how many faults nothing noticed."""
    plan = json.loads((WORK / "plan.json").read_text())
    verdicts = {row["number"]: row for row in map(json.loads, (WORK / "verdicts.jsonl").read_text().splitlines())}
    page, left = faults_page.Page(PAGE), 0
    of_files = collections.defaultdict(list)
    for number, fault in plan["faults"].items():
        row = verdicts.get(number, {"verdict": plan["without"].get(number, "missed"), "seconds": ""})
        verdict = row["verdict"]
        if (PATCHES / f"{fault['name']}.patch").exists():
            page.deliberate[fault["name"]] = [fault["file"], digest(fault["file"]), verdict, row["seconds"]]
            left += verdict in UNNOTICED
        else:
            of_files[fault["file"]].append((verdict, fault["name"]))
    for file, found in of_files.items():
        kinds = collections.Counter(verdict if verdict in faults_page.KINDS else "caught" for verdict, _ in found)
        kinds["made"] = len(found)
        page.files[file] = [digest(file), *(kinds[kind] for kind in faults_page.KINDS)]
        page.missed[file] = [f"{name} ({verdict})" for verdict, name in found if verdict in UNNOTICED]
        left += len(page.missed[file])
    sources = set(machine_sources())
    page.files = {file: row for file, row in page.files.items() if file in sources}
    page.missed = {file: names for file, names in page.missed.items() if file in sources}
    page.write()
    return left


def machine_sources():
    """The files that `.cargo/mutants.toml` names."""
    globs = tomllib.loads((ROOT / ".cargo" / "mutants.toml").read_text())["examine_globs"]
    return sorted({str(path.relative_to(ROOT)) for glob in globs for path in ROOT.glob(glob)
                   if not re.search(r"/test(s|ing)\b", str(path))})


def changed():
    """The patches and files whose row is not of the code of today, and the patches that no longer fit."""
    page = faults_page.Page(PAGE)
    patches = sorted(PATCHES.glob("*.patch"))
    stale = [patch for patch in patches if not patched(patch)]
    fresh = [patch for patch in patches if patch not in stale]
    fresh = [patch for patch in fresh if page.deliberate.get(patch.stem, [""] * 2)[1] != digest(of_patch(patch).file)]
    files = [file for file in machine_sources() if page.files.get(file, [""])[0] != digest(file)]
    return fresh, files, stale


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--all", action="store_true", help="plant every fault again")
    arguments.add_argument("--only", help="files or patches whose name contains this; writes nothing")
    arguments.add_argument("--stale", action="store_true", help="plant nothing, and say what the page does not know")
    arguments.add_argument("--step", choices=["build", "plant", "write"], help="one step alone: the second may run elsewhere")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at once")
    arguments.add_argument("--longest", type=float, default=float("inf"), metavar="SECONDS",
                           help="leave out tests that take longer")
    chosen = arguments.parse_args()
    patches, files, stale = changed()
    for patch in stale:
        print(f"stale: faults/{patch.name} no longer fits its file")
    if chosen.stale:
        print(f"not planted since they changed: {len(patches)} deliberate faults, and those of {len(files)} files")
        return
    if chosen.all or chosen.only is not None:
        patches = [patch for patch in sorted(PATCHES.glob("*.patch")) if patch not in stale]
        files = machine_sources()
    if chosen.only is not None:
        patches = [patch for patch in patches if chosen.only in patch.stem]
        files = [file for file in files if chosen.only in file]
    if chosen.step in (None, "build"):
        faults = [of_patch(patch) for patch in patches] + (list(machine_made(files)) if files else [])
        if not faults:
            print("no file has changed since its faults were planted")
            return
        step_build(faults)
        (WORK / "verdicts.jsonl").unlink(missing_ok=True)
        (WORK / "tests.json").unlink(missing_ok=True)
    if chosen.step in (None, "plant"):
        step_plant(chosen.jobs, chosen.longest)
    if chosen.step in (None, "write") and chosen.only is None:
        left = step_write()
        print(f"{left} faults were noticed by nothing")


UNNOTICED = ("missed", "not reached")

if __name__ == "__main__":
    main()
