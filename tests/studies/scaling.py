#!/usr/bin/env python3
"""What a network by score F costs, against the degree and the number of rows (Zhang 5.2: "a few hours in the case of k = 5").

  python3 tests/studies/scaling.py --data FOLDER --out FOLDER

Processor seconds, least of the repetitions, of a whole release by `PrivBayesPure` on one thread: with score F, and with R,
whose own cost is small, so that the difference is F's dynamic programme and what both share is counting. Degrees 1 to 6
on nltcs and acs (all binary) and degree 3 on nltcs with every row repeated.
"""
import os
import resource
import tempfile

import numpy as np
import pandas as pd

from study import Release, Results, Table, arguments, figure, pure_spec

DEGREES = [1, 2, 3, 4, 5, 6]
TABLES = ["nltcs", "acs"]
REPEATED = [1, 4, 16, 64]
SCORES = ["F", "R"]


def seconds(args, table, path, score, degree):
    """Of the released program and nothing else: time that this process's children used."""
    # θ as small as it may be: the degree is given.
    spec = pure_spec(table.schema(), 1.0, f'PrivBayesPure(score: {score}, degree: {degree}, theta: "0.001", '
                     "selection: Exponential, post: Normalize)")
    times = []
    for seed in range(args.seed, args.seed + args.runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        Release(args.seeded, spec, path, table.names, seed)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    parser = arguments(__doc__, runs=3)
    args = parser.parse_args()
    os.environ["RAYON_NUM_THREADS"] = "1"
    results = Results(args.out, "scaling", ["table", "rows", "degree", "score"], ["seconds"])

    def measure(table, codes, path, degree):
        for score in SCORES:
            if results.lacks(args.runs, table.name, len(codes), degree, score):
                spent = seconds(args, table, path, score, degree)
                results.add(table.name, len(codes), degree, score, spent, args.runs)

    for name in TABLES:
        table = Table(args.data, name)
        for degree in DEGREES:
            measure(table, table.codes, table.path, degree)
    table = Table(args.data, "nltcs")
    with tempfile.TemporaryDirectory() as folder:
        for times in REPEATED:
            codes, path = np.tile(table.codes, (times, 1)), f"{folder}/{times}.csv"
            pd.DataFrame(codes, columns=table.names).to_csv(path, index=False)
            measure(table, codes, path, 3)
    draw(args, results)


def draw(args, results):
    panels = []
    for name in TABLES:
        rows = len(Table(args.data, name).codes)
        panels.append((f"{name}, {rows} rows",
                       [(score, [(row["degree"], row["seconds"])
                                 for row in results.where(table=name, rows=rows, score=score)]) for score in SCORES]))
    figure(f"{args.out}/scaling.svg", panels, "k", "processor seconds of a release", log_x=False)


main()
