#!/usr/bin/env python3
"""The Markov random field: what Cai's text measured (Figures 1 to 5), and what each of our changes is worth.

  python3 tests/studies/markov.py --data FOLDER --out FOLDER [--part NAME] [--only MECHANISM]   (needs scikit-learn)

Part `sweeps` (Figures 1 to 3): `search: Graph`, which is the text's search, on nltcs with other values of θ, t (as a
part of d) and k; mean total variation distance of 300 random 5-way marginals, and the misclassification of below.
Part `marginals` (Figure 4): 300 random 3-, 4- and 5-way marginals each, against ε.
Part `svm` (Figure 5): each attribute predicted from all others by machines trained on releases of four fifths of the
rows, tested on the rest; five folds, one release each. machines.py says which machines.
Part `switches`: our defaults, and the same with one change taken back; 3-way marginals.
All with one row more or less; δ = 1e-5 as in the text, `switches` 1e-9. A distance has the half that the text leaves out.
"""
import itertools

import numpy as np

from machines import FOLDS, Folds
from study import (SPREAD, Release, Results, Table, arguments, distance, figure, gaussian_spec, in_parallel, marginal,
                   points, summary)

EPSILONS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2]
TABLES = ["nltcs", "acs", "adult", "br2000"]
# Of the text's methods those that are here. Its PrivBayes and PB-PGM are pure; `PrivBayes` is the one of Bao's text.
MECHANISMS = [("PrivMrf()", "1e-5"), ("PrivMrf(search: Graph)", "1e-5"), ("PrivBayes()", "1e-5"),
              ("PrivBayes(estimator: Pgm)", "1e-5"), ("PrivBayesPure()", ""), ("PrivBayesPure(estimator: Pgm)", "")]
NO_PRIVACY = "no privacy"
SOME_EPSILONS = [0.2, 0.8, 3.2]
THETAS = [1, 3, 6, 9, 12]
ROUNDS = [0.4, 0.8, 1.2, 1.6]
CANDIDATES = [100, 200, 400, 800]
SWITCHES = [
    ("our defaults", ""),
    ("the text's search (graph, theta, t, k)", "search: Graph"),
    ("no caution: distance alone decides", 'caution: "0"'),
    ("tables of at most three attributes", "max_attributes: 3"),
    ("next to no joining of rare values", 'rare: "0"'),
    ("half as many rounds", "rounds: {d}"),
    ("a round of noise does not halve the rest", "anneal: false"),
    ("no table is measured again", "repeats: false"),
    ("all tables weigh alike", "weights: Equal"),
    ("next to no smoothing", 'smoothing: "0.01"'),
    ("five times the smoothing", 'smoothing: "1"'),
]


class Queries:
    """So many random sets of attributes of each size, or all, with their true counts."""

    def __init__(self, args, table, ways, count=300):
        self.args, self.table = args, table
        self.true = {way: {columns: marginal(table.codes, table.sizes, columns)
                           for columns in some(table, way, count, args.seed)} for way in ways}

    def errors(self, spec):
        """Of each number of attributes the mean distance, one figure a release."""
        table = self.table

        def of_seed(seed):
            rows = Release(self.args.seeded, spec, table.path, table.names, seed).rows
            return [np.mean([distance(true, marginal(rows, table.sizes, columns)) for columns, true in queries.items()])
                    for queries in self.true.values()]
        return list(zip(*in_parallel(self.args, of_seed, range(self.args.seed, self.args.seed + self.args.runs))))


def some(table, way, count, seed):
    every = list(itertools.combinations(range(len(table.names)), way))
    if len(every) <= count:
        return every
    return [every[place] for place in np.random.default_rng(seed).choice(len(every), count, replace=False)]


def sweeps(args):
    table = Table(args.data, "nltcs")
    d = len(table.names)
    queries, folds = Queries(args, table, [5]), Folds(args, table)
    results = Results(args.out, "markov_sweeps", ["task", "parameter", "value", "epsilon"], ["mean", *SPREAD])
    tasks = ([("theta", value, f'theta: "{value}"') for value in THETAS]
             + [("t/d", value, f"rounds: {int(value * d)}") for value in ROUNDS]
             + [("k", value, f"candidates: {value}") for value in CANDIDATES])
    for (name, value, parameters), epsilon in itertools.product(tasks, SOME_EPSILONS):
        spec = gaussian_spec(table, epsilon, f"PrivMrf(search: Graph, {parameters})", "1e-5")
        if results.lacks(args.runs, "5-way", name, value, epsilon):
            results.add("5-way", name, value, epsilon, *summary(queries.errors(spec)[0]), args.runs)
        if results.lacks(FOLDS, "svm", name, value, epsilon):
            results.add("svm", name, value, epsilon, *summary(folds.released(spec)), FOLDS)
    panels = [(f"nltcs, {task} against {name}",
               [(f"ε = {epsilon}", points(results.where(task=task, parameter=name, epsilon=epsilon), "value", "mean"))
                for epsilon in SOME_EPSILONS])
              for name in ("theta", "t/d", "k") for task in ("5-way", "svm")]
    figure(f"{args.out}/markov_sweeps.svg", panels, "value of the parameter", "distance, or misclassification")


def marginals(args):
    results = Results(args.out, "markov_marginals", ["table", "way", "mechanism", "epsilon"], ["mean_tvd", *SPREAD])
    ways = [3, 4, 5]
    for name in args.tables or TABLES:
        table = Table(args.data, name)
        queries = Queries(args, table, ways)
        for (mechanism, delta), epsilon in itertools.product(chosen(args), EPSILONS):
            if args.only or results.lacks(args.runs, name, ways[-1], mechanism, epsilon):
                errors = queries.errors(gaussian_spec(table, epsilon, mechanism, delta))
                for way, figures in zip(ways, errors):
                    results.add(name, way, mechanism, epsilon, *summary(figures), args.runs)
        panels = [(f"{name}, {way}-way", lines(results, "mean_tvd", table=name, way=way))
                  for way in ways for name in TABLES if results.where(table=name, way=way)]
        figure(f"{args.out}/markov_marginals.svg", panels, "ε", "mean total variation distance")


def svm(args):
    results = Results(args.out, "markov_svm", ["table", "mechanism", "epsilon"], ["misclassified", *SPREAD])
    for name in args.tables or TABLES:
        table = Table(args.data, name)
        folds = Folds(args, table)
        if results.lacks(FOLDS, name, NO_PRIVACY, EPSILONS[-1]):
            missed = summary(folds.without_privacy())
            for epsilon in EPSILONS:
                results.add(name, NO_PRIVACY, epsilon, *missed, FOLDS)
        for (mechanism, delta), epsilon in itertools.product(chosen(args), EPSILONS):
            if args.only or results.lacks(FOLDS, name, mechanism, epsilon):
                missed = folds.released(gaussian_spec(table, epsilon, mechanism, delta))
                results.add(name, mechanism, epsilon, *summary(missed), FOLDS)
        panels = [(name, lines(results, "misclassified", table=name)) for name in TABLES if results.where(table=name)]
        figure(f"{args.out}/markov_svm.svg", panels, "ε", "mean misclassification rate")


def switches(args):
    results = Results(args.out, "markov_switches", ["table", "switch", "epsilon"], ["mean_tvd", *SPREAD])
    for name in args.tables or ["nltcs", "acs", "br2000", "adult-pgm"]:
        table = Table(args.data, name)
        queries = Queries(args, table, [3])
        for (switch, parameters), epsilon in itertools.product(SWITCHES, SOME_EPSILONS):
            if results.lacks(args.runs, name, switch, epsilon):
                mechanism = f"PrivMrf({parameters.format(d=len(table.names))})"
                errors = queries.errors(gaussian_spec(table, epsilon, mechanism))
                results.add(name, switch, epsilon, *summary(errors[0]), args.runs)


def chosen(args):
    return [(mechanism, delta) for mechanism, delta in MECHANISMS if args.only in (None, mechanism)]


def lines(results, figure, **key):
    found = {}
    for row in results.where(**key):
        found.setdefault(row["mechanism"], []).append(row)
    return [(mechanism, points(rows, "epsilon", figure)) for mechanism, rows in found.items()]


PARTS = {"sweeps": sweeps, "marginals": marginals, "svm": svm, "switches": switches}


def main():
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--part", choices=PARTS, help="one of the four; all if absent")
    parser.add_argument("--tables", type=lambda names: names.split(","), help="some of the tables, but for `sweeps`")
    parser.add_argument("--only", help="this mechanism of `marginals` and `svm` alone, and anew where it was measured")
    args = parser.parse_args()
    for part in [args.part] if args.part else PARTS:
        PARTS[part](args)


if __name__ == "__main__":
    main()
