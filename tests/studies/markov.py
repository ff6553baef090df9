#!/usr/bin/env python3
"""The Markov random field: the text's parameters (Cai, Figures 1 to 3), and what each of our changes is worth.

  python3 tests/studies/markov.py --data FOLDER --out FOLDER [--part sweeps|switches]

Part `sweeps`: `search: Graph`, which is the text's search, on nltcs with other values of θ, t (as a part of d)
and k; mean total variation distance of 300 random 5-way marginals.
Part `switches`: our defaults, and the same with one change taken back; 3-way marginals.
Both at δ = 1e-9, one row more or less.
"""
import itertools

import numpy as np

from study import Results, Table, arguments, distance, figure, gaussian_spec, marginal, mean_and_deviation, releases

EPSILONS = [0.2, 0.8, 3.2]
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


def error(args, table, epsilon, parameters, queries, true):
    """Mean over the queries, one figure a release."""
    made = releases(args, gaussian_spec(table, epsilon, f"PrivMrf({parameters})"), table.path, table.names)
    return mean_and_deviation([
        np.mean([distance(true[columns], marginal(release.rows, table.sizes, columns)) for columns in queries])
        for release in made])


def some_queries(table, way, count, seed):
    """So many random sets of attributes, or all."""
    every = list(itertools.combinations(range(len(table.names)), way))
    if len(every) <= count:
        return every
    return [every[place] for place in np.random.default_rng(seed).choice(len(every), count, replace=False)]


def sweeps(args):
    table = Table(args.data, "nltcs")
    d = len(table.names)
    queries = some_queries(table, 5, 300, args.seed)
    true = {columns: marginal(table.codes, table.sizes, columns) for columns in queries}
    results = Results(args.out, "markov_sweeps", ["parameter", "value", "epsilon"], ["mean_tvd", "deviation"])
    tasks = ([("theta", value, f'theta: "{value}"') for value in THETAS]
             + [("t/d", value, f"rounds: {int(value * d)}") for value in ROUNDS]
             + [("k", value, f"candidates: {value}") for value in CANDIDATES])
    for (name, value, parameters), epsilon in itertools.product(tasks, EPSILONS):
        if results.lacks(args.runs, name, value, epsilon):
            figures = error(args, table, epsilon, f"search: Graph, {parameters}", queries, true)
            results.add(name, value, epsilon, *figures, args.runs)
    panels = [(f"nltcs, 5-way marginals against {name}",
               [(f"ε = {epsilon}", [(row["value"], row["mean_tvd"])
                                    for row in results.where(parameter=name, epsilon=epsilon)])
                for epsilon in EPSILONS])
              for name in ("theta", "t/d", "k")]
    figure(f"{args.out}/markov_sweeps.svg", panels, "value of the parameter", "mean total variation distance")


def switches(args):
    results = Results(args.out, "markov_switches", ["table", "switch", "epsilon"], ["mean_tvd", "deviation"])
    for name in args.tables.split(","):
        table = Table(args.data, name)
        queries = some_queries(table, 3, 300, args.seed)
        true = {columns: marginal(table.codes, table.sizes, columns) for columns in queries}
        for (switch, parameters), epsilon in itertools.product(SWITCHES, EPSILONS):
            if results.lacks(args.runs, name, switch, epsilon):
                parameters = parameters.format(d=len(table.names))
                figures = error(args, table, epsilon, parameters, queries, true)
                results.add(name, switch, epsilon, *figures, args.runs)


def main():
    parser = arguments(__doc__, runs=3)
    parser.add_argument("--part", choices=["sweeps", "switches"], help="one of the two; both if absent")
    parser.add_argument("--tables", default="nltcs,acs,br2000,adult-pgm", help="for `switches`")
    args = parser.parse_args()
    if args.part != "switches":
        sweeps(args)
    if args.part != "sweeps":
        switches(args)


main()
