#!/usr/bin/env python3
"""Power of Spearman's test on rows of a smoothed histogram (Sørensen 3.2).

  python3 tests/studies/spearman.py --out FOLDER                   (needs scipy; no data)

10,000 rows of X1 uniform on [0, 1] and X2 = X1 + N(0, 1/10²), drawn again while outside; 10 × 10 cells; 1000 rows by
`SmoothedHistogram` at each budget; Spearman's rank test, level 0.05, on them. The same with X1 and X2 independent, where
every rejection is an error. Beside it the power that follows without simulation: rows are uniform with probability
λ = K/(K + n(e^(α/k) − 1)), so the rank correlation is (1 − λ)·ρ about, with deviation 1/√(k − 1).
"""
import tempfile

import numpy as np
import pandas as pd
from scipy.stats import norm, spearmanr

from study import Release, Results, arguments, figure, generator, in_parallel, pure_spec

ROWS, DRAWN, CELLS = 10_000, 1_000, 10
# [0, 1] in ten thousandths, so that a value within its cell is drawn as the text has it.
SCHEMA = "\n".join(f'        (name: "{name}", kind: Integer(min: 0, max: 9999, bin: 1000)),' for name in ["x1", "x2"])
LEVEL = 0.05


def made_up(rng, dependent):
    first = rng.random(ROWS)
    if not dependent:
        return np.column_stack([first, rng.random(ROWS)])
    second = np.full(ROWS, -1.0)
    while (outside := (second < 0) | (second >= 1)).any():
        second[outside] = first[outside] + rng.normal(0, 0.1, outside.sum())
    return np.column_stack([first, second])


def rank_correlation(values):
    return float(spearmanr(values[:, 0], values[:, 1]).statistic)


def expected_power(budget, correlation):
    kept = 1 - CELLS ** 2 / (CELLS ** 2 + ROWS * np.expm1(budget / DRAWN))
    critical = norm.isf(LEVEL / 2)
    shift = kept * correlation * np.sqrt(DRAWN - 1)
    return float(norm.sf(critical - shift) + norm.cdf(-critical - shift))


def main():
    args = arguments(__doc__, runs=200, needs_data=False).parse_args()
    results = Results(args.out, "spearman", ["data", "budget"], ["power", "expected"])
    budgets = [float(f"{10 ** exponent:.3g}") for exponent in np.arange(-1.5, 1.6, 0.25)]
    rng = generator(args, "correlation")
    correlation = np.mean([rank_correlation(made_up(rng, True)) for _ in range(20)])
    print(f"rank correlation of the data: {correlation:.4f}")
    for data, some in [("dependent", budgets), ("independent", budgets[::3])]:
        for budget in some:
            if not results.lacks(args.runs, data, budget):
                continue
            rng = generator(args, data, budget)
            spec = pure_spec(SCHEMA, budget, "SmoothedHistogram()", rows=f"Exactly({DRAWN})")
            tables = [(made_up(rng, data == "dependent") * 10_000).astype(int) for _ in range(args.runs)]
            with tempfile.TemporaryDirectory() as folder:
                def rejected(place):
                    path = f"{folder}/{place}.csv"
                    pd.DataFrame(tables[place], columns=["x1", "x2"]).to_csv(path, index=False)
                    drawn = Release(args.seeded, spec, path, ["x1", "x2"], args.seed).rows
                    return spearmanr(drawn[:, 0], drawn[:, 1]).pvalue < LEVEL
                power = sum(in_parallel(args, rejected, range(args.runs))) / args.runs
            results.add(data, budget, float(power),
                        expected_power(budget, correlation if data == "dependent" else 0.0), args.runs)
    lines = [(data, [(row["budget"], row["power"]) for row in results.where(data=data)])
             for data in ["dependent", "independent"]]
    lines.append(("dependent, without simulation",
                  [(row["budget"], row["expected"]) for row in results.where(data="dependent")]))
    figure(f"{args.out}/spearman.svg", [("Spearman's test, k = 1000 of n = 10,000", lines)], "α, the budget",
           "share rejected")


main()
