#!/usr/bin/env python3
"""All α-way marginals against ε, beside three simple mechanisms (Zhang, Figure 4).

  python3 tests/studies/marginals.py --data FOLDER --out FOLDER

Mean total variation distance over all α-way marginals. `PrivBayesPure` as in the text (θ = 4, half of ε for the
network, exponential mechanism, tables normalised, each row drawn by itself) and with the defaults of this project,
and under the same definition (one row replaced, n public, so every table has sensitivity 2):
- Laplace: noise of scale 2·|Q|/ε on every cell of the |Q| marginals;
- Fourier (Barak et al. 2007): noise on the Walsh coefficients of the binary digits that the marginals need;
- Contingency: noise of scale 2/ε on the table of the whole domain, then summed (nltcs only);
- Uniform: every cell the same, which costs nothing.
Negative counts are cut and marginals scaled to n in the first three (Zhang 5.1). `PrivBayes` with Gaussian noise and
δ = 1e-9 is shown beside them: another definition of privacy.
"""
import itertools
import math

import numpy as np

from study import (EPSILONS, SPREAD, Results, Table, arguments, distance, figure, generator, marginal, points,
                   pure_spec, releases, repaired, summary)

TASKS = [("nltcs", 3), ("nltcs", 4), ("acs", 2), ("acs", 3), ("adult", 2), ("adult", 3), ("br2000", 2),
         ("br2000", 3)]


class Workload:
    """The α-way marginals of a table."""

    def __init__(self, table, way):
        self.table = table
        self.rows = len(table.codes)
        self.queries = list(itertools.combinations(range(len(table.names)), way))
        self.true = {columns: marginal(table.codes, table.sizes, columns) for columns in self.queries}

    def error(self, answer):
        return float(np.mean([distance(self.true[columns], answer(columns)) for columns in self.queries]))

    def of_rows(self, codes):
        return self.error(lambda columns: marginal(codes, self.table.sizes, columns))

    def uniform(self):
        return self.error(lambda columns: np.ones(len(self.true[columns])))

    def laplace(self, epsilon, rng):
        scale = 2 * len(self.queries) / epsilon
        return self.error(lambda columns: repaired(
            self.true[columns] + rng.laplace(0, scale, len(self.true[columns])), self.rows))

    def contingency(self, epsilon, rng):
        sizes = self.table.sizes
        everything = marginal(self.table.codes, sizes, list(range(len(sizes)))).reshape(sizes)
        noisy = everything + rng.laplace(0, 2 / epsilon, everything.shape)

        def answer(columns):
            others = tuple(axis for axis in range(len(sizes)) if axis not in columns)
            return repaired(noisy.sum(axis=others).ravel(), self.rows)
        return self.error(answer)

    def fourier(self, epsilon, rng):
        """A coefficient is Σ ±1 over the rows; one replaced row moves it by at most 2, and the empty one,
        n, not at all. A marginal of some attributes needs the coefficients of all subsets of their digits."""
        digits = [max(1, math.ceil(math.log2(size))) for size in self.table.sizes]
        needed = sorted({part for columns in self.queries
                         for length in range(1, len(columns) + 1)
                         for part in itertools.combinations(columns, length)})
        # Coefficients that use a digit of each attribute of `part`, and of no other attribute.
        of_part = lambda part: [2 ** digits[column] - 1 for column in part]
        coefficients = sum(math.prod(of_part(part)) for part in needed)
        scale = 2 * coefficients / epsilon
        noise = {part: rng.laplace(0, scale, of_part(part)) for part in needed}

        def answer(columns):
            shape = [2 ** digits[column] for column in columns]
            spread = np.zeros(shape)
            for length in range(1, len(columns) + 1):
                for places in itertools.combinations(range(len(columns)), length):
                    part = tuple(columns[place] for place in places)
                    corner = tuple(slice(1, None) if place in places else 0
                                   for place in range(len(columns)))
                    spread[corner] = noise[part]
            # The inverse transform of the noise alone, on the cells that exist.
            for axis, column in enumerate(columns):
                spread = walsh(spread, axis, digits[column])
            spread /= spread.size
            kept = spread[tuple(slice(0, self.table.sizes[column]) for column in columns)].ravel()
            return repaired(self.true[columns] + kept, self.rows)
        return self.error(answer)


def walsh(values, axis, digits):
    """The Walsh–Hadamard transform along an axis of 2^digits entries, which is its own inverse times that."""
    values = np.moveaxis(values, axis, -1)
    shape = values.shape
    values = values.reshape(-1, *[2] * digits)
    for digit in range(1, digits + 1):
        zero, one = np.take(values, 0, axis=digit), np.take(values, 1, axis=digit)
        values = np.stack([zero + one, zero - one], axis=digit)
    return np.moveaxis(values.reshape(shape), -1, axis)


def default_spec(table, epsilon, mechanism, delta=""):
    return f"""Release(
    privet: 1,
    title: "A study",
    reviewed: true,
    unit: Row,
    adjacency: Replace,
    budget: (epsilon: "{epsilon}"{delta}),
    schema: [
{table.schema()}
    ],
    mechanism: {mechanism},
)
"""


def main():
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--tables", default="nltcs,acs,adult,br2000")
    args = parser.parse_args()
    results = Results(args.out, "marginals", ["table", "way", "mechanism", "epsilon"], ["mean_tvd", *SPREAD])
    for name in args.tables.split(","):
        table = Table(args.data, name)
        workloads = {way: Workload(table, way) for task, way in TASKS if task == name}
        for epsilon in EPSILONS:
            for mechanism, spec in specs(table, epsilon):
                if any(results.lacks(args.runs, name, way, mechanism, epsilon) for way in workloads):
                    drawn = [release.rows for release in releases(args, spec, table.path, table.names)]
                    for way, workload in workloads.items():
                        errors = [workload.of_rows(codes) for codes in drawn]
                        results.add(name, way, mechanism, epsilon, *summary(errors), args.runs)
            for way, workload in workloads.items():
                baselines = [("Laplace", workload.laplace), ("Fourier", workload.fourier)]
                if math.prod(table.sizes) <= 2 ** 16:
                    baselines.append(("Contingency", workload.contingency))
                for mechanism, run in baselines:
                    if results.lacks(args.runs, name, way, mechanism, epsilon):
                        rng = generator(args, name, way, mechanism, epsilon)
                        errors = [run(epsilon, rng) for _ in range(args.runs)]
                        results.add(name, way, mechanism, epsilon, *summary(errors), args.runs)
                results.add(name, way, "Uniform", epsilon, *summary([workload.uniform()]), 1)
        draw(args.out, results)


def specs(table, epsilon):
    encoding = ", encoding: Binary" if max(table.sizes) > 2 else ""
    as_in_the_text = f"PrivBayesPure(selection: Exponential, post: Normalize{encoding})"
    return [("PrivBayesPure", pure_spec(table.schema(), epsilon, as_in_the_text)),
            ("PrivBayesPure, defaults", default_spec(table, epsilon, "PrivBayesPure()")),
            ("PrivBayes, δ = 1e-9", default_spec(table, epsilon, "PrivBayes()", ', delta: "1e-9"'))]


def draw(out, results):
    panels = []
    for name, way in TASKS:
        lines = {}
        for row in results.where(table=name, way=way):
            lines.setdefault(row["mechanism"], []).append(row)
        if lines:
            panels.append((f"{name}, {way}-way",
                           [(mechanism, points(rows, "epsilon", "mean_tvd")) for mechanism, rows in lines.items()]))
    figure(f"{out}/marginals.svg", panels, "ε", "mean total variation distance")


if __name__ == "__main__":
    main()
