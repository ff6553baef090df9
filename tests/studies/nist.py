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

from study import HERE, Results, arguments, figure, in_parallel, mean_and_deviation

sys.path.insert(0, str(HERE.parent / "evaluate"))
from encoding import INCOME_BINS, from_codes, spec  # noqa: E402

EPSILONS = ["0.5", "1", "2", "4"]
SAMPLINGS = ["WithReplacement", "WithoutReplacement", "Inconsistent"]
SCORES = ["clustering", "classification", "regression"]
TABLE = "acs-income-2018"
EVALUATION = '(regression: (city: "State", sex: "Gender", income: "Income"))'


def scores(args, columns, epsilon, sampling):
    """Makes one release and returns its three scores."""
    text = spec(columns, EVALUATION).replace('epsilon: "1"', f'epsilon: "{epsilon}"')
    text = text.replace("    evaluation:", f"    output: (sampling: {sampling}),\n    evaluation:")
    data = f"{args.data}/{TABLE}.csv.gz"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "spec.ron").write_text(text)
        run = lambda *command: subprocess.run([args.privet, *command, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        run("release", folder / "spec.ron", "--data", data, "--out", folder / "release")
        run("evaluate", "--spec", folder / "spec.ron", "--real", data, "--synthetic", folder / "release" / "synthetic.csv",
            "--json", folder / "found.json", "--ways", "1", "--target", "Gender", "--seed", str(args.seed))
        found = json.loads((folder / "found.json").read_text())["nist"]
    return [found[score]["score"] for score in SCORES]


def main():
    args = arguments(__doc__, runs=3).parse_args()
    columns = from_codes(args.data, TABLE, INCOME_BINS)
    results = Results(args.out, "nist", ["score", "sampling", "epsilon"], ["mean", "deviation"])
    for epsilon in EPSILONS:
        for sampling in SAMPLINGS:
            if not any(results.lacks(args.runs, score, sampling, float(epsilon)) for score in SCORES):
                continue
            runs = in_parallel(args, lambda _: scores(args, columns, epsilon, sampling), range(args.runs))
            for score, figures in zip(SCORES, zip(*runs)):
                results.add(score, sampling, float(epsilon), *mean_and_deviation(figures), args.runs)
            lines = {}
            for row in results.where():
                lines.setdefault(row["score"], {}).setdefault(row["sampling"], []).append((row["epsilon"], row["mean"]))
            figure(f"{args.out}/nist.svg", [(score, list(line.items())) for score, line in lines.items()],
                   "ε", "score, of 1,000,000")


main()
