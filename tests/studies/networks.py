#!/usr/bin/env python3
"""The network that is chosen with privacy beside the greedy one without (Sørensen 4.2.1, Figures 4.1 and 4.2).

  python3 tests/studies/networks.py --out FOLDER                   (needs scipy; no data)

Made-up tables as in pearson.py. `PrivBayesPure` with mutual information and the exponential mechanism; the network alone
is α-differentially private, so a release has 2α, of which it takes half. Two attributes have an edge where they are in one
table of the network (the moral graph: a release measures the first k + 1 attributes together, so it has no directions
among them). The figure is the share of the greedy network's edges that the private one has, and how often the two are
the same. With degree 3 a network of five attributes lacks one edge of ten, so degree 1, a tree, says more.
networks.txt has the networks of the first table.
"""
import itertools
import pathlib
import tempfile

import numpy as np
import pandas as pd

from pearson import COVARIANCE, NAMES, SCHEMA, made_up
from study import SPREAD, Release, Results, arguments, entropy, figure, generator, in_parallel, points, pure_spec, summary

BUDGETS = [50, 5, 0.5, 0.05]
DEGREES = [3, 1]


def edges(tables):
    return {pair for table in tables for pair in itertools.combinations(sorted(table), 2)}


def greedy(rows, degree):
    """GreedyBayes by mutual information, from the first attribute whose sum is best: its tables."""
    information = lambda columns: entropy(rows[:, columns], [2] * len(columns))

    def from_first(first):
        placed, tables, total = [first], [], 0.0
        while len(placed) < len(NAMES):
            gain, child, parents = max(
                (information([child]) + information(list(parents)) - information([child, *parents]), child, parents)
                for child in range(len(NAMES)) if child not in placed
                for parents in itertools.combinations(placed, min(degree, len(placed))))
            placed.append(child)
            tables.append([NAMES[column] for column in (*parents, child)])
            total += gain
        return total, tables
    return max(from_first(first) for first in range(len(NAMES)))[1]


def private(args, folder, tables, degree, budget):
    """The tables of each release's network."""
    # θ as small as it may be: the degree is given.
    spec = pure_spec(SCHEMA, 2 * budget, f'PrivBayesPure(score: I, degree: {degree}, theta: "0.001", '
                     "selection: Exponential, post: Normalize)")

    def chosen(place):
        path = f"{folder}/{place}.csv"
        pd.DataFrame(tables[place], columns=NAMES).to_csv(path, index=False)
        release = Release(args.seeded, spec, path, NAMES, args.seed)
        return [[name for name, _ in columns] for columns in release.tables()]
    return in_parallel(args, chosen, range(args.runs))


def main():
    args = arguments(__doc__, runs=100, needs_data=False).parse_args()
    results = Results(args.out, "networks", ["degree", "budget"], ["edges_kept", *SPREAD, "the_same"])
    rng = generator(args, "networks")
    tables = [made_up(rng, COVARIANCE) for _ in range(args.runs)]
    drawn = []
    for degree in DEGREES:
        best = [edges(greedy(rows, degree)) for rows in tables]
        drawn.append(f"degree {degree}, greedy:   {written(best[0])}")
        for budget in BUDGETS:
            with tempfile.TemporaryDirectory() as folder:
                found = [edges(network) for network in private(args, folder, tables, degree, budget)]
            kept = [len(mine & theirs) / len(theirs) for mine, theirs in zip(found, best)]
            results.add(degree, budget, *summary(kept), float(np.mean([share == 1 for share in kept])), args.runs)
            drawn.append(f"degree {degree}, α = {budget:<5} {written(found[0])}")
    pathlib.Path(args.out, "networks.txt").write_text("\n".join(drawn) + "\n")
    figure(f"{args.out}/networks.svg",
           [(f"degree {degree}", [("edges of the greedy", points(results.where(degree=degree), "budget", "edges_kept")),
                                  ("the same network", [(row["budget"], row["the_same"])
                                                        for row in results.where(degree=degree)])])
            for degree in DEGREES], "α, the network's budget", "share")


def written(pairs):
    return " ".join(f"{one[1:]}-{other[1:]}" for one, other in sorted(pairs))


main()
