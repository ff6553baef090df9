#!/usr/bin/env python3
"""The network that scores F, R and I choose: the sum of mutual information against ε (Zhang, Figure 2).

  python3 tests/studies/score_functions.py --data FOLDER --out FOLDER

For each table, degree k and ε, releases by `PrivBayesPure` with each score, and the sum over the network of
the true mutual information of attribute and parents, in bits; beside it the greedy choice without privacy
(GreedyBayes, Zhang Algorithm 2, on I itself; the first attribute is the one with the best sum). Columns are binary
digits; the degree is given, whatever θ says.
"""
import itertools
import math

from study import (EPSILONS, SPREAD, Results, Table, arguments, entropy, figure, points, pure_spec, releases,
                   summary)

DEGREES = {"nltcs": [1, 2, 3, 4], "acs": [1, 2], "adult": [1, 2]}
# With more tables than this the search without privacy takes too long in Python.
MOST_TABLES = 30_000
GREEDY = "greedy, not private"
# As in the text, and F by permute-and-flip, the default here.
CHOICES = {"F": ("F", "Exponential"), "R": ("R", "Exponential"), "I": ("I", "Exponential"),
           "F, permute-and-flip": ("F", "PermuteAndFlip")}


class Information:
    """Entropies of sets of columns, each computed once."""

    def __init__(self, table):
        self.places, self.codes = table.digits()
        self.known = {}

    def entropy(self, columns):
        key = frozenset(columns)
        if key not in self.known:
            order = sorted(key)
            self.known[key] = entropy(self.codes[:, order], [2] * len(order))
        return self.known[key]

    def mutual(self, child, parents):
        return self.entropy([child]) + self.entropy(parents) - self.entropy([child, *parents])

    def of_tables(self, tables):
        """Σ I over a network, given the (name, place) of its tables' columns in order. What a table brings that no
        earlier one had is drawn given what it shares with them: Σ H(new) + H(shared) − H(table)."""
        seen, total = set(), 0.0
        for table in tables:
            columns = {self.places.index(place) for place in table}
            total += sum(self.entropy([new]) for new in columns - seen)
            total += self.entropy(columns & seen) - self.entropy(columns)
            seen |= columns
        assert len(seen) == len(self.places), "every attribute is in a table"
        return total

    def greedy(self, degree):
        """GreedyBayes by I, from every first attribute; the best sum."""
        everything = range(len(self.places))
        return max(self.greedy_from(first, degree, everything) for first in everything)

    def greedy_from(self, first, degree, everything):
        chosen, total = [first], 0.0
        while len(chosen) < len(everything):
            gain, child = max((self.mutual(child, parents), child)
                              for child in everything if child not in chosen
                              for parents in itertools.combinations(chosen, min(degree, len(chosen))))
            chosen.append(child)
            total += gain
        return total


def main():
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--tables", default="nltcs,acs,adult")
    parser.add_argument("--degrees", default="", help="only these, such as 1,2")
    parser.add_argument("--scores", default=";".join(CHOICES), help="only these, such as 'F;I'")
    args = parser.parse_args()
    only = [int(degree) for degree in args.degrees.split(",") if degree]
    results = Results(args.out, "score_functions", ["table", "degree", "score", "epsilon"], ["mean_bits", *SPREAD])
    for name in args.tables.split(","):
        table = Table(args.data, name)
        information = Information(table)
        for degree in [degree for degree in DEGREES[name] if not only or degree in only]:
            small = math.comb(len(information.places), degree + 1) <= MOST_TABLES
            if small and results.lacks(1, name, degree, GREEDY, EPSILONS[-1]):
                best = information.greedy(degree)
                for epsilon in EPSILONS:
                    results.add(name, degree, GREEDY, epsilon, *summary([best]), 1)
            for epsilon, choice in itertools.product(EPSILONS, args.scores.split(";")):
                if not results.lacks(args.runs, name, degree, choice, epsilon):
                    continue
                score, selection = CHOICES[choice]
                # θ as small as it may be: the degree is given.
                spec = pure_spec(table.schema(), epsilon, f"PrivBayesPure(score: {score}, degree: {degree}, "
                                 f'selection: {selection}, encoding: Binary, theta: "0.001")')
                sums = [information.of_tables(release.tables())
                        for release in releases(args, spec, table.path, table.names)]
                results.add(name, degree, choice, epsilon, *summary(sums), args.runs)
            draw(args.out, results)


def draw(out, results):
    panels = []
    for name, degree in [(name, degree) for name in DEGREES for degree in DEGREES[name]]:
        lines = [(score, points(results.where(table=name, degree=degree, score=score), "epsilon", "mean_bits"))
                 for score in [*CHOICES, GREEDY]]
        lines = [line for line in lines if line[1]]
        if lines:
            panels.append((f"{name}, k = {degree}", lines))
    figure(f"{out}/score_functions.svg", panels, "ε", "Σ I over the network, bits")


main()
