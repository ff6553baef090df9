#!/usr/bin/env python3
"""Rules between columns: rows that break them, and what they do to accuracy.

    python3 tests/studies/rules.py broken                    # 10^6 sampled rows for each kind of rule and mechanism
    python3 tests/studies/rules.py distance --data FOLDER    # releases with rules and without them

`broken` checks the rows by its own reading of the rules. `distance` takes the demo's table, and of FOLDER `acs` and the
raw `adult-strings`, whose specs are drafted (they are public tables). Needs no packages.
"""

import argparse
import csv
import gzip
import json
import random
import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

RULES = {
    "Impossible": (
        '[Impossible({"sex": ["male"], "pregnant": ["yes"]})]',
        lambda row: row["sex"] == "male" and row["pregnant"] == "yes",
    ),
    "Impossible, five columns": (
        '[Impossible({"sex": ["male"], "work": ["paid"], "age": [UpTo(40)], "zip": ["z3"], "pregnant": [Null]})]',
        lambda row: row["sex"] == "male" and row["work"] == "paid" and row["age"] != "" and int(row["age"]) <= 40
        and row["zip"] == "z3" and row["pregnant"] == "",
    ),
    "Implies": (
        '[Implies(when: {"age": [UpTo(14)]}, then: {"work": ["child"], "income": [0, Null]})]',
        lambda row: row["age"] != "" and int(row["age"]) <= 14
        and (row["work"] != "child" or row["income"] not in ("", "0")),
    ),
    "AtMost": (
        '[AtMost("born", "died")]',
        lambda row: row["died"] != "" and row["born"] > row["died"],
    ),
    "Below, in a chain": (
        '[AtMost("born", "moved"), Below("moved", "died")]',
        lambda row: row["moved"] != "" and (row["born"] > row["moved"] or (row["died"] != "" and row["moved"] >= row["died"])),
    ),
    "Determines": (
        '[Determines("zip", "city", {"z1": "A", "z2": "A", "z3": "B", "z4": "C"})]',
        lambda row: row["city"] != {"z1": "A", "z2": "A", "z3": "B", "z4": "C"}[row["zip"]],
    ),
}
MECHANISMS = ["", "mechanism: PrivMrf(),", "mechanism: PrivBayes(estimator: Pgm()),"]

SPEC = """Release(
    privet: 1, reviewed: true, unit: Row, adjacency: AddRemove,
    budget: (epsilon: "%s", delta: "1e-9"),
    schema: [
        (name: "sex", kind: Categorical(["female", "male"])),
        (name: "pregnant", kind: Categorical(["no", "yes"]), missing: [""], outside: Null),
        (name: "age", kind: Integer(min: 0, max: 99, bin: 10), missing: [""], outside: Null),
        (name: "work", kind: Categorical(["child", "paid", "none"])),
        (name: "income", kind: Integer(min: 0, max: 200000), missing: [""], outside: Null),
        (name: "born", kind: Date(min: "1990-01-01", max: "2020-12-30")),
        (name: "moved", kind: Date(min: "1990-01-01", max: "2020-12-30", bin: Months(6)), missing: [""], outside: Null),
        (name: "died", kind: Date(min: "1990-01-02", max: "2020-12-31"), missing: [""], outside: Null),
        (name: "zip", kind: Categorical(["z1", "z2", "z3", "z4"])),
        (name: "city", kind: Categorical(["A", "B", "C"])),
    ],
    rules: %s,
    %s
)
"""


def made_up(path, rows, seed):
    """A table in which one row in twenty breaks whatever it can."""
    dice = random.Random(seed)
    date = lambda day: f"{1990 + day // 365:04d}-{day % 365 // 31 + 1:02d}-{day % 28 + 1:02d}"
    with open(path, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow("sex pregnant age work income born moved died zip city".split())
        for _ in range(rows):
            wrong = dice.random() < 0.05
            sex = dice.choice(["female", "male"])
            age = dice.randrange(100)
            days = sorted(dice.randrange(365 * 30) for _ in range(3))
            if wrong:
                dice.shuffle(days)
            child = age < 15 and not wrong
            out.writerow([
                sex, "yes" if dice.random() < 0.1 and (sex == "female" or wrong) else dice.choice(["no", "no", ""]),
                "" if dice.random() < 0.02 else age, "child" if child else dice.choice(["paid", "none"]),
                0 if child else dice.choice(["", 0, round(dice.lognormvariate(10, 0.7))]),
                date(days[0]), date(days[1]) if dice.random() < 0.6 else "", date(days[2]) if dice.random() < 0.4 else "",
                dice.choice(["z1", "z2", "z3", "z4"]), "A",
            ])


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, arguments))}\n{done.stderr}")
    return done.stdout


def broken(options):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        made_up(folder / "table.csv", 5000, 7)
        print("| rule | " + " | ".join(name.removeprefix("mechanism: ").rstrip(",") or "none named" for name in MECHANISMS) + " |")
        print("|---|" + "---|" * len(MECHANISMS))
        for rule, (text, breaks) in RULES.items():
            counts = []
            for mechanism in MECHANISMS:
                total = 0
                for epsilon in ["0.1", "2"]:
                    (folder / "spec.ron").write_text(SPEC % (epsilon, text, mechanism))
                    shutil.rmtree(folder / "out", ignore_errors=True)
                    run(options.seeded, folder / "spec.ron", folder / "table.csv", folder / "out", 1)
                    rows = options.rows // 2
                    (folder / "more.csv").unlink(missing_ok=True)
                    run(options.privet, "sample", folder / "out", "--rows", rows, "--seed", 1, "--out", folder / "more.csv")
                    for name in ["out/synthetic.csv", "more.csv"]:
                        with open(folder / name, newline="") as file:
                            total += sum(map(breaks, csv.DictReader(file)))
                counts.append(str(total))
            print(f"| {rule} | " + " | ".join(counts) + " |", flush=True)


ACS = '[Impossible({"A3": ["0"], "A4": ["1"]}), Implies(when: {"A9": ["0"]}, then: {"A10": ["0"]})]'
ADULT = """[
        Implies(when: {"relationship": ["Husband", "Wife"]}, then: {"marital-status": ["Married-civ-spouse", "Married-AF-spouse"]}),
        Impossible({"relationship": ["Unmarried"], "marital-status": ["Married-civ-spouse"]}),
        Implies(when: {"workclass": [Null]}, then: {"occupation": [Null]}),
        Impossible({"marital-status": ["Widowed"], "age": [UpTo(16)]}),
    ]"""


def with_rules(spec, rules):
    end = spec.rindex(")")
    return f"{spec[:end].rstrip()}\n    rules: {rules},\n)\n"


def tables(options, folder):
    """For each table its file, and its spec without rules and with them."""
    run(options.privet, "demo", "--out", folder / "demo")
    ruled = (folder / "demo/spec.ron").read_text()
    plain = re.sub(r"\n    // What the questionnaire.*?\n    \],\n", "\n", ruled, flags=re.S)
    yield "demo", folder / "demo/people.csv", plain, ruled
    for name in ["acs", "adult-strings"]:
        table = folder / f"{name}.csv"
        with gzip.open(f"{options.data}/{name}.csv.gz", "rb") as packed, open(table, "wb") as file:
            shutil.copyfileobj(packed, file)
        if name == "acs":
            domain = json.loads(Path(f"{options.data}/acs.domain.json").read_text())
            columns = "".join(
                '        (name: "%s", kind: Categorical([%s])),\n'
                % (one["name"], ", ".join(f'"{code}"' for code in range(one["size"])))
                for one in domain["attributes"]
            )
            plain = (
                'Release(\n    privet: 1, reviewed: true, unit: Row, adjacency: AddRemove,\n'
                f'    budget: (epsilon: "1", delta: "1e-9"),\n    schema: [\n{columns}    ],\n)\n'
            )
            yield name, table, plain, with_rules(plain, ACS)
            continue
        draft = run(options.privet, "draft", table)
        draft = re.sub(r" *// FROM PRIVATE DATA", "", draft).replace("reviewed: false", "reviewed: true")
        # What the draft itself suggests is not measured here.
        plain = re.sub(r"\n    rules: \[.*?\n    \],\n", "\n", draft, flags=re.S)
        yield name, table, plain, with_rules(plain, ADULT)


def distance(options):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        print("| table, ε | without rules | with them |\n|---|---|---|")
        for name, table, *specs in tables(options, folder):
            for epsilon in ["1"] if name == "demo" else options.epsilon.split(","):
                means = []
                for text in specs:
                    text = re.sub(r'epsilon: "[^"]*"', f'epsilon: "{epsilon}"', text)
                    (folder / "spec.ron").write_text(text)
                    (folder / "plain.ron").write_text(specs[0])
                    found = []
                    for seed in range(1, options.runs + 1):
                        shutil.rmtree(folder / "out", ignore_errors=True)
                        (folder / "found.json").unlink(missing_ok=True)
                        run(options.seeded, folder / "spec.ron", table, folder / "out", seed)
                        run(options.privet, "evaluate", "--spec", folder / "plain.ron", "--real", table, "--synthetic",
                            folder / "out/synthetic.csv", "--json", folder / "found.json", "--target", "none")
                        ways = json.loads((folder / "found.json").read_text())["marginals"]
                        found += [one["mean"] for one in ways if one["ways"] == 3]
                    error = statistics.stdev(found) / len(found) ** 0.5
                    means.append(f"{statistics.mean(found):.5f} ± {error:.5f}")
                print(f"| {name}, {epsilon} | " + " | ".join(means) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", choices=["broken", "distance"])
    parser.add_argument("--privet", default="target/release/privet")
    parser.add_argument("--seeded", default="target/release/examples/seeded")
    parser.add_argument("--data", help="the folder of the tables")
    parser.add_argument("--rows", type=int, default=1_000_000, help="sampled rows of each kind of rule and mechanism")
    parser.add_argument("--runs", type=int, default=10, help="releases of each cell")
    parser.add_argument("--epsilon", default="0.3,1,3")
    options = parser.parse_args()
    {"broken": broken, "distance": distance}[options.study](options)


if __name__ == "__main__":
    main()
