#!/usr/bin/env python3
"""Power of Pearson's test on synthetic rows, against β and against the budget (Sørensen 4.2.2 and 4.2.3).

  python3 tests/studies/pearson.py --out FOLDER                    (needs scipy; no data)

Five Boolean attributes, 1000 rows: signs of normal variables with the covariance (4.6). `PrivBayesPure` with mutual
information, degree 3 and the exponential mechanism, as in the text, β of the budget for the network; then Pearson's χ²
test with Yates' correction, level 0.05, of attribute 1 against 2, 3, 4 and 5. Part 1 varies β, part 2 the budget; both
also with degree 1, where it matters more which network is chosen, and part 2 on independent attributes too, where every
rejection is an error. Beside rejections it counts
- those of the wrong sign: all true associations are positive;
- what R's `chisq.test` makes of a constant column: it then tests the other column against a fair coin, without a word.
  Here a constant column is no evidence, and not rejected; the column `power_r` counts as R does.
"""
import tempfile

import numpy as np
import pandas as pd
from scipy.stats import chi2

from study import Release, Results, arguments, figure, generator, in_parallel, pure_spec

COVARIANCE = np.array([[1.0, 0.6, 0.5, 0.4, 0.3],  # (4.6)
                       [0.6, 1.0, 0.6, 0.5, 0.4],
                       [0.5, 0.6, 1.0, 0.6, 0.5],
                       [0.4, 0.5, 0.6, 1.0, 0.6],
                       [0.3, 0.4, 0.5, 0.6, 1.0]])
ROWS = 1000
NAMES = [f"z{i}" for i in range(1, 6)]
SCHEMA = "\n".join(f'        (name: "{name}", kind: Categorical(["0", "1"])),' for name in NAMES)
BETAS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
BUDGETS = [0.1, 1, 10, 100]
# Of part 2: the data, the degree, β.
PARTS = [("dependent", 3, 0.2), ("dependent", 3, 0.5), ("dependent", 3, 0.8), ("independent", 3, 0.5),
         ("dependent", 1, 0.5), ("independent", 1, 0.5)]
LEVEL = 0.05


class Counter:
    """Rejections of attribute 1 against each other one."""

    def __init__(self):
        self.runs = 0
        self.rejected = np.zeros(4)
        self.rejected_as_r = np.zeros(4)
        self.wrong_sign = np.zeros(4)
        self.constant = 0

    def add(self, rows):
        self.runs += 1
        self.constant += sum(len(np.unique(column)) == 1 for column in rows.T) / len(NAMES)
        for place in range(4):
            table = np.histogram2d(rows[:, 0], rows[:, place + 1], bins=2, range=[[0, 1], [0, 1]])[0]
            rejected = pearson(table) < LEVEL
            self.rejected[place] += rejected
            self.wrong_sign[place] += rejected and table[0, 0] * table[1, 1] < table[0, 1] * table[1, 0]
            self.rejected_as_r[place] += pearson_as_r(table) < LEVEL


def pearson(table):
    """The p-value with Yates' correction; 1 where a column is constant."""
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    if (expected == 0).any():
        return 1.0
    difference = np.abs(table - expected)
    corrected = difference - np.minimum(0.5, difference)
    return float(chi2.sf((corrected ** 2 / expected).sum(), 1))


def pearson_as_r(table):
    """R drops the empty row or column and then tests what is left for equal shares."""
    margins = [table.sum(axis=1), table.sum(axis=0)]
    varied = [margin for margin in margins if (margin > 0).all()]
    if len(varied) != 1:
        return pearson(table)
    half = table.sum() / 2
    return float(chi2.sf(((varied[0] - half) ** 2 / half).sum(), 1))


def made_up(rng, covariance):
    """Signs of normal variables (the copula of 4.1)."""
    return (rng.multivariate_normal(np.zeros(5), covariance, ROWS, method="cholesky") >= 0).astype(int)


def power(args, rng, covariance, degree, budget, beta):
    """`runs` tables made up, released and tested."""
    counter = Counter()
    # θ as small as it may be: the degree is given.
    spec = pure_spec(SCHEMA, budget, f'PrivBayesPure(score: I, degree: {degree}, theta: "0.001", '
                     "selection: Exponential, post: Normalize)", structure=beta)
    tables = [made_up(rng, covariance) for _ in range(args.runs)]
    with tempfile.TemporaryDirectory() as folder:
        def released(place):
            path = f"{folder}/{place}.csv"
            pd.DataFrame(tables[place], columns=NAMES).to_csv(path, index=False)
            return Release(args.seeded, spec, path, NAMES, args.seed).rows
        for rows in in_parallel(args, released, range(args.runs)):
            counter.add(rows)
    return counter


def main():
    args = arguments(__doc__, runs=100, needs_data=False).parse_args()
    results = Results(args.out, "pearson", ["part", "data", "degree", "budget", "beta", "pair"],
                      ["power", "power_r", "wrong_sign", "constant_columns"])

    def measure(*point):
        part, data, degree, budget, beta = point
        if not results.lacks(args.runs, *point, "1-5"):
            return
        rng = generator(args, *point)
        covariance = COVARIANCE if data == "dependent" else np.eye(5)
        counter = power(args, rng, covariance, degree, budget, beta)
        for place in range(4):
            results.add(*point, f"1-{place + 2}", counter.rejected[place] / args.runs,
                        counter.rejected_as_r[place] / args.runs, counter.wrong_sign[place] / args.runs,
                        counter.constant / args.runs, args.runs)

    for degree in [3, 1]:
        for budget in BUDGETS:
            for beta in BETAS:
                measure("beta", "dependent", degree, budget, beta)
    budgets = [float(f"{10 ** exponent:.3g}") for exponent in np.arange(-2, 2.1, 1 / 3)]
    for data, degree, beta in PARTS:
        for budget in budgets:
            measure("budget", data, degree, budget, beta)
    draw(args.out, results)


def draw(out, results):
    pairs = [f"1-{place}" for place in range(2, 6)]
    figure(f"{out}/pearson_beta.svg",
           [(f"degree {degree}, α = {budget}",
             [(pair, [(row["beta"], row["power"] - row["wrong_sign"]) for row in
                      results.where(part="beta", degree=degree, budget=budget, pair=pair)])
              for pair in pairs]) for degree in [3, 1] for budget in BUDGETS],
           "β, the network's share", "rejected with the right sign", log_x=False)
    panels = []
    for data, degree, beta in PARTS:
        part = dict(part="budget", data=data, degree=degree, beta=beta)
        lines = [(pair, [(row["budget"], row["power"])
                         for row in results.where(**part, pair=pair)])
                 for pair in pairs]
        chosen = results.where(**part, pair="1-2")
        lines.append(("1-2 as R counts", [(row["budget"], row["power_r"]) for row in chosen]))
        lines.append(("1-2, wrong sign", [(row["budget"], row["wrong_sign"]) for row in chosen]))
        panels.append((f"{data}, degree {degree}, β = {beta}", lines))
    figure(f"{out}/pearson_budget.svg", panels, "α, the budget", "share rejected")


if __name__ == "__main__":
    main()
