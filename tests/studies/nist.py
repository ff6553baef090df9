#!/usr/bin/env python3
"""The three NIST 2018 scores of PrivBayes by ε and way of sampling (Bao, Figure 2).

  python3 tests/studies/nist.py --data FOLDER --out FOLDER

The text's table, 1940 census records of Colorado, cannot be had; this is acs-income-2018 (295,243 rows, 32 columns;
states for cities). Releases are by `PrivBayes`, δ = 1e-9, AddRemove. All are asked the same questions: those that
`privet evaluate` asks by the study's seed. Its scores of one release must be those that are computed here; for all others
it would take longer than everything else.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd

from study import HERE, SPREAD, Results, arguments, distance, figure, in_parallel, marginal, points, summary

sys.path.insert(0, str(HERE.parent / "evaluate"))
from encoding import INCOME_BINS, from_codes, spec  # noqa: E402

EPSILONS = ["0.5", "1", "2", "4"]
SAMPLINGS = ["WithReplacement", "WithoutReplacement", "Inconsistent"]
SCORES = ["clustering", "classification", "regression"]
TABLE = "acs-income-2018"
EVALUATION = '(regression: (city: "State", sex: "Gender", income: "Income"))'


class Coded:
    """A table by labels and bins, and its incomes."""

    def __init__(self, columns, path):
        frame = pd.read_csv(path)
        codes = [np.searchsorted(column.starts, frame[column.name], side="right") - 1 if column.ordered
                 else frame[column.name] for column in columns]
        self.codes = np.asfortranarray(np.column_stack(codes).astype(np.int64))
        self.pay = pd.DataFrame({"city": frame["State"], "sex": frame["Gender"], "income": frame["Income"]})

    def fitting(self, conditions):
        """How many rows fulfil all conditions, as a share of at least 1e-6."""
        fits = np.ones(len(self.codes), bool)
        for condition in conditions:
            codes, picked = self.codes[:, condition["column"]], condition["picked"]
            wanted = np.zeros(codes.max() + 1, bool)
            if "range" in picked:
                wanted[picked["range"][0]:picked["range"][1] + 1] = True
            else:
                wanted[[code for code in picked["codes"] if code < len(wanted)]] = True
            fits &= wanted[codes]
        return max(fits.mean(), 1e-6)

    def cities(self):
        """Gini coefficient, gap between the mean incomes of both sexes, and the gap's rank, of each city."""
        found = {}
        for city, group in self.pay.groupby("city"):
            income = np.sort(group.income.to_numpy(dtype=float))
            rows, total = len(income), income.sum()
            pairs = 2 * (income * np.arange(1, rows + 1)).sum() - (rows + 1) * total
            means = [group.income[group.sex == sex].mean() if (group.sex == sex).any() else 0.0 for sex in (0, 1)]
            found[city] = (pairs / (rows * total) if total > 0 else 0.0, means[0] - means[1])
        order = sorted(found, key=lambda city: (-found[city][1], city))
        return {city: (*found[city], order.index(city)) for city in found}


class Questions:
    """What `privet evaluate` asked, with the real table's answers."""

    def __init__(self, columns, real, asked):
        self.columns, self.sizes = columns, [column.size for column in columns]
        self.marginals = [(one["columns"], marginal(real.codes, self.sizes, one["columns"]))
                          for one in asked["clustering"]["marginals"]]
        self.conjunctions = [(one["conditions"], real.fitting(one["conditions"]))
                             for one in asked["classification"]["conjunctions"]]
        self.cities = real.cities()

    def scores(self, path):
        synthetic = Coded(self.columns, path)
        apart = np.mean([distance(true, marginal(synthetic.codes, self.sizes, columns))
                         for columns, true in self.marginals])
        logs = [math.log(true) - math.log(synthetic.fitting(conditions)) for conditions, true in self.conjunctions]
        root = math.sqrt(np.mean(np.square(logs)))
        cities, terms = synthetic.cities(), []
        for city, (gini, _, rank) in self.cities.items():
            other = cities.get(city, (math.inf, 0.0, math.inf))
            terms.append((max(0.0, 1 - abs(gini - other[0])), max(0.0, 1 - abs(rank - other[2]) / (len(self.cities) - 1))))
        regression = np.sqrt(np.mean(np.square(terms), axis=0)).mean()
        return [1e6 * (1 - apart), 1e6 * max(0.0, 1 + root / math.log(1 / 1000)), 1e6 * regression]


def release(args, columns, epsilon, sampling, seed, folder):
    """Makes one release; the path of its rows."""
    text = spec(columns, EVALUATION).replace('epsilon: "1"', f'epsilon: "{epsilon}"')
    text = text.replace("    evaluation:",
                        f"    mechanism: PrivBayes(),\n    output: (sampling: {sampling}),\n    evaluation:")
    folder = pathlib.Path(folder)
    (folder / "spec.ron").write_text(text)
    subprocess.run([args.seeded, folder / "spec.ron", f"{args.data}/{TABLE}.csv.gz", folder / "release", str(seed)], check=True)
    return folder / "release" / "synthetic.csv"


def questions(args, columns):
    """Asks once, and compares the program's scores with this study's."""
    data = f"{args.data}/{TABLE}.csv.gz"
    with tempfile.TemporaryDirectory() as folder:
        rows = release(args, columns, EPSILONS[0], SAMPLINGS[0], args.seed, folder)
        subprocess.run([args.privet, "evaluate", "--spec", f"{folder}/spec.ron", "--real", data, "--synthetic", rows,
                        "--json", f"{folder}/found.json", "--ways", "1", "--target", "none", "--seed", str(args.seed),
                        "--quiet"], check=True, stdout=subprocess.DEVNULL)
        asked = json.loads(pathlib.Path(folder, "found.json").read_text())["nist"]
        found = Questions(columns, Coded(columns, data), asked)
        assert np.allclose(found.scores(rows), [asked[score]["score"] for score in SCORES], rtol=1e-9)
    return found


def main():
    args = arguments(__doc__, runs=10, needs_program=True).parse_args()
    columns = from_codes(args.data, TABLE, INCOME_BINS)
    asked = questions(args, columns)
    results = Results(args.out, "nist", ["score", "sampling", "epsilon"], ["mean", *SPREAD])

    def scores(epsilon, sampling, seed):
        with tempfile.TemporaryDirectory() as folder:
            return asked.scores(release(args, columns, epsilon, sampling, seed, folder))

    for epsilon in EPSILONS:
        for sampling in SAMPLINGS:
            if not any(results.lacks(args.runs, score, sampling, float(epsilon)) for score in SCORES):
                continue
            runs = in_parallel(args, lambda seed: scores(epsilon, sampling, seed), range(args.seed, args.seed + args.runs))
            for score, figures in zip(SCORES, zip(*runs)):
                results.add(score, sampling, float(epsilon), *summary(figures), args.runs)
            lines = {}
            for row in results.where():
                lines.setdefault(row["score"], {}).setdefault(row["sampling"], []).append(row)
            panels = [(score, [(sampling, points(rows, "epsilon", "mean")) for sampling, rows in line.items()])
                      for score, line in lines.items()]
            figure(f"{args.out}/nist.svg", panels, "ε", "score, of 1,000,000")


main()
