#!/usr/bin/env python3
"""What a `workload` with a target gains for the target's pairs, and what the others pay.

  python3 tests/studies/workload.py --data FOLDER --out FOLDER --cells adult:income acs:A5

Each cell is a table and a target, at --epsilon. Releases with and without `workload: (target: …)` take turns; every one
adds a line to FOLDER/workload.csv, and the ratio of the means with its standard error is printed: for the pairs with the
target, for all other pairs, and for 60 seeded triples with the target.
"""
import csv
import itertools
import pathlib

import numpy as np

from judge import distance
from study import Release, Table, arguments, gaussian_spec, summary

FIGURES = ["target_pairs", "other_pairs", "target_triples"]


def release(args, table, workload, seed):
    spec = gaussian_spec(table, float(args.epsilon), "PrivMrf()").replace("mechanism:", workload + "mechanism:")
    return Release(args.seeded, spec, table.path, table.names, seed).rows


def figures(table, synthetic, target):
    others = [column for column in range(len(table.names)) if column != target]
    rng = np.random.default_rng(1)
    triples = [[target, *rng.choice(others, 2, replace=False).tolist()] for _ in range(60)]

    def mean(sets):
        found = []
        for columns in map(sorted, sets):
            sizes = [table.sizes[column] for column in columns]
            found.append(distance(table.codes[:, columns], synthetic[:, columns], sizes))
        return float(np.mean(found))

    return [mean([target, other] for other in others), mean(itertools.combinations(others, 2)), mean(triples)]


def main():
    parser = arguments(__doc__, 5)
    parser.add_argument("--epsilon", default="0.8")
    parser.add_argument("--cells", nargs="+", required=True, metavar="TABLE:TARGET")
    args = parser.parse_args()
    path = pathlib.Path(args.out) / "workload.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    print("table, target", *FIGURES, sep="  ")
    for cell in args.cells:
        name, target = cell.split(":")
        table = Table(args.data, name)
        column = table.names.index(target)
        found = {"plain": [], "target": []}
        for seed in range(args.seed, args.seed + args.runs):
            for label, workload in [("plain", ""), ("target", f'workload: (target: "{target}"),\n    ')]:
                values = figures(table, release(args, table, workload, seed), column)
                found[label].append(values)
                with path.open("a", newline="") as file:
                    csv.writer(file).writerow([name, target, args.epsilon, label, *(f"{value:.6f}" for value in values)])
        ratios = []
        for place in range(len(FIGURES)):
            (plain, off), (weighted, spread) = (
                summary([values[place] for values in found[label]])[:2] for label in ("plain", "target")
            )
            error = weighted / plain * np.hypot(off / plain, spread / weighted) / np.sqrt(args.runs)
            ratios.append(f"{weighted / plain:.2f} ± {error:.2f}")
        print(f"{name}, {target}", *ratios, sep="  ", flush=True)


if __name__ == "__main__":
    main()
