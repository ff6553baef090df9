#!/usr/bin/env python3
"""The three NIST 2018 scores of PrivBayes by ε and way of sampling (Bao, Figure 2).

  python3 tests/studies/nist.py --data FOLDER --out FOLDER

The text's table, 1940 census records of Colorado, cannot be had; this is acs-income-2018 (295,243 rows, 32 columns;
states for cities). Releases are by `PrivBayes`, δ = 1e-9, AddRemove; the scores are those of `privet evaluate`, with
one seed for all releases, so that all are asked the same questions.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from study import HERE, SPREAD, Results, arguments, figure, in_parallel, points, summary

sys.path.insert(0, str(HERE.parent / "evaluate"))
from encoding import INCOME_BINS, from_codes, spec  # noqa: E402

EPSILONS = ["0.5", "1", "2", "4"]
SAMPLINGS = ["WithReplacement", "WithoutReplacement", "Inconsistent"]
SCORES = ["clustering", "classification", "regression"]
TABLE = "acs-income-2018"
EVALUATION = '(regression: (city: "State", sex: "Gender", income: "Income"))'


def scores(args, columns, epsilon, sampling, seed):
    """Makes one release and returns its three scores."""
    text = spec(columns, EVALUATION).replace('epsilon: "1"', f'epsilon: "{epsilon}"')
    text = text.replace("    evaluation:",
                        f"    mechanism: PrivBayes(),\n    output: (sampling: {sampling}),\n    evaluation:")
    data = f"{args.data}/{TABLE}.csv.gz"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "spec.ron").write_text(text)
        run = lambda *command: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        run(args.seeded, folder / "spec.ron", data, folder / "release", str(seed))
        run(args.privet, "evaluate", "--spec", folder / "spec.ron", "--real", data,
            "--synthetic", folder / "release" / "synthetic.csv", "--json", folder / "found.json", "--ways", "1",
            "--target", "Gender", "--seed", str(args.seed), "--quiet")
        found = json.loads((folder / "found.json").read_text())["nist"]
    return [found[score]["score"] for score in SCORES]


def main():
    args = arguments(__doc__, runs=10, needs_program=True).parse_args()
    columns = from_codes(args.data, TABLE, INCOME_BINS)
    results = Results(args.out, "nist", ["score", "sampling", "epsilon"], ["mean", *SPREAD])
    for epsilon in EPSILONS:
        for sampling in SAMPLINGS:
            if not any(results.lacks(args.runs, score, sampling, float(epsilon)) for score in SCORES):
                continue
            runs = in_parallel(args, lambda seed: scores(args, columns, epsilon, sampling, seed),
                               range(args.seed, args.seed + args.runs))
            for score, figures in zip(SCORES, zip(*runs)):
                results.add(score, sampling, float(epsilon), *summary(figures), args.runs)
            lines = {}
            for row in results.where():
                lines.setdefault(row["score"], {}).setdefault(row["sampling"], []).append(row)
            panels = [(score, [(sampling, points(rows, "epsilon", "mean")) for sampling, rows in line.items()])
                      for score, line in lines.items()]
            figure(f"{args.out}/nist.svg", panels, "ε", "score, of 1,000,000")


main()
