#!/usr/bin/env python3
"""How useful a table must be: error of marginals against θ (Zhang, Figure 3).

  python3 tests/studies/theta.py --data FOLDER --out FOLDER

Releases by `PrivBayesPure` with θ from 1/2 to 32; mean total variation distance of all 3-way marginals of
nltcs and all 2-way marginals of adult (by binary digits), and the degree k that θ led to on average.
"""
import itertools

import numpy as np

from study import (SPREAD, Results, Table, arguments, distance, figure, marginal, points, pure_spec, releases,
                   summary)

TASKS = [("nltcs", 3), ("adult", 2)]
THETAS = [0.5, 1, 2, 4, 8, 16, 32]
EPSILONS = [0.05, 0.1, 0.4]


def main():
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--tables", default="nltcs,adult")
    args = parser.parse_args()
    results = Results(args.out, "theta", ["table", "way", "epsilon", "theta"], ["mean_tvd", *SPREAD, "mean_degree"])
    for name, way in [task for task in TASKS if task[0] in args.tables.split(",")]:
        table = Table(args.data, name)
        queries = list(itertools.combinations(range(len(table.names)), way))
        true = {columns: marginal(table.codes, table.sizes, columns) for columns in queries}
        for epsilon, theta in itertools.product(EPSILONS, THETAS):
            if not results.lacks(args.runs, name, way, epsilon, theta):
                continue
            spec = pure_spec(table.schema(), epsilon, f'PrivBayesPure(theta: "{theta}", selection: Exponential, '
                             f'post: Normalize{BINARY[name]})')
            errors, degrees = [], []
            for release in releases(args, spec, table.path, table.names):
                errors.append(np.mean([distance(true[columns], marginal(release.rows, table.sizes, columns))
                                       for columns in queries]))
                degrees.append(max(len(columns) for columns in release.tables()) - 1)
            results.add(name, way, epsilon, theta, *summary(errors),
                        sum(degrees) / len(degrees), args.runs)
        draw(args.out, results)


def draw(out, results):
    panels = []
    for name, way in TASKS:
        lines = [(f"ε = {epsilon}", points(results.where(table=name, epsilon=epsilon), "theta", "mean_tvd"))
                 for epsilon in EPSILONS]
        lines = [line for line in lines if line[1]]
        if lines:
            panels.append((f"{name}, {way}-way marginals", lines))
    figure(f"{out}/theta.svg", panels, "θ", "mean total variation distance")


BINARY = {"nltcs": "", "adult": ", encoding: Binary"}

main()
