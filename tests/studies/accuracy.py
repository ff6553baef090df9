#!/usr/bin/env python3
"""Accuracy of releases of benchmark tables, by an outside yardstick.

  python3 tests/studies/accuracy.py --data FOLDER --tvd TVD_SCRIPT

FOLDER holds NAME.csv.gz and NAME.domain.json; TVD_SCRIPT prints `k=3 … mean_tvd=…` for
`--real --synth --domain --k --count --seed`. For each table, epsilon and way of sampling it makes
three releases (--runs), by the seeds 1, 2 and 3, with the spec tests/specs/NAME.ron (its epsilon and sampling replaced) and prints
the mean distance of 300 seeded 3-way marginals, with its range, as a Markdown table.

  --mechanism 'PrivBayesPure(score: F)' --adjacency Replace

take another mechanism (`PrivMrf()` too) and adjacency; --tables, --epsilons and --samplings choose rows and columns, and
--seconds adds the time of a release.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TABLES = ["nltcs", "acs", "br2000", "adult-pgm"]
EPSILONS = ["0.2", "0.8", "3.2"]
SAMPLINGS = ["WithoutReplacement", "WithReplacement", "Inconsistent"]


def tvd3(args, table, synthetic):
    output = subprocess.run(
        [sys.executable, args.tvd, "--real", f"{args.data}/{table}.csv.gz", "--synth", synthetic,
         "--domain", f"{args.data}/{table}.domain.json", "--k", "3", "--count", "300", "--seed", "7"],
        check=True, capture_output=True, text=True).stdout
    return float(re.search(r"mean_tvd=([0-9.]+)", output).group(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeded", default=HERE.parent.parent / "target" / "release" / "examples" / "seeded")
    parser.add_argument("--data", required=True)
    parser.add_argument("--tvd", required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--mechanism", default="PrivBayes()")
    parser.add_argument("--adjacency", default="AddRemove")
    parser.add_argument("--tables", nargs="+", default=TABLES)
    parser.add_argument("--epsilons", nargs="+", default=EPSILONS)
    parser.add_argument("--samplings", nargs="+", default=SAMPLINGS)
    parser.add_argument("--seconds", action="store_true")
    args = parser.parse_args()
    if args.mechanism.startswith("PrivMrf"):
        # Its rows come from a model that is consistent.
        args.samplings = [sampling for sampling in args.samplings if sampling != "Inconsistent"]
    specs = HERE.parent / "specs"
    print("| table | ε | " + " | ".join(args.samplings) + " |")
    print("|---|---|" + "---|" * len(args.samplings))
    for table in args.tables:
        for epsilon in args.epsilons:
            cells = []
            for sampling in args.samplings:
                text = (specs / f"{table}.ron").read_text()
                text = text.replace('epsilon: "0.8"', f'epsilon: "{epsilon}"')
                text = text.replace("sampling: WithoutReplacement", f"sampling: {sampling}")
                text = text.replace("mechanism: PrivBayes()", f"mechanism: {args.mechanism}")
                if args.mechanism.startswith("PrivBayesPure"):
                    text = text.replace('        delta: "1e-9",\n', "")
                if args.adjacency == "Replace":
                    text = text.replace("adjacency: AddRemove", "adjacency: Replace")
                    text = text.replace("rows: Noisy", "rows: AsInput")
                figures, seconds = [], []
                for seed in range(1, args.runs + 1):
                    with tempfile.TemporaryDirectory() as folder:
                        spec = pathlib.Path(folder) / "spec.ron"
                        spec.write_text(text)
                        start = time.monotonic()
                        subprocess.run([args.seeded, spec, f"{args.data}/{table}.csv.gz", f"{folder}/release", str(seed)],
                                       check=True)
                        seconds.append(time.monotonic() - start)
                        figures.append(tvd3(args, table, f"{folder}/release/synthetic.csv"))
                mean = sum(figures) / len(figures)
                cell = f"{mean:.4f} ({min(figures):.4f}–{max(figures):.4f})"
                if args.seconds:
                    cell += f", {sum(seconds) / len(seconds):.1f} s"
                cells.append(cell)
            print(f"| {table} | {epsilon} | " + " | ".join(cells) + " |", flush=True)


main()
